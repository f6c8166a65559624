package build

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"botarena/arena/check"
	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/bots/kits"
)

// play plays one match by arena check's means and wants a bot that is fit.
func play(t *testing.T, b *Builder, bot *config.Bot, g game.Game) {
	t.Helper()
	info := g.Info()
	setup := g.NewSetup()
	if err := setup.Resolve(os.ReadFile); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	jailed := match.NewJailed(b.box)
	defer jailed.Close()
	o := check.Options{
		Game: g, Seats: []int{0, 1}, Terms: config.DefaultTerms(info), Seater: jailed, Setup: text, Matches: 1, Seed: 1,
		Player: func(seat int) (record.Seat, match.Source) {
			return record.Seat{Name: bot.Name, Kind: "process", Args: bot.Args, Env: bot.Env}, match.Source{Process: bot.Process(info.Seats[seat])}
		},
	}
	o.Terms.Move = record.Duration(10 * time.Second) // it is not the speed that is tested here
	r, err := check.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Fit {
		t.Errorf("not fit: %+v", r.Roles)
	}
}

// The kit of every language is built as a hand-in, and what comes out plays.
func TestKits(t *testing.T) {
	b := newBuilder(t)
	g, err := all.Game("catchcat")
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range kits.Languages {
		t.Run(language, func(t *testing.T) {
			need(t, language)
			if language == "go" && testing.Short() {
				t.Skip("compiles Go's packages, which takes half a minute on a busy machine")
			}
			src := filepath.Join(t.TempDir(), "kit")
			if err := kits.Copy(src, "catchcat", language, "its own name"); err != nil {
				t.Fatal(err)
			}
			r, dir := built(t, b, src, Options{Name: "team", Game: g})
			bot := load(t, r, dir)
			t.Logf("%s\n%+v", commandLines(r), r.Commands)
			if bot.Name != "team" {
				t.Errorf("it is called %q", bot.Name)
			}
			play(t, b, bot, g)
		})
	}
}

// A program may use any package of Go's own, compiled in advance or not.
func TestGoPackages(t *testing.T) {
	need(t, "go")
	if testing.Short() {
		t.Skip("compiles Go's packages, which takes half a minute on a busy machine")
	}
	b := newBuilder(t)
	src := write(t, map[string]string{
		"cmd/bot/bot.go": "package main\n\nimport (\n\t_ \"embed\"\n\t\"text/template\"\n\n\t\"bot/inner\"\n)\n\n//go:embed a.txt\nvar a string\n\nfunc main() { template.Must(template.New(a).Parse(inner.S)) }\n",
		"cmd/bot/a.txt":  "a",
		"inner/inner.go": "package inner\n\nconst S = \"s\"\n",
	})
	r, dir := built(t, b, src, Options{Name: "x"})
	load(t, r, dir)
	if want := "go build -trimpath -buildvcs=false -o .arena/bot ./cmd/bot"; commandLines(r) != want {
		t.Errorf("%s, want %s", commandLines(r), want)
	}
}

// A hand-in whose module is in a folder is built there.
func TestGoModuleInFolder(t *testing.T) {
	need(t, "go")
	if testing.Short() {
		t.Skip("compiles Go's packages, which takes half a minute on a busy machine")
	}
	src := write(t, map[string]string{
		"README.md": "about", "bot/go.mod": "module m\n\ngo 1.21\n",
		"bot/main.go": "package main\n\nimport \"m/inner\"\n\nfunc main() { inner.F() }\n", "bot/inner/a.go": "package inner\n\nfunc F() {}\n",
	})
	r, dir := built(t, newBuilder(t), src, Options{Name: "x"})
	load(t, r, dir)
}
