package championship

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"time"

	"botarena/arena/match"
)

// Play plays what is left by a dispatcher, round after round where results
// decide who meets whom. It returns nil when all is played, the context's
// error when that ends first, why the journal could not be written, and
// *[UndecidedError] where a round cannot be drawn. What was played until then
// is kept.
func (r *Run) Play(ctx context.Context, d match.Dispatcher) error {
	r.mu.Lock()
	r.began, r.base = r.o.Now(), r.book.done
	r.mu.Unlock()
	for {
		if err := r.playOpen(ctx, d); err != nil {
			return err
		}
		more, err := r.drawRound(ctx)
		if err != nil {
			return err
		}
		if !more {
			return r.end(ctx)
		}
	}
}

// end writes down that there are no more rounds, where the plan has more.
func (r *Run) end(ctx context.Context) error {
	r.mu.Lock()
	rounds, more := len(r.book.rounds), r.book.more()
	r.mu.Unlock()
	if !more {
		return nil
	}
	if err := r.append(ctx, &entry{End: &end{rounds}}, nil); err != nil {
		return err
	}
	return r.sync(ctx)
}

// playOpen plays the rounds drawn so far until nothing of them is open. That
// takes more than once through them where a match that was lost in a crash is
// played late and removes an entrant: what removed its opponent after it does
// not count then, and the opponent has more to play.
func (r *Run) playOpen(ctx context.Context, d match.Dispatcher) error {
	for before := math.MaxInt; ; {
		if err := r.playRounds(ctx, d); err != nil {
			return err
		}
		r.mu.Lock()
		f := r.book.inForce()
		left := r.book.left(&f)
		r.mu.Unlock()
		if f.faults == nil || left == 0 || left >= before {
			return nil
		}
		before = left
	}
}

// playRounds plays the open matches of the rounds drawn so far.
func (r *Run) playRounds(ctx context.Context, d match.Dispatcher) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err := d.Dispatch(ctx, r.specs(ctx, cancel), func(o match.Outcome) {
		// A match that was called off is neither void nor played.
		if ctx.Err() != nil && (o.Record == nil || o.Void()) {
			return
		}
		if err := r.keep(ctx, &o); err != nil {
			cancel(err)
		}
	})
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	// Matches that ended before the context did are kept all the same.
	keep, stop := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer stop()
	if ctx.Err() == nil {
		keep = ctx
	}
	return errors.Join(err, r.sync(keep))
}

// closeTime is how long what was played may take to be written after Ctrl-C.
const closeTime = 10 * time.Second

// specs yields the open matches in their order. Those for which a program is
// missing are decided on the way.
func (r *Run) specs(ctx context.Context, cancel context.CancelCauseFunc) iter.Seq[match.Spec] {
	return func(yield func(match.Spec) bool) {
		var f force
		seen := -1
		for number := 0; ctx.Err() == nil; number++ {
			r.mu.Lock()
			if number >= len(r.book.matches) {
				r.mu.Unlock()
				return
			}
			// Who is removed under way is not played any more.
			if r.book.faulty != seen {
				f, seen = r.book.inForce(), r.book.faulty
			}
			m, wanted := r.book.matches[number], r.book.toPlay(number, &f)
			r.mu.Unlock()
			if !wanted {
				continue
			}
			if result := r.def.walkover(m); result != nil {
				e := &entry{Match: &matchEntry{Number: number, Game: gamePart{
					Board: int(m.Board), Entrants: r.def.ids(m.Seats), Walkover: true, Result: result,
				}}}
				if err := r.append(ctx, e, nil); err != nil {
					cancel(err)
					return
				}
				continue
			}
			if !yield(r.def.spec(number, m)) {
				return
			}
		}
	}
}

func (d *Definition) ids(seats [2]int32) [2]string {
	return [2]string{d.Entrants[seats[0]].ID, d.Entrants[seats[1]].ID}
}

// keep writes an outcome down.
func (r *Run) keep(ctx context.Context, o *match.Outcome) error {
	number, err := strconv.Atoi(o.Spec.ID)
	if err != nil {
		return fmt.Errorf("the dispatcher returned a match that was not ordered: %q", o.Spec.ID)
	}
	if o.Record == nil {
		return r.append(ctx, &entry{Void: &Void{Number: number, Attempt: o.Attempt, Final: true, Why: fmt.Sprint(o.Err)}}, nil)
	}
	replay, err := o.Record.Encode()
	switch {
	case err != nil:
		return r.append(ctx, &entry{Void: &Void{Number: number, Attempt: o.Attempt, Final: true, Why: err.Error()}}, nil)
	case o.Void():
		why := o.Record.Measured.Void
		return r.append(ctx, &entry{Void: &Void{Number: number, Attempt: o.Attempt, Final: o.Final, Why: why}}, replay)
	case o.Record.Result == nil || len(o.Record.Result.Seats) != 2:
		return r.append(ctx, &entry{Void: &Void{Number: number, Attempt: o.Attempt, Final: true, Why: "the record has no result of two seats"}}, replay)
	}
	r.mu.Lock()
	known := number >= 0 && number < len(r.book.matches)
	e := &matchEntry{Number: number}
	if known {
		m := r.book.matches[number]
		e.Game.Board, e.Game.Entrants = int(m.Board), r.def.ids(m.Seats)
	}
	r.mu.Unlock()
	if !known {
		return fmt.Errorf("the dispatcher returned match %d, which was not ordered", number)
	}
	e.Game.Result = o.Record.Result
	if rounds := o.Record.Rounds; len(rounds) > 0 && len(rounds[0].Answers) > 0 {
		e.Game.Starter = rounds[0].Answers[0].Seat
	}
	e.Measured.Attempt = o.Attempt
	if m := o.Record.Measured; m != nil {
		e.Game.Hash = m.Hash
		e.Measured.Began, e.Measured.Wall = m.Began, m.Wall
	}
	return r.append(ctx, &entry{Match: e}, replay)
}

// Progress is how far a championship is.
type Progress struct {
	Done  int // matches that count
	Left  int // matches still to be played, as far as rounds are known
	Total int
	Void  int // matches given up
	// Rate is matches a second since Play was called; 0 before the first one.
	Rate float64
	// Remaining is the time that Left takes at that rate; 0 if not known.
	Remaining time.Duration
}

// Progress returns the figures of now.
func (r *Run) Progress() Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.book
	f := b.inForce()
	p := Progress{Done: b.counted(&f), Total: b.total(), Left: b.left(&f)}
	for _, s := range b.store.status {
		if s == voidLast {
			p.Void++
		}
	}
	// Matches of rounds that are not drawn yet are left too.
	p.Left += p.Total - len(b.matches)
	elapsed := r.o.Now().Sub(r.began).Seconds()
	if n := b.done - r.base; n > 0 && elapsed > 0 && !r.began.IsZero() {
		p.Rate = float64(n) / elapsed
		p.Remaining = time.Duration(float64(p.Left) / p.Rate * float64(time.Second))
	}
	return p
}
