package player

import (
	"time"

	"golang.org/x/sys/unix"
)

// Idle says what a seat may do between its turns.
type Idle int

// What seats may do between their turns.
const (
	// Frozen stops a seat with its answer, until its next request.
	Frozen Idle = iota
	// Leashed stops it when the others have not answered within 300 µs of its
	// answer. It is meant for seats that answer at once and have a core each,
	// the first one that of the thread that asks: stopping a program on
	// another core and starting it again takes longer than many a stage, and a
	// program that waits for its input has nothing to be stopped in. What a
	// seat computes on the leash is charged to its next turn. A turn of more
	// than a millisecond ends as with Frozen.
	Leashed
	// Pondering lets it run; nothing is charged.
	Pondering
)

const (
	// leash is how long a leashed seat runs on after its answer at most: some
	// freezes and thaws, and well under the millisecond a turn that a seat may
	// use between its turns (ruling).
	leash = 300 * time.Microsecond
	// quick is how long a turn lasts at most that ends on the leash and that
	// [Table.Slow] is not called for.
	quick = time.Millisecond
)

// freeze stops a seat from running unless it may ponder.
func (t *Table) freeze(s *seat) {
	s.loose = time.Time{}
	if t.idle == Pondering || s.gone != nil || s.frozen || s.ep.Freeze() != nil {
		return
	}
	s.frozen = true
}

// Freeze stops every seat that may not ponder, whatever leash it is on, until
// it is asked next.
func (t *Table) Freeze() {
	for _, s := range t.seats {
		if !s.loose.IsZero() {
			t.stopLoose(s)
		}
	}
}

func (t *Table) thaw(s *seat) {
	s.loose = time.Time{}
	if s.frozen {
		s.ep.Thaw()
		s.frozen = false
	}
}

// leashEnd returns when the first leash ends, zero where none is out.
func (t *Table) leashEnd() time.Time {
	var end time.Time
	if t.idle != Leashed {
		return end
	}
	for _, s := range t.seats {
		if !s.loose.IsZero() && (end.IsZero() || s.loose.Before(end)) {
			end = s.loose
		}
	}
	return end
}

// tighten freezes the seats whose leash is at its end.
func (t *Table) tighten(now time.Time) {
	if t.idle != Leashed {
		return
	}
	for _, s := range t.seats {
		if !s.loose.IsZero() && !now.Before(s.loose) {
			t.stopLoose(s)
		}
	}
}

// stopLoose freezes a seat that runs on after its answer.
func (t *Table) stopLoose(s *seat) {
	t.freeze(s)
	before := s.cpu
	s.readCPU()
	s.strayed += s.cpu - before
}

// home is the seat of a leashed table whose core the asking thread shares.
const home = 0

// yield lets the home seat, just asked, have the core at once, before anything
// is waited for, and reports what has come. A thread that slept until the first
// answer would be woken by another seat's, across cores and in the middle of
// the home seat's turn, and that takes longer than both turns.
func (t *Table) yield(asks []*Ask) (int, error) {
	if t.idle != Leashed || t.slowed || t.wakes > 1 || !asked(asks, home) {
		return 0, nil
	}
	unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	t.watchAnswers(asks)
	return unix.Ppoll(t.polls, new(unix.Timespec), nil)
}

// watchAnswers fills the list of what to poll with the answers alone.
func (t *Table) watchAnswers(asks []*Ask) {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	for _, a := range asks {
		if !a.done {
			t.add(t.seats[a.Seat].files.Out, unix.POLLIN, a.Seat, fdOut, true)
		}
	}
}

// spins reports whether the asking thread may wait for answers without giving
// its core away: an idle core is slow to wake (20 µs and more on a virtual
// machine), and the one seat that could use this one has answered.
func (t *Table) spins(asks []*Ask, now time.Time) bool {
	if t.idle != Leashed || !now.Before(t.seats[home].loose) {
		return false
	}
	for _, a := range asks {
		if a.Seat == home && !a.done || !a.done && (len(t.seats[a.Seat].out) > 0 || t.seats[a.Seat].in.Closed()) {
			return false
		}
	}
	return true
}

// spin waits so for the answers that are missing, until the home seat's leash
// ends. It returns what poll does, 0 where nothing came.
func (t *Table) spin(asks []*Ask) (int, error) {
	t.watchAnswers(asks)
	var none unix.Timespec
	for t.spins(asks, time.Now()) {
		if n, err := unix.Ppoll(t.polls, &none, nil); n != 0 {
			return n, err
		}
	}
	return 0, nil
}
