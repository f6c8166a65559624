package live

import "sync"

// Topic is a list of messages, each one line of text. Its methods may be
// called by several goroutines and return at once.
type Topic struct {
	newest bool

	mu      sync.Mutex
	first   int // the number of the oldest message that is kept
	kept    [][]byte
	ended   bool
	changed chan struct{} // closed, and made anew, when there is something to see
}

// NewTopic returns a topic that keeps every message, for who comes later.
func NewTopic() *Topic { return &Topic{changed: make(chan struct{})} }

// NewNewest returns a topic of which only the newest message counts: what was
// not seen before it is skipped.
func NewNewest() *Topic { return &Topic{newest: true, changed: make(chan struct{})} }

// Publish adds messages, which must not be changed afterwards. After End
// they are dropped.
func (t *Topic) Publish(messages ...[]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || len(messages) == 0 {
		return
	}
	t.kept = append(t.kept, messages...)
	if drop := len(t.kept) - 1; t.newest && drop > 0 {
		t.first += drop
		t.kept = [][]byte{t.kept[drop]}
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

// From returns the messages with the numbers n and up that are kept, the
// number that follows the last of them, whether no more will come, and a
// channel that is closed when this changes. A number of which nothing is known
// any more, or yet, as from before the arena was started again, stands for the
// oldest.
func (t *Topic) From(n int) (messages [][]byte, next int, ended bool, changed <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next = t.first + len(t.kept)
	if n < t.first || n > next {
		n = t.first
	}
	return t.kept[n-t.first : len(t.kept) : len(t.kept)], next, t.ended, t.changed
}
