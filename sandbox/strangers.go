package sandbox

import (
	"slices"
	"time"

	"botarena/sandbox/seccomp"
)

// A stranger is a call of which nobody knows whose it is. A launch may not have been
// recorded yet when its program makes its first calls, on a busy host for long: all
// others must not wait for that.
type stranger struct {
	since time.Time
	call  seccomp.Notification
}

// strangers are at most one a thread.
type strangers []stranger

const (
	// strangeLook is how soon it is looked for again, at first; later on after as
	// long as it has been looked for, but for no longer than strangeLookMost.
	strangeLook     = 50 * time.Microsecond
	strangeLookMost = 5 * time.Millisecond
)

// claim puts the calls whose process is known by now into the inbox, and says when to
// look again: never, if it is the zero time. The others wait on: to refuse one would
// be a fault of the host's that the bot pays for, and what never becomes known is of a
// tree that is being killed.
func (q *strangers) claim(s *Sandbox, l *seccomp.Listener, in *inbox, now time.Time) (next time.Time) {
	*q = slices.DeleteFunc(*q, func(x stranger) bool {
		if p := s.owner(x.call); p != nil {
			in.add(p, x.call)
			return true
		}
		if !l.Valid(x.call) {
			return true
		}
		next = sooner(next, now.Add(min(max(now.Sub(x.since), strangeLook), strangeLookMost)))
		return false
	})
	return next
}

// sooner is the earlier of two times, of which the zero time is never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
