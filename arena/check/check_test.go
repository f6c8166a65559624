package check

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

// broken and slips are the programs of these tests.
var broken, slips string

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "arena-check-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	broken, slips = filepath.Join(dir, "broken"), filepath.Join(dir, "slips")
	for path, source := range map[string]string{broken: "botarena/bots/broken", slips: "botarena/arena/check/testdata/bot"} {
		build := exec.Command("go", "build", "-o", path, source)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building %s: %v\n%s", source, err, out)
			return 1
		}
	}
	return m.Run()
}

func jail(t *testing.T) *match.Jailed {
	t.Helper()
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j := match.NewJailed(box)
	t.Cleanup(func() {
		j.Close()
		box.Close()
	})
	return j
}

// options returns the options of a check of a program with arguments.
func options(t *testing.T, s match.Seater, g game.Game, seats []int, path string, args ...string) Options {
	t.Helper()
	setup := g.NewSetup()
	if err := setup.Resolve(nil); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Game: g, Seats: seats, Seater: s, Setup: text, Matches: 1, Seed: 1,
		Terms: record.Terms{Clock: "fair", Move: record.Duration(300 * time.Millisecond), Start: record.Duration(time.Second), Memory: 128 << 20, CPU: "1", Jail: "standard", OnViolation: "disqualify"},
		Player: func(int) (record.Seat, match.Source) {
			return record.Seat{Name: "it", Kind: "process", Args: args}, match.Source{Process: &match.Process{Path: path}}
		},
	}
}

