package main

import (
	"testing"

	"botarena/arena/game/catchcat"
	"botarena/bots/house/level"
)

// play plays pairs as the command does by default.
func play(t *testing.T, pairs int, players [2]string) *tally {
	t.Helper()
	c := &contest{pairs: pairs, inside: 4, seed: 1}
	c.setup = catchcat.Setup{Size: catchcat.DefaultSize, Blocked: catchcat.Range{Min: 5, Max: 12}}
	for i, spec := range players {
		var err error
		if c.options[i], err = parse(spec); err != nil {
			t.Fatal(err)
		}
	}
	total := new(tally)
	for n := range pairs {
		p, err := c.pair(n)
		if err != nil {
			t.Fatal(err)
		}
		total.add(p)
	}
	t.Log(total.text(players[:]))
	return total
}

// TestLevels: what is bounded by nodes alone gives the same matches on every
// machine.
func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		pairs   int
		players [2]string
		least   float64
	}{
		{10, [2]string{"sensible", "random"}, 0.9},
		{10, [2]string{"novice", "sensible"}, 0.75},
		{10, [2]string{"club", "sensible"}, 0.75},
		{10, [2]string{"club", "novice"}, 0.7},
	} {
		if got := play(t, tt.pairs, tt.players).score(); got < tt.least {
			t.Errorf("%s against %s: %.2f, want at least %.2f", tt.players[0], tt.players[1], got, tt.least)
		}
	}
}

func TestParse(t *testing.T) {
	o, err := parse("master,nodes=5,time=1s")
	if err != nil || o.Level != level.Master || o.Budget.Nodes != 5 || o.Budget.Time.String() != "1s" {
		t.Errorf("%+v, %v", o, err)
	}
	for _, spec := range []string{"", "best", "club,nodes=x", "club,depth=3"} {
		if _, err := parse(spec); err == nil {
			t.Errorf("%q was taken", spec)
		}
	}
	for _, specs := range [][]string{nil, {"club"}, {"club", "dog"}} {
		if err := run(&contest{pairs: 1, setup: *catchcat.DefaultSetup()}, 1, specs); err == nil {
			t.Errorf("%q were taken", specs)
		}
	}
}
