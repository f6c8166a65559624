package pairing

import (
	"fmt"
	"slices"
)

// Groups is a round robin in groups, then a knock-out of the best of each. A
// single group of which all go on, with Skip set, is a plain knock-out.
type Groups struct {
	Order     []int32 // the entrants, best or first drawn first: dealt to the groups like cards
	Count     int     // of groups
	Advance   int     // how many of each group go on
	Boards    Boards  // of a meeting in a group
	KnockOut  Boards  // of a meeting in the knock-out
	Skip      bool    // no group matches: the groups' order is the drawn one
	ThirdGame bool    // the losers of the semi-finals meet
}

var _ Format = Groups{}

// Name returns "groups" or "knock-out".
func (f Groups) Name() string {
	if f.Skip {
		return "knock-out"
	}
	return "groups"
}

// Adaptive returns true.
func (Groups) Adaptive() bool { return true }

// Rounds returns the number of rounds and of matches.
func (f Groups) Rounds() (rounds, matches int) {
	through := 0
	for _, g := range f.groups() {
		through += min(f.Advance, len(g))
		if !f.Skip {
			rounds = max(rounds, cycle(len(g)))
			matches += len(g) * (len(g) - 1) / 2 * f.Boards.Matches()
		}
	}
	if !f.Skip {
		rounds *= f.Boards.Count
	}
	for size := 1; size < through; size *= 2 {
		rounds++
	}
	if through > 1 {
		matches += (through - 1) * f.KnockOut.Matches()
	}
	if f.ThirdGame && through >= 4 {
		matches += f.KnockOut.Matches()
	}
	return rounds, matches
}

// groups deals the entrants to the groups, forth and back.
func (f Groups) groups() [][]int32 {
	n := max(f.Count, 1)
	groups := make([][]int32, n)
	for i, e := range f.Order {
		g := i % (2 * n)
		if g >= n {
			g = 2*n - 1 - g
		}
		groups[g] = append(groups[g], e)
	}
	return groups
}

// groupRounds returns how many rounds the groups take.
func (f Groups) groupRounds() int {
	if f.Skip {
		return 0
	}
	most := 0
	for _, g := range f.groups() {
		if len(g) > 1 {
			most = max(most, cycle(len(g)))
		}
	}
	return most * f.Boards.Count
}

// Next returns a round of the groups, or of the knock-out.
func (f Groups) Next(past Past) (Round, bool) {
	number, inGroups := len(past.Rounds()), f.groupRounds()
	if number < inGroups {
		return f.groupRound(number, inGroups/f.Boards.Count), true
	}
	return f.knockOut(past, inGroups)
}

func (f Groups) groupRound(number, rounds int) Round {
	r := Round{Name: fmt.Sprintf("groups, round %d", number+1)}
	for _, g := range f.groups() {
		if len(g) < 2 || number%rounds >= cycle(len(g)) {
			continue
		}
		pairs, bye := circle(len(g), number%rounds)
		if bye >= 0 {
			r.Byes = append(r.Byes, g[bye])
		}
		for _, p := range pairs {
			r.Matches = f.Boards.meet(r.Matches, number, number/rounds, g[p[0]], g[p[1]])
		}
	}
	return r
}

// Ranked returns every group's entrants, those removed left out, the best
// first; who is equal in all that counts keeps the drawn order.
func (f Groups) Ranked(past Past) [][]int32 {
	groups := f.groups()
	for i, g := range groups {
		g = slices.DeleteFunc(g, past.Removed)
		if !f.Skip {
			among := slices.Clone(g)
			slices.SortStableFunc(g, func(a, b int32) int { return past.Better(a, b, 0, f.groupRounds(), among) })
		}
		groups[i] = g
	}
	return groups
}