// TestBroken checks bots that are broken in a known way: the step that failed
// is named, what was received is quoted, and the hint fits.
func TestBroken(t *testing.T) {
	j := jail(t)
	cat, soccer, gold := catchcat.Game{}, papersoccer.Game{}, goldhunter.Game{}
	for _, c := range []struct {
		g        game.Game
		program  string
		args     string
		step     string // that failed; empty for a fit bot
		received string
		hint     string
	}{
		{cat, broken, "crlf", "", "", "CR LF, as on Windows; that is accepted"},
		{cat, broken, "stay", "", "", ""},
		{cat, broken, "no-ready", "start", "nothing", "nothing came and it was not computing"},
		{cat, broken, "not-ready", "start", `"hello\n`, "must be the line ready"},
		{cat, broken, "start-exit", "start", "nothing", "gave up with exit code 3"},
		{cat, broken, "start-crash", "start", "nothing", "gave itself up"},
		{cat, broken, "silent", "first answer", "nothing", "nothing came and it was not computing"},
		{cat, broken, "-turn 3 silent", "match", "nothing", "flush"},
		{cat, broken, "spin", "first answer", "nothing", "had not answered yet: is there a loop that never ends?"},
		{cat, broken, "-turn 2 spin", "match", "nothing", "it computed until its time was over: answer within 300ms"},
		{cat, broken, "-turn 2 garbage", "match", `\x`, "the catcher's answer is the line block ROW COL"},
		{cat, broken, "chatter", "first answer", "", "all other text belongs on stderr"},
		{cat, broken, "illegal", "first answer", `"block`, "well written, and the rules refuse it"},
		{cat, broken, "-for 60ms trickle", "first answer", `"b`, `end every line with \n`},
		{cat, broken, "flood", "first answer", `"spam`, "it says more and more without waiting"},
		{cat, broken, "long-line", "first answer", `"xxx`, "no end of an answer was among it: the catcher's answer is"},
		{cat, broken, "number", "first answer", `"block +1 1e0\n`, "without sign, point, comma or leading zero"},
		{cat, broken, "-turn 2 twice", "match", `"block`, "more answers than it is asked for"},
		{cat, slips, "behind", "match", `"block`, "more answers than it is asked for"},
		{cat, slips, "blank", "first answer", `"\n\n`, "only blank lines came"},
		{cat, slips, "prompt", "start", `"your line? `, `must be the line ready, once it has read the header, and it said "your line? `},
		{cat, slips, "nothing", "start", "nothing", "is its main function called?"},
		{cat, slips, "pair", "match", "nothing", "waits for more lines before it answers"},
		{cat, slips, "resolve", "start", "nothing", "there is no network"},
		{cat, broken, "-turn 2 leave", "match", "nothing", "answer in a loop"},
		{cat, broken, "-turn 2 close-stdout", "match", "nothing", "it closed its stdout"},
		{cat, broken, "-turn 2 -mib 512 memory", "match", "nothing", "it used more than its 128 MiB"},
		{cat, broken, "-turn 2 fork", "match", "nothing", "may start no other program"},
		{cat, broken, "-turn 2 exec", "match", "nothing", "if a script starts the bot, name the bot itself"},
		{cat, broken, "-turn 2 crash", "match", "nothing", "the end of its stderr says why"},
		{cat, broken, "-turn 2 socket", "match", "nothing", "there is no network"},
		{cat, broken, "-turn 2 passwd", "match", "nothing", "a bot may read its own folder only"},
		{cat, broken, "-turn 2 create", "match", "nothing", "write nowhere"},
		{cat, slips, "buffered", "start", "nothing", `"ready" came only when the input was closed`},
		{cat, slips, "file book.txt", "start", "nothing", "a bot may read its own folder only"},
		{cat, "/no/such/bot", "", "program", "", "build it first"},
		{soccer, broken, "blank", "", "", ""},
		{soccer, broken, "chatter", "", "", "some of what it said is no answer"},
		{soccer, broken, "-for 150ms trickle", "first answer", "", "all steps of a turn in one pair of braces"},
		{soccer, broken, "garbage", "first answer", `\x`, "digits from 0 (north) clockwise to 7 (north-west)"},
		{soccer, slips, "braceless", "first answer", `"0\n"`, "what came is no whole answer: an answer is all steps of a turn in one pair of braces"},
		{gold, broken, "-turn 3 wrong-stage", "match", `done `, "the line done N closes the orders of stage N"},
		{gold, broken, "wrong-stage", "first answer", `done `, "the line done N closes the orders of stage N"},
		{gold, broken, "illegal", "", "", "orders for units that are not there do nothing"},
		{gold, broken, "chatter", "", "", "some of what it said is no order"},
		{gold, broken, "malformed", "first answer", `"jump 0\n`, "an order is the line move ID"},
	} {
		t.Run(c.g.Info().Name+" "+c.args, func(t *testing.T) {
			o := options(t, j, c.g, []int{0}, c.program, strings.Fields(c.args)...)
			if strings.HasSuffix(c.args, "spin") { // on a busy host the fair clock has doubts
				o.Terms.Clock = "cpu"
			}
			r, err := Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			role := r.Roles[0]
			last := role.Steps[len(role.Steps)-1]
			t.Logf("%+v\nhints %q\nlog %q", role.Steps, role.Hints, role.Log)
			if fit := c.step == ""; r.Fit != fit || last.OK != fit || !fit && last.Name != c.step {
				t.Errorf("fit %v, last step %+v, want it to fail at %q", r.Fit, last, c.step)
			}
			if !strings.Contains(last.Received, c.received) {
				t.Errorf("received %s, want %s", last.Received, c.received)
			}
			if !slices.ContainsFunc(role.Hints, func(h string) bool { return strings.Contains(h, c.hint) }) && c.hint != "" {
				t.Errorf("hints %q, want one with %q", role.Hints, c.hint)
			}
			if !role.Fit && len(role.Hints) != 1 {
				t.Errorf("hints %q, want one", role.Hints)
			}
		})
	}
}

// TestFit checks the broken bot in every role of every game up to a turn that
// never comes: it is fit, and the figures are there.
func TestFit(t *testing.T) {
	j := jail(t)
	for _, g := range []game.Game{catchcat.Game{}, papersoccer.Game{}, goldhunter.Game{}} {
		r, err := Run(t.Context(), options(t, j, g, []int{0, 1}, broken, "-turn", "100000", "silent"))
		if err != nil {
			t.Fatal(err)
		}
		if !r.Fit || len(r.Roles) != 2 || r.Bot != "it" {
			t.Errorf("%s: %+v", g.Info().Name, r)
		}
		for _, role := range r.Roles {
			if len(role.Steps) != 5 || role.Answers == 0 || role.Slowest < role.Median || role.Median <= 0 || role.Memory < 1<<18 || len(role.Hash) != 64 {
				t.Errorf("%s: %+v", g.Info().Name, role)
			}
		}
	}
}

