package kits_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/bots/kits"
)

// variant is a set-up and what the kits have to be told of it by arguments.
type variant struct {
	setup game.Setup
	args  []string
}

func variants(t *testing.T, name string) []variant {
	t.Helper()
	var list []variant
	switch name {
	case "catchcat":
		for _, size := range []int{11, 5, 11, 15} {
			s := catchcat.DefaultSetup()
			s.Size = size
			s.Blocked = catchcat.Range{Min: 0, Max: size + size/2}
			list = append(list, variant{setup: s})
		}
	case "goldhunter":
		for i := range 4 {
			s := goldhunter.Game{}.NewSetup().(*goldhunter.Setup)
			s.Generate.Stages = 200
			if i == 1 {
				s.Generate.Rows, s.Generate.Cols, s.Generate.Rock = 11, 31, 0
				s.Generate.Spies, s.Generate.Hidden, s.Generate.MaxValue = 3, 12, 4
			}
			list = append(list, variant{setup: s})
		}
	case "papersoccer":
		for i := range 4 {
			s := papersoccer.DefaultSetup()
			v := variant{setup: s}
			if i%2 == 1 {
				s.Halfway, v.args = false, append(v.args, "plain")
			}
			if i >= 2 {
				s.Notation, v.args = papersoccer.Letters, append(v.args, "letters")
			}
			if i == 3 {
				s.Board.Width, s.Board.Height = 12, 14
			}
			list = append(list, v)
		}
	}
	for _, v := range list {
		if err := v.setup.Resolve(nil); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// matches returns how many matches a language's kits play: those that start
// slowly play fewer.
func matches(language string) int {
	switch language {
	case "java", "javascript", "python":
		return 3
	}
	return 20
}

// TestKitsPlay plays every kit against itself and against random moves from
// both seats: whole matches, in which each move must be valid and on time.
func TestKitsPlay(t *testing.T) {
	t.Parallel()
	for _, k := range kits.List() {
		t.Run(k.Language+"/"+k.Game, func(t *testing.T) {
			t.Parallel()
			argv := command(t, k)
			list := variants(t, k.Game)
			var wins, against int
			for i := range matches(k.Language) {
				v := list[i%len(list)]
				mine := append(slices.Clip(argv), v.args...)
				seats := [2][]string{mine, mine}
				random := i % 3 // its seat, or none
				if random < 2 {
					seats[random] = nil
				}
				r, err := match(v.setup, uint64(i+1), seats)
				if err != nil {
					t.Fatalf("seed %d: %v", i+1, err)
				}
				if random < 2 {
					against++
					if r.Seats[1-random].Outcome == game.Win {
						wins++
					}
				}
			}
			t.Logf("%d of %d won against random moves", wins, against)
			if 2*wins < against {
				t.Errorf("it won %d of %d against random moves: its default is not sensible", wins, against)
			}
		})
	}
}

func TestEveryKitIsThere(t *testing.T) {
	t.Parallel()
	if got, want := len(kits.List()), len(kits.Games)*len(kits.Languages); got != want {
		t.Fatalf("%d kits, want %d", got, want)
	}
	for _, k := range kits.List() {
		dir := t.TempDir()
		name := `no: "bot" # 1`
		if err := kits.Copy(dir, k.Game, k.Language, name); err != nil {
			t.Fatalf("%v: %v", k, err)
		}
		m, err := readManifest(dir)
		if err != nil {
			t.Fatalf("%v: %v", k, err)
		}
		var roles []string
		if k.Game == "catchcat" {
			roles = []string{"catcher", "cat"}
		}
		if m.Name != name || m.Game != k.Game || !slices.Equal(m.Roles, roles) || m.Entry == "" || m.Language == "" {
			t.Errorf("%v: bot.yaml says %+v", k, *m)
		}
		if len(tools[k.Language]) == 0 {
			t.Errorf("%v: its tools are not known to the tests", k)
		}
	}
}

// TestReadme: what a newcomer is told to write, to build and to play is there.
func TestReadme(t *testing.T) {
	for _, k := range kits.List() {
		dir := filepath.Join(t.TempDir(), "kit")
		if err := kits.Copy(dir, k.Game, k.Language, "Tom & Co"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		part := kits.Parts[k.Language]
		source, err := os.ReadFile(filepath.Join(dir, part.File))
		if err != nil || !strings.Contains(string(source), part.Function+"(") {
			t.Errorf("%v: there is no %s in %s: %v", k, part.Function, part.File, err)
		}
		want := []string{"# Tom & Co\n", "`" + part.Function + "` in `" + part.File + "`"}
		for _, g := range []game.Game{catchcat.Game{}, goldhunter.Game{}, papersoccer.Game{}} {
			if info := g.Info(); info.Name == k.Game {
				want = append(want, info.Seats[0]+": ./kit\n", info.Seats[1]+": {bot: ")
			}
		}
		if bot, err := os.ReadFile(filepath.Join(dir, "bot.yaml")); err != nil {
			t.Error(err)
		} else if _, build, ok := strings.Cut(string(bot), "build: "); ok {
			build, _, _ = strings.Cut(build, "\n")
			want = append(want, "it: `"+build+"`")
		} else {
			want = append(want, "nothing to build")
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%v: %q is not in\n%s", k, w, text)
			}
		}
		if strings.Contains(string(text), "{{") {
			t.Errorf("%v: not all is filled in:\n%s", k, text)
		}
	}
}

func TestCopyRefuses(t *testing.T) {
	t.Parallel()
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, game, language, name, want string }{
		{"", "chess", "python", "a", "games are catchcat"},
		{"", "catchcat", "cobol", "a", "languages are"},
		{"", "..", "python", "a", "there is no kit"},
		{"", "catchcat/../catchcat", "python", "a", "there is no kit"},
		{"", "", "python", "a", "there is no kit"},
		{"", "catchcat", "python", "", "is empty"},
		{"", "catchcat", "python", " a", "begins or ends"},
		{"", "catchcat", "python", "a\nb", "cannot be printed"},
		{"", "catchcat", "python", "\xff", "cannot be printed"},
		{"", "catchcat", "python", strings.Repeat("é", 65), "more than 64"},
		{full, "catchcat", "python", "a", "is not empty: it holds mine"},
		{filepath.Join(full, "mine"), "catchcat", "python", "a", "not a directory"},
	} {
		dir := c.dir
		if dir == "" {
			dir = filepath.Join(t.TempDir(), "new")
		}
		err := kits.Copy(dir, c.game, c.language, c.name)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Copy(%q, %q, %q) = %v, want …%s…", c.game, c.language, c.name, err, c.want)
		}
		if _, err := os.Stat(dir); c.dir == "" && err == nil {
			t.Errorf("Copy(%q, %q, %q) made the folder all the same", c.game, c.language, c.name)
		}
	}
}

