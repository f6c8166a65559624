package player

import (
	"time"

	"botarena/arena/game"
)

// endWait is how long a seat whose output has closed may take to be seen
// to have ended: descriptors close before a process is a zombie.
const endWait = 100 * time.Millisecond

// end finds out how a seat has ended whose output has, which puts it out. It
// is called when no answer of the seat's is to be measured any more: of a
// process that was waited for the clocks tell something else.
func (t *Table) end(s *seat) End {
	if s.gone == nil && !t.died(s, endWait) {
		t.putOut(s, End{Fault: game.Closed, Detail: "closed its output and stayed"})
		t.drainRest(s)
	}
	return *s.gone
}

// died waits so long for the end of a seat, and puts it out by that. Nobody listens
// to the others meanwhile: they stand still.
func (t *Table) died(s *seat, wait time.Duration) bool {
	began, waited := time.Now(), t.lookout.waitedForCore()
	paused := t.pauseOthers(s)
	t.thaw(s) // a frozen process cannot finish leaving
	end, ok := s.ep.Ended(wait)
	if ok {
		t.putOut(s, end)
		t.drainRest(s)
	}
	t.lookout.leaveOut(t.resume(paused, began), t.lookout.waitedForCore()-waited)
	return ok
}

// Over returns how a seat has ended that is not asked now, with false for one that
// is there. It waits for nothing, and puts nobody out: what a seat has said before
// its end still counts.
func (t *Table) Over(seat int) (End, bool) {
	s := t.seats[seat]
	switch {
	case s.gone != nil:
		return *s.gone, true
	case s.files.End >= 0 && readable(s.files.End, 0), s.files.isLine() && HungUp(s.files.Out):
		t.thaw(s) // what else there is of a frozen one cannot leave
		return s.ep.Ended(0)
	}
	return End{}, false
}

// putOut notes why a seat will be asked no more. What still runs of it is
// stopped for good: the others shall not feel it.
func (t *Table) putOut(s *seat, end End) {
	if s.gone == nil {
		s.gone = &end
		s.freezeAt = time.Time{}
		s.ep.Freeze()
	}
}

// pauseOthers stops all but one seat, those that may ponder too, and returns the
// turns of those that are asked.
func (t *Table) pauseOthers(ending *seat) []*Ask {
	var paused []*Ask
	for _, a := range t.asks {
		if s := t.seats[a.Seat]; !a.done && !a.began.IsZero() && s != ending {
			s.frozen = s.ep.Freeze() == nil
			paused = append(paused, a)
		}
	}
	t.Freeze() // who has answered shall not run on for as long as this takes
	return paused
}

// resume lets the seats of turns go on that have been paused since a moment, and
// gives them that time back, which it returns. They stood still, so that their other
// clocks did too.
func (t *Table) resume(turns []*Ask, since time.Time) time.Duration {
	for _, a := range turns {
		t.thaw(t.seats[a.Seat])
	}
	d := time.Since(since)
	t.paused += d
	t.lookedAt = t.lookedAt.Add(d)
	for _, a := range turns {
		if s := t.seats[a.Seat]; s.gone != nil { // it could not be thawed
			t.endTurn(a, s, since)
			a.failGone(s)
			continue
		}
		a.began, a.lookedAt = a.began.Add(d), a.lookedAt.Add(d)
		if !a.nextLook.IsZero() {
			a.nextLook = a.nextLook.Add(d)
		}
	}
	return d
}
