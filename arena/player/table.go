package player

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/record"
	"botarena/protocol"
)

// Table holds the seats of one match.
type Table struct {
	seats  []*seat
	idle   Idle
	cancel int // readable when the match is called off; -1 for never

	// Of this round of asking:
	asks     []*Ask
	steps    int
	lookedAt time.Time // when the asked seats' descriptors were last looked at
	lookout  lookout
	paused   time.Duration // in this step: for how long the others stood still for the end of one

	polls   []unix.PollFd
	owners  []owner // whose descriptor polls[i] is
	scratch []byte  // for reading stderr
	slowed  bool    // a turn was slow

	// Slow, where set, is called once, on the asking thread, when a turn has
	// lasted longer than a millisecond or so: whoever owns the thread may want
	// it to run before others from then on. Short turns do without: a bot that
	// is not interrupted in the middle of writing its answer saves a
	// microsecond.
	Slow func()
}

// NewTable returns a table with these players. idle says what they may do
// between their turns. cancel is a descriptor that becomes readable when the
// match is called off, -1 for none.
func NewTable(players []Endpoint, idle Idle, cancel int) *Table {
	t := &Table{idle: idle, cancel: cancel, scratch: make([]byte, 64<<10)}
	for _, p := range players {
		s := &seat{ep: p, files: p.Files()}
		if w, ok := p.(Wired); ok {
			s.byteTime = w.ByteTime()
		}
		if b, ok := p.(Beginner); ok {
			b.Begin()
		}
		t.seats = append(t.seats, s)
	}
	return t
}

// Log returns what is kept of a seat's stderr.
func (t *Table) Log(seat int) string { return t.seats[seat].log.String() }

// Ask sends every request and waits until each is answered or has failed.
func (t *Table) Ask(asks []*Ask) {
	t.asks, t.steps = asks, 0
	// The home seat last: what is on other cores can begin meanwhile.
	for i := len(asks) - 1; i >= 0; i-- {
		t.begin(asks[i])
	}
	for slices.ContainsFunc(t.asks, (*Ask).isOpen) {
		t.step()
	}
}

// begin starts a seat's turn: what it said already is looked at, the request
// is written, the seat thawed, the clock started.
func (t *Table) begin(a *Ask) {
	s := t.seats[a.Seat]
	if s.gone != nil {
		a.failGone(s)
		a.done = true
		return
	}
	s.timedOut = false
	// A seat that has stood still has nothing new to say. With pondering allowed and a
	// wall clock it makes no difference when an answer came.
	if !s.frozen && t.countsCPU(a) {
		s.read()
		t.countPonder(a, s)
	}
	a.cpuStart, a.cpuAtLook = s.cpu, s.cpu
	// Where CPU time does not count s.cpu is old. Of longer limits it can be read
	// in slow turns only.
	if !t.countsCPU(a) && a.Clock.limit() < readWaitingBelow {
		if cpu, ok := s.ep.CPU(); ok {
			a.cpuAtLook = cpu
		}
	}
	if s.overrun > 0 {
		a.Times.Ponder = s.overrun
		a.cpuStart -= s.overrun
		s.overrun = 0
	}
	reply, err := a.take(s)
	s.send(a.Request)
	s.send(reply)
	a.sent = len(s.unsent)
	if a.Clock.readsWaitingAtOnce() {
		a.startWaiting(s)
	}
	if s.frozen { // how long that takes is not its time
		s.write()
	}
	a.began = time.Now()
	a.lookedAt, t.lookedAt = a.began, a.began
	if ep, ok := s.ep.(Turner); ok {
		ep.TurnBegins(a.began)
	}
	s.write()
	t.thaw(s)
	switch {
	case !errors.Is(err, protocol.ErrMore):
		a.Early = err == nil
		t.finish(a, err, a.began)
	case s.gone != nil: // it could not be thawed
		t.endTurn(a, s, a.began)
		a.failGone(s)
	default:
		a.nextLook = a.firstLook()
	}
}

// step waits for the next thing to happen, and deals with all that did.
func (t *Table) step() {
	if t.steps++; t.steps > freeSteps {
		t.rest()
	}
	t.poll()
	now := time.Now()
	t.lookedAt = now
	for i, p := range t.polls {
		if p.Revents == 0 {
			continue
		}
		if t.owners[i].what == fdCancel {
			t.callOff(now)
			return
		}
		s := t.seats[t.owners[i].seat]
		switch t.owners[i].what {
		case fdOut:
			s.read()
		case fdIn:
			s.write()
		case fdLog:
			t.drain(s)
		case fdEnd:
			s.readRest()
		}
	}
	t.paused = 0
	for _, a := range t.asks {
		if !a.done {
			t.look(a, now.Add(t.paused))
		}
	}
}

func (t *Table) callOff(now time.Time) {
	for _, a := range t.asks {
		if !a.done {
			t.endTurn(a, t.seats[a.Seat], now)
			a.Err = ErrCancelled
		}
	}
}

