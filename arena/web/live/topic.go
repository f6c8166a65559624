package live

import (
	"fmt"
	"sync"
	"time"
)

// Topic is a list of messages, each one line of text. Its methods may be
// called by several goroutines and return at once.
type Topic struct {
	newest bool

	mu      sync.Mutex
	first   int    // the number of the oldest message that is kept
	frames  []byte // the kept messages as events, one after the other; it only grows
	at      []int  // where each begins
	ended   bool
	changed chan struct{} // closed, and made anew, when there is something to see
}

// NewTopic returns a topic that keeps every message, for who comes later.
func NewTopic() *Topic { return &Topic{changed: make(chan struct{})} }

// NewNewest returns a topic of which only the newest message counts: what was
// not seen before it is skipped. Its numbers go on from those of an arena that
// ended before: who comes back from there is not taken for up to date.
func NewNewest() *Topic {
	return &Topic{newest: true, first: int(time.Now().UnixMilli()), changed: make(chan struct{})}
}

// Publish adds messages. After End they are dropped.
func (t *Topic) Publish(messages ...[]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || len(messages) == 0 {
		return
	}
	if t.newest {
		t.first += len(t.at) + len(messages) - 1
		t.frames, t.at, messages = nil, nil, messages[len(messages)-1:]
	}
	// An event is made once, and not for each of hundreds of watchers.
	for _, m := range messages {
		t.at = append(t.at, len(t.frames))
		t.frames = fmt.Appendf(t.frames, "id: %d\ndata: ", t.first+len(t.at)-1)
		t.frames = append(append(t.frames, m...), "\n\n"...)
	}
	t.tell()
}

// End says that no more messages will come.
func (t *Topic) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.ended = true
		t.tell()
	}
}

func (t *Topic) tell() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// From returns the messages with the numbers n and up that are kept, as
// server-sent events that must not be changed, the number that follows the
// last of them, whether no more will come, and a channel that is closed when
// this changes. A number of which nothing is known any more, or yet, as from
// before the arena was started again, stands for the oldest.
func (t *Topic) From(n int) (events []byte, next int, ended bool, changed <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next = t.first + len(t.at)
	if n < t.first || n > next {
		n = t.first
	}
	if n < next {
		events = t.frames[t.at[n-t.first]:len(t.frames):len(t.frames)]
	}
	return events, next, t.ended, t.changed
}
