package engine

import (
	"math/rand/v2"
	"slices"
)

// Engine chooses moves. It is not safe for use by several goroutines.
type Engine struct {
	s   search
	rnd *rand.Rand
}

// Budget bounds the thinking about one move. It ends with what is reached
// first.
type Budget struct {
	// Nodes is how many positions are looked at, at least 1.
	Nodes int
	// Stop, where not nil, is asked now and then whether the time is over.
	Stop func() bool
}

// tableBits makes a table of 36 MB.
const tableBits = 18

// New returns an engine that thinks about what is on b at the time. Of moves
// that look equally good the seed chooses.
func New(b *Board, seed uint64) *Engine { return newEngine(b, seed, tableBits) }

func newEngine(b *Board, seed uint64, bits int) *Engine {
	e := &Engine{rnd: rand.New(rand.NewPCG(seed, 1))}
	e.s.b = b
	e.s.table = newTable(bits)
	return e
}

// Verdict is what is known of a position.
type Verdict int

// The verdicts. Escapes and Kept are proved, up to the chance that two
// positions of 64-bit keys are taken for each other.
const (
	Unknown Verdict = iota
	Escapes         // the cat gets out, whatever the catcher does
	Kept            // the catcher keeps the cat in, whatever it does
)

// Thought is a chosen move and what led to it.
type Thought struct {
	Move    Cell
	Verdict Verdict
	// Moves is, with Escapes, after how many moves of both the cat is out, if
	// both play as well as can be; with Kept how many the cat is thought to
	// hold out; else 0.
	Moves int
	// Depth is how many moves ahead the verdict was looked for, Nodes how many
	// positions were looked at.
	Depth, Nodes int
}

// The widths of searches that try only the likeliest blocks. The proof that
// the cat is kept in wants few tries and much depth.
const (
	proofWidth    = 3
	estimateWidth = 6
)

// Think returns a legal move for the side to move in a position that is not
// over.
func (e *Engine) Think(catToMove bool, budget Budget) Thought {
	s := &e.s
	clear(s.history[:])
	s.nodes, s.poll, s.limit, s.stop, s.over = 0, 0, budget.Nodes, budget.Stop, false
	t := Thought{Move: None}
	if e.holds(catToMove) {
		t.Verdict = Kept
		e.hunt(catToMove, &t)
	} else {
		s.limit = budget.Nodes * 6 / 10
		e.prove(catToMove, &t)
		s.limit, s.over = budget.Nodes, false
		if t.Verdict != Escapes || t.Move == None {
			e.weigh(catToMove, &t)
		}
	}
	if t.Move == None {
		t.Move = e.Random(catToMove)
	}
	t.Nodes = s.nodes
	return t
}

// holds reports whether the catcher keeps the cat in by its answers alone: if
// the cat is on no level and, when it is to move, gets onto none.
func (e *Engine) holds(catToMove bool) bool {
	b := e.s.b
	var want Set
	if catToMove {
		for _, c := range b.Ways(nil) {
			want.Add(c)
		}
	} else {
		want.Add(b.cat)
	}
	return e.s.r.find(b, &want) < 0
}

// root searches the position on the board and returns its value and the move
// that the table has for it.
func (e *Engine) root(catToMove bool, depth, alpha, beta int) (v int, move Cell) {
	s := &e.s
	var needs Set
	key := s.b.hash ^ s.salt
	if catToMove {
		key ^= s.b.sideKey
		v = s.runner(0, depth, alpha, beta, &needs)
	} else {
		v = s.catcher(0, depth, alpha, beta, &needs)
	}
	return v, s.table.move(key)
}

// prove looks deeper and deeper whether the cat gets out or can be kept in.
func (e *Engine) prove(catToMove bool, t *Thought) {
	s := &e.s
	for depth := 2; depth < maxPly; depth += 2 {
		s.mode(0, true)
		v, move := e.root(catToMove, depth, escapes-1, escapes)
		if s.over {
			return
		}
		t.Move, t.Depth = move, depth
		if v >= escapes {
			t.Verdict, t.Moves = Escapes, escaped-v
			e.quickest(catToMove, t)
			return
		}
		s.mode(proofWidth, true)
		v, move = e.root(catToMove, depth, shut-1, shut)
		if s.over {
			return
		}
		if v < shut {
			t.Verdict, t.Move = Kept, move
			return
		}
	}
}

