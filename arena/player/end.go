package player

import (
	"time"

	"botarena/arena/game"
)

// end finds out how a seat has ended whose output has, which puts it out. It
// is called when no answer of the seat's is to be measured any more: of a
// process that was waited for the clocks tell something else.
func (t *Table) end(s *seat) End {
	if s.gone == nil && !t.died(s, endWait) {
		t.putOut(s, End{Fault: game.Closed, Detail: "closed its output and stayed"})
		t.lastWords(s)
	}
	return *s.gone
}

// died waits so long for the end of a seat, and puts it out by that.
func (t *Table) died(s *seat, wait time.Duration) bool {
	began := time.Now()
	for _, a := range t.listening(s) {
		o := t.seats[a.Seat]
		o.frozen = o.ep.Freeze() == nil
	}
	t.Freeze() // who has answered shall not run on for as long as this takes
	t.thaw(s)  // a frozen process cannot finish leaving
	end, ok := s.ep.Ended(wait)
	if ok {
		t.putOut(s, end)
		t.lastWords(s)
	}
	t.unheard(s, began)
	return ok
}

// Over returns how a seat has ended that is not asked now, with false for one that
// is there. It waits for nothing, and puts nobody out: what a seat has said before
// its end still counts.
func (t *Table) Over(seat int) (End, bool) {
	s := t.seats[seat]
	line := s.files.In == s.files.Out && s.files.Out >= 0 // serial or TCP: its end is that of the line
	switch {
	case s.gone != nil:
		return *s.gone, true
	case s.files.End >= 0 && readable(s.files.End, 0), line && HungUp(s.files.Out):
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

// out fails a turn with what has put its seat out.
func (a *Ask) out(s *seat) {
	a.fail(s.gone.Fault, s.gone.Detail)
	if s.gone.Arena {
		a.Doubt = s.gone.Detail
	}
}

// listening are the turns of other seats that go on while the end of one is
// waited for.
func (t *Table) listening(ended *seat) []*Ask {
	var open []*Ask
	for _, a := range t.asks {
		if !a.done && !a.began.IsZero() && t.seats[a.Seat] != ended {
			open = append(open, a)
		}
	}
	return open
}

// unheard lets the seats that are asked go on, and gives them the time back for
// which nobody listened to them, as the end of another one was waited for. They
// stood still meanwhile, so that their other clocks did too.
func (t *Table) unheard(ended *seat, since time.Time) {
	open := t.listening(ended)
	for _, a := range open {
		t.thaw(t.seats[a.Seat])
	}
	d := time.Since(since)
	t.deaf += d
	t.lookedAt, t.lookout.ended = t.lookedAt.Add(d), t.lookout.ended.Add(d)
	for _, a := range open {
		if s := t.seats[a.Seat]; s.gone != nil { // it could not be thawed
			t.stop(a, s, since)
			a.out(s)
			continue
		}
		a.began, a.wokeAt = a.began.Add(d), a.wokeAt.Add(d)
		if !a.check.IsZero() {
			a.check = a.check.Add(d)
		}
	}
}
