package main

import (
	"fmt"
	"math"
	"time"
)

// tally counts pairs from the first player's side.
type tally struct {
	pairs, won, drawn int
	points            [2]int
	escapes           [2]int // with each player as the cat
	kept              [2]int // moves of the matches in which it was caught
	slowest           [2]time.Duration
}

func (t *tally) add(p pair) {
	t.pairs++
	switch {
	case p.points[0] > p.points[1]:
		t.won++
	case p.points[0] == p.points[1]:
		t.drawn++
	}
	for i := range 2 {
		t.points[i] += p.points[i]
		t.slowest[i] = max(t.slowest[i], p.slowest[i])
		if p.escaped[i] {
			t.escapes[i]++
		} else {
			t.kept[i] += p.moves[i]
		}
	}
}

// score is the share of the pairs won, a drawn one half.
func (t *tally) score() float64 {
	return (float64(t.won) + float64(t.drawn)/2) / float64(t.pairs)
}

func (t *tally) text(specs []string) string {
	n := float64(t.pairs)
	score := t.score()
	lost := t.pairs - t.won - t.drawn
	// The deviation of a pair's result, which is 0, ½ or 1.
	square := (float64(t.won) + float64(t.drawn)/4) / n
	half := 1.96 * math.Sqrt(max(0, square-score*score)/n)
	text := fmt.Sprintf("%s against %s: %d pairs, %d won, %d drawn, %d lost: %.1f %% ± %.1f; %.0f to %.0f points a match",
		specs[0], specs[1], t.pairs, t.won, t.drawn, lost, 100*score, 100*half, float64(t.points[0])/n/2, float64(t.points[1])/n/2)
	for i := range 2 {
		text += fmt.Sprintf("; cat of %s got out %d times", specs[i], t.escapes[i])
		if caught := t.pairs - t.escapes[i]; caught > 0 {
			text += fmt.Sprintf(", was caught %d times after %d moves", caught, t.kept[i]/caught)
		}
	}
	return text + fmt.Sprintf("; slowest %v, %v", t.slowest[0].Round(time.Millisecond), t.slowest[1].Round(time.Millisecond))
}
