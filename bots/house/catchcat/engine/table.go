package engine

// bound says how a stored value is meant.
type bound uint8

const (
	exact bound = iota
	least       // the value or more
	most        // the value or less
)

type entry struct {
	key   uint64
	value int16 // as from the position itself, see fromHere
	depth int8
	bound bound
	move  Cell
	// needs are the cells on which the cat's value rests, if it is exact or
	// a least one.
	needs Set
}

// table remembers positions that were searched; a new one takes the place of
// an old one.
type table struct {
	entries []entry
	mask    uint64
}

// newTable returns a table of 1<<bits entries.
func newTable(bits int) *table {
	return &table{make([]entry, 1<<bits), 1<<bits - 1}
}

// An outcome in so many moves from here is further away from the root.

func fromRoot(v, ply int) int {
	if v > shut {
		return v - ply
	}
	return v + ply
}

func fromHere(v, ply int) int {
	if v > shut {
		return v + ply
	}
	return v - ply
}

// probe returns what is stored of a position: its value, if that decides, and
// the move that was best. What the cat needs for a value above alpha is left
// in needs.
func (t *table) probe(key uint64, ply, depth, alpha, beta int, needs *Set) (v int, move Cell, ok bool) {
	e := &t.entries[key&t.mask]
	if e.key != key {
		return 0, None, false
	}
	v = fromRoot(int(e.value), ply)
	// That the cat gets out or is kept in holds at any depth; how quickly it
	// gets out does not.
	proof := v >= escapes && e.bound == least || v < shut && e.bound == most
	switch {
	case int(e.depth) < depth && !proof,
		e.bound == most && v > alpha,
		e.bound == least && v < beta:
		return 0, e.move, false
	}
	if v > alpha {
		*needs = e.needs
	}
	return v, e.move, true
}

// store remembers the value that a search from alpha to beta has found.
func (t *table) store(key uint64, ply, depth, alpha, beta, v int, move Cell, needs *Set) {
	e := &t.entries[key&t.mask]
	e.key, e.value, e.depth, e.move = key, int16(fromHere(v, ply)), int8(depth), move
	switch {
	case v <= alpha:
		e.bound = most
		return
	case v >= beta:
		e.bound = least
	default:
		e.bound = exact
	}
	e.needs = *needs
}

// move returns the move that is stored of a position, None where there is none.
func (t *table) move(key uint64) Cell {
	if e := &t.entries[key&t.mask]; e.key == key {
		return e.move
	}
	return None
}
