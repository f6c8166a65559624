package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"botarena/arena/match"
)

// held is a job that this worker has not acknowledged.
type held struct {
	job
	id  string // whoever ordered it calls it that
	out bool   // played, its result is being returned; guarded by the shift
	// then is another attempt at the same match, to be played when this one is
	// out of the way; guarded by the shift.
	then *held
	msg  atomic.Pointer[jetstream.Msg] // its last delivery
}

func (h *held) message() jetstream.Msg { return *h.msg.Load() }

// turn is one call of the worker's Dispatcher. It goes on for as long as
// nothing has to be played alone, as many matches are played at once, and none
// is void: a Dispatcher would play that again by itself, and it is the
// coordinator who decides where and when.
type turn struct {
	ctx    context.Context
	cancel context.CancelFunc
	// places holds one for each match in play: a Dispatcher may draw one ahead,
	// which another machine could play meanwhile.
	places chan struct{}
	drawn  int // guarded by the shift, as are the rest
	out    int // drawn, and without outcome
	ending bool
}

func (s *shift) turn(ctx context.Context) {
	t := &turn{places: make(chan struct{}, max(1, s.Machine.Parallel))}
	t.ctx, t.cancel = context.WithCancel(ctx)
	defer t.cancel()
	s.mu.Lock()
	s.now = t
	s.mu.Unlock()
	// Its error is the context's, and that ended by our own doing.
	_ = s.Player.Dispatch(t.ctx, func(yield func(match.Spec) bool) {
		for {
			spec, ok := s.draw(t)
			if !ok || !yield(spec) {
				return
			}
		}
	}, func(o match.Outcome) { s.outcome(t, &o) })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = nil
	for _, h := range s.held {
		// A Dispatcher whose context ends may have drawn one and have no place
		// for it.
		if !h.out && !slices.Contains(s.next, h) {
			s.giveBack(h)
		}
	}
}

// draw waits for a job; false where the turn is to end.
func (s *shift) draw(t *turn) (match.Spec, bool) {
	select {
	case t.places <- struct{}{}:
	case <-t.ctx.Done():
	}
	for t.ctx.Err() == nil {
		s.mu.Lock()
		if t.ending {
			s.mu.Unlock()
			return match.Spec{}, false
		}
		var h *held
		if len(s.next) > 0 {
			h, s.next = s.next[0], s.next[1:]
			if s.called[h.Run] {
				s.giveBack(h)
				s.mu.Unlock()
				continue
			}
		}
		s.mu.Unlock()
		if h == nil && len(s.sending) == cap(s.sending) {
			// Others are to play on until we have got rid of what we have.
			s.awaitReturns(t.ctx)
			continue
		}
		if h == nil {
			n := 1 // what is not known to be played at once is left to others
			if !s.backOff(t.ctx) && s.carries > 0 {
				// This place, and those that are free beside it.
				n += cap(t.places) - len(t.places)
			}
			s.fetch(t.ctx, n)
			continue
		}
		other := s.carry(&h.Spec) != cap(t.places)
		s.mu.Lock()
		switch {
		case t.ending || other || h.Alone && t.drawn > 0:
			t.ending, s.next = true, append([]*held{h}, s.next...)
			s.mu.Unlock()
			return match.Spec{}, false
		case h.Alone:
			t.ending = true // after this one
		}
		t.drawn++
		t.out++
		s.mu.Unlock()
		spec, err := s.files.spec(t.ctx, &h.job)
		if err == nil && s.Prepare != nil {
			err = s.Prepare(&spec)
		}
		if err == nil {
			return spec, true
		}
		s.unplayable(t, h, err)
	}
	return match.Spec{}, false
}

// carry returns how many matches like this one are played here at once, and has
// the coordinator hear of it with the next beat.
func (s *shift) carry(spec *match.Spec) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Carries != nil {
		s.Machine.Parallel = s.Carries(spec)
	}
	s.carries = max(1, s.Machine.Parallel)
	return s.carries
}

// awaitReturns waits until a result has been returned.
func (s *shift) awaitReturns(ctx context.Context) {
	late := time.NewTimer(5 * time.Second)
	defer late.Stop()
	for {
		select {
		case s.sending <- struct{}{}:
			<-s.sending
			return
		case <-late.C:
			s.complain("the fleet does not take results: waiting")
		case <-ctx.Done():
			return
		}
	}
}

// fetch takes up to n jobs from the queue, or waits a while for one.
func (s *shift) fetch(ctx context.Context, n int) {
	s.mu.Lock()
	consumer := s.answer.Consumer
	s.mu.Unlock()
	hold := func(m jetstream.Msg) {
		if h := s.hold(m); h != nil {
			s.mu.Lock()
			s.next = append(s.next, h)
			s.mu.Unlock()
		}
	}
	jobs, err := s.consumer(ctx, consumer)
	if err == nil && n > 1 {
		var batch jetstream.MessageBatch
		if batch, err = jobs.FetchNoWait(n); err == nil {
			got := false
			for m := range batch.Messages() {
				hold(m)
				got = true
			}
			if got {
				return
			}
		}
	}
	if err == nil {
		err = take(ctx, jobs, 1, hold)
	}
	if err != nil && ctx.Err() == nil {
		if s.conn.IsConnected() {
			s.complain("no job can be fetched: " + err.Error())
		} else {
			s.complain("the link to the fleet is broken")
		}
		sleep(ctx, 200*time.Millisecond)
	}
}

