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
// cheapest way that there is at this point of the turns. It leaves what it has
// found in t.polls: no entry where nothing has come.
func (t *Table) poll() {
	if t.pollAfterYield() || t.pollAwake() || t.pollAnswers() {
		return
	}
	now := time.Now()
	t.findSlow(now)
	t.endRunOns(now)
	t.watchAll()
	const longest = time.Hour // of no importance
	if !t.lookout.sleep(t.polls, t.untilNextLook(time.Now(), longest), t.lookedAt) {
		t.polls = t.polls[:0]
	}
}

// untilNextLook returns how long it is from now on until a clock is to be
// looked at, and most if that is longer or there is none.
func (t *Table) untilNextLook(now time.Time, most time.Duration) time.Duration {
	if next := t.nextLook(); !next.IsZero() {
		return min(most, max(0, next.Sub(now)))
	}
	return most
}

// nextLook returns when a clock is to be looked at next, zero for never.
func (t *Table) nextLook() (next time.Time) {
	if t.idle == FrozenSoon {
		for _, s := range t.seats {
			next = sooner(next, s.freezeAt)
		}
	}
	for _, a := range t.asks {
		if !a.done {
			next = sooner(next, a.nextLook)
		}
	}
	return next
}

// sooner returns the earlier of two moments, of which zero is never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// home is the seat, with FrozenSoon, whose core the asking thread shares.
const home = 0

// pollAfterYield lets the home seat, just asked, have the core at once, before
// anything is waited for, and reports whether an answer has come. A thread that
// slept until the first answer would be woken by another seat's, across cores and
// in the middle of the home seat's turn, and that takes longer than both turns.
func (t *Table) pollAfterYield() bool {
	if t.idle != FrozenSoon || t.slowed || t.steps > 1 || !t.asked(home) {
		return false
	}
	t.lookout.ends(t.lookedAt)
	unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	t.watchAnswers()
	return t.pollFor(0)
}

// pollAwake waits for the answers that are missing without giving the core away,
// as long as the home seat may run on after its answer, and reports whether one has
// come. An idle core is slow to wake (20 µs and more on a virtual machine), and the
// one seat that could use this one has answered.
func (t *Table) pollAwake() bool {
	if t.idle != FrozenSoon || !t.answersSuffice() {
		return false
	}
	t.watchAnswers()
	until := t.seats[home].freezeAt
	for now := time.Now(); now.Before(until); now = time.Now() {
		t.lookout.ends(now)
		if t.pollFor(0) {
			return true
		}
	}
	return false
}

// answersOnly is how long the answers alone are waited for at the beginning of a
// turn. Every further descriptor in a poll costs as much as a tenth of a short turn,
// and nothing else that may happen is in a hurry (measured). It must not be shorter
// than the host's tick: a virtual machine that has to set a timer for an earlier
// moment takes longer for that than for a whole turn (measured).
const answersOnly = readWaitingAfter

// pollAnswers waits for the answers alone, at the beginning of the turns, and
// reports whether one has come.
func (t *Table) pollAnswers() bool {
	if t.steps > 1 || !t.answersSuffice() {
		return false
	}
	t.watchAnswers()
	now := time.Now()
	wait := t.untilNextLook(now, answersOnly)
	t.lookout.ends(now.Add(wait))
	return t.pollFor(wait)
}

// answersSuffice reports whether all that the asked seats have to do is to answer:
// none of them has still to read, and none has closed its output.
func (t *Table) answersSuffice() bool {
	for _, a := range t.asks {
		if s := t.seats[a.Seat]; !a.done && (len(s.unsent) > 0 || s.in.Closed()) {
			return false
		}
	}
	return true
}

// pollFor polls the list for so long, and reports whether anything has come.
func (t *Table) pollFor(d time.Duration) bool {
	ts := unix.NsecToTimespec(int64(d))
	n, _ := unix.Ppoll(t.polls, &ts, nil)
	return n > 0
}

const (
	// freeSteps is how often the asking thread looks at once in one round of
	// asking, which is more than an answer in pieces needs.
	freeSteps = 64
	// restTime is how long it lets things come together from then on. A bot
	// that writes byte by byte could otherwise keep its core busy with waking
	// the arena, and have that counted as waiting for the host.
	restTime = 500 * time.Microsecond
)

// rest lets some time pass, but no look at a clock be late.
func (t *Table) rest() {
	t.polls = t.polls[:0]
	t.pollFor(t.untilNextLook(time.Now(), restTime))
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

// watchAll fills the list of what to poll: all that the asked seats may do, and
// of the others only what they write to stderr.
func (t *Table) watchAll() {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	t.add(t.cancel, unix.POLLIN, -1, fdCancel, true)
	for _, a := range t.asks {
		if a.done {
			continue
		}
		s := t.seats[a.Seat]
		t.add(s.files.Out, unix.POLLIN, a.Seat, fdOut, !s.in.Closed() && len(s.in.Space()) > 0)
		t.add(s.files.In, unix.POLLOUT, a.Seat, fdIn, len(s.unsent) > 0)
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

// asked reports whether a seat has still to answer.
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
