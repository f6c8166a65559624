package store

import "time"

// Policy says which hand-in of a team counts.
type Policy struct {
	// Deadline is the end of the time to hand in; zero for none. A hand-in at
	// this very moment is in time.
	Deadline time.Time
	// Grace is the time after the deadline that still counts as in time.
	Grace time.Duration
	// LateUntil is how long after the deadline hand-ins still count, as late
	// ones. Zero: none do.
	LateUntil time.Duration
	// Final says that the hand-in counts that the team marked as its final
	// one. Where it marked none, or one that comes too late, the last before
	// the deadline counts, and else the last late one.
	Final bool
}

// Pick returns the hand-in that counts and by how much it is late, or nil.
// It goes by the times of handing in alone, so that it picks the same one
// whenever it is asked. A mark counts that was made before hand-ins ended.
func (p Policy) Pick(history []HandIn) (h *HandIn, late time.Duration) {
	if p.Final {
		var marked time.Time
		for i := range history {
			for _, m := range history[i].Marks {
				if p.Takes(m) && p.Takes(history[i].At) && !m.Before(marked) {
					h, marked = &history[i], m
				}
			}
		}
		if h != nil {
			return h, p.late(h.At)
		}
	}
	for i := range history {
		at := history[i].At
		switch {
		case !p.Takes(at):
		case h == nil, p.late(at) == 0 && p.late(h.At) > 0,
			(p.late(at) > 0) == (p.late(h.At) > 0) && !at.Before(h.At):
			h = &history[i]
		}
	}
	if h == nil {
		return nil, 0
	}
	return h, p.late(h.At)
}

// Takes reports whether hand-ins at a time still count.
func (p Policy) Takes(at time.Time) bool {
	return p.Deadline.IsZero() || !at.After(p.Deadline.Add(max(p.Grace, p.LateUntil)))
}

// late is the time after the deadline, 0 within the grace.
func (p Policy) late(at time.Time) time.Duration {
	if p.Deadline.IsZero() || !at.After(p.Deadline.Add(p.Grace)) {
		return 0
	}
	return at.Sub(p.Deadline)
}
