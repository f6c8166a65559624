package championship

import (
	"errors"
	"testing"

	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/rating"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// TestBothLose: a match that both lose, as two do that never start, rates as a
// draw, whoever is asked first.
func TestBothLose(t *testing.T) {
	d := &faultdisk.Disk{}
	if err := play(d, definition(2, pairing.RoundRobin{Entrants: 2, Boards: pairing.Boards{Count: 1}}), options(), bots(1)); err != nil {
		t.Fatal(err)
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	for number := range b.matches {
		r := Ruling{Kind: RuleResult, Match: number, Outcomes: [2]game.Outcome{game.Lose, game.Lose}, Points: &[2]table.Points{}, Reason: "neither started"}
		var rerr error
		b, rerr = Rule(ctx, d, r, now)
		err = errors.Join(err, rerr)
	}
	if err != nil {
		t.Fatal(err)
	}
	f := b.inForce()
	scores := b.scores(&f, b.entrants(&f))
	for _, s := range scores {
		if s != (rating.Score{First: s.First, Second: s.Second, Draws: 1}) {
			t.Errorf("%+v, want a draw", s)
		}
	}
	if r := b.Ratings(); len(scores) != 2 || len(r.Players) != 2 || r.Players[0].Elo.Elo != 0 || r.Players[1].Elo.Elo != 0 {
		t.Errorf("%+v of %+v", r, scores)
	}
}
