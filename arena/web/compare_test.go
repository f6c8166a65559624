package web

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// contest compares what many watchers make of a figure of a match with what it
// is without them. Three matches at a time are played, in changing order: two
// without and one with watchers. What the two differ by is what a host does to
// a match by itself, at the load that it has just then.
type contest struct {
	apart []float64 // of every three: the greater of the two without by the lesser
	ratio []float64 // the one with watchers by the middle of the two, geometrically
	ranks []int     // how many of the two were quicker than it
}

func (c *contest) add(without1, with, without2 float64) {
	c.apart = append(c.apart, max(without1, without2)/min(without1, without2))
	c.ratio = append(c.ratio, with/math.Sqrt(without1*without2))
	rank := 0
	for _, without := range []float64{without1, without2} {
		if without < with {
			rank++
		}
	}
	c.ranks = append(c.ranks, rank)
}

// middle returns the median ratio, and bounds of it: of 20 times that the
// contest is held, what it goes to in the long run lies between them in 19.
func (c *contest) middle() (median, low, high float64) {
	n := len(c.ratio)
	sorted := slices.Sorted(slices.Values(c.ratio))
	k := max(0, int(float64(n)/2-0.98*math.Sqrt(float64(n)))) // by the signs
	return sorted[n/2], sorted[k], sorted[n-1-k]
}

// spread returns what nine in ten matches without watchers differ by at most.
func (c *contest) spread() float64 {
	sorted := slices.Sorted(slices.Values(c.apart))
	return sorted[(len(sorted)-1)*9/10]
}

// chance returns how likely the match with watchers is to be the slower one as
// often as it was, or more often, where watchers make no difference: each of
// three matches is then the slowest as likely as the others, whatever else the
// host does.
func (c *contest) chance() float64 {
	ways, sum := []float64{1}, 0 // by the sum of ranks
	for _, rank := range c.ranks {
		next := make([]float64, len(ways)+2)
		for s, p := range ways {
			for r := range 3 {
				next[s+r] += p / 3
			}
		}
		ways, sum = next, sum+rank
	}
	p := 0.0
	for _, w := range ways[sum:] {
		p += w
	}
	return p
}

// measurable reports whether watchers cost something that can be measured: the
// match with them is the slower one too often for chance, by more than matches
// without them differ.
func (c *contest) measurable() bool {
	median, _, _ := c.middle()
	return c.chance() < 0.001 && median > c.spread()
}

func (c *contest) String() string {
	median, low, high := c.middle()
	return fmt.Sprintf("with by without watchers %.3f (%.3f to %.3f), without by without %.3f at most in 9 of 10; so slow by chance: %.2g",
		median, low, high, c.spread(), c.chance())
}

// TestContest: what is the same is found to be the same however much the host
// does, and what costs a tenth is found out.
func TestContest(t *testing.T) {
	for _, c := range []struct {
		name        string
		noise, cost float64
		want        bool
	}{
		{"the same", 0.02, 1, false},
		{"the same, at some load", 0.8, 1, false},
		{"a tenth more", 0.02, 1.1, true},
		{"half as much again, at some load", 0.1, 1.5, true},
		{"a tenth less", 0.02, 0.9, false},
	} {
		var v contest
		at := 0.0
		wave := func() float64 { // between 1 and 1 + noise, anyhow
			at += 2.399963
			return 1 + c.noise*(1+math.Sin(at*at))/2
		}
		for range contests {
			v.add(50*wave(), 50*wave()*c.cost, 50*wave())
		}
		if v.measurable() != c.want {
			t.Errorf("%s: measurable %t: %v", c.name, v.measurable(), &v)
		}
	}
	sure := contest{}
	for range 3 {
		sure.add(1, 2, 1)
	}
	if p := sure.chance(); math.Abs(p-1.0/27) > 1e-9 {
		t.Errorf("the slowest of three three times has the chance %v, want 1/27", p)
	}
}
