package command

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// The scripts ask arena completion --of at every key, so that they know what
// the program knows: there is nothing in them of any command.
//
//go:embed completion
var completionScripts embed.FS

var shells = []string{"bash", "fish", "zsh"}

func completionCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "completion",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "of"}},
		Action: func(c *cli.Context) error {
			if c.Bool("of") {
				_, err := io.WriteString(s.Out, lines(completionsOf(c.App, c.Args().Slice())))
				return err
			}
			shell, err := oneArgument(c, "a shell", "arena completion bash")
			if err != nil {
				return err
			}
			if !slices.Contains(shells, shell) {
				return usage("write bash, fish or zsh; other shells have nothing to complete with", "arena completion: there is no script for %q", shell)
			}
			script, err := completionScripts.ReadFile("completion/arena." + shell)
			if err != nil {
				return fmt.Errorf("arena completion: %w", err)
			}
			_, err = s.Out.Write(script)
			return err
		},
	}
}

func lines(words []string) string {
	var b strings.Builder
	for _, w := range words {
		// A name with a line break in it would be taken for two.
		if !strings.ContainsAny(w, "\r\n") {
			b.WriteString(w + "\n")
		}
	}
	return b.String()
}

// completionsOf returns what the last word of a command line, without the program's
// name, can become; completeFiles and completeFolders stand for what only
// the shell completes well.
func completionsOf(app *cli.App, words []string) []string {
	if len(words) == 0 {
		return nil
	}
	before, last := words[:len(words)-1], words[len(words)-1]
	if len(before) == 0 {
		if strings.HasPrefix(last, "-") {
			return beginning(last, append(flagWords(app.Flags), helpFlag))
		}
		return beginning(last, commandNames(app))
	}
	command := app.Command(before[0])
	if command == nil {
		return nil
	}
	before, last, prefix := joinValue(before[1:], last)
	position := 0
	for i := 0; i < len(before); i++ {
		word := before[i]
		if word == "--" {
			return offer(app, argumentsOf(command.Name, before[:i], position+len(before)-i-1), last)
		}
		if len(word) < 2 || word[0] != '-' {
			position++
			continue
		}
		name, _, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if joined || !takesValue(command.Flags, name) {
			continue
		}
		if i++; i == len(before) { // the value is what is being written
			return prefixed(prefix, offer(app, valuesOf(command.Name, name), last))
		}
	}
	if command.Name == "run" && position > 0 {
		return []string{completeFiles} // the program's own
	}
	if strings.HasPrefix(last, "-") {
		return beginning(last, append(flagWords(command.Flags), helpFlag))
	}
	return offer(app, argumentsOf(command.Name, before, position), last)
}

// joinValue makes "--name value" of a value that is joined by an equals sign:
// in one word, as most shells have it, or in three, as bash does. A completion
// of the one word needs its beginning, prefix, again.
func joinValue(before []string, last string) (words []string, value, prefix string) {
	if n := len(before); n > 1 && before[n-1] == "=" {
		return before[:n-1], last, ""
	}
	if n := len(before); last == "=" && n > 0 {
		return before, "", ""
	}
	if name, value, joined := strings.Cut(last, "="); joined && strings.HasPrefix(name, "-") {
		return append(slices.Clone(before), name), value, name + "="
	}
	return before, last, ""
}

func prefixed(prefix string, words []string) []string {
	if prefix == "" {
		return words
	}
	var all []string
	for _, w := range words {
		if w != completeFiles && w != completeFolders { // shells do not complete inside a word
			all = append(all, prefix+w)
		}
	}
	return all
}

func takesValue(flags []cli.Flag, name string) bool {
	f := findFlag(flags, name)
	_, isBool := f.(*cli.BoolFlag)
	return f != nil && !isBool
}

func commandNames(app *cli.App) []string {
	var names []string
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return names
}

func flagWords(flags []cli.Flag) []string {
	var words []string
	for _, f := range flags {
		words = append(words, "--"+f.Names()[0])
	}
	return words
}

// beginning keeps the words that begin with a text.
func beginning(with string, words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, with) })
}