// quickest finds the quickest way out, or what delays it most. That the cat
// gets out may be known from an earlier, deeper look, so this goes on until no
// quicker way can be missed.
func (e *Engine) quickest(catToMove bool, t *Thought) {
	for depth := t.Depth; depth < maxPly; depth += 2 {
		v, move := e.root(catToMove, depth, escapes-1, infinity)
		if e.s.over {
			return
		}
		if v >= escapes {
			t.Move, t.Moves, t.Depth = move, escaped-v, depth
			if t.Moves <= depth+1 {
				return
			}
		}
	}
}

// weigh chooses by an estimate among the moves that are as good as the
// verdict has them.
func (e *Engine) weigh(catToMove bool, t *Thought) {
	s := &e.s
	f := &s.frames[maxPly+1]
	n := e.choices(catToMove, f, t)
	if t.Move == None {
		t.Move = f.moves[0]
	}
	s.mode(estimateWidth, false)
	for depth := 1; depth < maxPly && !s.over; depth++ {
		best, bestMove := e.estimate(catToMove, depth, f.moves[:n])
		if bestMove == None || t.Verdict == Kept && !catToMove && best >= shut {
			continue // the proof knows better
		}
		t.Move = bestMove
		switch {
		case t.Verdict == Escapes: // at once: there is nothing more to see
			return
		case t.Verdict == Kept && best < shut:
			t.Moves = best - caught
		}
	}
}

// estimate returns the best of the moves at a depth, as far as the budget
// goes, and brings it to the front.
func (e *Engine) estimate(catToMove bool, depth int, moves []Cell) (best int, bestMove Cell) {
	s := &e.s
	best, bestMove = infinity, None
	if catToMove {
		best = -infinity
	}
	for i, m := range moves {
		var v int
		var needs Set
		if catToMove && s.b.Border(m) {
			v = escaped - 1
		} else if catToMove {
			from := s.b.Move(m)
			v = s.catcher(1, depth-1, best, infinity, &needs)
			s.b.Move(from)
		} else {
			s.b.Block(m)
			v = s.runner(1, depth-1, -infinity, best, &needs)
			s.b.Unblock(m)
		}
		if s.over {
			return best, bestMove
		}
		if catToMove && v > best || !catToMove && v < best {
			best, bestMove = v, m
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
		}
	}
	return best, bestMove
}

const (
	// near is how many cells around the cat a catcher considers at least,
	// maxChoices how many of them it weighs.
	near       = 40
	maxChoices = 16
)

// choices puts the moves to choose from into f.moves, the likeliest first, and
// returns how many.
func (e *Engine) choices(catToMove bool, f *frame, t *Thought) int {
	b := e.s.b
	n := 0
	if catToMove {
		for _, c := range b.near[b.cat] {
			if b.free.Has(c) {
				f.moves[n], f.ranks[n] = c, int32(e.rnd.IntN(1000))
				n++
			}
		}
	} else {
		var x, y Set
		x.Add(b.cat)
		for b.count(&x) < near && b.grow(&y, &x, &b.free) {
			x = y
		}
		b.each(&x, func(c Cell) {
			if c == b.cat {
				return
			}
			b.Block(c)
			f.moves[n], f.ranks[n] = c, e.s.closed()+int32(e.rnd.IntN(16))
			b.Unblock(c)
			n++
		})
	}
	for i := range n {
		f.pick(i, n)
	}
	if catToMove {
		return n
	}
	if t.Verdict == Unknown {
		n = e.holding(f, n, t)
	}
	if t.Move != None { // first, and on the list in any case
		i := slices.Index(f.moves[:n], t.Move)
		if i < 0 {
			i = n
			n++
		}
		copy(f.moves[1:i+1], f.moves[:i])
		f.moves[0] = t.Move
	}
	return min(n, maxChoices)
}

// holding keeps of the first n moves those after which the cat does not get
// out within the depth that was searched.
func (e *Engine) holding(f *frame, n int, t *Thought) int {
	s := &e.s
	s.mode(0, true)
	held := 0
	limit := s.limit
	for _, m := range f.moves[:n] {
		if held == maxChoices || s.nodes >= limit || s.stop != nil && s.stop() {
			break
		}
		var needs Set
		s.b.Block(m)
		s.over, s.limit = false, min(limit, s.nodes+limit/20)
		v := s.runner(1, t.Depth-1, escapes-1, escapes, &needs)
		s.b.Unblock(m)
		if !s.over && v < escapes {
			f.moves[held] = m
			held++
		}
	}
	s.limit, s.over = limit, s.stop != nil && s.stop()
	if held == 0 {
		return n
	}
	return held
}
