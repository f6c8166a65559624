package championship

import (
	"errors"
	"testing"

	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
)

// TestUndecided lets the semi-final of the weaker seed come out void: nobody
// goes on unplayed, until the organiser decides it, has it played again, or
// removes one of the two.
func TestUndecided(t *testing.T) {
	def := definition(4, pairing.Groups{Order: []int32{0, 1, 2, 3}, Count: 1, Advance: 4, Skip: true, KnockOut: pairing.Boards{Count: 1, OneSided: true}})
	broken := bots(1)
	broken.Void = func(s *match.Spec, attempt int) string {
		if s.ID == "0" { // e0 against e3
			return "the host slept"
		}
		return ""
	}
	win := Ruling{Kind: RuleResult, Match: 0, Outcomes: [2]game.Outcome{game.Lose, game.Win}, Points: &[2]table.Points{0, table.Whole(500)}, Reason: "a coin"}
	for name, c := range map[string]struct {
		ruling *Ruling
		retry  bool
		final  int32 // who meets the other semi-final's winner
	}{
		"result":     {&win, false, 3},
		"forfeit":    {&Ruling{Kind: RuleForfeit, Match: 0, Entrant: "e3", Reason: "late"}, false, 0},
		"void":       {&Ruling{Kind: RuleVoid, Match: 0, Reason: "the seed decides"}, false, 0},
		"disqualify": {&Ruling{Kind: RuleDisqualify, Entrant: "e0", Reason: "copied"}, false, 3},
		"retry":      {nil, true, 3},
	} {
		d := &faultdisk.Disk{}
		for range 2 { // going on alone decides nothing
			err := play(d, def, options(), broken)
			var undecided *UndecidedError
			if !errors.As(err, &undecided) || err.Error() != "match 0 came out void and nobody has decided (the host slept): the next round depends on it" {
				t.Fatalf("%s: %v", name, err)
			}
		}
		b, err := Load(d)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := b.Standings(); err != nil || len(b.rounds) != 1 || !s.Partial || len(s.Undecided) != 1 {
			t.Fatalf("%s: %d rounds, %+v, %v", name, len(b.rounds), s, err)
		}
		if c.ruling != nil {
			if _, err := Rule(ctx, d, *c.ruling, now); err != nil {
				t.Fatal(err)
			}
		}
		o, by := options(), broken
		if c.retry {
			o.RetryVoid, by = true, bots(1)
		}
		if err := play(d, def, o, by); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if b, err = Load(d); err != nil {
			t.Fatal(err)
		}
		s, err := b.Standings()
		if err != nil || s.Partial || len(s.Undecided) != 0 || len(b.rounds) != 2 || b.rounds[1].Bracket[0] != c.final {
			t.Errorf("%s: %+v, rounds %+v, %v", name, s, b.rounds, err)
		}
	}
}
