package command

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArrange: flags stand before arguments, wherever they were written.
func TestArrange(t *testing.T) {
	app := newApp(Streams{Out: io.Discard, Err: io.Discard})
	for in, want := range map[string]string{
		"":                                "",
		"--version":                       "--version",
		"match a.yaml --json":             "match --json -- a.yaml",
		"match --seed 7 a.yaml":           "match --seed=7 -- a.yaml",
		"match a.yaml -seed=7 --quiet b":  "match --seed=7 --quiet -- a.yaml b",
		"match --json -- --odd-name.yaml": "match --json -- --odd-name.yaml",
		"match -":                         "match -- -",
		"match a.yaml --help":             "help match",
		"match --seed --help":             "match --seed=--help --", // the value that was asked for
		"-h":                              "help",
		"help match":                      "help -- match",
	} {
		got, err := arrange(app, strings.Fields(in))
		if err != nil || !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q became %q (%v), want %q", in, got, err, want)
		}
	}
}

// TestHelpPages: every command has a page that fits a screen and names all of
// its flags, and the first page names all commands.
func TestHelpPages(t *testing.T) {
	app := newApp(Streams{Out: io.Discard, Err: io.Discard})
	page := func(name string) string {
		text, err := helpPages.ReadFile("help/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		if len(lines) > 25 { // the last one is empty
			t.Errorf("%s: %d lines do not fit a screen", name, len(lines)-1)
		}
		for _, l := range lines {
			if len([]rune(l)) > 80 {
				t.Errorf("%s: longer than 80 columns: %q", name, l)
			}
		}
		return string(text)
	}
	first := page("arena")
	for _, c := range app.Commands {
		// Commands that belong together share a line, with bars between them.
		if !regexp.MustCompile(`(arena|\|) ` + c.Name + `\b`).MatchString(first) {
			t.Errorf("the first page does not name %s", c.Name)
		}
		if c.Name == "help" {
			continue
		}
		text := page(c.Name)
		for _, f := range c.Flags {
			if !strings.Contains(text, "--"+f.Names()[0]) {
				t.Errorf("the page of %s does not name --%s", c.Name, f.Names()[0])
			}
		}
	}
}

func TestTakeKey(t *testing.T) {
	typed := "n\x1b[C\x1bOC\x1b[5~x\x1b[99;5u\x1b[Fq"
	var got []key
	for typed != "" {
		var k key
		k, typed = takeKey(typed)
		got = append(got, k)
	}
	want := []key{keyNext, keyNext, keyNext, keyPageBack, keyNone, keyNone, keyLast, keyQuit}
	if !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
}

// TestReadable: what a bot said does not reach the terminal raw.
func TestReadable(t *testing.T) {
	for move, want := range map[string]string{
		"4 5": "4 5", "": `""`, "a\x1b[2J": `"a\x1b[2J"`, "\xff": `"\xff"`, "é": "é",
		strings.Repeat("9", 300): `"` + strings.Repeat("9", 200) + `"…`,
	} {
		if got := readable(move); got != want {
			t.Errorf("%q is shown as %s, want %s", move, got, want)
		}
	}
}
