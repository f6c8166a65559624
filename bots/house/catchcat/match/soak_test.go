//go:build soak

package main

import "testing"

// TestLevelsSoak plays the 200 matches a pairing of the README.
func TestLevelsSoak(t *testing.T) {
	for _, tt := range []struct {
		players [2]string
		least   float64
	}{
		{[2]string{"club", "sensible"}, 0.75},
		{[2]string{"master,time=0s,nodes=100000", "club"}, 0.7},
	} {
		got := play(t, 100, tt.players).score()
		t.Logf("%s against %s: %.2f", tt.players[0], tt.players[1], got)
		if got < tt.least {
			t.Errorf("%s against %s: %.2f, want at least %.2f", tt.players[0], tt.players[1], got, tt.least)
		}
	}
}
