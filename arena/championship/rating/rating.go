// Package rating estimates strengths from results: the Bradley–Terry model by
// maximum likelihood, with an advantage of the side that starts, shown as Elo.
//
// The chance that the first of two wins is 1/(1+10^-(d/400)), d being the
// difference of the strengths plus the advantage; a draw is half a win and
// half a loss. The likelihood has a maximum only where the results tie the
// players together: everybody must be reachable from everybody else by a
// chain of "did not lose to". Where that does not hold (somebody won every
// match, an advantage that nothing tells from strength), or where a strength
// is left less certain than by the prior, all are held near the average by a
// normal prior with the deviation [Prior], and the list says so. So a rating
// is always a number.
//
// Groups of players that never met (islands) are rated apart, each around 0:
// ratings of different islands cannot be compared.
package rating

import (
	"cmp"
	"math"
	"slices"
)

// Prior is the deviation, in Elo, of the strengths that are assumed where the
// results alone leave somebody's without bounds: that of a player of whom
// nothing is known in Glickman's system.
const Prior = 350.0

// perElo is the Elo scale: natural logarithm of the odds for one point.
var perElo = math.Ln10 / 400

// Z95 is the quantile of the normal distribution for 95 % on two sides.
const Z95 = 1.959963984540054

// Score is what two players reached with the first of them starting.
type Score struct {
	First, Second       int // players by index, different ones
	Wins, Draws, Losses int // of the first
}

// Player is one player's rating.
type Player struct {
	Index  int  // in the order of the caller
	Played int  // matches
	Rated  bool // false without a match: there is no rating
	// Elo is the strength; the mean of an island is 0. Low and High bound it
	// with 95 % certainty.
	Elo, Low, High float64
	// Island numbers the groups of players that met, from 1, the largest first.
	Island int
	// Bounded says that the rating is held by the prior.
	Bounded bool
}

// List is a list of ratings.
type List struct {
	Players []Player // by island, the strongest first; those without a match last
	Islands int
	// Advantage is that of the side that starts, in Elo, over all islands;
	// without matches it is not known.
	Advantage, AdvantageLow, AdvantageHigh float64
	AdvantageKnown                         bool
}

// Rate rates n players. The order of the scores changes nothing beyond the
// last digits. Its time grows with the cube of the players of an island.
func Rate(n int, scores []Score) *List {
	l := &List{}
	played := make([]int, n)
	for _, s := range scores {
		total := s.Wins + s.Draws + s.Losses
		played[s.First] += total
		played[s.Second] += total
	}
	islands := islands(n, scores)
	players := make([]Player, n)
	for i := range players {
		players[i] = Player{Index: i, Played: played[i]}
	}
	var weight, sum float64 // of the islands' advantages, by information
	place := make([]int32, n)
	for number, members := range islands {
		for i := range place {
			place[i] = -1
		}
		for at, i := range members {
			place[i] = int32(at)
		}
		m := newModel(len(members), place, scores)
		m.fit()
		for at, i := range members {
			p := &players[i]
			p.Rated, p.Island, p.Bounded = true, number+1, m.prior > 0
			p.Elo = m.strength[at] / perElo
			half := Z95 * m.deviation[at] / perElo
			p.Low, p.High = p.Elo-half, p.Elo+half
		}
		if v := m.deviation[len(members)]; v > 0 {
			weight += 1 / (v * v)
			sum += m.strength[len(members)] / (v * v)
		}
	}
	if weight > 0 {
		half := Z95 / math.Sqrt(weight) / perElo
		l.Advantage = sum / weight / perElo
		l.AdvantageLow, l.AdvantageHigh, l.AdvantageKnown = l.Advantage-half, l.Advantage+half, true
	}
	l.Islands = len(islands)
	slices.SortFunc(players, func(a, b Player) int {
		return cmp.Or(cmp.Compare(last(a.Island), last(b.Island)), cmp.Compare(b.Elo, a.Elo), cmp.Compare(a.Index, b.Index))
	})
	l.Players = players
	return l
}

// last puts players without an island behind all others.
func last(island int) int {
	if island == 0 {
		return math.MaxInt
	}
	return island
}

// islands returns the groups of players that are connected by matches, the
// largest first.
func islands(n int, scores []Score) [][]int {
	root := make([]int, n)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, s := range scores {
		if s.Wins+s.Draws+s.Losses > 0 {
			root[find(s.First)] = find(s.Second)
		}
	}
	groups := map[int][]int{}
	for i := range n {
		groups[find(i)] = append(groups[find(i)], i)
	}
	var list [][]int
	for _, g := range groups {
		if len(g) > 1 {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b []int) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0])) })
	return list
}
