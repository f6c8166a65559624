package sandbox

import (
	"slices"
	"time"

	"botarena/sandbox/seccomp"
)

// All that one launcher's children are notified for is answered by one guard,
// one after the other. A bot which does nothing but ask for what is on the quiet
// lists, with all its threads, must not keep the opponent's start waiting: so the
// processes take turns (inbox), and each has a budget of the guard's work. Beyond
// it the answers come late, as late as it takes the process to earn them; only
// its own threads wait for that.
type budget struct {
	spent time.Duration // of work, not yet earned
	at    time.Time     // the last look
}

// Work is counted as time, by what it takes on an idle machine, and not
// measured: on a busy one an honest bot would pay for its neighbours.
const (
	workOfNotice = 20 * time.Microsecond
	workOfRead   = 15 * time.Microsecond // of a file of /proc
	workOfByte   = 10 * time.Nanosecond  // of a path, which is compared with the quiet ones
	workEarned   = 40                    // one part in so many of the time that passes

	// Whoever reads a path out of a process's memory waits while that changes its
	// map of it, which a bot can do all the time: mremap of a gigabyte takes
	// milliseconds, of its processor time too. Such a wait is dear; one in which it
	// did not compute was the host's doing, or that of a quota, which before Linux
	// 6.18 could hold a thread up in the middle of that: a fraction of a core is one.
	heldUp     = time.Millisecond
	workHeldUp = 5 * time.Millisecond
)

// The work that a process may make at once: a static binary looks for a few
// files at most, Python opens some thousands for a large package.
const (
	burstBare  = 10 * time.Millisecond
	burstFiles = 100 * time.Millisecond
)

// charge adds work and says for how long its answer must wait.
func (b *budget) charge(now time.Time, work, burst time.Duration) time.Duration {
	if !b.at.IsZero() {
		b.spent = max(0, b.spent-now.Sub(b.at)/workEarned)
	}
	b.at = now
	b.spent += work
	return max(0, b.spent-burst) * workEarned
}

// An inbox holds the calls that wait to be looked at: of each process one, and
// then of each another.
type inbox struct {
	turn    []*Process // those with calls, the next one first
	waiting map[*Process][]seccomp.Notification
}

func (b *inbox) empty() bool { return len(b.turn) == 0 }

func (b *inbox) add(p *Process, n seccomp.Notification) {
	if b.waiting == nil {
		b.waiting = map[*Process][]seccomp.Notification{}
	}
	if len(b.waiting[p]) == 0 {
		b.turn = append(b.turn, p)
	}
	b.waiting[p] = append(b.waiting[p], n)
}

// next takes a call out. The inbox must not be empty.
func (b *inbox) next() (*Process, seccomp.Notification) {
	p := b.turn[0]
	b.turn = append(b.turn[:0], b.turn[1:]...)
	n := b.waiting[p][0]
	if rest := b.waiting[p][1:]; len(rest) > 0 {
		b.waiting[p] = rest
		b.turn = append(b.turn, p)
	} else {
		delete(b.waiting, p)
	}
	return p, n
}

// answer is a verdict that waits to be delivered.
type answer struct {
	due     time.Time
	to      seccomp.Notification
	verdict seccomp.Verdict
}

// answers are those that wait, the next one first. There is at most one a
// thread.
type answers []answer

func (q *answers) add(a answer) {
	at, _ := slices.BinarySearchFunc(*q, a.due, func(x answer, t time.Time) int { return x.due.Compare(t) })
	*q = slices.Insert(*q, at, a)
}

// deliver gives those that are due, and says when the next one is: never, if
// it is the zero time.
func (q *answers) deliver(l *seccomp.Listener, now time.Time) (next time.Time) {
	for len(*q) > 0 {
		a := (*q)[0]
		if a.due.After(now) {
			return a.due
		}
		*q = slices.Delete(*q, 0, 1)
		reply(l, a.to, a.verdict)
	}
	return time.Time{}
}

// reply answers a call. If its caller is no more, nobody misses it.
func reply(l *seccomp.Listener, n seccomp.Notification, v seccomp.Verdict) {
	if v.Continue {
		l.Continue(n)
	} else {
		l.Refuse(n, v.Answer)
	}
}
