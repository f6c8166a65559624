package main

import (
	"math/rand/v2"
	"testing"

	"botarena/bots/house/papersoccer/value"
)

// TestFitLearns plays a few games and fits a network to them: it must come to
// know their outcomes, as they are the only ones it sees.
func TestFitLearns(t *testing.T) {
	o := &options{games: 20, expand: 2, keep: 1000, passes: 10, workers: 2, outcome: 1, seed: 1}
	w, mean := new(value.Weights), new(value.Weights)
	value.Randomise(w, rand.New(rand.NewPCG(1, 1)))
	*mean = *w
	net := value.NewNet(w)
	samples := playRound(o, net, 0)
	again := playRound(o, net, 0)
	if len(samples) != len(again) || len(samples) < 100 {
		t.Fatalf("%d positions, then %d", len(samples), len(again))
	}
	for i := range samples {
		if samples[i] != again[i] {
			t.Fatalf("position %d differs in a second run", i)
		}
	}
	before, after := fit(w, mean, samples, samples, o, 0.01, rand.New(rand.NewPCG(1, 2)))
	if after > before-0.02 {
		t.Errorf("loss %f, then %f", before, after)
	}
}
