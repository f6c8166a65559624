package submission

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/record"
	"botarena/arena/submission/build"
	"botarena/arena/submission/store"
	"botarena/bots/kits"
	"botarena/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)

// rules are those of a class that plays Catch the Cat.
func rules(t testing.TB) Rules {
	t.Helper()
	g, err := all.Game("catchcat")
	if err != nil {
		t.Fatal(err)
	}
	setup := g.NewSetup()
	if err := setup.Resolve(os.ReadFile); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	terms := config.DefaultTerms(g.Info())
	terms.Move = record.Duration(10 * time.Second) // it is not the speed that is tested here
	return Rules{
		Game: g, Dir: filepath.Join(t.TempDir(), "hand-ins"), Matches: 1, Terms: terms, Setup: text,
		Build:  build.Options{CPU: 10 * time.Second, Memory: 512 << 20},
		Policy: store.Policy{Deadline: noon, LateUntil: 24 * time.Hour},
	}
}

func newOffice(t testing.TB, r Rules) *Office {
	t.Helper()
	o, err := Open(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	return o
}

// zipped packs files.
func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// kit packs a starter kit.
func kit(t testing.TB, language string) []byte {
	t.Helper()
	return zipped(t, kitFiles(t, language, "my "+language+" bot/"))
}

// kitFiles are the files of a starter kit, in a folder.
func kitFiles(t testing.TB, language, folder string) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "kit")
	if err := kits.Copy(dir, "catchcat", language, "whatever it says"); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[folder+e.Name()] = string(text)
	}
	return files
}

func need(t testing.TB, languages ...string) {
	t.Helper()
	for _, c := range build.Toolchains(t.Context()) {
		if slices.Contains(languages, c.Language) && c.Missing != "" {
			if os.Getenv("CI") != "" {
				t.Fatal(c.Missing)
			}
			t.Skip(c.Missing)
		}
	}
}

