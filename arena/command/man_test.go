package command

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestManPage: what man shows are the pages of help, word for word.
func TestManPage(t *testing.T) {
	app := newApp(Streams{Out: io.Discard, Err: io.Discard})
	page, err := manPage(app)
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~", `\(dq`, `"`, `\&`, "",
		`\[u2026]`, "…", `\[u201C]`, "“", `\[u201D]`, "”", `\[u00D7]`, "×", `\[u00BD]`, "½")
	var shown []string
	begun := false
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		for _, r := range line {
			if r > '~' || r < ' ' {
				t.Errorf("%q is not ASCII", line)
			}
		}
		switch {
		case strings.HasPrefix(line, ".SH DESCRIPTION"):
			begun = true
		case !begun:
		case strings.HasPrefix(line, `.B "`):
			shown = append(shown, strings.Fields(plain.Replace(strings.TrimSuffix(line[4:], `"`)))...)
		case !strings.HasPrefix(line, "."):
			shown = append(shown, strings.Fields(plain.Replace(line))...)
		}
	}
	var want []string
	for i, c := range append([]string{"arena"}, commandsOfMan()...) {
		text, err := helpPages.ReadFile("help/" + c + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(string(text))
		if i == 0 {
			_, rest, _ := strings.Cut(string(text), "\n")
			words = strings.Fields(rest)
		}
		want = append(want, words...)
	}
	for i := range min(len(shown), len(want)) {
		if shown[i] != want[i] {
			t.Fatalf("word %d is %q, want %q: …%q", i, shown[i], want[i], shown[max(0, i-8):i+1])
		}
	}
	if len(shown) != len(want) {
		t.Errorf("%d words, want %d", len(shown), len(want))
	}
	for _, c := range commandsOfMan() {
		if !strings.Contains(page, "\n.SS arena "+c+"\n") {
			t.Errorf("%s has no section", c)
		}
	}
}

// commandsOfMan are the commands that the page has a section of.
func commandsOfMan() (names []string) {
	for _, c := range newApp(Streams{Out: io.Discard, Err: io.Discard}).Commands {
		names = append(names, c.Name)
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "help" })
}

// TestManRenders: groff and mandoc have nothing to say against the page.
func TestManRenders(t *testing.T) {
	page, err := manPage(newApp(Streams{Out: io.Discard, Err: io.Discard}))
	if err != nil {
		t.Fatal(err)
	}
	for program, args := range map[string][]string{
		"groff":  {"-man", "-Tutf8", "-ww", "-z"},
		"mandoc": {"-T", "lint", "-W", "error"},
	} {
		t.Run(program, func(t *testing.T) {
			path, err := exec.LookPath(program)
			if err != nil && program == "groff" && os.Getenv("CI") != "" {
				t.Fatal("groff is missing")
			}
			if err != nil {
				t.Skipf("%s is missing", program)
			}
			cmd := exec.Command(path, args...)
			cmd.Stdin = strings.NewReader(page)
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestManText(t *testing.T) {
	for in, want := range map[string]string{
		"A text.\n.dot and 'quote'\n":                     "A text.\n\\&.dot and \\(aqquote\\(aq\n",
		"\n  --flag A  what\n               more\n":       ".TP\n.B \"\\-\\-flag A\"\nwhat\nmore\n",
		"  --a N    one        --b     other\n":           ".TP\n.B \"\\-\\-a N\"\none\n.TP\n.B \"\\-\\-b\"\nother\n",
		"x\n\n  --json --quiet   both\n":                  "x\n.TP\n.B \"\\-\\-json \\-\\-quiet\"\nboth\n",
		"x\n\n  game: a   # why\n    - \\d\n\ny\n":        "x\n.PP\n.RS 2\n.nf\ngame: a   # why\n  \\- \\ed\n.fi\n.RE\n.PP\ny\n",
		"x\nExit code 1: bad\n":                           "x\n.PP\nExit code 1: bad\n",
		"  verb \"A\"   term with quotes\n":               ".TP\n.B \"verb \\(dqA\\(dq\"\nterm with quotes\n",
		"  arena match CONFIG | more   what it is for…\n": ".TP\n.B \"arena match CONFIG | more\"\nwhat it is for\\[u2026]\n",
	} {
		var b strings.Builder
		manText(&b, strings.TrimPrefix(in, "\n"))
		if b.String() != want {
			t.Errorf("%q became\n%s, want\n%s", in, b.String(), want)
		}
	}
}
