package papersoccer

import (
	"fmt"
	"slices"
)

// Sizes of a pitch, in cells. The seed allows even numbers from 2 to 254.
const (
	MinSize       = 2
	MaxSize       = 254
	ContestWidth  = 8
	ContestHeight = 10
)

// Event says what a step led to.
type Event uint8

// The events. All but Again complete the turn.
const (
	Again     Event = iota // the point has a line: the same player goes on
	Fresh                  // the first line at this point: the turn is over
	Stuck                  // a point without a way on: the mover loses
	GoalNorth              // the ball is in the north goal: red loses
	GoalSouth              // the ball is in the south goal: blue loses
)

// Point numbers the points of a pitch row by row from the row of the north
// goal: see [Pitch.At].
type Point int32

// Pitch holds what was drawn and where the ball is. It knows nothing of
// players. Steps are made by [Pitch.Step] and taken back by [Pitch.Undo] in
// constant time and without allocation.
//
// One byte a point is enough for all rules: the directions that are closed
// there, because a segment is drawn or because they lead off the pitch. Every
// point from which a direction leads off the pitch lies on the border and has
// a line from the start (the middle of a mouth is open all around), so a point
// has a line if and only if its byte is not zero.
type Pitch struct {
	closed []Mask // by Point
	ball   Point
	hash   uint64 // xor of the keys of all segments walked
	layout *layout
}

// layout is what never changes on a pitch of a size; pitches share it.
type layout struct {
	width, height int
	stride        Point
	south         Point // first point of the row behind the south goal line
	delta         [Directions]Point
	keys          [][Directions]uint64 // of each segment, found from both ends
	ballKeys      []uint64
}

// NewPitch returns the pitch before the first turn: border and goals drawn,
// with halfway also the halfway line, the ball on the centre point. Width and
// height are in cells. It panics unless both are even and from [MinSize] to
// [MaxSize]: see [Setup.Resolve] for the check that gives errors.
func NewPitch(width, height int, halfway bool) *Pitch {
	for _, n := range []int{width, height} {
		if n < MinSize || n > MaxSize || n%2 != 0 {
			panic(fmt.Sprintf("papersoccer: a pitch of %d×%d cells", width, height))
		}
	}
	l := &layout{width: width, height: height, stride: Point(width + 1)}
	l.south = l.stride * Point(height+2)
	for d := range Direction(Directions) {
		dx, dy := d.Delta()
		l.delta[d] = Point(dy)*l.stride + Point(dx)
	}
	p := &Pitch{layout: l, closed: make([]Mask, int(l.south+l.stride))}
	p.ball = p.At(width/2, height/2)
	for i := range p.closed {
		p.closed[i] = 0xFF
	}
	for y := 0; y <= height; y++ {
		for x := 0; x <= width; x++ {
			p.openPoint(x, y, halfway)
		}
	}
	p.openGoals()
	l.makeKeys(p.closed)
	return p
}

// openPoint opens the directions of a point of the field that are neither
// off the field nor along the border or the halfway line.
func (p *Pitch) openPoint(x, y int, halfway bool) {
	l := p.layout
	at := p.At(x, y)
	p.closed[at] = 0
	for d := range Direction(Directions) {
		dx, dy := d.Delta()
		nx, ny := x+dx, y+dy
		off := nx < 0 || nx > l.width || ny < 0 || ny > l.height
		side := x == nx && (x == 0 || x == l.width)
		goalLine := y == ny && (y == 0 || y == l.height) && !l.inMouth(min(x, nx))
		middle := halfway && y == ny && y == l.height/2
		if off || side || goalLine || middle {
			p.closed[at] |= d.Mask()
		}
	}
}

// inMouth reports whether the goal line's segment from x to x+1 lies in the
// mouth of a goal: those two are not drawn.
func (l *layout) inMouth(x int) bool {
	return x == l.width/2-1 || x == l.width/2
}

// openGoals opens the ways into the goals: from the middle of a mouth to all
// three goal points, from a post diagonally inwards.
func (p *Pitch) openGoals() {
	mid := p.layout.width / 2
	for _, g := range []struct{ line, out int }{{0, -1}, {p.layout.height, 1}} {
		for x := mid - 1; x <= mid+1; x++ {
			for to := mid - 1; to <= mid+1; to++ {
				if x != mid && to != mid {
					continue
				}
				d := directionOf(to-x, g.out)
				p.closed[p.At(x, g.line)] &^= d.Mask()
				p.closed[p.At(to, g.line+g.out)] &^= d.Opposite().Mask()
			}
		}
	}
}