func (s *shift) consumer(ctx context.Context, name string) (jetstream.Consumer, error) {
	if s.jobs != nil && s.jobsOf == name {
		return s.jobs, nil
	}
	c, err := s.js.Consumer(ctx, s.names.Jobs(), name)
	if err == nil {
		s.jobs, s.jobsOf = c, name
	}
	return c, err
}

// hold takes a message as a job that is to be played; nil where it is not.
func (s *shift) hold(m jetstream.Msg) *held {
	h := new(held)
	if err := json.Unmarshal(m.Data(), &h.job); err != nil {
		_ = m.Term() // the coordinator misses it, and says so
		return nil
	}
	h.id = h.Spec.ID
	h.msg.Store(&m)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.called[h.Run] {
		_ = m.Ack()
		return nil
	}
	if old := s.held[h.Key]; old != nil {
		for old.then != nil {
			old = old.then
		}
		switch {
		case old.Run == h.Run && old.Attempt == h.Attempt:
			old.msg.Store(&m) // handed out again while we were frozen or cut off
		case old.Run == h.Run && old.Attempt > h.Attempt:
			_ = m.Ack() // its result has come from elsewhere
		case old.Run != h.Run && !h.Alone:
			// The same match for a coordinator that was resumed: what is being
			// played counts for it.
			old.Run, old.Attempt = h.Run, h.Attempt
			old.msg.Store(&m)
		default:
			// While we were frozen or cut off, another's attempt came out void.
			old.then = h
		}
		return nil
	}
	s.held[h.Key] = h
	if h.lost() >= maxLost {
		s.send(h, nil, fmt.Errorf("it was handed out %d times, and every time its worker ended", maxLost))
		return nil
	}
	return h
}

// lost returns how often it was handed out before and nobody said what came of
// it.
func (h *held) lost() int {
	meta, err := h.message().Metadata()
	if err != nil {
		return h.Lost
	}
	return h.Lost + int(meta.NumDelivered) - 1
}

// drop forgets a job, and lets another attempt at its match be played. The
// caller holds s.mu.
func (s *shift) drop(h *held) {
	delete(s.held, h.Key)
	if h.then != nil {
		s.held[h.Key] = h.then
		s.next = append(s.next, h.then)
	}
}

// giveBack leaves a job that was not played to others, where anybody wants it.
// The caller holds s.mu.
func (s *shift) giveBack(h *held) {
	s.drop(h)
	if s.called[h.Run] {
		_ = h.message().Ack()
	} else {
		_ = h.message().Nak()
	}
}

// outcome returns what came of a match.
func (s *shift) outcome(t *turn, o *match.Outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	<-t.places
	if o.Void() {
		t.ending = true
	}
	defer t.less()
	h := s.held[o.Spec.ID]
	if h == nil {
		return
	}
	if h.then != nil {
		s.drop(h) // nobody waits for this attempt any more
		return
	}
	if (t.ctx.Err() != nil || s.called[h.Run]) && (o.Record == nil || o.Void()) {
		s.giveBack(h) // stopped, not played
		return
	}
	switch {
	case o.Record == nil:
		s.refuse(h, cmp.Or(o.Err, errNoRecord))
		return
	case o.Void():
		s.void++
		s.futile++
	default:
		s.played++
		s.futile = 0
	}
	s.send(h, o, o.Err)
}

var errNoRecord = errors.New("there is no record")

// less counts a match less in play. The last one ends the turn, before the
// Dispatcher plays the void ones again. The caller holds the shift's lock.
func (t *turn) less() {
	if t.out--; t.ending && t.out == 0 {
		t.cancel()
	}
}

// refusal is why a job cannot be played on this machine: it may lack an
// interpreter, or be cut off.
type refusal struct {
	error
	lost int
}

// unplayable gives back a job that cannot be played on this machine, for the
// coordinator to queue again. The queue could hand it out again by itself, but
// would count that as it counts the ends of workers.
func (s *shift) unplayable(t *turn, h *held, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer t.less()
	if t.ctx.Err() != nil {
		s.giveBack(h)
		return
	}
	s.complain("a match cannot be played here: " + err.Error())
	s.refuse(h, err)
}

// refuse leaves a match to others that this machine could not play. The caller
// holds s.mu.
func (s *shift) refuse(h *held, why error) {
	s.failed++
	s.futile++
	s.trouble = fmt.Sprintf("match %s: %v", h.id, why)
	s.send(h, nil, refusal{why, h.lost()})
}

// backOff leaves the jobs to others for a while, the longer the more could not
// be played here or came out void since the last one that counts, and reports
// whether there were any: else a machine that lacks something or is out of order,
// which is idle, would be the first to draw all of them.
func (s *shift) backOff(ctx context.Context) bool {
	s.mu.Lock()
	least, most, futile := s.answer.AckWait/30, s.answer.AckWait/10, s.futile
	s.mu.Unlock()
	if futile > 0 {
		sleep(ctx, min(most, time.Duration(futile)*least))
	}
	return futile > 0
}
