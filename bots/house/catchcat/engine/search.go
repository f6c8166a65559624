package engine

// Values are the cat's: the catcher makes them small. There are three zones:
// the cat steps on the border in so many moves of both; nobody knows, and so
// near the way out looks; the catcher can keep the cat in, and it holds out for
// so many moves.
const (
	escaped = 30000
	open    = 20000
	caught  = 0
	// Values from escapes up are escapes, below shut the catcher's wins.
	escapes  = 25000
	shut     = 10000
	infinity = 32000
)

// maxPly is how deep a search goes at most.
const maxPly = 120

// search looks for the value of a position. It allocates nothing on its way.
type search struct {
	b       *Board
	r       reach
	table   *table
	history [cells]int32 // how often a block was good
	frames  [maxPly + 2]frame

	nodes int
	limit int         // of nodes
	poll  int         // at how many nodes to ask whether to stop
	stop  func() bool // asked now and then; may be nil
	cut   bool        // a hunt was cut off by its depth somewhere
	over  bool        // out of nodes or time: what comes back means nothing

	// width is how many of the catcher's moves are tried at most; 0 for all
	// that matter. What is found to be the catcher's win remains one.
	width int
	// rough leaves out how long a cat that is kept in holds out.
	rough bool
	salt  uint64 // keeps apart in the table what was searched differently
}

// frame is what one ply needs.
type frame struct {
	null, must, total, needs Set
	moves                    [maxMoves]Cell
	ranks                    [maxMoves]int32
}

// maxMoves is how many moves a position can have.
const maxMoves = MaxSize * MaxSize

// mode sets how positions are searched from now on.
func (s *search) mode(width int, rough bool) {
	s.width, s.rough = width, rough
	s.salt = uint64(width) * 0x9e3779b97f4a7c15
	if rough {
		s.salt ^= 0x6a09e667f3bcc909
	}
}

func (s *search) count() {
	s.nodes++
	if s.nodes >= s.limit {
		s.over = true
	}
	if s.nodes >= s.poll && s.stop != nil {
		s.poll = s.nodes + 256
		s.over = s.over || s.stop()
	}
}

// catcher returns the value with the catcher to move. If it is more than
// alpha, the cells that the cat needs for it are left in needs: whatever is
// blocked elsewhere, it gets as much.
func (s *search) catcher(ply, depth, alpha, beta int, needs *Set) int {
	s.count()
	b := s.b
	var cat Set
	cat.Add(b.cat)
	switch k := s.r.find(b, &cat); {
	case k < 0:
		return s.lost(ply, alpha, needs)
	case k <= 1, depth <= 0, ply >= maxPly:
		v := open - ply - 2*k
		if k <= 1 {
			v = escaped - ply - 2
		}
		if v > alpha {
			*needs = Set{}
			s.r.support(b.cat, needs)
		}
		return v
	}
	if s.over {
		return alpha
	}
	key := b.hash ^ s.salt
	v, hint, ok := s.table.probe(key, ply, depth, alpha, beta, needs)
	if ok {
		return v
	}
	f := &s.frames[ply]
	// A block never helps the cat: passing shows the most that it can get, and
	// what gives it less must be on a cell that it needs for that.
	v = s.runner(ply+1, depth-1, alpha, beta, &f.null)
	if s.over {
		return alpha
	}
	if v <= alpha {
		s.table.store(key, ply, depth, alpha, beta, v, hint, needs)
		return v
	}
	f.must, f.total = f.null, f.null
	best, bestMove, tried := infinity, None, 0
	n := s.blocks(f, hint, depth)
	if n == 0 { // no block makes a difference
		best = v
	}
	for i := range n {
		m := f.pick(i, n)
		if !f.must.Has(m) {
			continue
		}
		if tried++; s.width > 0 && tried > s.width {
			break
		}
		b.Block(m)
		v := s.runner(ply+1, depth-1, alpha, min(beta, best), &f.needs)
		b.Unblock(m)
		if s.over {
			return alpha
		}
		if v < best {
			best, bestMove = v, m
		}
		if best <= alpha {
			s.history[m] += int32(depth * depth)
			break
		}
		b.and(&f.must, &f.needs)
		b.or(&f.total, &f.needs)
	}
	if best > alpha {
		*needs = f.total
	}
	s.table.store(key, ply, depth, alpha, beta, best, bestMove, needs)
	return best
}

