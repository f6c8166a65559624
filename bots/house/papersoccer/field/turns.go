package field

import "math/bits"

// Turns lists the turns from a position that differ in their result, the end
// point and the set of new segments, and end on a fresh point. Turns into a
// goal or a dead end are left out: they are found by [Reach] or not wanted.
//
// Positions within a turn are visited once however they are reached, so that
// the thousands of orders in which the same segments can be walked cost
// nothing: most of them in breadth, so that short turns come first, some in
// depth. A position can have more than 400,000 turns: [Turns.More] lists some,
// and more when called again.
type Turns struct {
	mids []mid
	ends []End
	head int // all before it are done
	left int // how many are not done
	turn int
	seen hashSet
}

type mid struct {
	board Board
	from  int32
	dir   uint8
	done  bool // its steps were tried
}

// End is the end of a turn.
type End struct {
	Board Board
	from  int32
	dir   uint8
}

// NewTurns returns an empty list, to be used again and again.
func NewTurns() *Turns { return &Turns{} }

// Reset starts the list of the turns from b.
func (t *Turns) Reset(b *Board) {
	t.mids = append(t.mids[:0], mid{board: *b, from: -1})
	t.ends = t.ends[:0]
	t.head, t.left, t.turn = 0, 1, 0
	t.seen.reset()
	t.seen.add(b.Hash)
}

// More lists further turns until there are maxEnds of them or maxMids
// positions within the turn were looked at, counted from the start, and
// reports whether these are all.
func (t *Turns) More(maxEnds, maxMids int) (complete bool) {
	for t.left > 0 {
		if len(t.ends) >= maxEnds || len(t.mids)-t.left >= maxMids {
			return false
		}
		at := t.next()
		m := &t.mids[at]
		m.done = true
		t.left--
		b := &m.board
		for open := b.Legal(b.Ball); open != 0; open &= open - 1 {
			t.try(at, uint8(bits.TrailingZeros8(open)))
		}
	}
	return true
}

// dive is how many positions are looked at in breadth for each one in depth.
const dive = 4

// next returns a position whose steps were not tried: mostly the oldest one,
// now and then the newest, so that some long turns are listed early too. Only
// a long turn can use up the opponent's way to the goal.
func (t *Turns) next() int32 {
	t.turn++
	if t.turn%dive == 0 {
		for i := len(t.mids) - 1; ; i-- {
			if !t.mids[i].done {
				return int32(i)
			}
		}
	}
	for t.mids[t.head].done {
		t.head++
	}
	return int32(t.head)
}

func (t *Turns) try(at int32, d uint8) {
	b := &t.mids[at].board
	from, to := b.Ball, Next(b.Ball, d)
	hash := b.Hash ^ segmentKeys[from&(Points-1)][d&7] ^ ballKeys[from&(Points-1)] ^ ballKeys[to&(Points-1)]
	if to < northEnd || to >= southStart || !t.seen.add(hash) {
		return
	}
	if !b.Lined.Has(to) {
		t.ends = append(t.ends, End{Board: *b, from: at, dir: d})
		t.ends[len(t.ends)-1].Board.Step(d)
		return
	}
	if b.Legal(to) == 1<<(d^4) {
		return // a dead end
	}
	t.mids = append(t.mids, mid{board: *b, from: at, dir: d})
	t.mids[len(t.mids)-1].board.Step(d)
	t.left++
}

// Ends returns the turns found so far, valid until the next Reset.
func (t *Turns) Ends() []End { return t.ends }

// Steps appends the steps of the turn that ends in e.
func (t *Turns) Steps(dst []uint8, e *End) []uint8 {
	start := len(dst)
	dst = append(dst, e.dir)
	for at := e.from; t.mids[at].from >= 0; at = t.mids[at].from {
		dst = append(dst, t.mids[at].dir)
	}
	reverse(dst[start:])
	return dst
}

// hashSet is a set of hashes with open addressing that is emptied at once.
type hashSet struct {
	slots []slot
	epoch uint32
	n     int
}

type slot struct {
	hash  uint64
	epoch uint32
}

func (s *hashSet) reset() {
	if s.slots == nil {
		s.slots = make([]slot, 1<<12)
	}
	s.epoch++
	s.n = 0
}

// add puts h into the set and reports whether it is new.
func (s *hashSet) add(h uint64) bool {
	last := uint64(len(s.slots) - 1)
	for i := h & last; ; i = (i + 1) & last {
		e := &s.slots[i]
		if e.epoch != s.epoch {
			*e = slot{h, s.epoch}
			if s.n++; 2*s.n > len(s.slots) {
				s.grow()
			}
			return true
		}
		if e.hash == h {
			return false
		}
	}
}

func (s *hashSet) grow() {
	old := s.slots
	s.slots = make([]slot, 2*len(old))
	last := uint64(len(s.slots) - 1)
	for _, e := range old {
		if e.epoch != s.epoch {
			continue
		}
		i := e.hash & last
		for s.slots[i].epoch == s.epoch {
			i = (i + 1) & last
		}
		s.slots[i] = e
	}
}

// Segments appends the segments of the turn that ends in e, each the number
// of a point times eight plus the direction of the step from there.
func (t *Turns) Segments(dst []uint16, e *End) []uint16 {
	dir, at := e.dir, e.from
	for at >= 0 {
		m := &t.mids[at]
		dst = append(dst, uint16(m.board.Ball)<<3|uint16(dir))
		dir, at = m.dir, m.from
	}
	return dst
}
