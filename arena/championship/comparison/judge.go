package comparison

import (
	"context"
	"strconv"
	"strings"

	"botarena/arena/championship/sprt"
	"botarena/arena/game"
	"botarena/arena/match"
)

// done takes the outcome of a match.
func (r *run) done(ctx context.Context, o match.Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	if o.Err != nil && ctx.Err() == nil {
		r.end(o.Err)
		return
	}
	if o.Record == nil || ctx.Err() != nil && o.Void() {
		return // called off
	}
	if r.c.Each != nil {
		r.c.Each(o)
	}
	number, swapped := identify(o.Spec.ID)
	p := r.open[number]
	if p == nil {
		return // its pair is left out already
	}
	if o.Void() {
		p.void = o.Record.Measured.Void
	} else {
		p.add(o.Record.Result, swapped)
	}
	for !r.ended && r.judge() {
	}
}

func identify(id string) (number int, swapped bool) {
	number, _ = strconv.Atoi(strings.TrimRight(id, "+-"))
	return number, strings.HasSuffix(id, "-")
}

// add counts one of a pair's two matches.
func (p *pair) add(result *game.Result, swapped bool) {
	seat := 1
	if swapped {
		seat = 0
	}
	own, other := result.Seats[seat], result.Seats[1-seat]
	p.played++
	p.faults[seat], p.other[1-seat] = own.Fault, other.Fault
	p.sides[seat] = own.Outcome.Against(other.Outcome)
	switch p.sides[seat] {
	case game.Win:
		p.halves += 2
	case game.Draw:
		p.halves++
	}
}

// judge judges the next pair, if it is whole. It reports whether it did.
func (r *run) judge() bool {
	p := r.open[r.next]
	if p == nil || p.void == "" && p.played < 2 {
		return false
	}
	delete(r.open, r.next)
	r.next++
	if p.void != "" {
		r.result.LeftOut++
		r.result.Void = p.void
		if n := r.result.LeftOut; n >= mostVoid && n > r.c.Test.N() {
			r.end(&VoidError{n, p.void})
		}
		return true
	}
	r.c.Test.Add(p.halves)
	for seat := range p.sides {
		side := &r.result.B[seat]
		switch p.sides[seat] {
		case game.Win:
			side.Wins++
		case game.Draw:
			side.Draws++
		default:
			side.Losses++
		}
		for player, f := range []game.Fault{p.other[seat], p.faults[seat]} {
			if f != game.NoFault {
				r.result.Faults[player][f]++
			}
		}
	}
	if r.c.Judged != nil {
		r.c.Judged(&r.result)
	}
	if r.c.Test.Answer() != sprt.Unknown || r.c.Test.N() >= r.c.Max {
		r.end(nil)
	}
	return true
}

// end ends the comparison and stops the matches in play.
func (r *run) end(err error) {
	r.ended, r.err = true, err
	r.stop(err)
}
