// Package engine is what the Catch the Cat house bot thinks with: boards as sets
// of bits, the levels that tell how near the way out is, and the searches for
// both roles.
//
// The engine does no I/O and reads no clock. With a budget of nodes alone the
// same positions and the same seed give the same moves on every machine.
package engine

import (
	"math/bits"
	"math/rand/v2"
)

// MaxSize is the greatest number of rows and columns.
const MaxSize = 25

// Cell is a cell's number: (row+2)·32 + column. The rows before the first and
// after the last, and the columns after the last, are no cells: what is
// shifted out of the board falls there.
type Cell int16

// None is no cell.
const None Cell = -1

// At returns the cell in a row and column, both from 0.
func At(row, col int) Cell { return Cell((row+2)<<5 | col) }

// RowCol returns a cell's row and column.
func (c Cell) RowCol() (row, col int) { return int(c)>>5 - 2, int(c) & 31 }

// words is how many words a Set has: two rows in each, an even one in the low
// half, and an empty word before the first and after the last.
const words = (MaxSize+1)/2 + 2

// cells is the number of cell numbers.
const cells = words * 64

// Set is a set of cells, a bit each.
type Set [words]uint64

// Has reports whether c is in the set.
func (s *Set) Has(c Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// Add puts c into the set.
func (s *Set) Add(c Cell) { s[c>>6] |= 1 << (c & 63) }

// Remove takes c out of the set.
func (s *Set) Remove(c Cell) { s[c>>6] &^= 1 << (c & 63) }

// Geometry is what boards of one size have in common.
type Geometry struct {
	rows, cols int
	last       int // the last word that holds cells
	all        Set // every cell
	border     Set // the border ring
	// near are a cell's neighbours, clockwise from the west. Those of a border
	// cell that are off the board are on no set of cells.
	near [cells][6]Cell
	// keys of positions: a blocked cell, the cat's cell, the cat to move.
	blockKey, catKey [cells]uint64
	sideKey          uint64
}

// NewGeometry returns the geometry of boards of this size, from 1×1 to
// [MaxSize]×[MaxSize].
func NewGeometry(rows, cols int) *Geometry {
	g := &Geometry{rows: rows, cols: cols, last: (rows-1)/2 + 1}
	rnd := rand.New(rand.NewPCG(uint64(rows), uint64(cols)))
	g.sideKey = rnd.Uint64()
	for r := range rows {
		for c := range cols {
			cell := At(r, c)
			g.all.Add(cell)
			if r == 0 || c == 0 || r == rows-1 || c == cols-1 {
				g.border.Add(cell)
			}
			// Odd rows are shifted right by half a cell.
			odd := Cell(r & 1)
			g.near[cell] = [6]Cell{cell - 1, cell - 33 + odd, cell - 32 + odd, cell + 1, cell + 32 + odd, cell + 31 + odd}
			g.blockKey[cell], g.catKey[cell] = rnd.Uint64(), rnd.Uint64()
		}
	}
	return g
}

const (
	lowHalf  = 1<<32 - 1
	highHalf = lowHalf << 32
)

// around returns the six shifts of x that bring every neighbour of a cell in
// word k onto the cell.
func (x *Set) around(k int) (w, e, a, as, b, bs uint64) {
	p := x[k]
	a = x[k-1]>>32 | p<<32 // the row above
	b = p>>32 | x[k+1]<<32 // the row below
	// Of an even row's cells the other neighbour above and below is to the
	// west, of an odd row's to the east.
	as = a&lowHalf<<1 | a&highHalf>>1
	bs = b&lowHalf<<1 | b&highHalf>>1
	return p << 1, p >> 1, a, as, b, bs
}

// grow sets dst to x and those cells of in that have a neighbour in x, and
// reports whether that adds any.
func (g *Geometry) grow(dst, x, in *Set) bool {
	var added uint64
	for k := 1; k <= g.last; k++ {
		w, e, a, as, b, bs := x.around(k)
		n := x[k] | (w|e|a|as|b|bs)&in[k]
		added |= n ^ x[k]
		dst[k] = n
	}
	return added != 0
}

// grow2 is grow for cells with at least two neighbours in x.
func (g *Geometry) grow2(dst, x, in *Set) bool {
	var added uint64
	for k := 1; k <= g.last; k++ {
		w, e, a, as, b, bs := x.around(k)
		one := w | e
		two := w&e | one&a
		one |= a
		two |= one & as
		one |= as
		two |= one & b
		one |= b
		two |= one & bs
		n := x[k] | two&in[k]
		added |= n ^ x[k]
		dst[k] = n
	}
	return added != 0
}

// count returns the number of cells of a set.
func (g *Geometry) count(s *Set) int {
	n := 0
	for k := 1; k <= g.last; k++ {
		n += bits.OnesCount64(s[k])
	}
	return n
}

// and keeps in s only what t has too.
func (g *Geometry) and(s, t *Set) {
	for k := 1; k <= g.last; k++ {
		s[k] &= t[k]
	}
}

// or adds to s what t has.
func (g *Geometry) or(s, t *Set) {
	for k := 1; k <= g.last; k++ {
		s[k] |= t[k]
	}
}

// each calls f for every cell of a set, in a fixed order.
func (g *Geometry) each(s *Set, f func(Cell)) {
	for k := 1; k <= g.last; k++ {
		for w := s[k]; w != 0; w &= w - 1 {
			f(Cell(k<<6 | bits.TrailingZeros64(w)))
		}
	}
}
