package pairing

import "fmt"

// All is the championship of Catch the Cat's contest: every entrant's program of
// the first seat meets every entrant's program of the second seat, its own
// one too: n² matches of n entrants on each board.
type All struct {
	Entrants int
	Boards   int // starting positions; the contest has one
}

var _ Format = All{}

// Name returns "all".
func (All) Name() string { return "all" }

// Adaptive returns false.
func (All) Adaptive() bool { return false }

// Rounds returns a round for each distance of two entrants in their circle.
func (f All) Rounds() (rounds, matches int) {
	return f.Entrants * f.Boards, f.Entrants * f.Entrants * f.Boards
}

// Next returns the round in which each entrant's first program meets the
// second program of the entrant at a fixed distance: after every round each
// program of each entrant has played the same number of matches. The matches
// against oneself come first: they show soonest that something does not run.
func (f All) Next(past Past) (Round, bool) {
	number := len(past.Rounds())
	if f.Entrants == 0 || number >= f.Entrants*f.Boards {
		return Round{}, false
	}
	board, distance := number/f.Entrants, number%f.Entrants
	r := Round{Name: fmt.Sprintf("round %d", number+1), Matches: make([]Match, f.Entrants)}
	for i := range f.Entrants {
		r.Matches[i] = Match{
			Round: int32(number), Board: int32(board),
			Seats: [2]int32{int32(i), int32((i + distance) % f.Entrants)},
		}
	}
	return r, true
}

// RoundRobin lets every entrant meet every other one on every board.
type RoundRobin struct {
	Entrants int
	Boards   Boards
}

var _ Format = RoundRobin{}

// Name returns "round-robin".
func (RoundRobin) Name() string { return "round-robin" }

// Adaptive returns false.
func (RoundRobin) Adaptive() bool { return false }

// Rounds returns the rounds of one cycle for each board.
func (f RoundRobin) Rounds() (rounds, matches int) {
	if f.Entrants < 2 {
		return 0, 0
	}
	return cycle(f.Entrants) * f.Boards.Count, f.Entrants * (f.Entrants - 1) / 2 * f.Boards.Matches()
}

// Next returns the next round of the cycle on the board whose turn it is: all
// pairs meet on one board before any of them meets on the next.
func (f RoundRobin) Next(past Past) (Round, bool) {
	number := len(past.Rounds())
	if f.Entrants < 2 || number >= cycle(f.Entrants)*f.Boards.Count {
		return Round{}, false
	}
	r := Round{Name: fmt.Sprintf("round %d", number+1)}
	pairs, bye := circle(f.Entrants, number%cycle(f.Entrants))
	if bye >= 0 {
		r.Byes = []int32{bye}
	}
	for _, p := range pairs {
		r.Matches = f.Boards.meet(r.Matches, number, number/cycle(f.Entrants), p[0], p[1])
	}
	return r, true
}

// cycle returns how many rounds it takes until all of n have met.
func cycle(n int) int { return n - 1 + n%2 }

// circle returns round r of a cycle of n entrants by the circle method: one
// entrant stays, the others move on by one place each round. With an odd
// number the place of the one that stays is empty, and its opponent has a bye.
func circle(n, r int) (pairs [][2]int32, bye int32) {
	places := n + n%2
	moving := places - 1
	bye = -1
	at := func(place int) int32 { return int32((place + r) % moving) }
	for i := range places / 2 {
		a, b := at(i), at(moving-1-i)
		if i == places/2-1 {
			// The last pair is that of the entrant which stays.
			a, b = at(i), int32(moving)
			if n%2 != 0 {
				bye = a
				continue
			}
			// It changes sides every round.
			if r%2 != 0 {
				a, b = b, a
			}
		}
		pairs = append(pairs, [2]int32{a, b})
	}
	return pairs, bye
}

// Gauntlet lets one entrant meet each of the others on every board.
type Gauntlet struct {
	Entrants int
	Hero     int32 // the entrant that meets all others
	Boards   Boards
}

var _ Format = Gauntlet{}

// Name returns "gauntlet".
func (Gauntlet) Name() string { return "gauntlet" }

// Adaptive returns false.
func (Gauntlet) Adaptive() bool { return false }

// Rounds returns a round for each board.
func (f Gauntlet) Rounds() (rounds, matches int) {
	if f.Entrants < 2 {
		return 0, 0
	}
	return f.Boards.Count, (f.Entrants - 1) * f.Boards.Matches()
}

// Next returns the round in which the hero meets everybody on one board.
func (f Gauntlet) Next(past Past) (Round, bool) {
	number := len(past.Rounds())
	if f.Entrants < 2 || number >= f.Boards.Count {
		return Round{}, false
	}
	r := Round{Name: fmt.Sprintf("board %d", number+1)}
	for i := range int32(f.Entrants) {
		if i != f.Hero {
			r.Matches = f.Boards.meet(r.Matches, number, number, f.Hero, i)
		}
	}
	return r, true
}
