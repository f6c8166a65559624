package command

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// desktop is a folder in which the program is run.
type desktop struct {
	*testing.T
	dir string
}

func newDesktop(t *testing.T, files map[string]string) *desktop {
	t.Helper()
	d := &desktop{t, t.TempDir()}
	for name, text := range files {
		path := filepath.Join(d.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// write writes a file anew.
func (d *desktop) write(name, text string) {
	d.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o644); err != nil {
		d.Fatal(err)
	}
}

// zip packs files into a zip.
func (d *desktop) zip(name string, files map[string]string) {
	d.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			d.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(filepath.Join(d.dir, name), b.Bytes(), 0o644)); err != nil {
		d.Fatal(err)
	}
}

// arena runs the program, wants an exit code, and returns what it wrote.
func (d *desktop) arena(code int, args ...string) (stdout, stderr string) {
	d.Helper()
	cmd := exec.CommandContext(d.Context(), filepath.Join(binaries, "arena"), args...)
	cmd.Dir = d.dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		d.Fatal(err)
	}
	if cmd.ProcessState.ExitCode() != code {
		d.Fatalf("%q: exit code %d, want %d\n%s%s", args, cmd.ProcessState.ExitCode(), code, out.String(), errs.String())
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n"), errs.String()
}

func (d *desktop) wants(text string, patterns ...string) {
	d.Helper()
	for _, p := range patterns {
		if !regexp.MustCompile(`(?m)` + p).MatchString(text) {
			d.Errorf("no %q in\n%s", p, text)
		}
	}
}

const okBot = `import sys
for line in sys.stdin:
    if line.startswith("start"):
        print("ready", flush=True)
`

func TestHandIns(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("this machine has no python3")
	}
	d := newDesktop(t, map[string]string{
		"class.yaml":                      "game: catchcat\nroster: students.csv\ncounts: final\nlanguages: [Python]\ncheck: 0\nlimits: {every: 1us}\n",
		"students.csv":                    "id,name\n0042,Ann\nbob,Bob\n",
		"exported/0042_x/bot.py":          okBot + "# again\n",
		"exported/0099_x/bot.py":          okBot,
		"exported/bob_2026/deep/a/bot.py": okBot,
	})
	d.zip("good.zip", map[string]string{"bot/bot.py": okBot, "__MACOSX/._bot.py": ""})
	d.zip("wrong.zip", map[string]string{"bot.py": "def f(:\n"})
	d.zip("slip.zip", map[string]string{"../bot.py": ""})
	d.zip("c.zip", map[string]string{"bot.c": "int main(void) { return 0; }\n"})

	out, _ := d.arena(0, "submit", "--team", "0042", "good.zip")
	d.wants(out, `^0042, hand-in 1 of .*: good.zip,`, `note: left out __MACOSX`, `\$ python3 -I -m compileall`, `built with Python 3`, `what is started: bot.py`)
	_, errs := d.arena(1, "submit", "--team", "0042", "wrong.zip")
	d.wants(errs, `^error: hand-in 2 of 0042 is kept, but unbuilt: does not compile: bot.py:1: SyntaxError: `, `^hint: `)
	_, errs = d.arena(1, "submit", "--team", "0042", "slip.zip")
	d.wants(errs, `^error: hand-in 3 of 0042 is kept, but refused: "../bot.py": the name leads out of the hand-in`, `^hint: `)
	_, errs = d.arena(1, "submit", "--team", "bob", "c.zip")
	d.wants(errs, `C is not taken here`, `^hint: write it in Python`)
	_, errs = d.arena(2, "submit", "--team", "eve", "good.zip")
	d.wants(errs, `^error: "eve" is not on the roster`, `^hint: `)
	_, errs = d.arena(2, "submit", "--team", "bob", "god.zip")
	d.wants(errs, `^error: god.zip: there is no such file \(tried /`, `^hint: `)
	_, errs = d.arena(2, "submit", "good.zip")
	d.wants(errs, `needs --team`)

	out, _ = d.arena(0, "final", "0042", "1")
	d.wants(out, `^0042: hand-in 1 of .* counts$`)
	late := filepath.Join(d.dir, "late.yaml")
	if err := os.WriteFile(late, []byte("game: catchcat\nroster: students.csv\ndeadline: 2020-05-31T23:59:00+02:00\nlate: 1h\ncheck: 0\nlimits: {every: 1us}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _ = d.arena(0, "final", "--class", "late.yaml", "0042", "1")
	d.wants(out, `^0042: no hand-in counts: all 3 hand-ins came after 2020-05-31T22:59:00Z$`)
	out, _ = d.arena(0, "class", "--bots-only", "late.yaml")
	d.wants(out, `^0042 +- +- +- +- +all 3 hand-ins came after 2020-05-31T22:59:00Z$`)
	_, errs = d.arena(1, "final", "0042", "9")
	d.wants(errs, `^error: 0042 has no hand-in 9`, `^hint: write a number from 1 to 3`)

	_, errs = d.arena(0, "submissions", "import", "exported")
	d.wants(errs, `^left out "0099_x": "0099" is not on the roster`, `^2 hand-ins taken, 0 there before, 1 left out`)
	_, errs = d.arena(0, "submissions", "import", "exported")
	d.wants(errs, `^0 hand-ins taken, 2 there before, 1 left out`)

	out, _ = d.arena(0, "submissions")
	d.wants(out, `^0042 +1 .* counts +built +-$`, `^0042 +2 .* - +unbuilt +does not compile: bot.py:1: SyntaxError`, `^0042 +3 .* refused +"../bot.py": the name`, `^0042 +4 .* not yet looked at`, `^bob +1 .* counts +unbuilt +C is not`, `^bob +2 .* not yet looked at`)
	_, errs = d.arena(2, "submissions", "--team", "0043")
	d.wants(errs, `^error: --team: nobody is called "0043"$`, `^hint: did you mean --team 0042\?`)
	out, _ = d.arena(0, "submissions", "--team", "bob")
	d.wants(out, `^bob +1 `)
	_, errs = d.arena(2, "submissions", "--at", "soon")
	d.wants(errs, `^error: arena submissions list has no --at$`)
	_, errs = d.arena(2, "submissions", "import", "exported", "--team", "bob")
	d.wants(errs, `^error: arena submissions import has no --team$`)
	_, errs = d.arena(2, "submissions", "--toolchains", "--team", "bob")
	d.wants(errs, `^error: arena submissions --toolchains has no --team$`)
	_, errs = d.arena(2, "roster", "--tokens", "--new-token", "bob")
	d.wants(errs, `^error: --tokens and --new-token`)

	out, _ = d.arena(0, "roster", "--tokens")
	d.wants(out, `^id,name,token$`, `^0042,Ann,[a-z2-9]{26}$`, `^bob,Bob,[a-z2-9]{26}$`)
	_, errs = d.arena(1, "roster", "--tokens")
	d.wants(errs, `no token was made`)
	out, _ = d.arena(0, "roster")
	d.wants(out, `^0042 +Ann +yes +4 +no. 1, `)
	out, _ = d.arena(0, "submissions", "export", "sources")
	d.wants(out, `^sources: the sources of 2 students$`)
	if text, err := os.ReadFile(filepath.Join(d.dir, "sources", "0042", "bot.py")); err != nil || string(text) != okBot {
		t.Errorf("%q, %v", text, err)
	}
	_, errs = d.arena(2, "submissions", "export", "sources")
	d.wants(errs, `is there already`)
	_, errs = d.arena(2, "submissions", "exprt", "x")
	d.wants(errs, `did you mean arena submissions export\?`)
	_, errs = d.arena(0, "submit", "--class", "late.yaml", "--team", "bob", "good.zip")
	d.wants(errs, `^note: hand-ins counted until 2020-05-31T22:59:00Z: this one does not count$`)
	_, errs = d.arena(2, "roster", "--class", "clas.yaml")
	d.wants(errs, `clas.yaml`, `did you mean class.yaml\?`)
}

// The class of the configs goes from its hand-ins to its grades by one
// command; again, nothing is built or played again, and the grades are the
// same.
func TestClassExample(t *testing.T) {
	if testing.Short() {
		t.Skip("builds twelve hand-ins, one of which takes the compiler to its limit")
	}
	d := &desktop{t, t.TempDir()}
	for _, tool := range []string{"gcc", "g++", "go", "javac", "node", "python3", "rustc"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip("this machine has no " + tool)
		}
	}
	if err := os.CopyFS(filepath.Join(d.dir, "configs"), os.DirFS("../../configs")); err != nil {
		t.Fatal(err)
	}
	out, errs := d.arena(0, "class", "configs/class.yaml")
	d.wants(errs, `^12 hand-ins taken, 0 there before, 0 left out`)
	d.wants(out,
		`^1001 +1 +- +fit +C +-$`, `^1002 +1 +- +fit +C\+\+ +-$`, `^1003 +1 +- +fit +Go +-$`, `^1004 +1 +- +fit +Java +-$`, `^1005 +1 +- +fit +Rust +-$`,
		`^1006 +1 +- +fit +Python +-$`, `^1007 +1 +- +fit +JavaScript +-$`,
		`^1008 +1 +- +unbuilt +C +does not compile: ./bot.c:5:22: error: expected .;. before`,
		`^1009 +1 +- +unfit +Python +does not play catcher: start: .*; its log ends: ModuleNotFoundError: No module named 'pandas'$`,
		`^1010 +1 +- +unfit +Python +does not play catcher: first answer: answer 1: violation: openat\("/etc/passwd"\)$`,
		`^1011 +1 +- +unbuilt +C\+\+ +compile time limit: the build took more than 5s of processor time$`,
		`^1012 +1 +7 h 46 min +unfit +Java +does not play catcher: match: answer 2: invalid: "0 0": cell 0 0 is blocked already$`,
		`^1013 +- +- +- +- +nothing was handed in$`,
		`^Ann \(1001\) +10.0 +10 .* 100% `, `^Hal \(1008\) +0.0 +0 .*valid in only 0 of 23 matches.*; hand-in 1 is unbuilt: does not compile: `, `^Max \(1013\) +0.0 .*nothing handed in$`, `^Lea \(1012\) .*1 day late: 0.5 off$`,
	)
	for _, once := range []string{"entrant \"1008\" loses", "grade "} { // a warning, and a table
		if n := strings.Count(errs+out, once); n != 1 {
			t.Errorf("%q is there %d times in\n%s%s", once, n, errs, out)
		}
	}
	grades := out[strings.Index(out, "student  "):]
	again, errs := d.arena(0, "class", "configs/class.yaml")
	d.wants(errs, `^0 hand-ins taken, 12 there before, 0 left out`)
	if !strings.HasSuffix(again, out[strings.LastIndex(out, "The class of 2026:"):]) {
		t.Errorf("the grades were\n%s\nand are\n%s", grades, again)
	}
}