func directionOf(dx, dy int) Direction {
	for d := range Direction(Directions) {
		if x, y := d.Delta(); x == dx && y == dy {
			return d
		}
	}
	panic(fmt.Sprintf("papersoccer: no direction %d,%d", dx, dy))
}

// makeKeys draws the keys of all open segments from a fixed sequence.
func (l *layout) makeKeys(closed []Mask) {
	l.keys = make([][Directions]uint64, len(closed))
	l.ballKeys = make([]uint64, len(closed))
	next := splitMix(0x5061706572536f63)
	for i := range closed {
		l.ballKeys[i] = next()
		for d := North; d < South; d++ {
			if to := Point(i) + l.delta[d]; !closed[i].Has(d) {
				key := next()
				l.keys[i][d] = key
				l.keys[to][d.Opposite()] = key
			}
		}
	}
}

// splitMix returns Steele, Lea and Flood's SplitMix64 generator.
func splitMix(state uint64) func() uint64 {
	return func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}

// Width returns the pitch's width in cells.
func (p *Pitch) Width() int { return p.layout.width }

// Height returns the pitch's height in cells, goals not counted.
func (p *Pitch) Height() int { return p.layout.height }

// Points returns the number of points: every [Point] is less. Some of the two
// goal rows are not on the pitch.
func (p *Pitch) Points() int { return len(p.closed) }

// At returns the number of the point (x,y): x from 0 to the width, y from -1
// to the height + 1.
func (p *Pitch) At(x, y int) Point { return Point(y+1)*p.layout.stride + Point(x) }

// XY returns the coordinates of a point.
func (p *Pitch) XY(at Point) (x, y int) {
	return int(at % p.layout.stride), int(at/p.layout.stride) - 1
}

// Ball returns where the ball is.
func (p *Pitch) Ball() Point { return p.ball }

// Legal returns the directions in which the ball can go: none in a goal and
// in a dead end.
func (p *Pitch) Legal() Mask {
	if p.ball < p.layout.stride || p.ball >= p.layout.south {
		return 0
	}
	return ^p.closed[p.ball]
}

// Closed returns the directions that are closed at a point of the field:
// drawn, or off the pitch. It is zero if and only if the point is fresh.
func (p *Pitch) Closed(at Point) Mask { return p.closed[at] }

// Next returns the point that one step in direction d from at leads to,
// which must be a way that the pitch has.
func (p *Pitch) Next(at Point, d Direction) Point { return at + p.layout.delta[d] }

// Step moves the ball in direction d, which must be one of [Pitch.Legal].
func (p *Pitch) Step(d Direction) Event {
	l := p.layout
	from := p.ball
	to := from + l.delta[d&7]
	p.hash ^= l.keys[from][d&7]
	p.closed[from] |= 1 << (d & 7)
	was := p.closed[to]
	now := was | 1<<((d^4)&7)
	p.closed[to] = now
	p.ball = to
	switch {
	case was == 0:
		return Fresh
	case to < l.stride:
		return GoalNorth
	case to >= l.south:
		return GoalSouth
	case now == 0xFF:
		return Stuck
	}
	return Again
}

// Undo takes back the last step, which was in direction d.
func (p *Pitch) Undo(d Direction) {
	l := p.layout
	to := p.ball
	from := to - l.delta[d&7]
	p.closed[to] &^= 1 << ((d ^ 4) & 7)
	p.closed[from] &^= 1 << (d & 7)
	p.hash ^= l.keys[from][d&7]
	p.ball = from
}

// Hash returns a number that depends on the ball and the set of drawn
// segments alone, in whatever order they were drawn. It is the same in every
// run.
func (p *Pitch) Hash() uint64 { return p.hash ^ p.layout.ballKeys[p.ball] }

// Equal reports whether the ball and the drawn segments are the same. The
// pitches must be of one size.
func (p *Pitch) Equal(q *Pitch) bool {
	return p.ball == q.ball && slices.Equal(p.closed, q.closed)
}

// Clone returns an independent copy.
func (p *Pitch) Clone() *Pitch {
	c := *p
	c.closed = slices.Clone(p.closed)
	return &c
}

// CopyFrom makes p equal to q, which must be of the same size.
func (p *Pitch) CopyFrom(q *Pitch) {
	copy(p.closed, q.closed)
	p.ball, p.hash, p.layout = q.ball, q.hash, q.layout
}
