package championship

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.FixedZone("", 7200))

// TestRulings makes each ruling, checks what it changes, undoes it, and finds
// the table as it was; the journal is read anew each time.
func TestRulings(t *testing.T) {
	def := formats()["round-robin"]
	d := &faultdisk.Disk{}
	if err := play(d, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	before, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	want := tables(t, before)
	points := [2]table.Points{table.Whole(400), table.Whole(100)}
	_, _, seats, _ := before.Match(3)
	for i, r := range []Ruling{
		{Kind: RuleVoid, Match: 3, Reason: "the power failed"},
		{Kind: RuleForfeit, Match: 3, Entrant: seats[0], Reason: "the board was unplugged"},
		{Kind: RuleResult, Match: 3, Outcomes: [2]game.Outcome{game.Draw, game.Draw}, Points: &points, Reason: "agreed"},
		{Kind: RuleDisqualify, Entrant: "e1", Reason: "copied code"},
		{Kind: RuleStrike, Entrant: "e1", Reason: "copied code"},
	} {
		b, err := Rule(ctx, d, r, now)
		if err != nil {
			t.Fatalf("%s: %v", r.Kind, err)
		}
		changed := tables(t, b)
		if changed == want {
			t.Errorf("%s changes nothing", r.Kind)
		}
		again, err := Load(d)
		if err != nil || tables(t, again) != changed {
			t.Errorf("%s: read again it is another table, %v", r.Kind, err)
		}
		got := again.rulings[len(again.rulings)-1]
		if got.Number != 2*i+1 || got.Reason != r.Reason || got.Time.Format(time.RFC3339) != "2026-06-01T10:00:00Z" {
			t.Errorf("%s was kept as %+v", r.Kind, got)
		}
		check(t, again, r)
		if b, err = Rule(ctx, d, Ruling{Kind: RuleUndo, Undo: got.Number, Reason: "appeal"}, now); err != nil {
			t.Fatal(err)
		}
		if restored := tables(t, b); restored != want {
			t.Errorf("%s undone:\n%s\nwant\n%s", r.Kind, restored, want)
		}
	}
}

// check checks a ruling's effect.
func check(t *testing.T, b *Book, r Ruling) {
	t.Helper()
	s, err := b.Standings()
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for res := range b.Results() {
		if res.Match != r.Match {
			continue
		}
		found = true
		switch {
		case r.Kind == RuleForfeit && (res.Seats[0].Outcome != game.Lose || res.Seats[1].Outcome != game.Win || !res.Seats[0].Forfeit),
			r.Kind == RuleResult && (res.Seats[0].Points != table.Whole(400) || res.Seats[1].Outcome != game.Draw):
			t.Errorf("%s: %+v", r.Kind, res)
		}
	}
	if found == (r.Kind == RuleVoid) {
		t.Errorf("%s: the match counts: %v", r.Kind, found)
	}
	if last := s.Lines[len(s.Lines)-1]; r.Kind == RuleDisqualify || r.Kind == RuleStrike {
		if last.ID != r.Entrant || last.Removed != r.Reason {
			t.Errorf("%s: the last line is %+v", r.Kind, last)
		}
		students, err := b.Students(nil)
		if err != nil {
			t.Fatal(err)
		}
		grades, err := grade.Compute(students, grade.Contest())
		if err != nil || grades[1].Shown != "0.0" || grades[1].Why != "removed: copied code" {
			t.Errorf("%s: %+v, %v", r.Kind, grades[1], err)
		}
	}
}

func TestBadRulings(t *testing.T) {
	d := &faultdisk.Disk{}
	if err := play(d, formats()["all"], options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r    Ruling
		want string
	}{
		{Ruling{Kind: RuleVoid}, "a ruling needs a reason"},
		{Ruling{Kind: "ban", Reason: "x"}, `ruling "ban": want void, forfeit, result, disqualify, strike, reinstate or undo`},
		{Ruling{Kind: RuleVoid, Match: 9, Reason: "x"}, "no match 9: they go from 0 to 8"},
		{Ruling{Kind: RuleDisqualify, Entrant: "x", Reason: "x"}, `no entrant "x"`},
		{Ruling{Kind: RuleForfeit, Match: 3, Entrant: "e2", Reason: "x"}, "e2 did not play in match 3"},
		{Ruling{Kind: RuleForfeit, Match: 0, Entrant: "e0", Reason: "x"}, "match 0 is one of e0 against itself: void it instead"},
		{Ruling{Kind: RuleResult, Match: 3, Reason: "x", Outcomes: [2]game.Outcome{game.Win, game.Win}}, "win and win are no result of one match"},
		{Ruling{Kind: RuleResult, Match: 3, Reason: "x", Outcomes: [2]game.Outcome{game.Win, "x"}}, `outcome "x": want win, lose or draw`},
		{Ruling{Kind: RuleResult, Match: 3, Reason: "x", Outcomes: [2]game.Outcome{game.Win, game.Lose}}, "the game's own points count: give the points of both seats"},
		{Ruling{Kind: RuleUndo, Undo: 1, Reason: "x"}, "no ruling 1"},
	} {
		if _, err := Rule(ctx, d, c.r, now); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := Rule(ctx, d, Ruling{Kind: RuleVoid, Match: 1, Reason: "x"}, now); err != nil {
		t.Fatal(err)
	}
	if _, err := Rule(ctx, d, Ruling{Kind: RuleUndo, Undo: 1, Reason: "x"}, now); err != nil {
		t.Fatal(err)
	}
	for undo, want := range map[int]string{1: "ruling 1 is undone already", 2: "ruling 2 is an undo: make the ruling again that it undid"} {
		if _, err := Rule(ctx, d, Ruling{Kind: RuleUndo, Undo: undo, Reason: "x"}, now); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestRemovedUnderWay disqualifies before the end: what is left of the
// entrant is not played, and played after all when it is reinstated (F079).
func TestRemovedUnderWay(t *testing.T) {
	def := formats()["round-robin"]
	undisturbed := &faultdisk.Disk{}
	if err := play(undisturbed, def, options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	d := &faultdisk.Disk{}
	r, err := Start(ctx, d, def, options())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := Rule(ctx, d, Ruling{Kind: RuleDisqualify, Entrant: "e3", Reason: "left"}, now); err != nil {
		t.Fatal(err)
	}
	if err := play(d, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := b.Standings(); err != nil || s.Done != 12 || s.Left != 0 || s.Partial || s.Lines[3].ID != "e3" || s.Lines[3].Played != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Rule(ctx, d, Ruling{Kind: RuleReinstate, Entrant: "e3", Reason: "came back"}, now); err != nil {
		t.Fatal(err)
	}
	if err := play(d, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	if got, want := outcome(t, d), outcome(t, undisturbed); got != want {
		t.Errorf("reinstated:\n%s\nwant\n%s", got, want)
	}
}

// TestRemoveFor removes who committed a violation (Gold Hunter, seed), with
// both rules for its matches, and reinstates.
func TestRemoveFor(t *testing.T) {
	def := formats()["round-robin"]
	def.RemoveFor = []game.Fault{game.Violation}
	by := bots(1)
	by.Fault = func(s *match.Spec, seat int) game.Fault {
		if s.Header.Seats[seat].Name == "Bot 2" && s.ID != "0" {
			return game.Violation
		}
		return game.NoFault
	}
	for removal, opponents := range map[table.Removal]int{table.Strike: 8, table.Keep: 12} {
		def.Table.Removal = removal
		d := &faultdisk.Disk{}
		if err := play(d, def, options(), by); err != nil {
			t.Fatal(err)
		}
		b, err := Load(d)
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.Standings()
		if err != nil {
			t.Fatal(err)
		}
		last := s.Lines[3]
		if last.ID != "e2" || !strings.HasPrefix(last.Removed, "violation in match ") || s.Lines[0].Played != opponents {
			t.Errorf("%s: %+v; the first one played %d", removal, last, s.Lines[0].Played)
		}
		if b, err = Rule(ctx, d, Ruling{Kind: RuleReinstate, Entrant: "e2", Reason: "a false alarm"}, now); err != nil {
			t.Fatal(err)
		}
		if s, _ = b.Standings(); s.Lines[3].Removed != "" {
			t.Errorf("%s: reinstated: %+v", removal, s.Lines[3])
		}
	}
}

// TestRuledValid: a match that was lost by a fault, and is ruled not to be lost,
// is a valid one. A fault that did not lose it stays: in Gold Hunter who crashes
// may still win or draw on gold, and points that are put right forgive nothing.
func TestRuledValid(t *testing.T) {
	const was = 3 // the match
	win, draw, lose := [2]game.Outcome{game.Win, game.Lose}, [2]game.Outcome{game.Draw, game.Draw}, [2]game.Outcome{game.Lose, game.Win}
	for _, c := range []struct {
		name     string
		played   [2]game.Outcome
		fault    game.Fault // of the first seat
		outcomes [2]game.Outcome
		stays    bool
	}{
		{"lost, ruled a win", lose, game.Timeout, win, false},
		{"lost, ruled a draw", lose, game.Timeout, draw, false},
		{"lost, and still", lose, game.Timeout, lose, true},
		{"won with a crash", win, game.Crash, win, true},
		{"won with a crash, ruled a draw", win, game.Crash, draw, true},
		{"drawn with a crash", draw, game.Crash, draw, true},
		{"drawn with a violation, ruled a win", draw, game.Violation, win, true},
		{"lost by a violation, ruled a win", lose, game.Violation, win, false},
	} {
		def := formats()["round-robin"]
		def.RemoveFor = []game.Fault{game.Violation}
		d := &faultdisk.Disk{}
		by := &refereed{bots(1), func(o *match.Outcome) {
			if o.Spec.ID == fmt.Sprint(was) {
				for seat := range o.Record.Result.Seats {
					o.Record.Result.Seats[seat].Outcome = c.played[seat]
				}
				o.Record.Result.Seats[0].Fault = c.fault
			}
		}}
		if err := play(d, def, options(), by); err != nil {
			t.Fatal(err)
		}
		points := [2]table.Points{table.Whole(250), table.Whole(250)}
		b, err := Rule(ctx, d, Ruling{Kind: RuleResult, Match: was, Outcomes: c.outcomes, Points: &points, Reason: "the host slept"}, now)
		if err != nil {
			t.Fatal(err)
		}
		_, _, ids, _ := b.Match(was)
		students, err := b.Students(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range students {
			stays := c.stays && s.ID == ids[0]
			if removes := stays && c.fault == game.Violation; (s.Removed != "") != removes {
				t.Errorf("%s: %s is removed: %q, want %v", c.name, s.ID, s.Removed, removes)
			} else if invalid := s.Played - s.Valid; s.Removed == "" && (invalid == 1) != stays {
				t.Errorf("%s: %s has %d invalid matches, want one: %v", c.name, s.ID, invalid, stays)
			}
		}
	}
}

// refereed changes what became of matches.
type refereed struct {
	match.Dispatcher
	change func(*match.Outcome)
}

func (r *refereed) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	return r.Dispatcher.Dispatch(ctx, specs, func(o match.Outcome) {
		r.change(&o)
		done(o)
	})
}

// TestBeatenRemoved: whom the rules give the matches of a removed entrant has
// beaten it, and nobody has where they are struck.
func TestBeatenRemoved(t *testing.T) {
	for removal, want := range map[table.Removal]int{table.Strike: 0, table.Keep: 3} {
		def := formats()["round-robin"]
		def.Table.Removal = removal
		d := &faultdisk.Disk{}
		if err := play(d, def, options(), bots(1)); err != nil {
			t.Fatal(err)
		}
		b, err := Rule(ctx, d, Ruling{Kind: RuleDisqualify, Entrant: "e1", Reason: "copied"}, now)
		if err != nil {
			t.Fatal(err)
		}
		students, err := b.Students(nil)
		if err != nil {
			t.Fatal(err)
		}
		beaten := 0
		for _, s := range students {
			if s.ID != "e1" && s.Beaten("e1") {
				beaten++
			}
		}
		if beaten != want {
			t.Errorf("%s: %d have beaten it, want %d", removal, beaten, want)
		}
	}
}

// TestWalkover checks an entrant with one program only (Catch the Cat): its
// missing one loses to everybody, in the match against itself too.
func TestWalkover(t *testing.T) {
	def := definition(3, pairing.All{Entrants: 3, Boards: 1})
	def.Entrants[0].Programs[1] = nil
	def.Entrants[1].Programs[1] = nil
	def.Entrants[1].Programs[0] = def.Entrants[2].Programs[0]
	d := &faultdisk.Disk{}
	if err := play(d, def, options(), bots(2)); err != nil {
		t.Fatal(err)
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Standings()
	if err != nil || s.Done != 9 || s.Partial {
		t.Fatalf("%+v, %v", s, err)
	}
	students, err := b.Students(nil)
	if err != nil || len(students) != 3 {
		t.Fatal(students, err)
	}
	for _, st := range students {
		if st.Played != 5 || st.Self != 1 {
			t.Errorf("%s: %d matches, %d against itself, want 5 and 1", st.ID, st.Played, st.Self)
		}
	}
	for _, l := range s.Lines {
		want := map[string]int{"e0": 2, "e1": 2, "e2": 5}[l.ID]
		if l.Played != 5 || l.Valid != want {
			t.Errorf("%s: valid in %d of %d, want %d of 5", l.ID, l.Valid, l.Played, want)
		}
	}
}
