//go:build soak

package main

import (
	"testing"

	"botarena/bots/house/papersoccer/bot"
)

// TestLevelsSoak plays the 200 matches a pairing of the README.
func TestLevelsSoak(t *testing.T) {
	const games = 200
	for _, tt := range []struct {
		players [2]string
		least   float64
	}{
		{[2]string{"club", "sensible"}, 0.75},
		{[2]string{"master,time=0s,expand=600", "club"}, 0.7},
	} {
		var options [2]bot.Options
		for i, spec := range tt.players {
			var err error
			if options[i], err = parse(spec); err != nil {
				t.Fatal(err)
			}
		}
		var total tally
		for n := range games {
			total.add(play(options, 1, n, 2))
		}
		share := float64(total.wins) / float64(total.games)
		t.Logf("%s won %d of %d against %s", tt.players[0], total.wins, total.games, tt.players[1])
		if share < tt.least {
			t.Errorf("%s against %s: %.2f, want at least %.2f", tt.players[0], tt.players[1], share, tt.least)
		}
	}
}
