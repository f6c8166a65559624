package sandbox

import (
	"fmt"
	"sync"
)

// seat is a place for one process tree, with an id of its own. Seats are used
// again, the last one first, as its parts are warm.
type seat struct {
	id     uint32 // 0: the arena's own id, where it has only one
	launch launch
}

type seats struct {
	mu    sync.Mutex
	free  []*seat
	made  int
	limit int
	base  uint32 // the first id, which is the sleeping inits'
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
	if s.made >= s.limit {
		return nil, fmt.Errorf("all %d seats are taken", s.limit)
	}
	st := &seat{}
	s.made++
	if s.base != 0 {
		st.id = s.base + uint32(s.made)
	}
	return st, nil
}

// put gives a seat back, when nothing runs under its id any more.
func (s *seats) put(st *seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, st)
}
