package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"botarena/arena/match"
)

func TestLoadBot(t *testing.T) {
	dir := folder(t, map[string]string{
		"tom/bot.yaml": "name: Tom\ngame: catchcat\nroles: [cat]\nlanguage: Python\nauthor: A. B.\ncommand: [pypy3, main.py, -q]\nargs: [--deep]\nenv: {DEPTH: 3, A: yes}\n",
		"tom/main.py":  "", "pair/bot.yaml": "game: catchcat\nentry: {cat: bin/cat, catcher: hunter}\n", "pair/bin/cat": "", "pair/hunter": "",
		"jar/bot.yaml": "runtime: java\ncommand: [java, -jar, bot.jar]\n", "jar/bot.jar": "", "alone.py": "",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		path, name, seat string
		want             match.Process
		args             []string
	}{
		{"tom", "Tom", "cat", match.Process{Path: at("tom/main.py"), Interpreter: "pypy3", Folder: at("tom")}, []string{"-q", "--deep"}},
		{"pair", "pair", "cat", match.Process{Path: at("pair/bin/cat"), Folder: at("pair")}, nil},
		{"pair", "pair", "catcher", match.Process{Path: at("pair/hunter"), Folder: at("pair")}, nil},
		{"jar", "jar", "cat", match.Process{Path: at("jar/bot.jar"), Runtime: "java", Interpreter: "java", Folder: at("jar")}, nil},
		{"alone.py", "alone", "cat", match.Process{Path: at("alone.py")}, nil},
	} {
		b, err := LoadBot(at(c.path), games)
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		if got := b.Process(c.seat); b.Name != c.name || !reflect.DeepEqual(*got, c.want) || !slices.Equal(b.Args, c.args) {
			t.Errorf("%s: %s %q, process %+v, want %s %q %+v", c.path, b.Name, b.Args, got, c.name, c.args, c.want)
		}
	}
	b, err := LoadBot(at("tom"), games)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"A=yes", "DEPTH=3"}; !slices.Equal(b.Env, want) {
		t.Errorf("env %q, want %q", b.Env, want)
	}
}

func TestBotFileErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, problem, cure string }{
		"no entry":         {"name: x\n", `bot.yaml:1: key "entry" is missing`, "write entry: FILE"},
		"near key":         {"entyr: bot\n", `bot.yaml:1:1: unknown key "entyr"`, "did you mean entry?"},
		"game":             {"entry: bot\ngame: catcat\n", `bot.yaml:2:7: game: no game is called "catcat"`, "did you mean catchcat?"},
		"role":             {"entry: bot\ngame: catchcat\nroles: [cat, catchr]\n", `bot.yaml:3:14: roles: catchcat has no seat "catchr"`, "did you mean catcher?"},
		"role twice":       {"entry: bot\ngame: catchcat\nroles: [cat, cat]\n", "bot.yaml:3:14: roles: \"cat\" is given twice", "keep one"},
		"roles alone":      {"entry: bot\nroles: [cat]\n", "bot.yaml:2:8: roles: the game is missing", "add the line game: NAME"},
		"name":             {"entry: bot\nname: \" \"\n", `bot.yaml:2:7: name " " is empty`, "1 to 64"},
		"runtime":          {"entry: bot\nruntime: pyhton\n", `bot.yaml:2:10: no runtime is called "pyhton"`, "did you mean python?"},
		"dialect":          {"entry: bot\ngame: goldhunter\ndialect: json\n", `bot.yaml:3:10: goldhunter has no dialect "json"`, "gson"},
		"both":             {"entry: bot\ncommand: [bot]\n", "bot.yaml:2:10: entry and command both", "keep one"},
		"outside":          {"entry: ../bot\n", `bot.yaml:1:8: entry: "../bot" is not a file in the bot's folder`, "inside the folder"},
		"absolute":         {"entry: /bin/sh\n", "is not a file in the bot's folder", "inside the folder"},
		"not built":        {"build: make\nentry: out\n", "bot.yaml:2:8: entry: there is no program DIR/out", "build it: cd DIR && make"},
		"misspelt":         {"entry: bto\n", "bot.yaml:1:8: entry: there is no program DIR/bto", "did you mean bot?"},
		"role unserved":    {"game: catchcat\nentry: {cat: bot}\n", "bot.yaml:2:8: entry: there is no program for the role catcher", "add the line catcher: FILE"},
		"interpreter flag": {"command: [python3, -O, bot]\n", `bot.yaml:1:20: command: "-O": flags of an interpreter`, "env:"},
		"interpreted":      {"command: [python3, elf, -q]\n", `bot.yaml:1:11: command: DIR/elf is a program by itself, and "python3" would not be started`, "write command: [elf, -q]"},
		"no command":       {"command: []\n", "bot.yaml:1:10: command: no program", "write command: [PROGRAM"},
		"env":              {"entry: bot\nenv: {\"A=B\": 1}\n", `env: "A=B" cannot be`, "NAME: VALUE"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, map[string]string{"bot.yaml": c.text, "bot": "", "elf": "\x7fELF"})
			_, err := LoadBot(dir, games)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a *config.Error", err)
			}
			problem, cure := strings.ReplaceAll(c.problem, "DIR", dir), strings.ReplaceAll(c.cure, "DIR", dir)
			if !strings.Contains(e.Error(), problem) || !strings.Contains(e.Cure, cure) {
				t.Errorf("got\n%s\n%s\nwant\n%s\n%s", e, e.Cure, problem, cure)
			}
		})
	}
}