func TestNamesSurviveYAML(t *testing.T) {
	t.Parallel()
	for i, name := range []string{"no", "1e3", "~", "Ünï ☕", "a: b", `"`, "'", "# c", "- d", strings.Repeat("n ", 31) + "n", "null", "2015-11-30", "{x}"} {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if err := kits.Copy(dir, "catchcat", "python", name); err != nil {
			t.Fatal(err)
		}
		m, err := readManifest(dir)
		if err != nil || m.Name != name {
			t.Errorf("name %q came back as %+v, %v", name, m, err)
		}
	}
}

// TestKitsAreOneBot plays the same match in every language: what differs is a
// mistake of one of them.
func TestKitsAreOneBot(t *testing.T) {
	t.Parallel()
	for _, name := range kits.Games {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := variants(t, name)[1]
			var first, of string
			for _, language := range kits.Languages {
				if len(missing(language)) > 0 {
					continue // listed at the start
				}
				argv := append(slices.Clip(command(t, kits.Kit{Game: name, Language: language})), v.args...)
				r, err := match(v.setup, 7, [2][]string{argv, argv})
				if err != nil {
					t.Fatalf("%s: %v", language, err)
				}
				result := fmt.Sprintf("%+v", *r)
				if first == "" {
					first, of = result, language
				}
				if result != first {
					t.Errorf("%s ends with\n%s\n%s with\n%s", language, result, of, first)
				}
			}
		})
	}
}