func submit(t testing.TB, o *Office, team string, archive []byte, at time.Time) *store.HandIn {
	t.Helper()
	h, err := o.Submit(t.Context(), team, team+".zip", bytes.NewReader(archive), at)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A class of good and bad hand-ins: each gets its own line, none keeps the
// others back, and the folder of bots has a bot for each that handed in.
func TestClass(t *testing.T) {
	need(t, "c", "python")
	o := newOffice(t, rules(t))
	cat := kitFiles(t, "python", "")
	cat["bot.yaml"] = "game: catchcat\nroles: [cat]\nentry: {cat: main.py}\n"
	cases := map[string]struct {
		archive []byte
		state   State
		problem string
	}{
		"fit":     {kit(t, "python"), Fit, ""},
		"fit-c":   {kit(t, "c"), Fit, ""},
		"cat":     {zipped(t, cat), Unfit, "has no program for catcher, and loses every match in that role"},
		"syntax":  {zipped(t, map[string]string{"bot.c": "int main(void) { return 0 }\n"}), Unbuilt, "does not compile: ./bot.c:1:"},
		"package": {zipped(t, map[string]string{"bot.py": "import surely_not_installed_pkg\n"}), Unfit, "ModuleNotFoundError: No module named 'surely_not_installed_pkg'"},
		"silent":  {zipped(t, map[string]string{"bot.py": "import sys\nfor l in sys.stdin: print('what', flush=True)\n"}), Unfit, "did-not-start: expected ready, got"},
		"slip":    {zipped(t, map[string]string{"../../x": "x"}), Refused, "leads out of the hand-in"},
		"bomb":    {zipped(t, map[string]string{"x": strings.Repeat("\x00", 70<<20)}), Refused, "inflate to more than 64 MiB"},
		"text":    {[]byte("hello"), Refused, "the file is no zip"},
		"nothing": {zipped(t, map[string]string{"readme.txt": "later"}), Unbuilt, "no program was found; the hand-in holds readme.txt"},
		"yaml":    {zipped(t, map[string]string{"bot.yaml": "entri: bot.py\n", "bot.py": ""}), Unbuilt, `bot.yaml:1:1: unknown key "entri"`},
		"chess":   {zipped(t, map[string]string{"bot.yaml": "game: chess\nentry: bot.py\n", "bot.py": ""}), Unbuilt, "no game is called"},
		"binary":  {zipped(t, map[string]string{"bot": "\x7fELF"}), Unbuilt, "programs that are built already are not taken"},
		"py":      {zipped(t, map[string]string{"bot.yaml": "command: [py, bot.py]\n", "bot.py": ""}), Unbuilt, `"py" is not a program of the hand-in`},
	}
	for team, c := range cases {
		submit(t, o, team, c.archive, noon.Add(-time.Hour))
	}
	o.rules.Teams = []string{"absent", "fit"}
	class, err := o.Class(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(class) != len(cases)+1 {
		t.Errorf("%d students, want %d", len(class), len(cases)+1)
	}
	for _, s := range class {
		c, there := cases[s.Team]
		switch {
		case s.Err != nil:
			t.Errorf("%s: %v", s.Team, s.Err)
		case !there:
			if s.Team != "absent" || s.HandIn != nil || s.Report != nil {
				t.Errorf("%+v", s)
			}
		case s.Report.State != c.state || !strings.Contains(s.Report.Problem, c.problem) || (s.Report.Cure == "") != (c.state == Fit):
			t.Errorf("%s: %s: %q (%q), want %s, %q", s.Team, s.Report.State, s.Report.Problem, s.Report.Cure, c.state, c.problem)
		case strings.Contains(s.Report.Problem+s.Report.Cure, o.store.Dir()):
			t.Errorf("%s: the host's folders are named: %s", s.Team, s.Report.Problem)
		}
	}
	folder := filepath.Join(t.TempDir(), "bots")
	for range 2 { // the second replaces the first
		if err := o.BotsFolder(t.Context(), class, folder); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(left) != 1 {
		t.Errorf("beside the bots lies something: %v, %v", left, err)
	}
	bots, err := config.LoadBots(folder, []game.Game{o.rules.Game})
	if err != nil || len(bots) != len(cases) {
		t.Fatalf("%d bots, %v", len(bots), err)
	}
	for _, b := range bots {
		state := cases[b.Name].state
		if plays := state == Fit || state == Unfit; plays != (b.Bot != nil) {
			t.Errorf("%s: %v, but %s", b.Name, b.Err, state)
		}
	}
	house := filepath.Join(t.TempDir(), "house")
	if err := os.CopyFS(house, os.DirFS(filepath.Join(folder, "fit"))); err != nil {
		t.Fatal(err)
	}
	var foreign *ForeignFolderError
	if err := o.BotsFolder(t.Context(), class, house); !errors.As(err, &foreign) {
		t.Errorf("%v, want a refusal", err)
	}
	if left, err := os.ReadDir(house); err != nil || len(left) == 0 || len(left) == len(class) {
		t.Errorf("of somebody's bots is left: %v, %v", left, err)
	}
	// An arena that set no mark has laid it.
	if err := os.Remove(filepath.Join(folder, ownMark)); err != nil {
		t.Fatal(err)
	}
	if err := o.BotsFolder(t.Context(), class, folder); err != nil {
		t.Error(err)
	}
	// A second look builds nothing.
	began := time.Now()
	if _, err := o.Class(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(began); d > 2*time.Second {
		t.Errorf("the second look took %v", d)
	}
	out := filepath.Join(t.TempDir(), "sources")
	written, refused, err := o.Export(t.Context(), out)
	if err != nil || written != len(cases)-3 || !slices.Equal(refused, []string{"bomb", "slip", "text"}) {
		t.Errorf("%d written, %q refused, %v", written, refused, err)
	}
	if text, err := os.ReadFile(filepath.Join(out, "syntax", "bot.c")); err != nil || !strings.Contains(string(text), "return 0 }") {
		t.Errorf("%q, %v", text, err)
	}
	left, err := filepath.Glob(o.path(store.HalfPrefix + "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// Only those on the roster hand in; a mark and a deadline decide what counts.
func TestSubmit(t *testing.T) {
	r := rules(t)
	r.Teams = []string{"ann"}
	r.Policy.Final = true
	o := newOffice(t, r)
	_, err := o.Submit(t.Context(), "bob", "x.zip", strings.NewReader(""), noon)
	var unknown *UnknownTeamError
	if !errors.As(err, &unknown) {
		t.Errorf("%v", err)
	}
	for i := range 3 {
		submit(t, o, "ann", []byte{byte(i)}, noon.Add(time.Duration(i-2)*time.Hour))
	}
	if err := o.Final("ann", 2, noon); err != nil {
		t.Fatal(err)
	}
	if h, late, err := o.Counts("ann"); err != nil || h.N != 2 || late != 0 {
		t.Errorf("%v, %v, %v", h, late, err)
	}
}

// A compiler that is missing is the organiser's fault: the others are looked
// at, and the hand-in is looked at again when it is there.
func TestMissingCompiler(t *testing.T) {
	need(t, "python", "c")
	o := newOffice(t, rules(t))
	submit(t, o, "c", kit(t, "c"), noon)
	submit(t, o, "python", kit(t, "python"), noon)
	if err := o.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole := o.builder
	var tools []*build.Toolchain
	for _, c := range build.Toolchains(t.Context()) {
		if c.Language == "c" {
			c = &build.Toolchain{Language: "c", Title: "C", Missing: "gcc is missing"}
		}
		tools = append(tools, c)
	}
	var err error
	if o.builder, err = build.NewBuilder(o.box, tools, cacheDir(o.store.Dir())); err != nil {
		t.Fatal(err)
	}
	class, err := o.Class(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var missing *build.MissingError
	if c := class[0]; c.Team != "c" || !errors.As(c.Err, &missing) || c.Report != nil {
		t.Errorf("%+v", c)
	}
	if p := class[1]; p.Err != nil || p.Report.State != Fit {
		t.Errorf("%+v", p)
	}
	o.builder = whole
	if class, err = o.Class(t.Context(), nil); err != nil || class[0].Err != nil || class[0].Report.State != Fit {
		t.Errorf("%+v, %v", class[0], err)
	}
}

// One who goes away while the tools are asked for spoils nothing for others.
func TestCalledOff(t *testing.T) {
	need(t, "python")
	o := newOffice(t, rules(t))
	h := submit(t, o, "python", kit(t, "python"), noon)
	if err := o.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.builder = nil // as if the jail alone were there by now
	over, stop := context.WithCancel(t.Context())
	stop()
	if _, err := o.Known(over, *h); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if r, err := o.Inspect(t.Context(), *h); err != nil || r.State != Fit {
		t.Errorf("%+v, %v", r, err)
	}
}

// Of two processes that inspected the same hand-in the first one's folder
// stays; what a crash left does not.
func TestSettle(t *testing.T) {
	for _, c := range []struct{ there, want string }{
		{`{"state":"fit","problem":"first"}`, "first"},
		{"", "second"},
		{"torn {", "second"},
	} {
		at := t.TempDir()
		half, dir := filepath.Join(at, "half"), filepath.Join(at, "dir")
		if err := os.Mkdir(half, 0o755); err != nil {
			t.Fatal(err)
		}
		if c.there != "" {
			if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, reportName), []byte(c.there), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		before, _ := os.Stat(dir)
		r, err := settle(half, dir, &Report{State: Fit, Problem: "second"})
		if err != nil || r.Problem != c.want {
			t.Errorf("%s: %+v, %v", c.there, r, err)
		}
		if r, err := readReport(dir); err != nil || r.Problem != c.want {
			t.Errorf("%s: %+v, %v", c.there, r, err)
		}
		if after, _ := os.Stat(dir); os.SameFile(before, after) != (c.want == "first") {
			t.Errorf("%q: the folder that was there: %v, that is: %v", c.there, before, after)
		}
	}
}
