package config

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestFindBot(t *testing.T) {
	dir := folder(t, map[string]string{
		"bots/hunter": "#!/bin/sh\n", "bots/tom/bot.yaml": "name: Tom\nentry: tom.py\n", "bots/tom/tom.py": "", "here": "#!/bin/sh\n", "bots/bad/bot.yaml": "nmae: x\n",
	})
	t.Chdir(dir)
	for text, want := range map[string]string{
		"hunter": "bots/hunter", "Tom": "bots/tom", "tom": "bots/tom", "bots/tom": "bots/tom", "./here": "here", "here": "here", filepath.Join(dir, "here"): "here",
	} {
		b, err := FindBot(text, "bots", games)
		if err != nil || b.Path != filepath.Join(dir, want) {
			t.Errorf("%s: %+v, %v", text, b, err)
		}
	}
	for text, want := range map[string][2]string{
		"hutner":      {"hutner: no bot is called so in the folder bots, and there is no file ", "did you mean hunter?"},
		"xyz":         {"xyz: no bot is called so", "write its path, such as ./xyz; arena bots bots lists a folder"},
		"./hunter":    {"./hunter: there is no such bot", "build it first, or correct the path"},
		"bots/hutner": {"bots/hutner: there is no such bot", "did you mean bots/hunter?"},
		"bad":         {`bots/bad/bot.yaml:1:1: unknown key "nmae"`, "did you mean name?"},
	} {
		_, err := FindBot(text, "bots", games)
		if err == nil || !strings.HasPrefix(err.Error(), want[0]) || cureOf(err) != want[1] {
			t.Errorf("%s: %v, hint %s", text, err, cureOf(err))
		}
	}
}

// TestFoldersInFolders: a bot that is taken for a folder of bots, a folder of bots
// that is taken for a bot, and a bot that lies a folder deeper are each told as that.
func TestFoldersInFolders(t *testing.T) {
	const bot = "name: tom\nentry: main.py\n"
	dir := folder(t, map[string]string{
		"tom/bot.yaml": bot, "tom/main.py": "#", "tom/tests/bot.yaml": bot, "tom/tests/main.py": "#",
		"wrapped/tom/bot.yaml": bot, "wrapped/tom/main.py": "#",
		"bots/ann/bot.yaml": bot, "bots/ann/main.py": "#", "bots/bob/bot.yaml": bot, "bots/bob/main.py": "#",
		"empty/README": "",
		"cup.yaml":     "game: catchcat\nbots: tom\nentrants: all\nbroken: forfeit\n",
	})
	in := func(name string) string { return filepath.Join(dir, name) }
	load := func(name string) error {
		_, err := LoadBot(in(name), games)
		return err
	}
	list := func(name string) error {
		all, err := LoadBots(in(name), games)
		for _, l := range all {
			err = errors.Join(err, l.Err)
		}
		return err
	}
	_, cup := LoadTournament(in("cup.yaml"), games)
	for _, c := range []struct {
		err           error
		problem, cure string
	}{
		{load("tom"), "", ""},
		{list("tom"), "this is a bot itself, since it has a bot.yaml", "name the folder that it is in"},
		{cup, "bots: this is a bot itself", "name the folder that it is in"},
		{load("wrapped"), "that of a bot is in " + in("wrapped/tom"), "name " + in("wrapped/tom") + ", or move"},
		{list("wrapped"), "", ""},
		{load("bots"), "this is a folder of 2 bots", "such as " + in("bots/ann")},
		{list("bots"), in("bots/bob") + ` is called "tom" too`, "write another name: into " + in("bots/ann/bot.yaml")},
		{load("empty"), "the folder has no bot.yaml", "write one"},
	} {
		var e *Error
		switch errors.As(c.err, &e); {
		case c.problem == "" && c.err == nil:
		case e == nil:
			t.Errorf("%v, want %q", c.err, c.problem)
		case c.problem == "" || !strings.Contains(e.Problem, c.problem) || !strings.Contains(e.Cure, c.cure):
			t.Errorf("%v (%s), want %q (%s)", e, e.Cure, c.problem, c.cure)
		}
	}
}
