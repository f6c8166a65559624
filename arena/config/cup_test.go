package config

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botarena/arena/game/all"
)

// cup makes a class with a championship.
func cup(t *testing.T, class, text string) (c *Class, file string) {
	t.Helper()
	dir := folder(t, map[string]string{"class.yaml": "game: catchcat\nchampionship: cup.yaml\n" + class, "cup.yaml": text})
	c, err := LoadClass(filepath.Join(dir, "class.yaml"), all.Games(), func(string) string { return "" }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, c.Championship
}

const cupText = "game: catchcat\nbots: hand-ins/bots\nentrants: all\nbroken: forfeit\n"

// TestForesee: before its bots are built a championship has those of the teams as
// entrants, however it names them; where the teams are not known, none.
func TestForesee(t *testing.T) {
	for _, entrants := range []string{"all", "[ann, bob]", "[hand-ins/bots/bob, {id: ann, programs: {cat: hand-ins/bots/ann/bot.py, catcher: ann}}]"} {
		c, file := cup(t, "", strings.Replace(cupText, "all", entrants, 1))
		f, err := c.ForeseeChampionship(file, all.Games(), []string{"ann", "bob"})
		if err != nil {
			t.Errorf("%s: %v", entrants, err)
			continue
		}
		got := f.Definition.Entrants
		if len(got) != 2 || got[0].ID != "ann" || got[1].ID != "bob" || len(f.Warnings) > 0 {
			t.Errorf("%s: %+v, warnings %q", entrants, got, f.Warnings)
		}
		for _, e := range got {
			for _, p := range e.Programs {
				if own := filepath.Join(c.Bots, e.ID); p == nil || !strings.HasPrefix(p.Source.Process.Path, own) {
					t.Errorf("%s: the program of %s is %+v", entrants, e.ID, p)
				}
			}
		}
		if f, err := c.ForeseeChampionship(file, all.Games(), nil); err != nil || len(f.Definition.Entrants) > 0 {
			t.Errorf("%s, teams not known: %v", entrants, err)
		}
		if _, err := c.LoadChampionship(file, all.Games()); err == nil {
			t.Errorf("%s: it was loaded without its bots", entrants)
		}
	}
}

// TestCupDeadline: what lateness costs holds from the class's deadline, which need
// not be written twice.
func TestCupDeadline(t *testing.T) {
	at := time.Date(2026, 5, 31, 23, 59, 0, 0, time.UTC)
	for _, c := range []struct {
		class, grade string
		want         time.Time
		err          string
	}{
		{"deadline: 2026-05-31T23:59:00Z\n", "grade: {late: {per_day: 1}}\n", at, ""},
		{"deadline: 2026-05-31T23:59:00Z\n", "grade: {late: {deadline: 2026-06-01T00:00:00Z, per_day: 1}}\n", at.Add(time.Minute), ""},
		{"deadline: 2026-05-31T23:59:00Z\n", "grade: {gate: 80%}\n", time.Time{}, ""},
		{"", "grade: {late: {per_day: 1}}\n", time.Time{}, "grade.late: the class has no deadline"},
	} {
		class, file := cup(t, c.class, cupText+c.grade)
		f, err := class.ForeseeChampionship(file, all.Games(), []string{"ann", "bob"})
		var e *Error
		if errors.As(err, &e) || c.err != "" {
			if e == nil || e.Problem != c.err || e.Cure == "" {
				t.Errorf("%s%s: %v, want %q", c.class, c.grade, err, c.err)
			}
			continue
		}
		if got := f.Definition.Grade.Late.Deadline; !got.Equal(c.want) {
			t.Errorf("%s%s: deadline %v, want %v", c.class, c.grade, got, c.want)
		}
	}
	// A championship without a class has to say its own.
	_, err := tournament(t, "game: catchcat\nentrants: all\ngrade: {late: {per_day: 1}}\n")
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(e.Problem, "grade.late: the deadline is missing") || !strings.Contains(e.Cure, "arena class takes that of the class") {
		t.Errorf("without a class: %v (%s)", err, e.Hint())
	}
}

// TestAlone: who takes part alone plays against itself, and that is said.
func TestAlone(t *testing.T) {
	c, err := tournament(t, "game: catchcat\nentrants: [a]\n")
	if err != nil || len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], `"a" takes part alone, and plays against itself`) {
		t.Errorf("%v, %+v", err, c)
	}
}
