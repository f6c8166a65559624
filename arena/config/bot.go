package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"botarena/arena/game"
	"botarena/arena/match"
)

// Bot is a program that can sit in a seat: an executable, or a folder with a
// bot.yaml. It is known to be there and readable, not that it runs.
type Bot struct {
	// Name is what bot.yaml, the folder or the file calls it; nothing that
	// the program says of itself changes it.
	Name string
	Path string // absolute: the executable, or the folder
	// Game is the game it plays and Roles the seats it can take; empty for any.
	Game    string
	Roles   []string
	Args    []string
	Env     []string // NAME=VALUE, sorted by name
	Dialect string

	File     *BotFile // nil for an executable alone
	runtime  string
	programs []program
}

// program is a bot's program for a role, or for all.
type program struct {
	role              string // empty for all
	path, interpreter string
}

// Plays says why the bot cannot take a seat of a game: an empty problem where
// it can.
func (b *Bot) Plays(game, seat string) (problem, cure string) {
	switch {
	case b.Game != "" && b.Game != game:
		return fmt.Sprintf("%s is a bot for %s, not for %s", b.Name, b.Game, game), "seat another bot, or correct game: in its " + BotFileName
	case len(b.Roles) > 0 && !slices.Contains(b.Roles, seat):
		return fmt.Sprintf("%s plays %s, not %s", b.Name, list(b.Roles), seat), "seat another bot, or add the role in its " + BotFileName
	}
	return "", ""
}

// Process returns what a match is told of the bot's program in a seat.
func (b *Bot) Process(seat string) *match.Process {
	for _, p := range b.programs {
		if p.role == "" || p.role == seat {
			process := &match.Process{Path: p.path, Runtime: b.runtime, Interpreter: p.interpreter}
			if b.File != nil {
				process.Folder = b.Path
			}
			return process
		}
	}
	return nil
}

// Outdated returns the name of a source file that is newer than the bot's program,
// which bot.yaml says how to build; empty where there is none.
func (b *Bot) Outdated() string {
	if b.File == nil || b.File.Build == "" {
		return ""
	}
	files, err := os.ReadDir(b.Path)
	if err != nil {
		return ""
	}
	for _, p := range b.programs {
		program, err := os.Stat(p.path)
		if err != nil {
			continue
		}
		for _, f := range files {
			switch filepath.Ext(f.Name()) {
			case ".c", ".h", ".cpp", ".hpp", ".cc", ".go", ".rs", ".java":
				if source, err := f.Info(); err == nil && source.ModTime().After(program.ModTime()) {
					return f.Name()
				}
			}
		}
	}
	return ""
}

// LoadBot reads the bot at a path: an executable's file, or a folder with a
// bot.yaml. games are those there are. The error is an *[Error].
func LoadBot(path string, games []game.Game) (*Bot, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, &Error{File: path, Problem: oneLine(err.Error()), Cure: "give the absolute path"}
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &Error{File: path, Problem: "there is no such bot (tried " + abs + ")", Cure: beside(path, "build it first, or correct the path")}
	case err == nil && info.IsDir():
		return loadFolder(path, abs, games)
	}
	if wrong := usable(abs, filepath.Dir(abs), filepath.Dir(path)); wrong != nil {
		return nil, &Error{File: path, Problem: wrong.problem, Cure: wrong.cure}
	}
	return executable(abs), nil
}

// executable returns the bot that is a file alone.
func executable(path string) *Bot {
	base := filepath.Base(path)
	return &Bot{Name: strings.TrimSuffix(base, filepath.Ext(base)), Path: path, programs: []program{{path: path}}}
}

// isBotFolder reports whether a folder has a bot.yaml.
func isBotFolder(path string) bool {
	_, err := os.Stat(filepath.Join(path, BotFileName))
	return err == nil
}

// loadFolder reads the bot of a folder, named as the user wrote it.
func loadFolder(shown, dir string, games []game.Game) (*Bot, error) {
	file := filepath.Join(shown, BotFileName)
	switch _, err := os.Stat(file); {
	case errors.Is(err, fs.ErrPermission):
		return nil, &Error{File: shown, Problem: "the folder cannot be read: permission denied", Cure: "chmod -R a+rX " + shown}
	case err != nil:
		return nil, noBotFile(shown, dir)
	}
	// Whoever hands a folder in does not choose what else is read for it.
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return nil, &Error{File: file, Problem: "this is not a regular file", Cure: "write a " + BotFileName + " of its own into the folder"}
	}
	text, err := ReadFile(file, yamlFile)
	if err != nil {
		return nil, err
	}
	f, d, err := readBotFile(file, text, games)
	if err != nil {
		return nil, err
	}
	b := &Bot{
		Name: f.Name, Path: dir, Game: f.Game, Roles: f.Roles, Args: f.Args, Dialect: f.Dialect, File: f, runtime: f.Runtime,
	}
	if b.Name == "" {
		b.Name = filepath.Base(dir)
		if why := badName(b.Name); why != "" {
			return nil, d.failAt("", "write name: NAME", "the folder's name %s %s and cannot be the bot's", quote(b.Name), why)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(f.Env)) {
		b.Env = append(b.Env, k+"="+f.Env[k])
	}
	return b, b.findPrograms(d)
}