func TestLoadBots(t *testing.T) {
	dir := folder(t, map[string]string{
		"good/bot.yaml": "name: Good\nentry: x\n", "good/x": "", "bad/bot.yaml": "entry: x\n", "bare.1/x": "",
		"twin": "", "twin.py": "", ".hidden": "", "one": "",
	})
	all, err := LoadBots(dir, games)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range all {
		line := l.Name
		if l.Err != nil {
			line += ": " + strings.ReplaceAll(l.Err.Error(), dir+"/", "")
		}
		got = append(got, line)
	}
	want := []string{
		"Good", "bad: bad/bot.yaml:1:8: entry: there is no program bad/x", "bare.1: bare.1: the folder has no bot.yaml", "one",
		`twin: twin: twin.py is called "twin" too`, `twin: twin.py: twin is called "twin" too`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

// TestBotByName seats bots of the folder of bots by their names.
func TestBotByName(t *testing.T) {
	files := map[string]string{
		"bots/t/bot.yaml": "name: Tom\ngame: catchcat\nroles: [cat]\nargs: [-a]\nenv: {A: 1, B: 2}\nentry: x\n", "bots/t/x": "",
		"bots/any": "", "bots/twin": "", "bots/twin.py": "", "bots/gold/bot.yaml": "game: goldhunter\nentry: x\n", "bots/gold/x": "",
		"bots/broken/bot.yaml": "entry: x\nrole: cat\n",
	}
	for seats, want := range map[string]string{
		"{cat: {bot: Tom, args: [-b], env: {B: 3}}, catcher: any}": "",
		"{cat: Tom, catcher: Tom}":                                 "seats.catcher: Tom plays cat, not catcher",
		"{cat: gold, catcher: any}":                                "seats.cat: gold is a bot for goldhunter, not for catchcat",
		"{cat: twin, catcher: any}":                                `seats.cat: two bots are called "twin": `,
		"{cat: twin.py, catcher: any}":                             "",
		"{cat: broken, catcher: any}":                              `broken/bot.yaml:2:1: unknown key "role"`,
		"{cat: Tim, catcher: any}":                                 `there is no program "Tim"`,
	} {
		files["m.yaml"] = "game: catchcat\nseats: " + seats + "\n"
		dir := folder(t, files)
		m, err := LoadMatch(filepath.Join(dir, "m.yaml"), games)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", seats, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want one with %q", seats, err, want)
		}
		if err != nil || !strings.Contains(seats, "Tom") {
			continue
		}
		seat, source := m.Spec.Header.Seats[1], m.Spec.Sources[1].Process
		if seat.Name != "Tom" || !slices.Equal(seat.Args, []string{"-a", "-b"}) || !slices.Equal(seat.Env, []string{"A=1", "B=3"}) {
			t.Errorf("seat %+v", seat)
		}
		if source.Folder != filepath.Join(dir, "bots/t") || source.Path != filepath.Join(dir, "bots/t/x") {
			t.Errorf("source %+v", source)
		}
	}
}

// FuzzBotFile: whatever the text, the reader does not panic, and what it
// refuses has a place and a cure of one line each.
func FuzzBotFile(f *testing.F) {
	f.Add("name: x\ngame: catchcat\nroles: [cat]\nentry: {cat: bot}\n")
	f.Add("command: [a, -jar, b]\nenv: {A: 1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, _, err := readBotFile("bot.yaml", []byte(text), games)
		curable(t, err)
	})
}

// TestBotFileIsAFile: a folder that was handed in does not make the arena wait
// at a pipe, nor quote a file of the host.
func TestBotFileIsAFile(t *testing.T) {
	dir := t.TempDir()
	for name, make := range map[string]func(string) error{
		"pipe":   func(file string) error { return syscall.Mkfifo(file, 0o644) },
		"link":   func(file string) error { return os.Symlink("/etc/passwd", file) },
		"folder": func(file string) error { return os.Mkdir(file, 0o755) },
	} {
		folder := filepath.Join(dir, name)
		if err := errors.Join(os.Mkdir(folder, 0o755), make(filepath.Join(folder, BotFileName))); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadBot(folder, games); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A bot.yaml of megabytes is refused before it is taken apart, in a bot's
// folder and in a hand-in.
func TestBotFileTooLarge(t *testing.T) {
	text := "entry: x\nargs: [" + strings.Repeat("a,", 40_000) + "]\n"
	dir := folder(t, map[string]string{"b/bot.yaml": text, "b/x": ""})
	_, inFolder := LoadBot(filepath.Join(dir, "b"), games)
	_, inHandIn := ReadBotFile(BotFileName, []byte(text), games)
	for _, err := range []error{inFolder, inHandIn} {
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Problem != "the file is larger than 64 KiB" {
			t.Errorf("%v", err)
		}
	}
}
