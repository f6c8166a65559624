package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"botarena/arena/game"
)

// BotFileName is the file that makes a folder a bot.
const BotFileName = "bot.yaml"

// BotFile is what a bot's bot.yaml says. Only entry or command must be given.
//
//	name: Tom
//	game: catchcat
//	roles: [cat]
//	build: make
//	entry: bot
type BotFile struct {
	// Name is the bot's name in results. Default: the folder's name.
	Name string `yaml:"name"`
	// Game is the game it plays. Default: any.
	Game string `yaml:"game"`
	// Roles are the seats of the game it can take. Default: all.
	Roles []string `yaml:"roles"`
	// Language and Author are for people.
	Language string `yaml:"language"`
	Author   string `yaml:"author"`
	// Build is the shell command that builds it, run in the folder. Default:
	// there is nothing to build.
	Build string `yaml:"build"`
	// Runtime is what the program needs around it: static, dynamic, python,
	// java, node or custom. Default: found from the file.
	Runtime string `yaml:"runtime"`
	// Entry is the program's file in the folder; or, by role, one file each.
	Entry Entry `yaml:"entry"`
	// Command is another way to say it: the program's file and its arguments,
	// or an interpreter, by name or path, the file and its arguments.
	Command []string `yaml:"command"`
	// Args are the program's arguments, before those of a seat.
	Args []string `yaml:"args"`
	// Env is added to the program's environment; a seat's own comes after it.
	Env map[string]string `yaml:"env"`
	// Dialect is the dialect of the wire to speak with it. Default: the
	// game's first one.
	Dialect string `yaml:"dialect"`
}

// Entry is a file for all roles, or one for each role.
type Entry struct {
	All    string
	ByRole map[string]string
}

func (e *Entry) read(d *decoder, path string, n *yaml.Node) (err error) {
	if n.Kind == yaml.MappingNode {
		return d.mapping(path, n, valueOf(&e.ByRole))
	}
	e.All, err = d.text(path, n)
	return err
}

// of returns the file for a role.
func (e *Entry) of(role string) string {
	if f, ok := e.ByRole[role]; ok {
		return f
	}
	return e.All
}

// mostBotFile bounds a bot.yaml, which strangers write: a megabyte of arguments
// takes seconds to read, and 250 MiB.
const mostBotFile = 64 << 10

// readBotFile reads what the text alone says. games are those there are.
func readBotFile(file string, text []byte, games []game.Game) (*BotFile, *decoder, error) {
	if len(text) > mostBotFile {
		return nil, nil, &Error{File: file, Problem: fmt.Sprintf("the file is larger than %d KiB", mostBotFile>>10), Cure: "write a few lines only"}
	}
	f := new(BotFile)
	d, err := decode(file, text, f)
	if err != nil {
		return nil, nil, err
	}
	for _, check := range []func(*decoder, []game.Game) error{f.checkNames, f.checkRoles, f.checkProgram, f.checkWords} {
		if err := check(d, games); err != nil {
			return nil, nil, err
		}
	}
	return f, d, nil
}

func (f *BotFile) checkNames(d *decoder, games []game.Game) error {
	if err := d.checkNames("", f.Name, f.Runtime); err != nil {
		return err
	}
	if _, given := d.at["game"]; given {
		if _, err := d.pickGame(f.Game, games); err != nil {
			return err
		}
	}
	return nil
}

// checkRoles holds roles, entries by role and the dialect against the game.
func (f *BotFile) checkRoles(d *decoder, games []game.Game) error {
	if f.Game == "" {
		for _, key := range []string{"roles", "dialect"} {
			if _, given := d.at[key]; given {
				return d.failAt(key, "add the line game: NAME", "%s: the game is missing that they belong to", key)
			}
		}
		if len(f.Entry.ByRole) > 0 {
			return d.failAt("entry", "add the line game: NAME", "entry: the game is missing that the roles belong to")
		}
		return nil
	}
	g, err := d.pickGame(f.Game, games)
	if err != nil {
		return err
	}
	info := g.Info()
	if _, given := d.at["roles"]; given && len(f.Roles) == 0 {
		return d.failAt("roles", "list some of "+strings.Join(info.Seats, ", ")+", or delete the line for all", "roles: none is given")
	}
	for i, role := range f.Roles {
		if !slices.Contains(info.Seats, role) {
			return d.failAt("roles"+index(i), pick(role, info.Seats), "roles: %s has no seat %s", f.Game, quote(role))
		}
	}
	if err := d.once("roles", f.Roles); err != nil {
		return err
	}
	if len(f.Roles) == 0 {
		f.Roles = info.Seats
	}
	for _, role := range slices.Sorted(maps.Keys(f.Entry.ByRole)) {
		if !slices.Contains(f.Roles, role) {
			return d.failAt(join("entry", role), pick(role, f.Roles), "entry: %s is not one of its roles", quote(role))
		}
	}
	if _, given := d.at["dialect"]; given && !slices.Contains(info.Dialects, f.Dialect) {
		return d.failAt("dialect", pick(f.Dialect, info.Dialects), "%s has no dialect %s", f.Game, quote(f.Dialect))
	}
	return nil
}

// checkProgram sees that there is exactly one way to start it.
func (f *BotFile) checkProgram(d *decoder, _ []game.Game) error {
	_, entry := d.at["entry"]
	_, command := d.at["command"]
	switch {
	case entry && command:
		return d.failAt("command", "keep one of the two", "entry and command both say which program to start")
	case command && len(f.Command) == 0:
		return d.failAt("command", "write command: [PROGRAM, ARGUMENT]", "command: no program is given")
	case !entry && !command:
		return d.failAt("entry", "write entry: FILE, the program's file in this folder", "key \"entry\" is missing")
	case !entry:
		return nil
	}
	if len(f.Entry.ByRole) > 0 {
		for _, role := range f.Roles {
			if f.Entry.of(role) == "" {
				return d.failAt("entry", "add the line "+role+": FILE", "entry: there is no program for the role %s", role)
			}
			if err := checkEntry(d, join("entry", role), f.Entry.of(role)); err != nil {
				return err
			}
		}
		return nil
	}
	return checkEntry(d, "entry", f.Entry.All)
}

func checkEntry(d *decoder, path, entry string) error {
	if !filepath.IsLocal(entry) || strings.ContainsRune(entry, 0) || filepath.Clean(entry) == "." {
		return d.failAt(path, "write the path of a file inside the folder, relative to it", "%s: %s is not a file in the bot's folder", path, quote(entry))
	}
	return nil
}

// checkWords refuses what no program can be given.
func (f *BotFile) checkWords(d *decoder, _ []game.Game) error {
	if err := d.checkWords("", "command", f.Command); err != nil {
		return err
	}
	if err := d.checkWords("", "args", f.Args); err != nil {
		return err
	}
	return d.checkEnv("", f.Env)
}