// look sees whether a seat's turn is over, by an answer or by the clock.
func (t *Table) look(a *Ask, now time.Time) {
	s := t.seats[a.Seat]
	due := !a.nextLook.IsZero() && !now.Before(a.nextLook)
	if lag := now.Sub(a.nextLook); due && lag > a.Times.Lag {
		a.Times.Lag = max(a.Times.Lag, a.notItsDoing(s, now, lag))
	}
	reply, err := a.take(s)
	if len(reply) > 0 {
		a.sent += s.send(reply)
		s.write()
	}
	switch {
	case !errors.Is(err, protocol.ErrMore):
		t.finish(a, err, now)
	case s.in.Closed():
		t.finish(a, io.EOF, now)
	case due:
		over, doubt := a.over(s, now)
		switch {
		case over && s.ep.Files().End >= 0 && t.died(s, 0):
			// That is why, however long the host takes to clear it away.
			t.finish(a, io.EOF, now)
		case over:
			t.expire(a, now, doubt)
		}
	}
	if !a.done {
		a.noteLook(s, now)
	}
}

// finish ends a turn whose answer has come, or can come no more.
func (t *Table) finish(a *Ask, err error, now time.Time) {
	s := t.seats[a.Seat]
	limit := a.Clock.limit()
	if wall := now.Sub(a.began) - a.wireTime(s); err == nil && a.Clock.Mode != Off && wall > limit {
		// An answer that was there in time counts.
		if unseen := a.notItsDoing(s, now, t.lookout.unseen(now)); wall-unseen <= limit {
			a.Times.Lag = max(a.Times.Lag, unseen)
		} else if over, doubt := a.over(s, now); over {
			t.expire(a, now, doubt)
			return
		}
	}
	t.endTurn(a, s, now)
	switch {
	case err == nil && s.in.Unended() && t.end(s).Killed: // in the middle of its line
		a.failGone(s)
	case err == nil:
		if cpu := a.Times.CPU; cpu > limit && a.Clock.Mode.chargesCPU() {
			a.failLate(s, "used "+cpu.String()+" of CPU time")
		}
	case errors.Is(err, protocol.ErrTooLong):
		t.putOut(s, End{Fault: game.LineTooLong, Detail: "more than 64 KiB without the end of a line"})
		a.failGone(s)
	case errors.Is(err, io.EOF):
		t.end(s)
		a.failGone(s)
	default:
		a.Err = err
	}
}

// expire ends a turn whose time is over without an answer, or before it came.
func (t *Table) expire(a *Ask, now time.Time, doubt string) {
	s := t.seats[a.Seat]
	t.endTurn(a, s, now)
	a.Doubt = doubt
	a.failLate(s, "no whole answer within "+a.Clock.Limit.String()+", "+strconv.Itoa(a.received(s))+" bytes received")
}

// endTurn ends a turn's measuring: the seat is frozen first, so that what it
// does from here on is not in any turn.
func (t *Table) endTurn(a *Ask, s *seat, now time.Time) {
	a.done = true
	if t.idle == FrozenSoon && now.Sub(a.began) < quickTurn {
		s.freezeAt = now.Add(runOnTime)
	} else {
		t.freeze(s)
	}
	if t.countsCPU(a) {
		s.readCPU()
	}
	a.Times.Wall = now.Sub(a.began)
	if !a.waitingAt.Equal(now) { // else what the verdict was found with stands
		a.Times.Waiting = a.waitingTime(s)
	}
	a.Times.Waiting += a.wireTime(s)
	a.Times.CPU = max(0, s.cpu-a.cpuStart)
	if a.Times.Wall > quickTurn {
		t.noteSlow()
	}
}

// countsCPU reports whether a seat's CPU time counts for anything in a turn. Where
// it does not, it is read only to tell whose doing a delay was.
func (t *Table) countsCPU(a *Ask) bool { return t.idle != Pondering || a.Clock.Mode != Wall }

// findSlow sees which turns that are not over are slow.
func (t *Table) findSlow(now time.Time) {
	for _, a := range t.asks {
		if !a.done && now.Sub(a.began) > quickTurn {
			t.noteSlow()
			if !t.countsCPU(a) && a.lookedAt.Equal(a.began) {
				a.noteLook(t.seats[a.Seat], now)
			}
		}
	}
}

func (t *Table) noteSlow() {
	t.slowed = true
	if t.Slow != nil {
		t.Slow()
		t.Slow = nil
	}
}

// Close sends every seat its farewell, closes its input, gives all of them
// together the time wait to leave, and then ends those that did not. It
// returns the facts of each run, in seat order.
func (t *Table) Close(farewells [][]byte, wait time.Duration) []record.Run {
	t.depart(farewells, wait)
	runs := make([]record.Run, len(t.seats))
	for i, s := range t.seats {
		why := game.NoFault
		switch {
		case s.gone != nil:
			why = s.gone.Fault
		case s.timedOut:
			why = game.Timeout
		}
		t.drainRest(s)
		runs[i] = s.ep.Close(why)
	}
	t.lookout.close()
	return runs
}
