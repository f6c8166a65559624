package championship

import (
	"errors"
	"io/fs"
	"reflect"
	"testing"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
)

// TestLoadPlayed reads championships of every format back match by match, and
// holds them against the table's results.
func TestLoadPlayed(t *testing.T) {
	for name, def := range formats() {
		d := &faultdisk.Disk{}
		by := bots(3)
		by.Void = func(s *match.Spec, attempt int) string {
			if s.ID == "1" || s.ID == "2" && attempt < 3 {
				return "asleep"
			}
			return ""
		}
		err := play(d, def, options(), by)
		if errors.As(err, new(*UndecidedError)) { // the next round needs match 1
			if _, err = Rule(ctx, d, Ruling{Kind: RuleVoid, Match: 1, Reason: "asleep"}, now); err == nil {
				err = play(d, def, options(), by)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		comparePlayed(t, name, d)
		b, err := Load(d)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(b.Attempts(2)); n != 2 {
			t.Errorf("%s: %d void attempts at match 2", name, n)
		}
		f := b.Facts()
		if f.Name != "test" || f.Game != "sim" || f.Seed != 7 || len(f.Setups) != 2 || len(f.Entrants) != len(def.Entrants) || len(f.Entrants[1].Programs[0]) != 64 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if _, err := LoadPlayed(&faultdisk.Disk{}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// comparePlayed checks that every match that counts comes once.
func comparePlayed(t *testing.T, name string, d journal.Disk) {
	t.Helper()
	seen := map[int]*Played{}
	b, err := LoadPlayed(d, func(p *Played) error {
		if seen[p.Number] != nil {
			t.Errorf("%s: match %d twice", name, p.Number)
		}
		seen[p.Number] = p
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	n := 0
	for r := range b.Results() {
		n++
		p := seen[r.Match]
		if p == nil {
			t.Errorf("%s: match %d is missing", name, r.Match)
			continue
		}
		round, board, entrants, _ := b.Match(r.Match)
		if p.Round != round || p.Board != board || p.Entrants != entrants || p.Attempt < 1 || p.Hash == "" || p.Began.IsZero() {
			t.Errorf("%s: %+v", name, p)
		}
		for seat, s := range p.Result.Seats {
			if got := r.Seats[seat]; got.Outcome != s.Outcome || got.Points != table.Whole(s.Points) || !reflect.DeepEqual(got.Counters, s.Counters) {
				t.Errorf("%s: match %d: %+v, in the table %+v", name, r.Match, s, got)
			}
		}
	}
	if n != len(seen) || n == 0 || n > b.Matches() {
		t.Errorf("%s: %d matches, in the table %d", name, len(seen), n)
	}
	wrong := errors.New("enough")
	if _, err := LoadPlayed(d, func(*Played) error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("%s: %v", name, err)
	}
}

// TestPlayedAgain: of a match that was played again after a change only the
// last time counts, and what was only opened again does not.
func TestPlayedAgain(t *testing.T) {
	def := formats()["round-robin"]
	d := &faultdisk.Disk{}
	if err := play(d, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	hashes := map[int]string{}
	if _, err := LoadPlayed(d, func(p *Played) error { hashes[p.Number] = p.Hash; return nil }); err != nil {
		t.Fatal(err)
	}
	changed := *def.Entrants[2].Programs[1]
	changed.Seat.Hash = "changed"
	def.Entrants[2].Programs[1] = &changed
	o := options()
	o.OnChange = Redo
	r, err := Start(ctx, d, def, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(ctx); err != nil {
		t.Fatal(err)
	}
	comparePlayed(t, "opened", d)
	if err := play(d, def, o, bots(2)); err != nil {
		t.Fatal(err)
	}
	comparePlayed(t, "played again", d)
	again := 0
	b, err := LoadPlayed(d, func(p *Played) error {
		if p.Hash != hashes[p.Number] {
			again++
			if p.Entrants[1] != "e2" {
				t.Errorf("match %d was played again: %v", p.Number, p.Entrants)
			}
		}
		return nil
	})
	if err != nil || again != 6 || b.Matches() != 24 {
		t.Errorf("%d played again, %v", again, err)
	}
}

// TestInForce: the last ruling about a match that was not undone decides.
func TestInForce(t *testing.T) {
	d := &faultdisk.Disk{}
	if err := play(d, formats()["all"], options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	const number = 8 // the last one, of two entrants
	_, _, entrants, _ := b.Match(number)
	if b.InForce(number) != nil || len(b.Rulings()) != 0 {
		t.Error("a ruling before there is one")
	}
	for i, c := range []struct {
		ruling   Ruling
		want     RulingKind
		touching string // the first of the two
	}{
		{Ruling{Kind: RuleVoid, Match: number, Reason: "light went out"}, RuleVoid, "void "},
		{Ruling{Kind: RuleForfeit, Match: number, Entrant: entrants[0], Reason: "late"}, RuleForfeit, "forfeit "},
		{Ruling{Kind: RuleDisqualify, Entrant: entrants[0], Reason: "copied"}, RuleForfeit, "forfeit disqualify "},
		{Ruling{Kind: RuleUndo, Undo: 2, Reason: "was in time"}, RuleVoid, "void disqualify "},
		{Ruling{Kind: RuleUndo, Undo: 1, Reason: "was another match"}, "", "disqualify "},
	} {
		if b, err = Rule(ctx, d, c.ruling, now); err != nil {
			t.Fatal(err)
		}
		var got RulingKind
		if r := b.InForce(number); r != nil {
			got = r.Kind
		}
		var touching string
		for _, r := range b.Touching(entrants[0]) {
			touching += string(r.Kind) + " "
		}
		if got != c.want || b.InForce(0) != nil || touching != c.touching {
			t.Errorf("after ruling %d: %q in force, want %q; %s is touched by %q, want %q", i+1, got, c.want, entrants[0], touching, c.touching)
		}
	}
	if !b.Undone(1) || !b.Undone(2) || b.Undone(3) || len(b.Rulings()) != 5 {
		t.Errorf("%+v", b.Rulings())
	}
}

func TestRulingString(t *testing.T) {
	for want, r := range map[string]Ruling{
		"ruling 1: match 7 is void (power cut)":                             {Number: 1, Kind: RuleVoid, Match: 7, Reason: "power cut"},
		"ruling 2: match 0 is forfeited by ann (late)":                      {Number: 2, Kind: RuleForfeit, Entrant: "ann", Reason: "late"},
		"ruling 3: match 7 ends draw–draw, points 2.5–2.5 (agreed)":         {Number: 3, Kind: RuleResult, Match: 7, Outcomes: [2]game.Outcome{game.Draw, game.Draw}, Points: &[2]table.Points{2500, 2500}, Reason: "agreed"},
		"ruling 4: ann is disqualified (copied)":                            {Number: 4, Kind: RuleDisqualify, Entrant: "ann", Reason: "copied"},
		"ruling 5: ann is disqualified and its matches are struck (copied)": {Number: 5, Kind: RuleStrike, Entrant: "ann", Reason: "copied"},
		"ruling 6: ann is in again (did not copy)":                          {Number: 6, Kind: RuleReinstate, Entrant: "ann", Reason: "did not copy"},
		"ruling 7: ruling 2 is undone (the clock was wrong)":                {Number: 7, Kind: RuleUndo, Undo: 2, Reason: "the clock was wrong"},
	} {
		if r.String() != want {
			t.Errorf("%s, want %s", r, want)
		}
	}
}
