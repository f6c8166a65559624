package engine

// Board is a position without whose turn it is. Moves are made and taken back
// without checks and without allocation.
type Board struct {
	*Geometry
	free Set // cells that are not blocked, the cat's too
	cat  Cell
	hash uint64 // of the blocked cells and the cat's
}

// NewBoard returns an empty board with the cat on a cell.
func NewBoard(g *Geometry, cat Cell) *Board {
	return &Board{Geometry: g, free: g.all, cat: cat, hash: g.catKey[cat]}
}

// Cat returns where the cat is.
func (b *Board) Cat() Cell { return b.cat }

// Free reports whether c is a cell that is not blocked.
func (b *Board) Free(c Cell) bool { return b.free.Has(c) }

// Border reports whether c is on the border ring.
func (b *Board) Border(c Cell) bool { return b.border.Has(c) }

// Block blocks a free cell.
func (b *Board) Block(c Cell) {
	b.free.Remove(c)
	b.hash ^= b.blockKey[c]
}

// Unblock takes a block back.
func (b *Board) Unblock(c Cell) {
	b.free.Add(c)
	b.hash ^= b.blockKey[c]
}

// Move puts the cat onto a cell and returns where it was.
func (b *Board) Move(to Cell) (from Cell) {
	from, b.cat = b.cat, to
	b.hash ^= b.catKey[from] ^ b.catKey[to]
	return from
}

// Ways appends the cat's free neighbours, clockwise from the west.
func (b *Board) Ways(dst []Cell) []Cell {
	for _, c := range b.near[b.cat] {
		if b.free.Has(c) {
			dst = append(dst, c)
		}
	}
	return dst
}

// Clone returns an independent copy.
func (b *Board) Clone() *Board {
	c := *b
	return &c
}

// Size returns the numbers of rows and columns.
func (b *Board) Size() (rows, cols int) { return b.rows, b.cols }
