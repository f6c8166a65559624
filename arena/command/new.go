package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"botarena/arena/config"
	"botarena/bots/kits"
)

func newCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "new",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game"},
			&cli.StringFlag{Name: "lang"},
			&cli.StringFlag{Name: "dir"},
		},
		Action: func(c *cli.Context) error {
			name, err := oneArgument(c, "a name for the bot", "arena new tom --game catchcat --lang python")
			if err != nil {
				return err
			}
			game, err := choose(c, "game", kits.Games)
			if err != nil {
				return err
			}
			lang, err := choose(c, "lang", kits.Languages)
			if err != nil {
				return err
			}
			dir := c.String("dir")
			if dir == "" {
				if dir = name; strings.ContainsAny(name, `/\`) {
					return usage("say where with --dir DIR; NAME is the bot's name alone", "%q is a path, not a name", name)
				}
			}
			return newBot(s, dir, game, lang, name)
		},
	}
}

// choose returns a flag's value, one of a list.
func choose(c *cli.Context, flag string, choices []string) (string, error) {
	value := c.String(flag)
	if slices.Contains(choices, value) {
		return value, nil
	}
	cure := "write --" + flag + " and one of " + strings.Join(choices, ", ")
	if value == "" {
		return "", usage(cure, "arena %s needs --%s", c.Command.Name, flag)
	}
	if near := config.Nearest(value, choices); near != "" {
		cure = "did you mean --" + flag + " " + near + "?"
	}
	return "", usage(cure, "--%s: there is no %q", flag, value)
}

func newBot(s Streams, dir, game, lang, name string) error {
	if entries, err := os.ReadDir(dir); len(entries) > 0 || errors.Is(err, unix.ENOTDIR) {
		return usage("name another folder with --dir DIR", "%s is there already, and not an empty folder", dir)
	}
	if err := kits.Copy(dir, game, lang, name); err != nil {
		return usage("write another name, or name another folder with --dir DIR", "%v", err)
	}
	file, err := os.ReadFile(filepath.Join(dir, config.BotFileName))
	if err != nil {
		return err
	}
	part := kits.Parts[lang]
	fmt.Fprintf(s.Out, "%s is a bot for %s; %s says more\n", dir, game, filepath.Join(dir, "README.md"))
	fmt.Fprintf(s.Out, "write it:  %s in %s\n", part.Function, filepath.Join(dir, part.File))
	for line := range strings.Lines(string(file)) {
		if build, ok := strings.CutPrefix(line, "build: "); ok {
			fmt.Fprintf(s.Out, "build it:  cd %s && %s\n", dir, strings.TrimSpace(build))
		}
	}
	_, err = fmt.Fprintf(s.Out, "check it:  arena check %s\n", dir)
	return err
}
