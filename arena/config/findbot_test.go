package config

import (
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
