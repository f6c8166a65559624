package live

import (
	"sync/atomic"

	"botarena/arena/record"
)

// step is what Position was told.
type step struct {
	round   int
	answers []record.SeatAnswer
}

// steps hands steps from the match's thread to the follower: to put one in
// takes neither a lock nor a system call nor, as a rule, memory.
type steps struct {
	in, out *block // each of its own side alone
	taken   int    // of out
}

type block struct {
	steps [512]step
	full  atomic.Int64 // how many of them are there
	next  atomic.Pointer[block]
}

func newSteps() steps {
	b := new(block)
	return steps{in: b, out: b}
}

// put is called on the match's thread.
func (q *steps) put(s step) {
	if n := q.in.full.Load(); int(n) < len(q.in.steps) {
		q.in.steps[n] = s
		q.in.full.Store(n + 1)
		return
	}
	b := new(block)
	b.steps[0] = s
	b.full.Store(1) // a block that can be seen is not empty
	q.in.next.Store(b)
	q.in = b
}

// take returns the steps that are there, some at a time, none when there is
// none. It is called on the follower's goroutine.
func (q *steps) take() []step {
	if q.taken == len(q.out.steps) {
		b := q.out.next.Load()
		if b == nil {
			return nil
		}
		q.out, q.taken = b, 0
	}
	from := q.taken
	q.taken = int(q.out.full.Load())
	return q.out.steps[from:q.taken]
}

// any reports whether there are steps to take. It is called on the follower's
// goroutine.
func (q *steps) any() bool {
	return int(q.out.full.Load()) > q.taken || q.out.next.Load() != nil
}
