// Package pairing says who meets whom, in which order, on which board.
//
// A [Format] makes rounds of matches one after the other. Rounds of the fixed
// formats ([All], [RoundRobin], [Gauntlet]) depend on nothing but the number
// of entrants; those of [Swiss] and of [Groups] with their knock-out depend on
// what was played, which they are told as a [Past].
//
// Entrants are numbers from 0. A board is the number of a starting position:
// the same list of boards serves every pair of entrants, and the seed of a
// board depends on the championship's seed alone ([BoardSeed]).
//
// The order of the matches makes a table meaningful long before the end: a
// round gives every entrant equally much to do, as far as the numbers allow,
// and both matches of a pair on one board stand side by side.
package pairing

import (
	"fmt"

	"botarena/arena/game"
)

// Match is one match of two seats.
type Match struct {
	Round int32    // from 0
	Board int32    // from 0
	Seats [2]int32 // the entrant in each seat
}

// Round is what is played before anything else is decided.
type Round struct {
	// Name says what the round is, such as "round 3" or "semi-final".
	Name    string
	Matches []Match
	// Byes lists the entrants that have no opponent in this round.
	Byes []int32
	// Bracket lists, in a round of a knock-out, who stands in its places: two
	// neighbours meet. A place without an entrant is -1.
	Bracket []int32
}

// Boards says how often a pair meets.
type Boards struct {
	// Count is the number of starting positions, at least 1.
	Count int
	// OneSided leaves out the second match on each board, in which the sides
	// are swapped. A bot's side then decides with; it is for games in which
	// the sides cannot be swapped.
	OneSided bool
}

// Matches returns the number of matches of one meeting.
func (b Boards) Matches() int {
	if b.OneSided {
		return b.Count
	}
	return 2 * b.Count
}

// meet appends the matches of two entrants on one board.
func (b Boards) meet(dst []Match, round, board int, first, second int32) []Match {
	m := Match{Round: int32(round), Board: int32(board), Seats: [2]int32{first, second}}
	dst = append(dst, m)
	if b.OneSided {
		return dst
	}
	m.Seats = [2]int32{second, first}
	return append(dst, m)
}

// meetOnAll appends the matches of two entrants on every board.
func (b Boards) meetOnAll(dst []Match, round int, first, second int32) []Match {
	for board := range b.Count {
		dst = b.meet(dst, round, board, first, second)
	}
	return dst
}

// BoardSeed returns the seed of a board of a championship. It depends on
// nothing else, so that no change of the bots changes a starting position.
func BoardSeed(master uint64, board int) uint64 {
	return game.DeriveSeed(master, fmt.Sprintf("board %d", board))
}

// Draw returns the entrants 0 to n-1 in an order drawn from the seed, for
// whatever has to be drawn by lot.
func Draw(master uint64, n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	game.NewRand(master, "draw").Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// Past is what a format may ask about the rounds before.
type Past interface {
	// Rounds returns the rounds before, in their order.
	Rounds() []Round
	// Removed reports whether an entrant is out: it is not paired any more.
	Removed(entrant int32) bool
	// Points returns the entrant's points in all rounds before, in any unit.
	Points(entrant int32) int64
	// Better compares two entrants by the matches of the rounds from to
	// until-1 that were played among the given entrants only; negative where
	// a is better, 0 where nothing that counts tells them apart.
	Better(a, b int32, from, until int, among []int32) int
}

// Format makes the rounds of a championship.
type Format interface {
	// Name is the format's name in configs and journals.
	Name() string
	// Adaptive says that rounds depend on results.
	Adaptive() bool
	// Rounds returns how many rounds there are with all entrants, and how
	// many matches in all of them: exact, unless entrants are removed.
	Rounds() (rounds, matches int)
	// Next returns round number len(past.Rounds()), and false when there is
	// none any more. Every match of the rounds before must be settled where
	// the format is adaptive: played, or decided by the organiser.
	Next(past Past) (Round, bool)
}
