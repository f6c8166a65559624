package match

import (
	"testing"
	"time"

	"botarena/arena/record"
)

// TestLongest: two boards of a toy whose match has twelve turns at most.
func TestLongest(t *testing.T) {
	const s = record.Duration(time.Second)
	for _, c := range []struct {
		terms record.Terms
		want  time.Duration
	}{
		{record.Terms{Clock: "off", Start: 10 * s, Move: s}, 0},
		{record.Terms{Clock: "wall", Start: 10 * s, Move: s}, 44 * time.Second},
		{record.Terms{Clock: "wall", Start: 10 * s, Move: s, Grace: s / 2}, 56 * time.Second},
		{record.Terms{Clock: "fair", Start: 10 * s, Move: s, Total: 3 * s}, 26 * time.Second},
		{record.Terms{Clock: "fair", Start: 10 * s, Move: s, Total: 60 * s}, 44 * time.Second},
	} {
		if got := Longest(&toySetup{Goal: 3, Boards: 2}, c.terms, 2); got != c.want {
			t.Errorf("%+v: %v, want %v", c.terms, got, c.want)
		}
	}
}