// TestOpponents: after random moves the opponents come in turn, seated like any
// bot; what is wrong with them is not the bot's fault.
func TestOpponents(t *testing.T) {
	o := options(t, jail(t), catchcat.Game{}, []int{0, 1}, broken, "-turn", "100000", "silent")
	for _, args := range [][]string{{"-turn", "100000", "silent"}, {"no-ready"}} {
		o.Opponents = append(o.Opponents, Opponent{Player: func(int) (record.Seat, match.Source) {
			return record.Seat{Name: args[len(args)-1], Kind: "process", Args: args}, match.Source{Process: &match.Process{Path: broken}}
		}})
	}
	o.Matches = 4
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range r.Roles {
		var names []string
		for _, m := range role.Against {
			names = append(names, m.Name)
		}
		if want := []string{"random moves", "silent", "no-ready", "silent"}; !role.Fit || !slices.Equal(names, want) || role.Against[2].Outcome != game.Win {
			t.Errorf("%s: played against %q: %+v", role.Role, names, role)
		}
	}
}

// TestForms: every dialect of every game says what its answers look like, so
// that a bot that answers otherwise is told.
func TestForms(t *testing.T) {
	for _, g := range []game.Game{catchcat.Game{}, papersoccer.Game{}, goldhunter.Game{}} {
		setup := g.NewSetup()
		if err := setup.Resolve(nil); err != nil {
			t.Fatal(err)
		}
		for _, dialect := range append(g.Info().Dialects, "") {
			for seat := range g.Info().Seats {
				d, err := setup.Dialogue(seat, dialect)
				if err != nil {
					t.Fatal(err)
				}
				if d, ok := d.(game.Described); !ok || len(d.Form()) < 20 {
					t.Errorf("%s %q seat %d: %T does not say what an answer looks like", g.Info().Name, dialect, seat, d)
				}
			}
		}
	}
}

// TestSayings: what runtimes say on their way out, in the words they say it.
func TestSayings(t *testing.T) {
	j := jail(t)
	for _, c := range []struct{ text, want string }{
		{"ModuleNotFoundError: No module named 'numpy'", "there is no package numpy in the jail"},
		{"Error: Cannot find module 'lodash'", "there is no package lodash in the jail"},
		{"Exception in thread \"main\" java.lang.NoClassDefFoundError: com/google/gson/Gson", "the class com/google/gson/Gson is missing"},
		{"no main manifest attribute, in bot.jar", "Main-Class"},
		{"java.lang.UnsupportedClassVersionError: Bot has been compiled by a more recent version", "--release"},
		{"./bot: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by ./bot)", "GLIBC_2.38"},
		{"./bot: error while loading shared libraries: libstdc++.so.6: cannot open shared object file: No such file or directory", "the library libstdc++.so.6"},
		{"SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?", "written for Python 2"},
		{"SyntaxError: Cannot use import statement outside a module", "call the file .mjs"},
		{"ReferenceError: require is not defined in ES module scope, you can use import instead", "call the file .cjs"},
		{"Traceback (most recent call last):\n  File \"main.py\", line 5, in <module>\n    import bot\n  File \"bot.py\", line 8\n    x\nIndentationError: unexpected indent", "bot.py, line 8: IndentationError: unexpected indent"},
		{"/x/bot.mjs:3\nfunction think( {\n\nSyntaxError: Unexpected token '{'\n    at wrapSafe (node:internal:1464:18)", "/x/bot.mjs, line 3: SyntaxError: Unexpected token '{'"},
		{"think() returned None, not a cell (row, col)", "think() returned None, not a cell (row, col)"},
		{"RecursionError: maximum recursion depth exceeded", "recursion did not end"},
		{"OSError: [Errno 30] Read-only file system: 'log.txt'", "a bot may write none"},
		{"java.io.FileNotFoundException: log.txt (Read-only file system)", "a bot may write none"},
		{"java.nio.file.NoSuchFileException: book.txt", "it needs the file book.txt"},
		{"java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory", "more threads than"},
		{"RuntimeError: can't start new thread", "more threads than"},
		{"java.lang.OutOfMemoryError: Java heap space", "of which it has 128 MiB"},
		{"  File \"/usr/lib/python3.11/multiprocessing/context.py\", line 68, in Lock\nFileNotFoundError: [Errno 2] No such file or directory", "use threads, or none"},
		{"/bots/7e/bot.sh: 4: sleep: not found", "the program sleep"},
		{"SyntaxError: invalid syntax", "SyntaxError: invalid syntax"},
		{"Error occurred during initialization of VM", "leave its memory flags out"},
		{"terminate called after throwing an instance of 'std::bad_alloc'", "ran out of memory"},
		{"FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'", "it needs the file book.txt"},
		{"java.io.FileNotFoundException: book.txt (No such file or directory)", "it needs the file book.txt"},
		{"UnicodeDecodeError: 'ascii' codec can't decode byte", "another encoding"},
		{"EOFError: EOF when reading a line", "reads on where nothing more is sent"},
	} {
		r, err := Run(t.Context(), options(t, j, catchcat.Game{}, []int{0}, slips, "says", c.text))
		if err != nil {
			t.Fatal(err)
		}
		role := r.Roles[0]
		if role.Fit || len(role.Hints) == 0 || !strings.Contains(role.Hints[0], c.want) || !strings.Contains(role.Log, c.text) {
			t.Errorf("%s: fit %v, hints %q, log %q", c.text, role.Fit, role.Hints, role.Log)
		}
	}
}

