// Package simulated is a match.Dispatcher that plays no games: it makes
// results of players of known strength, for tests and benchmarks of whatever
// orders matches.
//
// A result depends on the match's header alone, as it does with deterministic
// bots, and never on how many matches are played at once.
package simulated

import (
	"context"
	"fmt"
	"iter"
	"math"
	"sync"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Dispatcher makes results. The zero value plays one match at a time between
// equal players.
type Dispatcher struct {
	// Parallel is how many matches are in play at once; 0 for 1.
	Parallel int
	// Elo returns a player's strength by the seat's name; nil for 0.
	Elo func(name string) float64
	// First is the advantage of the first seat, in Elo.
	First float64
	// Draws is the share of drawn matches between equal players.
	Draws float64
	// Pot are the points that winner and loser share; 0 for 1 and 0.
	Pot int
	// Counters is how many figures each seat has.
	Counters int
	// Void says why an attempt at a match comes out void; nil for never.
	Void func(spec *match.Spec, attempt int) string
	// Fault gives a player's fault, which loses the match; nil for none.
	Fault func(spec *match.Spec, seat int) game.Fault
	// Wait is how long a match takes.
	Wait time.Duration
}

var _ match.Dispatcher = (*Dispatcher)(nil)

// Dispatch implements match.Dispatcher.
func (d *Dispatcher) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	var (
		mu    sync.Mutex // guards done and again
		again []match.Outcome
		wg    sync.WaitGroup
	)
	finish := func(spec match.Spec, attempt int) {
		o := match.Outcome{Spec: spec, Attempt: attempt, Record: d.play(ctx, &spec, attempt)}
		mu.Lock()
		defer mu.Unlock()
		o.Final = !o.Void() || attempt >= match.Attempts || ctx.Err() != nil
		if !o.Final {
			again = append(again, o)
		}
		done(o)
	}
	work := make(chan match.Spec)
	for range max(1, d.Parallel) {
		wg.Go(func() {
			for spec := range work {
				finish(spec, 1)
			}
		})
	}
	for spec := range specs {
		if ctx.Err() != nil {
			break
		}
		work <- spec
	}
	close(work)
	wg.Wait()
	for len(again) > 0 && ctx.Err() == nil {
		next := again[0]
		again = again[1:]
		finish(next.Spec, next.Attempt+1)
	}
	return ctx.Err()
}

// play makes a record.
func (d *Dispatcher) play(ctx context.Context, spec *match.Spec, attempt int) *record.Record {
	r := &record.Record{Header: spec.Header, Measured: &record.Measured{
		Began: time.Now().UTC(), Arena: "simulated", Seats: make([]record.SeatRun, 2),
	}}
	if d.Wait > 0 {
		select {
		case <-time.After(d.Wait):
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		r.Measured.Void = "called off"
	} else if d.Void != nil {
		r.Measured.Void = d.Void(spec, attempt)
	}
	if r.Measured.Void != "" {
		return r
	}
	h := &spec.Header
	rnd := game.NewRand(h.Seed, h.Seats[0].Name+"\x00"+h.Seats[1].Name+"\x00"+h.Seats[0].Hash+"\x00"+h.Seats[1].Hash)
	r.Result = d.result(spec, rnd)
	round := record.Round{Result: r.Result}
	for i := range r.Result.Moves {
		round.Answers = append(round.Answers, record.SeatAnswer{Seat: i % 2, Answer: game.Answer{Move: fmt.Appendf(nil, "%d %d", rnd.IntN(11), rnd.IntN(11))}})
	}
	r.Rounds = []record.Round{round}
	return r
}

func (d *Dispatcher) result(spec *match.Spec, rnd *game.Rand) *game.Result {
	res := &game.Result{Reason: "simulated", Moves: 2 + rnd.IntN(8), Seats: make([]game.SeatResult, 2)}
	winner := d.winner(spec, rnd)
	for seat := range res.Seats {
		s := &res.Seats[seat]
		s.Outcome, s.Points = game.Draw, d.Pot/2
		switch {
		case winner == seat && d.Pot > 0:
			s.Outcome, s.Points = game.Win, d.Pot-res.Moves
		case winner == seat:
			s.Outcome, s.Points = game.Win, 1
		case winner >= 0:
			s.Outcome, s.Points = game.Lose, 0
			if d.Pot > 0 {
				s.Points = res.Moves
			}
		}
		for range d.Counters {
			s.Counters = append(s.Counters, rnd.IntN(4))
		}
	}
	for seat := range res.Seats {
		if d.Fault == nil {
			break
		}
		if f := d.Fault(spec, seat); f != game.NoFault {
			res.Reason = string(f)
			res.Seats[seat].Outcome, res.Seats[seat].Points, res.Seats[seat].Fault = game.Lose, 0, f
			res.Seats[1-seat].Outcome, res.Seats[1-seat].Points = game.Win, max(1, d.Pot)
			break
		}
	}
	return res
}

// winner draws who wins by the Bradley–Terry model, or -1 for a draw.
func (d *Dispatcher) winner(spec *match.Spec, rnd *game.Rand) int {
	diff := d.First
	if d.Elo != nil {
		diff += d.Elo(spec.Header.Seats[0].Name) - d.Elo(spec.Header.Seats[1].Name)
	}
	p := 1 / (1 + math.Pow(10, -diff/400))
	// The share of draws falls with the difference, and leaves the expected
	// score as it is.
	draws := 2 * d.Draws * min(p, 1-p)
	x := float64(rnd.Uint64()>>11) / (1 << 53)
	switch {
	case x < p-draws/2:
		return 0
	case x < p+draws/2:
		return -1
	}
	return 1
}
