package field

import "math/bits"

// Layers is how many turns [Reach] looks ahead.
const Layers = 3

// Far is the distance of a goal that is farther than Layers-1, or cut off.
const Far = Layers

// Reach tells how the ball gets about. The distance of a point is the least
// number of turns that have to end before the one that brings the ball there,
// both players' taken together: what has distance 0 can be walked over by the
// player to move now, and the fresh points of distance 1 are those that he can
// end his turn on. That a segment can be used only once does not matter: a
// shortest way visits no point twice.
type Reach struct {
	Layer [Layers]Bits // points of the field by distance
	Goal  [2]uint8     // distance of each goal
	Fresh Bits         // fresh points of distance 1
}

// From fills in the distances from the ball.
func (r *Reach) From(b *Board) {
	r.Goal = [2]uint8{Far, Far}
	var ball Bits
	ball.set(b.Ball)
	seeds, known := ball, ball
	for layer := range Layers {
		in, touched := b.flood(seeds, b.Lined.andNot(known))
		r.Layer[layer] = in
		known = known.or(in)
		for goal := range behind {
			if r.Goal[goal] == Far && !touched.and(behind[goal]).empty() {
				r.Goal[goal] = uint8(layer)
			}
		}
		seeds = touched.andNot(b.Lined).andNot(known).andNot(behind[North]).andNot(behind[South])
		known = known.or(seeds)
		if layer == 0 {
			r.Fresh = seeds
		}
	}
}

// Zone returns the points from which the player to move gets into a goal in
// one turn.
func (b *Board) Zone(goal int) Bits {
	first := b.spread(behind[goal])
	in, touched := b.flood(first.and(b.Lined), b.Lined)
	return in.or(first).or(touched).andNot(behind[North]).andNot(behind[South])
}

// flood returns the points of seeds and those of within that can be reached
// from there over points of within, and all points one step from them.
func (b *Board) flood(seeds, within Bits) (in, touched Bits) {
	in = seeds
	for front := seeds; !front.empty(); {
		next := b.spread(front)
		touched = touched.or(next)
		front = next.and(within).andNot(in)
		in = in.or(front)
	}
	return in, touched
}

// spread returns the points one step from those of s.
func (b *Board) spread(s Bits) Bits {
	n := s.and(b.Open[0]).down(stride)
	n = n.or(s.and(b.Open[1]).down(stride - 1))
	n = n.or(s.and(b.Open[2]).up(1))
	n = n.or(s.and(b.Open[3]).up(stride + 1))
	n = n.or(s.and(b.Open[4]).up(stride))
	n = n.or(s.and(b.Open[5]).up(stride - 1))
	n = n.or(s.and(b.Open[6]).down(1))
	return n.or(s.and(b.Open[7]).down(stride + 1))
}

// WayTo returns the steps of a shortest way into a goal within one turn, or
// nil where there is none.
func (b *Board) WayTo(goal int) []uint8 {
	const none = 0xFF
	var by [Points]uint8
	for i := range by {
		by[i] = none
	}
	queue := []uint8{b.Ball}
	for head := 0; head < len(queue); head++ {
		p := queue[head]
		for open := b.Legal(p); open != 0; open &= open - 1 {
			d := uint8(bits.TrailingZeros8(open))
			to := Next(p, d)
			if by[to] != none || to == b.Ball {
				continue
			}
			by[to] = d
			if behind[goal].Has(to) {
				return wayBack(&by, b.Ball, to)
			}
			if b.Lined.Has(to) {
				queue = append(queue, to)
			}
		}
	}
	return nil
}

func wayBack(by *[Points]uint8, start, at uint8) []uint8 {
	var steps []uint8
	for at != start {
		d := by[at]
		steps = append(steps, d)
		at = Next(at, d^4)
	}
	reverse(steps)
	return steps
}

func reverse(steps []uint8) {
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
}
