package player

import (
	"time"

	"golang.org/x/sys/unix"
)

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

// poll waits until something happens or a clock is to be looked at, in the
// cheapest way that there is at this point of the turns. It returns what poll
// does, for the list that it has filled.
func (t *Table) poll() (int, error) {
	if n, err := t.yield(); n != 0 {
		return n, err
	}
	if n, err := t.spin(); n != 0 {
		return n, err
	}
	if n, err := t.pollBriefly(); n != 0 {
		return n, err
	}
	now := time.Now()
	t.notice(now)
	t.freezeDue(now)
	t.watch()
	timeout := time.Hour // nothing comes of it
	if until := t.nextCheck(); !until.IsZero() {
		timeout = max(0, time.Until(until))
	}
	t.slept = true
	return t.tardy.sleep(t.polls, timeout)
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
func (t *Table) pollBriefly() (int, error) {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	for _, a := range t.asks {
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
	if until := t.nextCheck(); !until.IsZero() {
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
func (t *Table) rest() {
	wait := restTime
	if until := t.nextCheck(); !until.IsZero() {
		wait = min(wait, max(0, time.Until(until)))
	}
	ts := unix.NsecToTimespec(int64(wait))
	unix.Ppoll(nil, &ts, nil)
}

// nextCheck returns when a clock is to be looked at next, zero for never.
func (t *Table) nextCheck() time.Time {
	until := t.nextFreeze()
	for _, a := range t.asks {
		if !a.done && !a.check.IsZero() && (until.IsZero() || a.check.Before(until)) {
			until = a.check
		}
	}
	return until
}

// watch fills the list of what to poll: all that the asked seats may do, and
// of the others only what they write to stderr.
func (t *Table) watch() {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	t.add(t.cancel, unix.POLLIN, -1, fdCancel, true)
	for _, a := range t.asks {
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
			if !t.asked(i) {
				t.add(s.files.Log, unix.POLLIN, i, fdLog, true)
			}
		}
	}
}

func (t *Table) asked(seat int) bool {
	for _, a := range t.asks {
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

// home is the seat, with FrozenSoon, whose core the asking thread shares.
const home = 0

// yield lets the home seat, just asked, have the core at once, before anything
// is waited for, and reports what has come. A thread that slept until the first
// answer would be woken by another seat's, across cores and in the middle of
// the home seat's turn, and that takes longer than both turns.
func (t *Table) yield() (int, error) {
	if t.idle != FrozenSoon || t.slowed || t.wakes > 1 || !t.asked(home) {
		return 0, nil
	}
	unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	t.watchAnswers()
	return unix.Ppoll(t.polls, new(unix.Timespec), nil)
}

// watchAnswers fills the list of what to poll with the answers alone.
func (t *Table) watchAnswers() {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	for _, a := range t.asks {
		if !a.done {
			t.add(t.seats[a.Seat].files.Out, unix.POLLIN, a.Seat, fdOut, true)
		}
	}
}

// spins reports whether the asking thread may wait for answers without giving
// its core away: an idle core is slow to wake (20 µs and more on a virtual
// machine), and the one seat that could use this one has answered.
func (t *Table) spins(now time.Time) bool {
	if t.idle != FrozenSoon || !now.Before(t.seats[home].freezeAt) {
		return false
	}
	for _, a := range t.asks {
		if a.Seat == home && !a.done || !a.done && (len(t.seats[a.Seat].out) > 0 || t.seats[a.Seat].in.Closed()) {
			return false
		}
	}
	return true
}

// spin waits so for the answers that are missing, until the home seat
// is to be frozen. It returns what poll does, 0 where nothing came.
func (t *Table) spin() (int, error) {
	t.watchAnswers()
	var none unix.Timespec
	for t.spins(time.Now()) {
		if n, err := unix.Ppoll(t.polls, &none, nil); n != 0 {
			return n, err
		}
	}
	return 0, nil
}
