package main

import (
	"testing"

	"botarena/bots/house/level"
	"botarena/bots/house/papersoccer/bot"
)

func TestPlaySwapsSides(t *testing.T) {
	var options [2]bot.Options
	for i, spec := range []string{"sensible", "random"} {
		var err error
		if options[i], err = parse(spec); err != nil {
			t.Fatal(err)
		}
	}
	var total tally
	for n := range 20 {
		total.add(play(options, 1, n, 2))
	}
	if total.games != 20 || total.wins < 18 {
		t.Errorf("sensible won %d of %d against random", total.wins, total.games)
	}
}

func TestParse(t *testing.T) {
	o, err := parse("novice,expand=7,explore=2.5,time=5ms")
	if err != nil || o.Level != level.Novice || o.Budget.Expansions != 7 || o.Params.Explore != 2.5 || o.Budget.Time.Milliseconds() != 5 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, spec := range []string{"", "expert", "club,depth=3", "club,expand=x", "club,weights=none"} {
		if _, err := parse(spec); err == nil {
			t.Errorf("%q was taken", spec)
		}
	}
}
