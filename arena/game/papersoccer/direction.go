package papersoccer

import "math/bits"

// Direction is one of the eight directions, clockwise from north.
type Direction uint8

// The directions, by their numbers on the wire.
const (
	North Direction = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
)

// Directions is the number of directions.
const Directions = 8

// Opposite returns the direction that leads back.
func (d Direction) Opposite() Direction { return d ^ 4 }

// Delta returns the change of x and y of one step.
func (d Direction) Delta() (dx, dy int) { return deltaX[d], deltaY[d] }

// Mask returns the set that holds d alone.
func (d Direction) Mask() Mask { return 1 << d }

var (
	deltaX = [Directions]int{0, 1, 1, 1, 0, -1, -1, -1}
	deltaY = [Directions]int{-1, -1, 0, 1, 1, 1, 0, -1}
)

// Mask is a set of directions: bit d stands for direction d.
type Mask uint8

// Has reports whether d is in the set.
func (m Mask) Has(d Direction) bool { return m>>d&1 != 0 }

// Len returns the number of directions in the set.
func (m Mask) Len() int { return bits.OnesCount8(uint8(m)) }

// Notation is how steps are written: eight characters in a row, the first of
// which is north. Its text is "digits" or "letters".
type Notation string

// The notations.
const (
	Digits  Notation = "digits"  // 0-7, as the contest's own referee had it
	Letters Notation = "letters" // a-h, as the seed writes them
)

// Byte returns the character of d.
func (n Notation) Byte(d Direction) byte { return n.first() + byte(d) }

// Direction returns the direction that c stands for, and false where it
// stands for none.
func (n Notation) Direction(c byte) (Direction, bool) {
	d := c - n.first()
	return Direction(d), d < Directions
}

func (n Notation) first() byte {
	if n == Letters {
		return 'a'
	}
	return '0'
}
