package player

import (
	"errors"
	"io"
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
	polls  []unix.PollFd
	owners []owner // whose descriptor polls[i] is
	idle   Idle
	wakes  int    // of this round of asking
	slowed bool   // a turn was slow
	cancel int    // readable when the match is called off; -1 for never
	log    []byte // scratch for reading stderr

	// Slow, where set, is called once, on the asking thread, when a turn has
	// lasted longer than a millisecond or so: whoever owns the thread may want
	// it to run before others from then on. Short turns do without: a bot that
	// is not interrupted in the middle of writing its answer saves a
	// microsecond.
	Slow func()
}

// owner says whose descriptor a poll entry watches.
type owner struct {
	seat int
	what descriptor
}

type descriptor uint8

const (
	fdOut descriptor = iota
	fdIn
	fdLog
	fdEnd
	fdCancel
)

// NewTable returns a table with these players. idle says what they may do
// between their turns. cancel is a descriptor that becomes readable when the
// match is called off, -1 for none.
func NewTable(players []Endpoint, idle Idle, cancel int) *Table {
	t := &Table{idle: idle, cancel: cancel, log: make([]byte, 64<<10)}
	for _, p := range players {
		s := &seat{ep: p, files: p.Files(), cores: 1}
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

// Ask is one seat's part of a round of asking: what it is sent and how its
// answer is taken, and then what came of it.
type Ask struct {
	Seat    int
	Request []byte
	// Take takes an answer from what has come. It returns protocol.ErrMore
	// while there is none, with what is to be sent meanwhile, if anything.
	Take  func(in *protocol.Buffer) (reply []byte, err error)
	Clock Clock

	// Fault is what kept the seat from answering: Timeout, LineTooLong,
	// Closed, or what [End] says; NoFault where Take returned nil.
	Fault  game.Fault
	Detail string
	// Err is an error of Take's own, other than those of package protocol.
	Err error
	// Early says that the answer was there before the request.
	Early bool
	// Doubt says why a Timeout, or an end, is not the seat's own doing; empty
	// where it is.
	Doubt string
	Times Times

	began  time.Time
	cpu0   time.Duration
	wait0  time.Duration
	sent   int           // bytes of the request, and of what went out with it
	heard  int           // bytes of the answer so far
	took   int           // bytes that Take has taken and that were no answer
	own0   time.Duration // CPU of the asking thread then
	waits  bool          // wait0 was read
	check  time.Time
	cpuAt  time.Duration // CPU at the check before, for telling whose lag it is
	wokeAt time.Time
	judged time.Time // when over last read the waiting time
	looked bool      // its answer alone was waited for already
	done   bool
}

// Gone returns how a seat ended, or nil while it can be asked.
func (t *Table) Gone(seat int) *End { return t.seats[seat].gone }

// Log returns what is kept of a seat's stderr.
func (t *Table) Log(seat int) string { return t.seats[seat].log.String() }

// ErrCancelled is an Ask's Err when the match was called off.
var ErrCancelled = errors.New("player: the match was called off")

// Ask sends every request and waits until each is answered or has failed.
func (t *Table) Ask(asks []*Ask) {
	t.wakes = 0
	// The home seat last: what is on other cores can begin meanwhile.
	for i := len(asks) - 1; i >= 0; i-- {
		t.begin(asks[i])
	}
	for {
		open := false
		for _, a := range asks {
			open = open || !a.done
		}
		if !open {
			return
		}
		t.step(asks)
	}
}

// begin starts a seat's turn: what it said already is looked at, the request
// is written, the seat thawed, the clock started.
func (t *Table) begin(a *Ask) {
	s := t.seats[a.Seat]
	if s.gone != nil {
		a.fail(s.gone.Fault, s.gone.Detail)
		a.done = true
		return
	}
	// A frozen seat has written nothing since it was last read. With pondering
	// allowed and a wall clock it makes no difference when an answer came.
	if !s.frozen && (t.idle != Pondering || a.Clock.Mode != Wall) {
		s.read()
		t.countPonder(a, s)
	}
	a.cpu0, a.cpuAt = s.cpu, s.cpu
	a.heard = len(s.in.Bytes())
	if s.strayed > 0 {
		a.Times.Ponder = s.strayed
		a.cpu0 -= s.strayed
		s.strayed = 0
	}
	reply, err := a.Take(&s.in)
	a.took += a.heard - len(s.in.Bytes())
	s.out = append(s.out, a.Request...)
	s.out = append(s.out, reply...)
	a.sent = len(s.out)
	if a.Clock.Mode != Off && a.Clock.Mode != Wall && a.Clock.Limit < waitAlways {
		a.startWaiting(s)
	}
	a.began = time.Now()
	a.wokeAt = a.began
	if ep, ok := s.ep.(Turner); ok {
		ep.TurnBegins(a.began)
	}
	s.write()
	t.thaw(s)
	if !errors.Is(err, protocol.ErrMore) {
		a.Early = true
		t.finish(a, err, a.began)
		return
	}
	a.check = a.firstCheck()
}

// step waits for the next thing to happen, and deals with all that did.
func (t *Table) step(asks []*Ask) {
	if t.wakes++; t.wakes > freeWakes {
		t.rest(asks)
	}
	n, err := t.yield(asks)
	if n == 0 {
		n, err = t.spin(asks)
	}
	if n == 0 {
		n, err = t.pollBriefly(asks)
	}
	if n == 0 {
		now := time.Now()
		t.notice(asks, now)
		t.tighten(now)
		t.watch(asks)
		var timeout *unix.Timespec
		if until := t.nextCheck(asks); !until.IsZero() {
			ts := unix.NsecToTimespec(int64(max(0, time.Until(until))))
			timeout = &ts
		}
		n, err = unix.Ppoll(t.polls, timeout, nil)
	}
	now := time.Now()
	if n <= 0 || err != nil {
		t.polls = t.polls[:0]
	}
	for i, p := range t.polls {
		if p.Revents == 0 {
			continue
		}
		if t.owners[i].what == fdCancel {
			t.callOff(asks, now)
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
			t.ended(s)
		}
	}
	for _, a := range asks {
		if !a.done {
			t.look(a, now)
		}
	}
}

// brief is how long the answers alone are waited for: every further
// descriptor in a poll costs as much as a tenth of a short turn, and nothing
// else that may happen is in a hurry. It must not be shorter than the host's
// tick: arming a timer that is due before costs a virtual machine more than a
// whole turn (both measured).
const brief = waitAfter

// pollBriefly waits for the answers of the asked seats alone, at the
// beginning of a turn. It returns 0 where all that may happen is to be
// waited for.
func (t *Table) pollBriefly(asks []*Ask) (int, error) {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	for _, a := range asks {
		if a.done {
			continue
		}
		s := t.seats[a.Seat]
		if a.looked || len(s.out) > 0 || s.in.Closed() || s.gone != nil {
			return 0, nil
		}
		a.looked = true
		t.add(s.files.Out, unix.POLLIN, a.Seat, fdOut, true)
	}
	wait := brief
	if until := t.nextCheck(asks); !until.IsZero() {
		wait = min(wait, max(0, time.Until(until)))
	}
	ts := unix.NsecToTimespec(int64(wait))
	return unix.Ppoll(t.polls, &ts, nil)
}

const (
	// freeWakes is how often the asking thread looks at once in one round of
	// asking, which is more than an answer in pieces needs.
	freeWakes = 64
	// restTime is how long it lets things come together from then on. A bot
	// that writes byte by byte could otherwise keep its core busy with waking
	// the arena, and have that counted as waiting for the host.
	restTime = 500 * time.Microsecond
)

// rest lets some time pass, but no check be late.
func (t *Table) rest(asks []*Ask) {
	wait := restTime
	if until := t.nextCheck(asks); !until.IsZero() {
		wait = min(wait, max(0, time.Until(until)))
	}
	ts := unix.NsecToTimespec(int64(wait))
	unix.Ppoll(nil, &ts, nil)
}

func (t *Table) callOff(asks []*Ask, now time.Time) {
	for _, a := range asks {
		if !a.done {
			t.stop(a, t.seats[a.Seat], now)
			a.Err = ErrCancelled
		}
	}
}

// nextCheck returns when a clock is to be looked at next, zero for never.
func (t *Table) nextCheck(asks []*Ask) time.Time {
	until := t.leashEnd()
	for _, a := range asks {
		if !a.done && !a.check.IsZero() && (until.IsZero() || a.check.Before(until)) {
			until = a.check
		}
	}
	return until
}

// watch fills the list of what to poll: all that the asked seats may do, and
// of the others only what they write to stderr.
func (t *Table) watch(asks []*Ask) {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	t.add(t.cancel, unix.POLLIN, -1, fdCancel, true)
	for _, a := range asks {
		if a.done {
			continue
		}
		s := t.seats[a.Seat]
		t.add(s.files.Out, unix.POLLIN, a.Seat, fdOut, !s.in.Closed() && len(s.in.Space()) > 0)
		t.add(s.files.In, unix.POLLOUT, a.Seat, fdIn, len(s.out) > 0)
		t.add(s.files.End, unix.POLLIN, a.Seat, fdEnd, true)
		t.add(s.files.Log, unix.POLLIN, a.Seat, fdLog, true)
	}
	if t.idle == Pondering {
		for i, s := range t.seats {
			if !asked(asks, i) {
				t.add(s.files.Log, unix.POLLIN, i, fdLog, true)
			}
		}
	}
}

func asked(asks []*Ask, seat int) bool {
	for _, a := range asks {
		if a.Seat == seat && !a.done {
			return true
		}
	}
	return false
}

func (t *Table) add(fd int, events int16, seat int, what descriptor, when bool) {
	if fd >= 0 && when {
		t.polls = append(t.polls, unix.PollFd{Fd: int32(fd), Events: events})
		t.owners = append(t.owners, owner{seat, what})
	}
}

// look sees whether a seat's turn is over, by an answer or by the clock.
func (t *Table) look(a *Ask, now time.Time) {
	s := t.seats[a.Seat]
	if late := now.Sub(a.check); !a.check.IsZero() && late > a.Times.Lag {
		a.Times.Lag = t.ownLag(a, s, now, late)
	}
	a.heard = len(s.in.Bytes())
	reply, err := a.Take(&s.in)
	a.took += a.heard - len(s.in.Bytes())
	if len(reply) > 0 {
		a.sent += len(reply)
		s.out = append(s.out, reply...)
		s.write()
	}
	switch {
	case !errors.Is(err, protocol.ErrMore):
		t.finish(a, err, now)
	case s.in.Closed():
		t.finish(a, io.EOF, now)
	case !a.check.IsZero() && !now.Before(a.check):
		if over, doubt := a.over(s, now); over {
			t.timeout(a, now, doubt)
		}
	}
	a.wokeAt = now
}

// finish ends a turn whose answer has come, or can come no more.
func (t *Table) finish(a *Ask, err error, now time.Time) {
	s := t.seats[a.Seat]
	if wall := now.Sub(a.began) - a.wireTime(s); err == nil && a.Clock.Mode != Off && wall > a.Clock.Limit {
		if over, doubt := a.over(s, now); over {
			t.timeout(a, now, doubt)
			return
		}
	}
	t.stop(a, s, now)
	switch {
	case err == nil:
		if cpu := a.Times.CPU; cpu > a.Clock.Limit && (a.Clock.Mode == Fair || a.Clock.Mode == CPU) {
			a.fail(game.Timeout, "used "+cpu.String()+" of CPU time")
		}
	case errors.Is(err, protocol.ErrTooLong):
		t.leave(s, End{Fault: game.LineTooLong, Detail: "more than 64 KiB without the end of a line"})
		a.fail(s.gone.Fault, s.gone.Detail)
	case errors.Is(err, io.EOF):
		t.closed(a, s)
	default:
		a.Err = err
	}
}

// closed names why a seat's output has ended.
func (t *Table) closed(a *Ask, s *seat) {
	if s.gone == nil {
		t.thaw(s) // a frozen process cannot finish leaving
		end, ok := s.ep.Ended(endWait)
		if !ok {
			end = End{Fault: game.Closed, Detail: "closed its output and stayed"}
		}
		t.leave(s, end)
		t.lastWords(s)
	}
	a.fail(s.gone.Fault, s.gone.Detail)
	if s.gone.Arena {
		a.Doubt = s.gone.Detail
	}
}

func (t *Table) timeout(a *Ask, now time.Time, doubt string) {
	s := t.seats[a.Seat]
	got := a.took + len(s.in.Bytes())
	t.stop(a, s, now)
	a.Doubt = doubt
	a.fail(game.Timeout, "no whole answer within "+a.Clock.Limit.String()+", "+strconv.Itoa(got)+" bytes received")
}

// stop ends a turn's measuring: the seat is frozen first, so that what it
// does from here on is not in any turn.
func (t *Table) stop(a *Ask, s *seat, now time.Time) {
	a.done = true
	if t.idle == Leashed && now.Sub(a.began) < quick {
		s.loose = now.Add(leash)
	} else {
		t.freeze(s)
	}
	if t.idle != Pondering || a.Clock.Mode != Wall {
		s.readCPU()
	}
	a.Times.Wall = now.Sub(a.began)
	if !a.judged.Equal(now) { // else what the verdict was found with stands
		a.Times.Waiting = a.waitTime(s)
	}
	a.Times.Waiting += a.wireTime(s)
	a.Times.CPU = max(0, s.cpu-a.cpu0)
	if a.Times.Wall > quick {
		t.slow()
	}
}

// notice sees that a turn which is not over is slow.
func (t *Table) notice(asks []*Ask, now time.Time) {
	for _, a := range asks {
		if !a.done && now.Sub(a.began) > quick {
			t.slow()
		}
	}
}

func (t *Table) slow() {
	t.slowed = true
	if t.Slow != nil {
		t.Slow()
		t.Slow = nil
	}
}

func (a *Ask) fail(fault game.Fault, detail string) { a.Fault, a.Detail = fault, detail }

// leave notes that a seat has ended or will be asked no more.
func (t *Table) leave(s *seat, end End) {
	if s.gone == nil {
		s.gone = &end
	}
}

// ended deals with the end of a seat's main process: what it wrote before is
// still read, but no grandchild that holds its output open is waited for.
func (t *Table) ended(s *seat) {
	s.files.End = -1
	for !s.in.Closed() && len(s.in.Space()) > 0 && s.read() {
	}
	s.in.CloseInput()
	end, ok := s.ep.Ended(endWait)
	if !ok {
		end = End{Fault: game.Crash, Detail: "ended"}
	}
	t.leave(s, end)
}

// Close sends every seat its farewell, closes its input, gives all of them
// together the time wait to leave, and then ends those that did not. It
// returns the facts of each run, in seat order.
func (t *Table) Close(farewells [][]byte, wait time.Duration) []record.Run {
	t.depart(farewells, wait)
	runs := make([]record.Run, len(t.seats))
	for i, s := range t.seats {
		why := ""
		if s.gone != nil {
			why = string(s.gone.Fault)
		}
		t.lastWords(s)
		runs[i] = s.ep.Close(why)
	}
	return runs
}
