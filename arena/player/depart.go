package player

import (
	"time"

	"golang.org/x/sys/unix"
)

// depart says goodbye and waits for the seats to leave, draining their logs.
func (t *Table) depart(farewells [][]byte, wait time.Duration) {
	deadline := time.Now().Add(wait)
	for i, s := range t.seats {
		if s.gone != nil {
			continue
		}
		if i < len(farewells) {
			s.send(farewells[i])
		}
		s.write()
		t.thaw(s)
	}
	for t.watchLeaving() {
		left := time.Until(deadline)
		if left <= 0 {
			return
		}
		if !t.pollFor(left) {
			continue
		}
		for i, p := range t.polls {
			if p.Revents == 0 {
				continue
			}
			s := t.seats[t.owners[i].seat]
			switch t.owners[i].what {
			case fdEnd:
				s.files.End = -1
			case fdIn:
				s.write()
			case fdLog:
				t.drain(s)
			}
		}
	}
}

// watchLeaving closes the input of those who were sent all, and fills the list
// of what to poll while seats leave. It reports whether one is still there.
func (t *Table) watchLeaving() bool {
	t.polls, t.owners = t.polls[:0], t.owners[:0]
	there := false
	for i, s := range t.seats {
		if s.gone != nil {
			continue
		}
		if len(s.unsent) == 0 && s.files.In >= 0 {
			t.closeInput(s)
		}
		if s.files.End < 0 {
			continue
		}
		there = true
		t.add(s.files.End, unix.POLLIN, i, fdEnd, true)
		t.add(s.files.In, unix.POLLOUT, i, fdIn, len(s.unsent) > 0)
		t.add(s.files.Log, unix.POLLIN, i, fdLog, true)
	}
	return there
}

// closeInput lets a seat see the end of its input.
func (t *Table) closeInput(s *seat) {
	s.files.In = -1
	if c, ok := s.ep.(InputCloser); ok {
		c.CloseInput()
	}
}
