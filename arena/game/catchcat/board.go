package catchcat

import "fmt"

// The sizes of a board: odd, so that it has a centre (rules page).
const (
	MinSize     = 5
	MaxSize     = 25
	DefaultSize = 11 // seed
)

// Direction is one of a cell's six neighbours, clockwise from the west.
type Direction uint8

// The directions.
const (
	W Direction = iota
	NW
	NE
	E
	SE
	SW
	directions
)

// Cell is a cell's number, row·size + column.
type Cell int16

// None is no cell.
const None Cell = -1

// Board is the cells and where the cat is. Blocks and moves are made and
// taken back without checks and without allocation; whoever calls knows that
// they are legal. It holds no more than the position: not whose turn it is.
type Board struct {
	size    int
	cat     Cell
	blocked []bool
	near    [][directions]Cell // shared by clones
	border  []bool             // shared by clones
}

// NewBoard returns an empty board with the cat on a cell.
func NewBoard(size int, cat Cell) *Board {
	b := &Board{size: size, cat: cat, blocked: make([]bool, size*size)}
	b.near = make([][directions]Cell, size*size)
	b.border = make([]bool, size*size)
	for r := range size {
		for c := range size {
			cell := b.At(r, c)
			b.border[cell] = r == 0 || c == 0 || r == size-1 || c == size-1
			for d := range directions {
				b.near[cell][d] = b.neighbour(r, c, d)
			}
		}
	}
	return b
}

// neighbour computes the cell next to a cell, None off the board.
func (b *Board) neighbour(r, c int, d Direction) Cell {
	left := r&1 - 1 // column of the western of the two cells above or below
	switch d {
	case W:
		c--
	case E:
		c++
	case NW, NE:
		c += left + int(d-NW)
		r--
	case SW, SE:
		c += left + int(SW-d)
		r++
	}
	if r < 0 || c < 0 || r >= b.size || c >= b.size {
		return None
	}
	return b.At(r, c)
}

// Size returns the number of rows, which is that of columns.
func (b *Board) Size() int { return b.size }

// At returns the cell in a row and column, both from 0.
func (b *Board) At(row, col int) Cell { return Cell(row*b.size + col) }

// RowCol returns a cell's row and column.
func (b *Board) RowCol(c Cell) (row, col int) { return int(c) / b.size, int(c) % b.size }

// Cat returns where the cat is.
func (b *Board) Cat() Cell { return b.cat }

// Blocked reports whether a cell is blocked.
func (b *Board) Blocked(c Cell) bool { return b.blocked[c] }

// Neighbour returns the cell next to c, None off the board.
func (b *Board) Neighbour(c Cell, d Direction) Cell { return b.near[c][d] }

// Border reports whether a cell is on the border ring.
func (b *Board) Border(c Cell) bool { return b.border[c] }

// Block blocks a free cell.
func (b *Board) Block(c Cell) { b.blocked[c] = true }

// Unblock takes a block back.
func (b *Board) Unblock(c Cell) { b.blocked[c] = false }

// MoveCat puts the cat onto a cell and returns where it was.
func (b *Board) MoveCat(to Cell) (from Cell) {
	from, b.cat = b.cat, to
	return from
}

// Ways returns the cat's free neighbours as a set of bits 1<<Direction.
func (b *Board) Ways() (set uint8) {
	for d, c := range b.near[b.cat] {
		if c != None && !b.blocked[c] {
			set |= 1 << d
		}
	}
	return set
}

// Escaped reports whether the cat is on the border ring.
func (b *Board) Escaped() bool { return b.border[b.cat] }

// Caught reports whether the cat has nowhere to go.
func (b *Board) Caught() bool { return b.Ways() == 0 }

// Free returns how many cells the catcher could block.
func (b *Board) Free() int {
	n := len(b.blocked) - 1
	for _, blocked := range b.blocked {
		if blocked {
			n--
		}
	}
	return n
}

// Clone returns an independent copy.
func (b *Board) Clone() *Board {
	c := *b
	c.blocked = append([]bool(nil), b.blocked...)
	return &c
}

// inside reports whether a row and column are on the board.
func (b *Board) inside(row, col int) bool {
	return row >= 0 && col >= 0 && row < b.size && col < b.size
}

// mayBlock says why the catcher cannot block a cell; empty if it can.
func (b *Board) mayBlock(row, col int) string {
	switch {
	case !b.inside(row, col):
		return fmt.Sprintf("cell %d %d is off the board", row, col)
	case b.blocked[b.At(row, col)]:
		return fmt.Sprintf("cell %d %d is blocked already", row, col)
	case b.At(row, col) == b.cat:
		return "the cat is there"
	}
	return ""
}

// mayMove says why the cat cannot move to a cell; empty if it can.
func (b *Board) mayMove(row, col int) string {
	if !b.inside(row, col) {
		return fmt.Sprintf("cell %d %d is off the board", row, col)
	}
	to := b.At(row, col)
	for _, c := range b.near[b.cat] {
		switch {
		case c != to:
		case b.blocked[to]:
			return fmt.Sprintf("cell %d %d is blocked", row, col)
		default:
			return ""
		}
	}
	return fmt.Sprintf("cell %d %d is not next to the cat", row, col)
}
