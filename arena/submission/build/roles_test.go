package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"botarena/arena/game/all"
)

// A program for each role is found by the names of files or folders, or by
// bot.yaml, and each is built.
func TestRoles(t *testing.T) {
	need(t, "c")
	need(t, "python")
	b := newBuilder(t)
	g, err := all.Game("catchcat")
	if err != nil {
		t.Fatal(err)
	}
	const c = "int main(void) { return helper(); }\n"
	for _, k := range []struct {
		name  string
		files map[string]string
		want  map[string]string // the end of the program's path
		lines string
	}{
		{
			"files in C",
			map[string]string{"cat.c": "int helper(void);\n" + c, "catcher.c": "int helper(void);\n" + c, "helper.c": "int helper(void) { return 0; }\n"},
			map[string]string{"cat": "/bot-cat", "catcher": "/bot-catcher"},
			"./cat.c ./helper.c",
		},
		{
			"folders",
			map[string]string{"cat/main.c": "int main(void) { return 0; }\n", "catcher/main.py": "import sys\n"},
			map[string]string{"cat": "/bot-cat", "catcher": "/catcher/main.py"},
			"./main.c",
		},
		{
			"files in Python",
			map[string]string{"cat.py": "import board\n", "catcher.py": "import board\n", "board.py": "\n"},
			map[string]string{"cat": "/cat.py", "catcher": "/catcher.py"},
			"",
		},
		{
			"bot.yaml",
			map[string]string{"bot.yaml": "game: catchcat\nroles: [cat, catcher]\nentry: {cat: a.py, catcher: b/b.py}\n", "a.py": "\n", "b/b.py": "\n"},
			map[string]string{"cat": "/a.py", "catcher": "/b/b.py"},
			"",
		},
		{
			"one program",
			map[string]string{"main.py": "\n", "cat.py": "\n"},
			map[string]string{"cat": "/main.py", "catcher": "/main.py"},
			"",
		},
	} {
		t.Run(k.name, func(t *testing.T) {
			r, dir := built(t, b, write(t, k.files), Options{Name: "x", Game: g})
			bot := load(t, r, dir)
			for role, end := range k.want {
				if p := bot.Process(role); p == nil || !strings.HasSuffix(p.Path, end) {
					t.Errorf("%s is played by %+v, want %s", role, p, end)
				}
			}
			if !strings.Contains(commandLines(r), k.lines) {
				t.Errorf("no %q in %q", k.lines, commandLines(r))
			}
		})
	}
}

// What cannot be one program is refused with what to do.
func TestNotFound(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"a.c": "", "b.py": ""}, "sources in several languages: a.c, b.py"},
		{map[string]string{"a/x.py": "", "b/y.py": ""}, "at the top there is no main.py; found a/x.py, b/y.py"},
		{map[string]string{"A.java": "class A { }"}, "no class has a main method"},
		{map[string]string{"A.java": "class A { public static void main(String[] a) { } }", "B.java": "class B { public static void main(String[] a) { } }"}, "several classes have a main method: A, B"},
		{map[string]string{"a.go": "package a\n"}, "no file is of package main"},
		{map[string]string{"bot.yaml": "entry: bot\nlanguage: Rust\n", "a.c": ""}, "the hand-in holds no file of Rust"},
		{map[string]string{"bot.yaml/x": "", "bot.py": ""}, "bot.yaml is a folder"},
		{map[string]string{"go.mod/x": "", "bot.go": "package main\n"}, "go.mod is a folder"},
	} {
		r, _ := built(t, &Builder{}, write(t, c.files), Options{})
		if r.OK || !strings.Contains(r.Problem, c.want) || r.Cure == "" || !r.Lasting {
			t.Errorf("%v: %q (%q), want %q", c.files, r.Problem, r.Cure, c.want)
		}
	}
	r, _ := built(t, &Builder{}, write(t, map[string]string{"a.c": ""}), Options{Languages: []string{"go", "python"}})
	if r.Problem != "C is not taken here" || r.Cure != "write it in Go or Python" {
		t.Errorf("%q (%q)", r.Problem, r.Cure)
	}
	if !slices.IsSorted(Languages()) {
		t.Error("the languages are not in order")
	}
}

// A Go program is built in the folder of its go.mod, wherever that is.
func TestGoModule(t *testing.T) {
	const main, module = "package main\n", "module bot\n"
	for _, c := range []struct {
		files   map[string]string
		dir, at string
		sources []string
	}{
		{map[string]string{"bot.go": main}, ".", ".", []string{"bot.go"}},
		{map[string]string{"cmd/bot.go": main, "inner/a.go": "package inner\n", "go.mod": module}, ".", "./cmd", []string{"cmd/bot.go", "inner/a.go"}},
		{map[string]string{"README": "", "bot/go.mod": module, "bot/main.go": main, "old/a.go": "package old\n"}, "bot", ".", []string{"main.go"}},
		{map[string]string{"README": "", "bot/go.mod": module, "bot/cmd/x/main.go": main, "go.mod": module}, "bot", "./cmd/x", []string{"cmd/x/main.go"}},
	} {
		p, err := Find(os.DirFS(write(t, c.files)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if q := p.Programs[0]; q.Dir != c.dir || q.Main != c.at || !slices.Equal(q.Sources, c.sources) || q.File != "bot" && c.dir == "." {
			t.Errorf("%v: %+v", c.files, q)
		}
	}
}

// A program that is there already is taken where the organiser says so.
func TestPrebuilt(t *testing.T) {
	need(t, "c")
	b := newBuilder(t)
	g, err := all.Game("catchcat")
	if err != nil {
		t.Fatal(err)
	}
	_, made := built(t, b, write(t, map[string]string{"bot.c": "int main(void) { return 0; }\n"}), Options{Name: "x"})
	program, err := os.ReadFile(filepath.Join(made, "bot"))
	if err != nil {
		t.Fatal(err)
	}
	src := write(t, map[string]string{"bot": string(program), "table.bin": "1"})
	if err := os.Chmod(filepath.Join(src, "bot"), 0o755); err != nil {
		t.Fatal(err)
	}
	if r, _ := built(t, b, src, Options{}); r.OK || !strings.Contains(r.Problem, "bot is no source") {
		t.Errorf("%+v", r)
	}
	r, dir := built(t, b, src, Options{Prebuilt: true, Game: g})
	bot := load(t, r, dir)
	if len(r.Commands) != 0 || filepath.Base(bot.Process("cat").Path) != "bot" {
		t.Errorf("%+v, %+v", r, bot)
	}
	if _, err := os.Stat(filepath.Join(dir, "table.bin")); err != nil {
		t.Error(err)
	}
}
