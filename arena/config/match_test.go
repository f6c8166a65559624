package config

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game/all"
	"botarena/arena/game/catchcat"
	"botarena/arena/record"
)

var games = all.Games()

// folder makes a folder with files; a name that ends in a slash is a folder.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const wholeMatch = `
game: catchcat
seed: 7
setup:
  size: 9
  position: {cat: [4, 4], blocked: [[0, 0], [8, 8]]}
seats:
  cat: {name: no, bot: ./tom.py, args: [1e3, on, ~], env: {B: 007, A: yes}, runtime: python}
  catcher: hunter
bots: shelf
clock: cpu
ponder: allow
limits: {move: 500ms, start: 2m, total: 1h, grace: 50ms, memory: 1.5GiB, cpu: 800MHz}
jail: strict
on_violation: deny
replays: out
`

func TestLoadMatch(t *testing.T) {
	dir := folder(t, map[string]string{"m.yaml": wholeMatch, "tom.py": "", "shelf/hunter": ""})
	m, err := LoadMatch(filepath.Join(dir, "m.yaml"), games)
	if err != nil {
		t.Fatal(err)
	}
	h := m.Spec.Header
	if h.Game != "catchcat" || h.Seed != 7 || !m.Seeded || m.Spec.ID != "m" || h.Version != record.Version {
		t.Errorf("header %+v, id %q", h, m.Spec.ID)
	}
	wantSeats := []record.Seat{
		{Name: "hunter", Kind: "process"},
		{Name: "no", Kind: "process", Args: []string{"1e3", "on", "~"}, Env: []string{"A=yes", "B=007"}},
	}
	if !reflect.DeepEqual(h.Seats, wantSeats) {
		t.Errorf("seats\n%+v, want\n%+v", h.Seats, wantSeats)
	}
	wantTerms := record.Terms{
		Clock: "cpu", Move: record.Duration(500 * time.Millisecond), Start: record.Duration(2 * time.Minute), Total: record.Duration(time.Hour),
		Grace: record.Duration(50 * time.Millisecond), Ponder: true, Memory: 3 << 29, CPU: "0.8GHz", Jail: "strict", OnViolation: "deny",
	}
	if h.Terms != wantTerms {
		t.Errorf("terms\n%+v, want\n%+v", h.Terms, wantTerms)
	}
	if got, want := m.Spec.Sources[1].Process.Path, filepath.Join(dir, "tom.py"); got != want {
		t.Errorf("cat's program %s, want %s", got, want)
	}
	if got := m.Spec.Sources[1].Process.Runtime; got != "python" {
		t.Errorf("cat's runtime %q", got)
	}
	if got, want := m.Spec.Sources[0].Process.Path, filepath.Join(dir, "shelf/hunter"); got != want {
		t.Errorf("catcher's program %s, want %s", got, want)
	}
	if want := filepath.Join(dir, "out"); m.Replays != want {
		t.Errorf("replays %s, want %s", m.Replays, want)
	}
	var setup catchcat.Setup
	if err := json.Unmarshal(h.Setup, &setup); err != nil {
		t.Fatal(err)
	}
	want := &catchcat.Position{Cat: catchcat.RowCol{4, 4}, Blocked: []catchcat.RowCol{{0, 0}, {8, 8}}}
	if setup.Size != 9 || !reflect.DeepEqual(setup.Position, want) {
		t.Errorf("set-up %s", h.Setup)
	}
}

func TestDefaults(t *testing.T) {
	dir := folder(t, map[string]string{
		"gold.yaml": "game: goldhunter\nseats: [./bot, ./bot]\n",
		"cat.yaml":  "game: catchcat\nseats: [./bot, ./bot]\n",
		"bot":       "",
	})
	for file, cpu := range map[string]string{"gold.yaml": "1GHz", "cat.yaml": "1"} {
		m, err := LoadMatch(filepath.Join(dir, file), games)
		if err != nil {
			t.Fatal(err)
		}
		want := record.Terms{
			Clock: "fair", Move: record.Duration(time.Second), Start: record.Duration(10 * time.Second),
			Memory: 1 << 30, CPU: cpu, Jail: "standard", OnViolation: "disqualify",
		}
		if m.Spec.Header.Terms != want {
			t.Errorf("%s: terms %+v", file, m.Spec.Header.Terms)
		}
		if m.Seeded || m.Replays != "" {
			t.Errorf("%s: seeded %v, replays %q", file, m.Seeded, m.Replays)
		}
	}
}

// TestRelativePaths: the folder one stands in changes nothing (F115).
func TestRelativePaths(t *testing.T) {
	dir := folder(t, map[string]string{
		"configs/m.yaml": "game: goldhunter\nsetup: {maps: [../maps/small.map]}\nseats: [../bin/bot, ../bin/bot]\n",
		"bin/bot":        "", "maps/small.map": smallMap, "else/where/": "",
	})
	for _, from := range []string{".", "configs", "else/where"} {
		t.Chdir(filepath.Join(dir, from))
		rel, err := filepath.Rel(filepath.Join(dir, from), filepath.Join(dir, "configs/m.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := LoadMatch(rel, games)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := m.Spec.Sources[0].Process.Path, filepath.Join(dir, "bin/bot"); got != want {
			t.Errorf("from %s: %s, want %s", from, got, want)
		}
	}
}

const smallMap = `300
3 5
1 1 1 0 1
1 1 1 1 1
1 0 1 1 1
1
2 2 1
20
60
1 0 0
0 0 Right
2 4 Left
`

const seats = "seats: [./bot, ./bot]\n"

// TestErrors: each slip has one line that names file, line and column, and
// one that says what to write (F112 to F116).
func TestErrors(t *testing.T) {
	files := map[string]string{
		"bot": "", "other": "", "dir/inside": "", "shelf/both": "", "both": "", "dir/bot": "",
		"good.map": smallMap, "cats.txt": "C..\n..C\n...\n", "ragged.txt": "...\n.C.\n..\n", "even.txt": "....\n.C..\n....\n....\n",
		"rock.map": strings.Replace(smallMap, "0 0 Right", "0 3 Right", 1),
	}
	for name, c := range map[string]struct{ text, problem, cure string }{
		"missing space":         {"game: catchcat\nturns:50\n", "m.yaml:2:7: no space after the colon in \"turns:50\"", "write turns: 50"},
		"missing space, nested": {"game: catchcat\nlimits:\n  move:1s\n" + seats, "m.yaml:3:3: limits: no space after the colon in \"move:1s\"", "write move: 1s"},
		"missing space, only":   {"game:catchcat\n", "m.yaml:1:1: no space after the colon", "write game: catchcat"},
		"open bracket":          {"game: catchcat\nseats: [a, b\n", "m.yaml:2:8: [ is never closed", "close it with ]"},
		"open quote":            {"game: \"catchcat\nseed: 3\n", "m.yaml:1:7: \" is never closed", "close it with \""},
		"tab":                   {"game: catchcat\n\tseed: 3\n", "m.yaml:2:1: a tab in the indentation, before \"seed: 3\"", "indent with spaces"},
		"indentation":           {"game: catchcat\n  seed: 3\n", "m.yaml:2:3: not YAML", "look at the indentation"},
		"duplicate key":         {"game: catchcat\nseed: 1\nseed: 2\n", "m.yaml:3:1: key \"seed\" is given twice, first in line 2", "keep one of the two"},
		"duplicate in setup":    {"game: catchcat\nsetup: {size: 9, size: 11}\n" + seats, "m.yaml:2:18: setup: key \"size\" is given twice", "keep one"},
		"second document":       {"game: catchcat\n" + seats + "---\ngame: goldhunter\n", "m.yaml:3:1: a second document", "keep one document a file"},
		"empty":                 {"", "m.yaml:1: the file is empty", "begin with the line game: NAME"},
		"comments only":         {"# nothing\n---\n", "m.yaml:1: the file is empty", "begin with"},
		"list":                  {"- game: catchcat\n", "m.yaml:1:1: expected keys and values, found a list", "write keys and values"},
		"control character":     {"game: \x01\n", "m.yaml:1:7: a control character, 0x01", "name a YAML file"},
		"not UTF-8":             {"game: \xff\n", "m.yaml:1:7: the text is not UTF-8", "UTF-8"},
		"alias":                 {"game: &a catchcat\nreplays: *a\n", "m.yaml:1:7: game: anchors (&a)", "write the value out"},
		"tag":                   {"game: !!str catchcat\n", "m.yaml:1:7: game: tags", "delete the tag"},
		"unknown key":           {"game: catchcat\ntiem_limit: 5s\n", "m.yaml:2:1: unknown key \"tiem_limit\"", "the keys here are game, seed, setup"},
		"near key":              {"game: catchcat\nlimts: {}\n", "m.yaml:2:1: unknown key \"limts\"", "did you mean limits?"},
		"case of a key":         {"game: catchcat\nSeed: 4\n", "m.yaml:2:1: unknown key \"Seed\"", "did you mean seed?"},
		"key elsewhere":         {"game: catchcat\nmemory: 1GiB\n", "m.yaml:2:1: unknown key \"memory\"", "memory belongs under limits:"},
		"unknown key in setup":  {"game: papersoccer\nsetup: {halfwy: true}\n" + seats, "m.yaml:2:9: setup: unknown key \"halfwy\"", "did you mean halfway?"},
		"unknown key of a seat": {"game: catchcat\nseats:\n  cat: {bto: ./bot}\n  catcher: ./bot\n", "m.yaml:3:9: seats.cat: unknown key \"bto\"", "did you mean bot?"},
		"merge key":             {"game: catchcat\n<<: {seed: 1}\n", "m.yaml:2:1: unknown key \"<<\"", "the keys here"},
		"no game":               {"seed: 1\n", "m.yaml:1: key \"game\" is missing", "write game: catchcat, goldhunter or papersoccer"},
		"game misspelt":         {"game: catcat\n" + seats, "m.yaml:1:7: game: no game is called \"catcat\"", "did you mean catchcat?"},
		"game without value":    {"game:\n" + seats, "m.yaml:1:6: game: there is no value", "write a value after game:"},
		"octal seed":            {"game: catchcat\nseed: 0123\n" + seats, "m.yaml:2:7: seed: \"0123\" has leading zeros", "write 123"},
		"hex seed":              {"game: catchcat\nseed: 0x1F\n" + seats, "m.yaml:2:7: seed: expected a whole number, found \"0x1F\"", "in decimal"},
		"underscores":           {"game: catchcat\nseed: 1_000\n" + seats, "m.yaml:2:7: seed: \"1_000\" has underscores", "write 1000"},
		"negative seed":         {"game: catchcat\nseed: -1\n" + seats, "m.yaml:2:7: seed: \"-1\" is out of range", "write a number from 0 to 18446744073709551615"},
		"huge seed":             {"game: catchcat\nseed: 18446744073709551616\n" + seats, "out of range", "from 0 to"},
		"no unit of time":       {"game: catchcat\nlimits: {move: 5}\n" + seats, "m.yaml:2:16: limits.move: \"5\" has no unit", "write 5s, or another unit"},
		"odd unit of time":      {"game: catchcat\nlimits: {move: 5 seconds}\n" + seats, "limits.move: \"5 seconds\" is not a time", "write 5s"},
		"negative time":         {"game: catchcat\nlimits: {move: -5s}\n" + seats, "limits.move: \"-5s\" is not a time", "such as 500ms, 1s or 2m"},
		"no time at all":        {"game: catchcat\nlimits: {move: 0s}\n" + seats, "limits.move: 0s is not between", "clock: off"},
		"too long a time":       {"game: catchcat\nlimits: {move: 25h}\n" + seats, "limits.move: 25h0m0s is not between", "from 1ms to 24h"},
		"no unit of size":       {"game: catchcat\nlimits: {memory: 512}\n" + seats, "limits.memory: \"512\" has no unit", "write 512MiB"},
		"short unit of size":    {"game: catchcat\nlimits: {memory: 1G}\n" + seats, "limits.memory: \"1G\" is not a size", "write 1GiB"},
		"tiny memory":           {"game: catchcat\nlimits: {memory: 1KiB}\n" + seats, "limits.memory: 1024 bytes", "from 4MiB"},
		"unit of processor":     {"game: catchcat\nlimits: {cpu: 1 core}\n" + seats, "limits.cpu: \"1 core\" is not a share", "write 1"},
		"no processor":          {"game: catchcat\nlimits: {cpu: 0}\n" + seats, "limits.cpu: \"0\" is not between", "a number of cores"},
		"clock":                 {"game: catchcat\nclock: fiar\n" + seats, "m.yaml:2:8: clock: \"fiar\" is none of fair, wall, cpu, off", "did you mean fair?"},
		"jail off":              {"game: catchcat\njail: off\n" + seats, "m.yaml:2:7: jail: \"off\" is none of", "--debug"},
		"yes for true":          {"game: papersoccer\nsetup: {halfway: yes}\n" + seats, "m.yaml:2:18: setup.halfway: expected true or false, found \"yes\"", "write true or false"},
		"setup is a text":       {"game: papersoccer\nsetup: small\n" + seats, "m.yaml:2:8: setup: expected keys and values, found \"small\"", "write setup:"},
		"setup's value":         {"game: papersoccer\nsetup:\n  board: {width: 7, height: 10}\n" + seats, "m.yaml:3:18: setup: board.width: 7", "write an even number"},
		"position too short":    {"game: catchcat\nsetup: {position: {cat: [1]}}\n" + seats, "m.yaml:2:25: setup.position.cat: expected a list of 2, found 1", "write as many"},
		"map missing":           {"game: goldhunter\nsetup:\n  maps: [good.map, goood.map]\n" + seats, "m.yaml:3:20: setup: file \"goood.map\": there is no such file (tried DIR/goood.map)", "good.map?"},
		"map a text":            {"game: goldhunter\nsetup: {maps: good.map}\n" + seats, "m.yaml:2:15: setup.maps: expected a list, found \"good.map\"", "write maps: [good.map]"},
		"unit on rock":          {"game: goldhunter\nsetup:\n  maps:\n    - rock.map\n" + seats, "DIR/rock.map:11: ", "correct this line, or name another file in DIR/m.yaml:4"},
		"drawn rows differ":     {"game: catchcat\nsetup: {file: ragged.txt}\n" + seats, "DIR/ragged.txt:3: 2 cells: want 3 as in", "correct this line, or name another file in DIR/m.yaml:2"},
		"drawn twice":           {"game: catchcat\nsetup:\n  file: cats.txt\n" + seats, "DIR/cats.txt: 2 cats: want one", "correct this file, or name another file in DIR/m.yaml:3"},
		"drawn size":            {"game: catchcat\nsetup: {file: even.txt}\n" + seats, "DIR/even.txt: size: 4: want an odd number", "correct this file"},
		"blocked twice":         {"game: catchcat\nsetup: {position: {cat: [4, 4], blocked: [[1, 1], [1, 1]]}}\n" + seats, "m.yaml:2:51: setup: position.blocked[1]: ", "correct the value"},
		"map in the file":       {"game: goldhunter\nsetup:\n  stages: 9\n  boards: ['1 1']\n" + seats, "m.yaml:4:12: setup: boards[0]:1: the file ends", "correct the value"},
		"generated rows":        {"game: goldhunter\nsetup: {generate: {rows: 3}}\n" + seats, "m.yaml:2:26: setup: generate.rows: 3: want a number from 5 to 100", "write a number from 5"},
		"no seats":              {"game: catchcat\n", "m.yaml:1: key \"seats\" is missing", "write seats:"},
		"one seat":              {"game: catchcat\nseats: [./bot]\n", "m.yaml:2:8: seats: catchcat has 2 seats, 1 are given", "list 2: "},
		"unknown seat":          {"game: catchcat\nseats: {cat: ./bot, chatcher: ./bot}\n", "m.yaml:2:21: seats: catchcat has no seat \"chatcher\"", "did you mean catcher?"},
		"seat missing":          {"game: catchcat\nseats: {cat: ./bot}\n", "m.yaml:2:8: seats: nobody sits in the seat catcher", "add the line catcher: PROGRAM"},
		"seat without program":  {"game: catchcat\nseats: {cat: {name: x}, catcher: ./bot}\n", "m.yaml:2:9: seats.cat: no program", "write bot: PROGRAM"},
		"name empty":            {"game: catchcat\nseats: {cat: {name: \"\", bot: ./bot}, catcher: ./bot}\n", "name \"\" is empty", "1 to 64"},
		"name unprintable":      {"game: catchcat\nseats: {cat: {name: \"a\\u202eb\", bot: ./bot}, catcher: ./bot}\n", "cannot be printed", "1 to 64"},
		"runtime":               {"game: catchcat\nseats: {cat: {runtime: pyhton, bot: ./bot}, catcher: ./bot}\n", "seats.cat: no runtime is called \"pyhton\"", "did you mean python?"},
		"dialect":               {"game: goldhunter\nseats: [{dialect: json, bot: ./bot}, ./bot]\n", "m.yaml:2:19: seats[0]: goldhunter has no dialect \"json\"", "gson"},
		"bot missing":           {"game: catchcat\nseats: {cat: ./bot, catcher: ./ohter}\n", "m.yaml:2:30: seats.catcher: there is no program DIR/ohter", "did you mean other?"},
		"bot's folder missing":  {"game: catchcat\nseats: {cat: ./bot, catcher: bin/x}\n", "there is no program DIR/bin/x", "build it first"},
		"bot by name missing":   {"game: catchcat\nbots: shelf\nseats: {cat: bto, catcher: bot}\n", "m.yaml:3:14: seats.cat: there is no program \"bto\" (tried DIR/shelf/bto and DIR/bto)", "did you mean bot?"},
		"bot a folder":          {"game: catchcat\nseats: {cat: ./dir, catcher: ./bot}\n", "m.yaml:2:14: seats.cat: DIR/dir is a folder", "name the program inside it"},
		"bot ambiguous":         {"game: catchcat\nbots: shelf\nseats: {cat: both, catcher: both}\n", "\"both\" could be DIR/shelf/both or DIR/both", "write ./both"},
		"two of one name":       {"game: catchcat\nseats: {cat: ./bot, catcher: dir/bot}\n", "m.yaml:2:9: seats.cat: another bot, in seats.catcher, is called \"bot\" too", "a name of its own"},
		"one program, two bots": {"game: catchcat\nseats: {cat: {bot: ./bot, args: [-x]}, catcher: ./bot}\n", "is called \"bot\" too", "a name of its own"},
		"env":                   {"game: catchcat\nseats: {cat: {bot: ./bot, env: {\"A=B\": 1}}, catcher: ./bot}\n", "env: \"A=B\" cannot be", "NAME: VALUE"},
	} {
		t.Run(name, func(t *testing.T) {
			files["m.yaml"] = c.text
			dir := folder(t, files)
			_, err := LoadMatch(filepath.Join(dir, "m.yaml"), games)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a *config.Error", err)
			}
			problem := strings.ReplaceAll(c.problem, "DIR", dir)
			cure := strings.ReplaceAll(c.cure, "DIR", dir)
			if !strings.Contains(e.Error(), problem) || !strings.Contains(e.Cure, cure) {
				t.Errorf("got\n%s\n%s\nwant\n%s\n%s", e, e.Cure, problem, cure)
			}
			if strings.Contains(e.Error()+e.Cure, "\n") {
				t.Errorf("more than one line: %q, %q", e, e.Cure)
			}
		})
	}
}

// TestNames: a name is text whatever YAML takes it for (F113).
func TestNames(t *testing.T) {
	for _, name := range []string{
		"no", "on", "y", "null", "~", "007", "08", "1e3", "0x1F", "12:30", "2024-01-01", ".inf", "1_000", "true", "-1", "=", "日本", "a b",
	} {
		dir := folder(t, map[string]string{
			"m.yaml": "game: catchcat\nseats:\n  cat: {name: " + name + ", bot: ./bot}\n  catcher: {name: x, bot: ./bot}\n", "bot": "",
		})
		m, err := LoadMatch(filepath.Join(dir, "m.yaml"), games)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := m.Spec.Header.Seats[1].Name; got != name {
			t.Errorf("name %s was read as %s", name, got)
		}
	}
}

func TestFileErrors(t *testing.T) {
	dir := folder(t, map[string]string{"match.yaml": "", "sub/": "", "old.replay": "\x28\xb5\x2f\xfd\x00", "big.yaml": strings.Repeat("#\n", maxFile/2+1)})
	for file, want := range map[string][2]string{
		"mathc.yaml": {"there is no such file (tried " + dir + "/mathc.yaml)", "did you mean " + dir + "/match.yaml?"},
		"sub":        {"this is a folder", "inside it"},
		"old.replay": {"this is a replay", "arena replay "},
		"big.yaml":   {"larger than 4 MiB", "name a YAML file"},
	} {
		_, err := LoadMatch(filepath.Join(dir, file), games)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Problem, want[0]) || !strings.Contains(e.Cure, want[1]) {
			t.Errorf("%s: %v (%+v)", file, err, e)
		}
	}
}

// TestUnreadable reads with the file rights of an ordinary user, on a thread
// that ends with it: root may read everything.
func TestUnreadable(t *testing.T) {
	dir := folder(t, map[string]string{
		"m.yaml": "game: catchcat\nseats: [./bot, ./bot]\n", "bot": "",
		"closed.yaml": "", "n.yaml": "game: goldhunter\nsetup: {maps: [closed.yaml]}\nseats: [./bot, ./bot]\n",
	})
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // the test's own, closed to others
		t.Fatal(err)
	}
	for _, name := range []string{"bot", "closed.yaml"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	errs := map[string]error{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if os.Getuid() == 0 {
			const nobody = 65534
			if _, err := unix.SetfsuidRetUid(nobody); err != nil {
				t.Error(err)
			}
		}
		for _, name := range []string{"m.yaml", "closed.yaml", "n.yaml"} {
			_, errs[name] = LoadMatch(filepath.Join(dir, name), games)
		}
	}()
	<-done
	for name, want := range map[string]string{
		"m.yaml":      "m.yaml:2:9: seats[0]: " + dir + "/bot cannot be read: permission denied",
		"closed.yaml": "closed.yaml: the file cannot be read: permission denied (tried " + dir + "/closed.yaml)",
		"n.yaml":      "n.yaml:2:16: setup: file \"closed.yaml\": the file cannot be read: permission denied",
	} {
		if err := errs[name]; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"game", "seed", "seats", "limits"}
	for text, want := range map[string]string{"gmae": "game", "Seed": "seed", "seat": "seats", "limit": "limits", "x": "", "colour": "", "": ""} {
		if got := Nearest(text, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzMatch: whatever the text, the reader does not panic, and what it
// refuses has a place and a cure of one line each.
func FuzzMatch(f *testing.F) {
	f.Add(wholeMatch)
	f.Add("game: goldhunter\nseats: [a, b]\nsetup: {maps: [x]}\n")
	f.Add("game: [\n")
	f.Add("a: &a [*a]\n")
	f.Add("? [x]\n: y\n")
	f.Add("game: |\n\t- x\n...\n---\n%YAML 1.2\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, _, err := readMatch("f.yaml", []byte(text), games)
		curable(t, err)
	})
}

// curable checks that an error, if there is one, has a place, and a problem and
// a cure of one line each.
func curable(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T: %v", err, err)
	}
	if e.Problem == "" || e.Cure == "" || strings.ContainsAny(e.Problem+e.Cure, "\n\r") {
		t.Errorf("problem %q, cure %q", e.Problem, e.Cure)
	}
}
