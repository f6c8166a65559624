// Package field is the Paper Soccer board that the house bot searches on: the
// contest's pitch of 8×10 cells as sets of points, one bit a point, so that a
// board is copied in a few nanoseconds and flood fills treat all points at
// once. It numbers points as [papersoccer.Pitch] does.
package field

import "math/bits"

// stride is the number of points in a row.
const stride = 9

// Bits is a set of points: bit p of Lo, from 64 on bit p-64 of Hi.
type Bits struct{ Lo, Hi uint64 }

// Has reports whether p is in the set.
func (s Bits) Has(p uint8) bool {
	if p < 64 {
		return s.Lo>>p&1 != 0
	}
	return s.Hi>>(p-64)&1 != 0
}

func (s *Bits) set(p uint8) {
	if p < 64 {
		s.Lo |= 1 << p
	} else {
		s.Hi |= 1 << (p - 64)
	}
}

func (s *Bits) clear(p uint8) {
	if p < 64 {
		s.Lo &^= 1 << p
	} else {
		s.Hi &^= 1 << (p - 64)
	}
}

func (s Bits) and(t Bits) Bits    { return Bits{s.Lo & t.Lo, s.Hi & t.Hi} }
func (s Bits) or(t Bits) Bits     { return Bits{s.Lo | t.Lo, s.Hi | t.Hi} }
func (s Bits) andNot(t Bits) Bits { return Bits{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }
func (s Bits) empty() bool        { return s.Lo|s.Hi == 0 }

// up moves all points to numbers greater by n, down to smaller ones.
func (s Bits) up(n uint) Bits   { return Bits{s.Lo << (n & 63), s.Hi<<(n&63) | s.Lo>>((64-n)&63)} }
func (s Bits) down(n uint) Bits { return Bits{s.Lo>>(n&63) | s.Hi<<((64-n)&63), s.Hi >> (n & 63)} }

// Len returns the number of points in the set.
func (s Bits) Len() int { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }

// All calls yield with the points of the set in ascending order.
func (s Bits) All(yield func(p uint8) bool) {
	for ; s.Lo != 0; s.Lo &= s.Lo - 1 {
		if !yield(uint8(bits.TrailingZeros64(s.Lo))) {
			return
		}
	}
	for ; s.Hi != 0; s.Hi &= s.Hi - 1 {
		if !yield(64 + uint8(bits.TrailingZeros64(s.Hi))) {
			return
		}
	}
}
