// Package comparison plays two bots against each other until it is known
// whether the second is the better one.
//
// It plays pairs of matches: one board each, the sides swapped. The pairs are
// judged in the order of their boards, however many are played at once, so
// that deterministic bots give the same answer from the same seed on every
// machine. A pair with a void match is left out, and another board is played
// instead: what voids a match has nothing to do with who is better.
package comparison

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"botarena/arena/championship/pairing"
	"botarena/arena/championship/sprt"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Player is one of the two bots.
type Player struct {
	// Seats and Sources are what it plays with in each of the game's two
	// seats; the name in Seats is the same in both.
	Seats   [2]record.Seat
	Sources [2]match.Source
}

// Comparison is a question. Its fields are set before Play.
type Comparison struct {
	// Test is the test, whose answer and estimate are to be read afterwards.
	Test sprt.Test
	// Max is how many pairs are judged at most; at least 1.
	Max int
	// Seed gives every board its seed.
	Seed uint64
	// Header is that of every match, but for the seed and the seats.
	Header record.Header
	A, B   Player
	// Each, where set, is called with every outcome that is whole, void ones
	// too, and Judged after every pair; never two calls at once.
	Each   func(match.Outcome)
	Judged func(*Result)
}

// Side counts one bot's results in one seat.
type Side struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Result is what was played until now. It counts judged pairs alone.
type Result struct {
	Test *sprt.Test
	// B holds B's results by seat; those of A are its mirror.
	B [2]Side
	// Faults counts the faults of A and of B.
	Faults [2]map[game.Fault]int
	// LeftOut counts pairs with a void match, and Void says why the last was.
	LeftOut int
	Void    string
}

// VoidError says that too many matches came out void to go on.
type VoidError struct {
	Pairs int
	Why   string // of the last
}

func (e *VoidError) Error() string {
	return fmt.Sprintf("%d pairs came out void, the last one: %s", e.Pairs, e.Why)
}

// mostVoid is how many pairs may be left out before there are as many that
// count.
const mostVoid = 10

// Play plays until the test has an answer or Max pairs are judged. The result
// is there whatever the error: the context's where that ends first, *VoidError
// where the host is at fault, and that of a match that could not be begun.
func (c *Comparison) Play(ctx context.Context, d match.Dispatcher) (*Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{
		c: c, stop: stop, open: map[int]*pair{},
		result: Result{Test: &c.Test, Faults: [2]map[game.Fault]int{{}, {}}},
	}
	for {
		err := d.Dispatch(ctx, r.specs(), func(o match.Outcome) { r.done(ctx, o) })
		switch {
		case r.ended:
			return &r.result, r.err
		case err != nil:
			return &r.result, err
		}
		// Pairs that were left out when no more were drawn are made up for.
	}
}

// pair is a pair in play.
type pair struct {
	// halves is B's score in half points, and played how many matches it has.
	halves, played int
	sides          [2]game.Outcome // B's outcome by seat
	faults         [2]game.Fault   // of B, by its seat
	other          [2]game.Fault   // of A, by its seat
	void           string
}

// run is one call of Play.
type run struct {
	c    *Comparison
	stop context.CancelCauseFunc

	mu     sync.Mutex // guards all below
	open   map[int]*pair
	drawn  int // pairs whose matches were handed out
	next   int // the pair that is judged next
	result Result
	ended  bool // by the answer, by Max, or by err
	err    error
}

// specs yields the matches of pair after pair.
func (r *run) specs() iter.Seq[match.Spec] {
	return func(yield func(match.Spec) bool) {
		for {
			number, ok := r.draw()
			if !ok || !yield(r.c.spec(number, false)) || !yield(r.c.spec(number, true)) {
				return
			}
		}
	}
}

// draw begins a pair, unless there are enough.
func (r *run) draw() (number int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended || r.drawn-r.result.LeftOut >= r.c.Max {
		return 0, false
	}
	number = r.drawn
	r.drawn++
	r.open[number] = &pair{}
	return number, true
}

// spec returns a match: B plays in seat 1, or swapped in seat 0.
func (c *Comparison) spec(number int, swapped bool) match.Spec {
	s := match.Spec{ID: fmt.Sprintf("%d+", number), Header: c.Header, Sources: make([]match.Source, 2)}
	s.Header.Seed = pairing.BoardSeed(c.Seed, number)
	s.Header.Seats = make([]record.Seat, 2)
	if swapped {
		s.ID = fmt.Sprintf("%d-", number)
	}
	for seat := range s.Sources {
		p := &c.A
		if (seat == 1) != swapped {
			p = &c.B
		}
		s.Header.Seats[seat], s.Sources[seat] = p.Seats[seat], p.Sources[seat]
	}
	return s
}
