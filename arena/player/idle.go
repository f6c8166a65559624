package player

import (
	"time"

	"botarena/arena/game"
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
	if !s.frozen {
		return
	}
	s.frozen = false
	if err := s.ep.Thaw(); err != nil {
		t.putOut(s, End{Fault: game.Crash, Detail: "it could not be let run again: " + err.Error(), Arena: true})
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
