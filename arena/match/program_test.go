package match

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestPlainCommand(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	program, script, own, jar, other := file("bot", 0o755), file("bot.py", 0o644), file("own.py", 0o755), file("bot.jar", 0o755), file("bot.lua", 0o644)
	class, source := file("Bot.class", 0o644), file("Bot.java", 0o644)
	for _, c := range []struct {
		p    Process
		want []string
	}{
		{Process{Path: program}, []string{program}},
		{Process{Path: script}, []string{"python3", script}},
		{Process{Path: own}, []string{own}},
		{Process{Path: jar}, []string{"java", "-jar", jar}},
		{Process{Path: class}, []string{"java", "-cp", dir, "Bot"}},
		{Process{Path: source}, []string{"java", source}},
		{Process{Path: other, Interpreter: "lua5.4"}, []string{"lua5.4", other}},
		{Process{Path: other, Runtime: "node"}, []string{"node", other}},
	} {
		if got := c.p.plainCommand(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.p, got, c.want)
		}
	}
}
