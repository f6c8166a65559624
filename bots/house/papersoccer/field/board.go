package field

import (
	"fmt"

	"botarena/arena/game/papersoccer"
)

// Points bounds the numbers of points; the pitch has numbers up to 116.
const Points = 128

// The goals, as indexes.
const (
	North = 0
	South = 1
)

// Numbers of points behind the goal lines.
const (
	northEnd   = stride                                   // first point of the field
	southStart = stride * (papersoccer.ContestHeight + 2) // first point behind the south goal line
)

// delta is what a step adds to a point's number, modulo 256.
var delta = func() (a [papersoccer.Directions]uint8) {
	for d := range a {
		dx, dy := papersoccer.Direction(d).Delta()
		a[d] = uint8(dy*stride + dx)
	}
	return a
}()

// Next returns the point that a step in direction d from p leads to.
func Next(p, d uint8) uint8 { return p + delta[d&7] }

// behind holds the points of each goal.
var behind = func() (a [2]Bits) {
	for x := papersoccer.ContestWidth/2 - 1; x <= papersoccer.ContestWidth/2+1; x++ {
		a[North].set(uint8(x))
		a[South].set(uint8(southStart + x))
	}
	return a
}()

// Keys of segments, the same from both ends, and of the ball's points.
var (
	segmentKeys [Points][papersoccer.Directions]uint64
	ballKeys    [Points]uint64
)

func init() {
	state := uint64(0x466965)
	for p := range uint8(southStart + stride) {
		for d := range uint8(4) {
			if to := Next(p, d); to < Points {
				key := mix(&state)
				segmentKeys[p][d], segmentKeys[to][d^4] = key, key
			}
		}
		ballKeys[p] = mix(&state)
	}
}

// mix returns the next number of the SplitMix64 generator.
func mix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Board is what was drawn and where the ball is.
type Board struct {
	// Open holds, for each direction, the points from which a step in that
	// direction can be made; for points behind a goal line the ways back by
	// which the ball could have come.
	Open [papersoccer.Directions]Bits
	// Lined holds the points of the field that have a line.
	Lined Bits
	Hash  uint64
	Ball  uint8
}

// Fits reports whether a pitch is of the contest's size.
func Fits(p *papersoccer.Pitch) bool {
	return p.Width() == papersoccer.ContestWidth && p.Height() == papersoccer.ContestHeight
}

// FromPitch copies a pitch of the contest's size; it panics on others.
func FromPitch(p *papersoccer.Pitch) Board {
	if !Fits(p) {
		panic(fmt.Sprintf("field: a pitch of %d×%d", p.Width(), p.Height()))
	}
	b := Board{Ball: uint8(p.Ball())}
	b.Hash = ballKeys[b.Ball]
	for i := range uint8(p.Points()) {
		closed := p.Closed(papersoccer.Point(i))
		for d := range papersoccer.Direction(papersoccer.Directions) {
			if !closed.Has(d) {
				b.Open[d].set(i)
			} else if d < papersoccer.South {
				b.Hash ^= segmentKeys[i][d]
			}
		}
		if closed != 0 && i >= northEnd && i < southStart {
			b.Lined.set(i)
		}
	}
	return b
}

// Legal returns the directions open at p: bit d is direction d.
func (b *Board) Legal(p uint8) uint8 {
	legal := uint64(0)
	if p < 64 {
		for d := range b.Open {
			legal |= b.Open[d].Lo >> p & 1 << d
		}
	} else {
		for d := range b.Open {
			legal |= b.Open[d].Hi >> (p - 64) & 1 << d
		}
	}
	return uint8(legal)
}

// Step moves the ball in direction d, which must be open, and reports whether
// it came to a fresh point.
func (b *Board) Step(d uint8) (fresh bool) {
	from := b.Ball
	to := Next(from, d)
	b.Open[d&7].clear(from)
	b.Open[(d^4)&7].clear(to)
	fresh = !b.Lined.Has(to)
	b.Lined.set(from)
	if to >= northEnd && to < southStart {
		b.Lined.set(to)
	} else {
		fresh = false
	}
	b.Hash ^= segmentKeys[from&(Points-1)][d&7] ^ ballKeys[from&(Points-1)] ^ ballKeys[to&(Points-1)]
	b.Ball = to
	return fresh
}