// lost returns the value of a position in which the catcher can keep the cat
// in. How long the cat holds out may rest on every free cell.
func (s *search) lost(ply, alpha int, needs *Set) int {
	v := caught + ply + s.held()
	if v > alpha {
		*needs = s.b.free
	}
	return v
}

// blocks lists the cells of f.must with their ranks, and returns how many.
func (s *search) blocks(f *frame, hint Cell, depth int) int {
	n := 0
	b := s.b
	b.each(&f.must, func(c Cell) {
		if c == b.cat {
			return
		}
		rank := s.history[c] >> 4
		if depth > 1 {
			b.Block(c)
			rank += s.closed()
			b.Unblock(c)
		}
		if c == hint {
			rank = 1 << 30
		}
		f.moves[n], f.ranks[n] = c, rank
		n++
	})
	return n
}

// closed ranks a position with the cat to move for the catcher: the fewer and
// the higher the levels next to the cat, the better.
func (s *search) closed() int32 {
	s.nodes++
	var none Set
	s.r.find(s.b, &none)
	sum := int32(0)
	for _, c := range s.b.near[s.b.cat] {
		if s.b.free.Has(c) {
			if k := s.r.level(c); k >= 0 {
				sum += 1 << 20 >> k
			}
		}
	}
	return 1<<24 - sum
}

// pick brings the best of the moves from the i-th on to the i-th place.
func (f *frame) pick(i, n int) Cell {
	best := i
	for j := i + 1; j < n; j++ {
		if f.ranks[j] > f.ranks[best] {
			best = j
		}
	}
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	f.ranks[i], f.ranks[best] = f.ranks[best], f.ranks[i]
	return f.moves[i]
}

// runner is catcher with the cat to move.
func (s *search) runner(ply, depth, alpha, beta int, needs *Set) int {
	s.count()
	b := s.b
	var near, none Set
	ways := 0
	for _, c := range b.near[b.cat] {
		if b.free.Has(c) {
			near.Add(c)
			ways++
		}
	}
	if ways == 0 {
		if caught+ply > alpha {
			*needs = b.free
		}
		return caught + ply
	}
	k := s.r.find(b, &near)
	switch {
	case k < 0:
		return s.lost(ply, alpha, needs)
	case k <= 1, depth <= 0, ply >= maxPly:
		v := open - ply - 1 - 2*k
		if k <= 1 {
			v = escaped - ply - 1 - 2*k
		}
		if v > alpha {
			s.lean(&near, k, needs)
		}
		return v
	}
	if s.over {
		return alpha
	}
	key := b.hash ^ b.sideKey ^ s.salt
	v, hint, ok := s.table.probe(key, ply, depth, alpha, beta, needs)
	if ok {
		return v
	}
	s.r.find(b, &none)
	f := &s.frames[ply]
	n := s.steps(f, hint)
	best, bestMove := -infinity, None
	for i := range n {
		m := f.pick(i, n)
		var v int
		if f.ranks[i] < 0 { // on no level: the catcher keeps it in
			from := b.Move(m)
			if !s.rough {
				s.r.find(b, &none)
			}
			v = s.lost(ply+1, alpha, &f.needs)
			b.Move(from)
		} else {
			from := b.Move(m)
			v = s.catcher(ply+1, depth-1, max(alpha, best), beta, &f.needs)
			b.Move(from)
		}
		if s.over {
			return alpha
		}
		if v > best {
			best, bestMove = v, m
			if v > alpha {
				*needs = f.needs
				needs.Add(m)
			}
			if v >= beta {
				break
			}
		}
	}
	s.table.store(key, ply, depth, alpha, beta, best, bestMove, needs)
	return best
}

// lean leaves in needs what the cat needs to step on level k.
func (s *search) lean(near *Set, k int, needs *Set) {
	for _, c := range s.b.near[s.b.cat] {
		if near.Has(c) && s.r.levels[k].Has(c) {
			*needs = Set{}
			s.r.support(c, needs)
			needs.Add(c)
			return
		}
	}
}

// steps lists the cat's moves, the lowest levels first, and returns how many.
func (s *search) steps(f *frame, hint Cell) int {
	n := 0
	for _, c := range s.b.near[s.b.cat] {
		if !s.b.free.Has(c) {
			continue
		}
		rank := int32(-1)
		if k := s.r.level(c); k >= 0 {
			rank = int32(maxLevels - k)
			if c == hint {
				rank += maxLevels
			}
		}
		f.moves[n], f.ranks[n] = c, rank
		n++
	}
	return n
}
