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
	// FrozenSoon lets it run on for 300 µs after its answer, and stops it unless
	// it has its next request by then. It is meant for seats that answer at once
	// and have a core each, the first one that of the thread that asks: stopping a
	// program on another core and starting it again takes longer than many a stage,
	// and a program that waits for its input has nothing to be stopped in. What a
	// seat computes meanwhile is charged to its next turn. A turn of more than a
	// millisecond ends as with Frozen.
	FrozenSoon
	// Pondering lets it run; nothing is charged.
	Pondering
)

const (
	// runOnTime is how long a seat runs on with FrozenSoon: some freezes and
	// thaws, and well under the millisecond a turn that a seat may use between
	// its turns (ruling).
	runOnTime = 300 * time.Microsecond
	// quickTurn is how long a turn lasts at most after which a seat runs on, and
	// that [Table.Slow] is not called for.
	quickTurn = time.Millisecond
)

// freeze stops a seat from running unless it may ponder.
func (t *Table) freeze(s *seat) {
	s.freezeAt = time.Time{}
	if t.idle == Pondering || s.gone != nil || s.frozen || s.ep.Freeze() != nil {
		return
	}
	s.frozen = true
}

// thaw lets a seat run, as long as it likes.
func (t *Table) thaw(s *seat) {
	s.freezeAt = time.Time{}
	if !s.frozen {
		return
	}
	s.frozen = false
	if err := s.ep.Thaw(); err != nil {
		t.putOut(s, End{Fault: game.Crash, Detail: "it could not be let run again: " + err.Error(), Arena: true})
	}
}

// Freeze stops every seat that may not ponder, also one that would run on, until
// it is asked next.
func (t *Table) Freeze() {
	for _, s := range t.seats {
		if !s.freezeAt.IsZero() {
			t.endRunOn(s)
		}
	}
}

// endRunOns freezes the seats that have run on for long enough.
func (t *Table) endRunOns(now time.Time) {
	if t.idle != FrozenSoon {
		return
	}
	for _, s := range t.seats {
		if !s.freezeAt.IsZero() && !now.Before(s.freezeAt) {
			t.endRunOn(s)
		}
	}
}

// endRunOn freezes a seat that runs on after its answer.
func (t *Table) endRunOn(s *seat) {
	t.freeze(s)
	s.overrun += s.readCPU()
}
