package sandbox

import (
	"fmt"
	"sync"
)

// seat is a place for one process tree: an id of its own and a tree to be born
// into. Seats are used again; the last one used first, as its parts are warm.
type seat struct {
	number int
	id     uint32 // 0: the arena's own id, where it has only one
	tree   tree
	launch launch
}

type seats struct {
	mu    sync.Mutex
	free  []*seat
	all   []*seat
	limit int
	base  uint32
	make  func(number int) (tree, error)
}

// take gives a free seat, or makes one.
func (s *seats) take() (*seat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 {
		st := s.free[n-1]
		s.free = s.free[:n-1]
		return st, nil
	}
	n := len(s.all)
	if n >= s.limit {
		return nil, fmt.Errorf("all %d seats are taken", n)
	}
	t, err := s.make(n)
	if err != nil {
		return nil, err
	}
	st := &seat{number: n, tree: t}
	if s.base != 0 {
		st.id = s.base + 1 + uint32(n) // base itself is the sleeping init's
	}
	st.launch.done = make(chan struct{}, 1)
	s.all = append(s.all, st)
	return st, nil
}

// put gives a seat back whose tree is empty.
func (s *seats) put(st *seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, st)
}

// drop forgets a seat whose tree could not be emptied: it is not used again.
func (s *seats) remove() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first error
	for _, st := range s.all {
		if err := st.tree.remove(); err != nil && first == nil {
			first = err
		}
	}
	s.all, s.free = nil, nil
	return first
}