// noBotFile is the error for a folder without a bot.yaml: the bots may lie one
// folder deeper, as those of a zip that was unpacked into a folder of its own.
func noBotFile(shown, dir string) error {
	var inner []string
	entries, _ := os.ReadDir(dir) // what cannot be read holds no bot that could be named
	for _, e := range entries {
		if isBotFolder(filepath.Join(dir, e.Name())) {
			inner = append(inner, filepath.Join(shown, e.Name()))
		}
	}
	switch {
	case len(inner) == 1:
		return &Error{File: shown, Problem: "the folder has no " + BotFileName + ": that of a bot is in " + inner[0], Cure: "name " + inner[0] + ", or move what is in that up here"}
	case len(inner) > 1:
		return &Error{File: shown, Problem: fmt.Sprintf("this is a folder of %d bots", len(inner)), Cure: "name one of them, such as " + inner[0]}
	}
	return &Error{File: shown, Problem: "the folder has no " + BotFileName, Cure: "write one with the line entry: FILE, or name the program inside the folder"}
}

// findPrograms finds the files that a bot.yaml names.
func (b *Bot) findPrograms(d *decoder) error {
	f := b.File
	if len(f.Command) > 0 {
		return b.useCommand(d)
	}
	if len(f.Entry.ByRole) == 0 {
		path, err := b.file(d, "entry", f.Entry.All)
		b.programs = []program{{path: path}}
		return err
	}
	for _, role := range f.Roles {
		path, err := b.file(d, join("entry", role), f.Entry.of(role))
		if err != nil {
			return err
		}
		b.programs = append(b.programs, program{role: role, path: path})
	}
	return nil
}

// useCommand takes a command apart: a file of the folder and its arguments,
// or an interpreter before them.
func (b *Bot) useCommand(d *decoder) error {
	words := b.File.Command
	if b.holds(words[0]) || len(words) == 1 {
		path, err := b.file(d, "command", words[0])
		b.programs, b.Args = []program{{path: path}}, slices.Concat(words[1:], b.Args)
		return err
	}
	interpreter, rest := words[0], words[1:]
	at := 1
	if len(rest) > 1 && rest[0] == "-jar" { // the jail says it itself
		rest, at = rest[1:], 2
	}
	if strings.HasPrefix(rest[0], "-") {
		return d.failAt("command"+index(at), "leave it out; env: can hold what the interpreter reads from its environment", "command: %s: flags of an interpreter are not passed on", quote(rest[0]))
	}
	path, err := b.file(d, "command"+index(at), rest[0])
	if err == nil && bytes.HasPrefix(beginning(path), elf) { // the jail starts it as it is
		return d.failAt("command[0]", fmt.Sprintf("write command: [%s]", strings.Join(rest, ", ")), "command: %s is a program by itself, and %s would not be started", path, quote(interpreter))
	}
	b.programs, b.Args = []program{{path: path, interpreter: interpreter}}, slices.Concat(rest[1:], b.Args)
	return err
}

// holds reports whether the bot's folder has a file of this name.
func (b *Bot) holds(name string) bool {
	if !filepath.IsLocal(name) {
		return false
	}
	info, err := os.Stat(filepath.Join(b.Path, name))
	return err == nil && info.Mode().IsRegular()
}

// file returns the absolute path of a file that bot.yaml names at a path.
func (b *Bot) file(d *decoder, at, name string) (string, error) {
	if err := checkEntry(d, at, name); err != nil {
		return "", err
	}
	path := filepath.Join(b.Path, name)
	wrong := usable(path, filepath.Dir(path), filepath.Dir(name))
	if wrong == nil {
		return path, nil
	}
	cure := wrong.cure
	if wrong.absent && !wrong.near && b.File.Build != "" {
		cure = fmt.Sprintf("build it: cd %s && %s", b.Path, b.File.Build)
	}
	return "", d.failAt(at, cure, "%s: %s", at, wrong.problem)
}
