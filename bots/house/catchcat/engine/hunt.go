package engine

// A hunt is the search of a position in which the catcher can keep the cat in:
// for how long the cat holds out. A catcher that lets go has an open value.

// huntSalt keeps apart what hunts store.
const huntSalt = 0xbb67ae8584caa73b

// huntCatcher returns the value with the catcher to move and the cat on no
// level.
func (s *search) huntCatcher(ply, depth, alpha, beta int) int {
	s.count()
	b := s.b
	var none Set
	s.r.find(b, &none)
	top := &s.r.levels[s.r.n-1]
	if top.Has(b.cat) {
		return open - ply
	}
	if depth <= 0 || ply >= maxPly {
		s.cut = true
		return caught + ply + s.held()
	}
	if s.over {
		return alpha
	}
	key := b.hash ^ huntSalt
	v, hint, ok := s.probeHunt(key, ply, depth, alpha, beta)
	if ok {
		return v
	}
	outer := s.cut
	s.cut = false
	f := &s.frames[ply]
	n := s.huntBlocks(f, top, hint)
	best, bestMove := infinity, None
	for i := range min(n, s.width) {
		m := f.pick(i, n)
		b.Block(m)
		v := s.huntRunner(ply+1, depth-1, alpha, min(beta, best))
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
	}
	s.storeHunt(key, ply, depth, alpha, beta, best, bestMove, outer)
	return best
}

// huntBlocks lists what the catcher may block: next to a level the way onto
// it, else cells near the cat, ranked by the room that they leave it.
func (s *search) huntBlocks(f *frame, top *Set, hint Cell) int {
	b := s.b
	for _, c := range b.near[b.cat] {
		if top.Has(c) {
			f.moves[0] = c
			return 1
		}
	}
	var x, y, in Set
	for k := 1; k <= b.last; k++ {
		in[k] = b.free[k] &^ top[k]
	}
	x.Add(b.cat)
	for range huntReach {
		b.grow(&y, &x, &in)
		x = y
	}
	n := 0
	b.each(&x, func(c Cell) {
		if c == b.cat {
			return
		}
		b.Block(c)
		in.Remove(c)
		rank := s.history[c]>>6 - int32(s.roomIn(&in))*4
		in.Add(c)
		b.Unblock(c)
		if c == hint {
			rank = 1 << 30
		}
		f.moves[n], f.ranks[n] = c, rank
		n++
	})
	return n
}

// huntRunner is huntCatcher with the cat to move.
func (s *search) huntRunner(ply, depth, alpha, beta int) int {
	s.count()
	b := s.b
	var near Set
	ways := 0
	for _, c := range b.near[b.cat] {
		if b.free.Has(c) {
			near.Add(c)
			ways++
		}
	}
	if ways == 0 {
		return caught + ply
	}
	if s.r.find(b, &near) >= 0 {
		return open - ply
	}
	if depth <= 0 || ply >= maxPly {
		s.cut = true
		return caught + ply + s.held()
	}
	if s.over {
		return alpha
	}
	key := b.hash ^ b.sideKey ^ huntSalt
	v, hint, ok := s.probeHunt(key, ply, depth, alpha, beta)
	if ok {
		return v
	}
	outer := s.cut
	s.cut = false
	f := &s.frames[ply]
	n := 0
	for _, c := range b.near[b.cat] {
		if b.free.Has(c) {
			rank := int32(0)
			for _, m := range b.near[c] {
				if b.free.Has(m) {
					rank++
				}
			}
			if c == hint {
				rank = 100
			}
			f.moves[n], f.ranks[n] = c, rank
			n++
		}
	}
	best, bestMove := -infinity, None
	for i := range n {
		m := f.pick(i, n)
		from := b.Move(m)
		v := s.huntCatcher(ply+1, depth-1, max(alpha, best), beta)
		b.Move(from)
		if s.over {
			return alpha
		}
		if v > best {
			best, bestMove = v, m
			if v >= beta {
				break
			}
		}
	}
	s.storeHunt(key, ply, depth, alpha, beta, best, bestMove, outer)
	return best
}

// deepest stands for the depth of a value that no depth would change.
const deepest = 127

// probeHunt is probe where the depth always counts: that the cat is kept in
// is no news, only for how long.
func (s *search) probeHunt(key uint64, ply, depth, alpha, beta int) (v int, move Cell, ok bool) {
	e := &s.table.entries[key&s.table.mask]
	if e.key != key {
		return 0, None, false
	}
	v = fromRoot(int(e.value), ply)
	if ply == 0 || int(e.depth) < depth || e.bound == most && v > alpha || e.bound == least && v < beta {
		return 0, e.move, false
	}
	s.cut = s.cut || e.depth != deepest
	return v, e.move, true
}

// storeHunt is store that knows whether the depth has had a part in the value.
func (s *search) storeHunt(key uint64, ply, depth, alpha, beta, v int, move Cell, outer bool) {
	if !s.cut {
		depth = deepest
	}
	s.cut = s.cut || outer
	var none Set
	s.table.store(key, ply, depth, alpha, beta, v, move, &none)
}

// hunt chooses a move where the catcher keeps the cat in.
func (e *Engine) hunt(catToMove bool, t *Thought) {
	s := &e.s
	s.width = huntWidth
	for depth := 1; depth < maxPly; depth++ {
		s.cut = false
		var v int
		key := s.b.hash ^ huntSalt
		if catToMove {
			key ^= s.b.sideKey
			v = s.huntRunner(0, depth, -infinity, infinity)
		} else {
			v = s.huntCatcher(0, depth, -infinity, infinity)
		}
		if s.over {
			return
		}
		t.Move, t.Moves, t.Depth = s.table.move(key), v-caught, depth
		if !s.cut {
			return // no depth was missing anywhere
		}
	}
}

const (
	// huntWidth is how many blocks a hunt tries, huntReach how far from the cat.
	huntWidth = 10
	huntReach = 4
)