// TestOwnFiles: a bot's stderr names its files as its folder has them.
func TestOwnFiles(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("this machine has no python3")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"main.py": "import bot\n", "bot.py": "def think(board):\n    x = (1\n", "bot.yaml": "entry: main.py\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := options(t, jail(t), catchcat.Game{}, []int{0}, filepath.Join(dir, "main.py"))
	alone := o.Player
	for _, c := range []struct{ folder, hint string }{
		{dir, "bot.py, line 2: SyntaxError: '(' was never closed"},
		{"", "check the whole folder, whose bot.yaml makes what lies in it the bot's: arena check " + dir}, // bot.py is not there
	} {
		o.Player = func(seat int) (record.Seat, match.Source) {
			player, source := alone(seat)
			source.Process.Folder = c.folder
			return player, source
		}
		r, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		role := r.Roles[0]
		if len(role.Hints) == 0 || !strings.HasSuffix(role.Hints[0], c.hint) || !strings.Contains(role.Log, `File "main.py", line 1`) {
			t.Errorf("hints %q, want %q; log %s", role.Hints, c.hint, role.Log)
		}
	}
}

// TestSignals: what the signals of a crash mean, and what a fit bot is warned of.
func TestSignals(t *testing.T) {
	for signal, want := range map[string]string{"SIGSEGV": "outside its memory", "SIGFPE": "divided by zero", "SIGILL": "-march=native", "": ""} {
		c := &clues{run: &record.SeatRun{Run: record.Run{Signal: signal}}}
		if got := damaged(c); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: %q", signal, got)
		}
	}
	terms := record.Terms{Move: record.Duration(time.Second), Start: record.Duration(10 * time.Second), Memory: 1 << 30}
	for want, r := range map[string]RoleReport{
		"slowest answer took 900 ms of 1s": {Fit: true, Slowest: 900},
		"start took 6000 ms of 10s":        {Fit: true, Start: 6000},
		"near its memory limit":            {Fit: true, Memory: 1000 << 20},
	} {
		if got := nearLimit(&clues{terms: terms, report: &r}); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, c := range []clues{
		{run: &record.SeatRun{Early: 1}, seater: &seater{}, talk: &talk{}, report: &RoleReport{}},
		{run: &record.SeatRun{}, seater: &seater{}, talk: &talk{heard: []byte("{4}\n{4}\n"), taken: 4}, report: &RoleReport{Fault: game.Invalid}},
		{run: &record.SeatRun{}, seater: &seater{early: 1}, talk: &talk{}, report: &RoleReport{}},
		{run: &record.SeatRun{}, seater: &seater{late: []byte("block 1 1\n")}, talk: &talk{}, report: &RoleReport{Fault: game.Invalid}},
	} {
		if got := unasked(&c); !strings.Contains(got, "more answers than it is asked for") {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if got := unasked(&clues{run: &record.SeatRun{}, seater: &seater{late: []byte("\n")}, talk: &talk{}, report: &RoleReport{Fault: game.Invalid}}); got != "" {
		t.Error(got)
	}
}
