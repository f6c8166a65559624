package championship

import (
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
)

// TestChanged changes a bot, a set-up and the terms after half of the matches.
func TestChanged(t *testing.T) {
	for name, change := range map[string]func(*Definition){
		"bot e1 (seat 0)": func(d *Definition) {
			p := *d.Entrants[1].Programs[0]
			p.Seat.Hash = strings.Repeat("f", 64)
			d.Entrants[1].Programs[0] = &p
		},
		"set-up 2": func(d *Definition) { d.Setups[1] = json.RawMessage(`{"size":13}`) },
		"terms":    func(d *Definition) { d.Terms.Clock = "wall" },
	} {
		for _, on := range []OnChange{Refuse, Continue, Redo} {
			d := &faultdisk.Disk{}
			if err := play(d, formats()["round-robin"], options(), bots(1)); err != nil {
				t.Fatal(err)
			}
			def := formats()["round-robin"]
			change(def)
			o := options()
			o.OnChange = on
			o.Now = func() time.Time { return now }
			before := outcome(t, d)
			err := play(d, def, o, bots(1))
			var changed *ChangedError
			if on == Refuse {
				if !errors.As(err, &changed) || len(changed.Changes) != 1 || !strings.Contains(err.Error(), name+" was ") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			b, err := Load(d)
			if err != nil {
				t.Fatal(err)
			}
			if len(b.changes) != 1 || b.changes[0].String() != name || b.done != len(b.matches) {
				t.Errorf("%s: %d of %d done, changes %v", name, b.done, len(b.matches), b.changes)
			}
			if on == Continue {
				if got := outcome(t, d); got != before {
					t.Errorf("%s, going on: other results", name)
				}
				continue
			}
			// Played again, all is as if begun with what is there now.
			fresh := &faultdisk.Disk{}
			if err := play(fresh, def, options(), bots(1)); err != nil {
				t.Fatal(err)
			}
			f, err := Load(fresh)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := tables(t, b), tables(t, f); got != want {
				t.Errorf("%s, played again:\n%s\nwant\n%s", name, got, want)
			}
			// Once accepted, the change is no change any more.
			if err := play(d, def, options(), bots(1)); err != nil {
				t.Errorf("%s: gone on again: %v", name, err)
			}
		}
	}
}

// TestFormatChanged: who meets whom is the championship's, also where it takes
// as many matches.
func TestFormatChanged(t *testing.T) {
	sides := pairing.Boards{Count: 1}
	for _, c := range [][2]pairing.Format{
		{pairing.Gauntlet{Entrants: 3, Hero: 0, Boards: sides}, pairing.Gauntlet{Entrants: 3, Hero: 1, Boards: sides}},
		{pairing.Swiss{Order: []int32{0, 1, 2}, Count: 2, Boards: sides}, pairing.Swiss{Order: []int32{0, 1, 2}, Count: 2, Boards: pairing.Boards{Count: 2, OneSided: true}}},
	} {
		d := &faultdisk.Disk{}
		if err := play(d, definition(3, c[0]), options(), bots(1)); err != nil {
			t.Fatal(err)
		}
		var other *OtherError
		if err := play(d, definition(3, c[1]), options(), bots(1)); !errors.As(err, &other) {
			t.Errorf("%+v goes on as %+v: %v", c[0], c[1], err)
		}
	}
}

// TestOtherNamed: what was changed is named, not what follows from it.
func TestOtherNamed(t *testing.T) {
	robin := func(n, boards int) *Definition {
		return definition(n, pairing.RoundRobin{Entrants: n, Boards: pairing.Boards{Count: boards}})
	}
	d := &faultdisk.Disk{}
	if err := play(d, robin(3, 2), options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		def  *Definition
		want string
	}{
		{robin(4, 2), "list of entrants is e0, e1, e2, not e0, e1, e2, e3"},
		{robin(3, 3), "number of rounds (from boards, sides, groups and the like) is "},
	} {
		if err := play(d, c.def, options(), bots(1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestFormatUnknown: a journal of an arena that did not keep the format's
// settings goes on.
func TestFormatUnknown(t *testing.T) {
	d := journal.Folder(t.TempDir())
	def := formats()["swiss"]
	if err := play(d, def, options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(string(d), journal.Name)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	older := regexp.MustCompile(`"settings":"[^"]+",`).ReplaceAll(text, nil)
	if len(older) == len(text) {
		t.Fatal("the journal does not keep them")
	}
	if err := os.WriteFile(name, older, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := play(d, def, options(), bots(1)); err != nil {
		t.Error(err)
	}
}

// TestRulesChanged takes over other points at once, and keeps them.
func TestRulesChanged(t *testing.T) {
	d := &faultdisk.Disk{}
	def := formats()["round-robin"]
	if err := play(d, def, options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	def.Table = table.Options{Scheme: table.Scheme{Win: table.Whole(3), Draw: table.Whole(1)}, TieBreaks: []string{"gold"}}
	def.Entrants[0].Name = "Bot zero"
	if err := play(d, def, options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	steps := d.Steps()
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Standings()
	if err != nil || strings.Join(s.Chain, ", ") != "points, gold (more first)" || s.Lines[0].Points > table.Whole(36) || !strings.Contains(tables(t, b), "Bot zero") {
		t.Errorf("%+v, %v", s, err)
	}
	if b.Policy() != nil {
		t.Errorf("a policy that nobody gave: %+v", b.Policy())
	}
	if err := play(d, def, options(), bots(1)); err != nil || d.Steps() > steps+3 {
		t.Errorf("rules that did not change were written again: %d steps, %v", d.Steps()-steps, err)
	}
}

// TestPolicyKept keeps the policy for grades with the results, exactly, and is
// no change of the championship.
func TestPolicyKept(t *testing.T) {
	d := &faultdisk.Disk{}
	def := formats()["round-robin"]
	for _, gate := range []*big.Rat{big.NewRat(9, 10), big.NewRat(1, 3)} {
		p := grade.Contest()
		p.Gate = gate
		p.Steps = []grade.Step{{From: new(big.Rat), Grade: big.NewRat(1, 7), Mark: "F"}, {From: big.NewRat(11, 2), Grade: big.NewRat(10, 1)}}
		p.Late = grade.Late{Deadline: time.Date(2026, 5, 31, 23, 59, 0, 0, time.FixedZone("", 7200)), PerDay: big.NewRat(1, 2), Refuse: 3}
		def.Grade = &p
		for range 2 { // the second time nothing is new
			if err := play(d, def, options(), bots(1)); err != nil {
				t.Fatal(err)
			}
			b, err := Load(d)
			if err != nil {
				t.Fatal(err)
			}
			kept, err := b.Grades(nil, *b.Policy())
			if err != nil {
				t.Fatal(err)
			}
			given, err := b.Grades(nil, p)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := asJSON(t, kept), asJSON(t, given); got != want || asJSON(t, b.Policy()) != asJSON(t, p) || !b.Policy().Late.Deadline.Equal(p.Late.Deadline) {
				t.Errorf("gate %s: kept %s, grades\n%s\nwant\n%s", gate, asJSON(t, b.Policy()), got, want)
			}
		}
	}
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
