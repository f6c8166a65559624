// Package value judges Paper Soccer positions with a small neural network
// whose weights were learned from games of the bot against itself (package
// learn). Positions are seen by the player to move, who always attacks north:
// for the other one the board is turned upside down.
//
// The inputs are yes-or-no facts: where the ball is, how many turns each point
// is away, from which points each goal is one turn away, which segments are
// drawn. There is one hidden layer. Sums over the inputs are made four at a
// time in one 64-bit word, which makes the network affordable without vector
// instructions.
package value

import (
	"botarena/arena/game/papersoccer"
	"botarena/bots/house/papersoccer/field"
)

// The inputs, by their first number. Point p of a kind is the kind's first
// number + p.
const (
	distBase   = 0                              // distance 0, 1 and 2 from the ball
	ballBase   = distBase + field.Layers*points // the ball's point
	attackBase = ballBase + points              // points one turn away from the goal attacked
	defendBase = attackBase + points            // points one turn away from the own goal
	edgeBase   = defendBase + points            // segment in direction 0 to 3 from a point
	safeBase   = edgeBase + 4*points            // fresh points in reach from which the opponent cannot score at once
	Inputs     = safeBase + points              // number of inputs
	countBase  = safeBase + contestPoints       // number of these: 0 to 9, more
	goalBase   = ballBase + contestPoints       // distance 0, 1, 2 of the goal attacked, then of the own
	points     = field.Points
)

const (
	contestWidth  = papersoccer.ContestWidth
	contestHeight = papersoccer.ContestHeight
	contestPoints = (contestWidth + 1) * (contestHeight + 3)
)

// View is a way of looking at the board: bit 0 upside down, bit 1 mirrored.
type View uint8

// The views of the two players.
const (
	Blue View = 0 // attacks north
	Red  View = 1 // attacks south

	Mirrored View = 2
	views    int  = 4
)

// Mapping of points and segments to what they are in each view.
var (
	pointMap [views][points]uint16
	edgeMap  [views][points * 8]uint16
	// walkable has, for each direction from 0 to 3, the points from which a
	// segment leads that is not part of the border.
	walkable [4]field.Bits
)

func init() {
	pitch := papersoccer.NewPitch(contestWidth, contestHeight, false)
	start := field.FromPitch(pitch)
	for v := range View(views) {
		for p := range pitch.Points() {
			x, y := pitch.XY(papersoccer.Point(p))
			if v&Red != 0 {
				y = contestHeight - y
			}
			if v&Mirrored != 0 {
				x = contestWidth - x
			}
			pointMap[v][p] = uint16(pitch.At(x, y))
		}
	}
	copy(walkable[:], (&start).Open[:])
	for v := range View(views) {
		for p := range pitch.Points() {
			for d := range papersoccer.Direction(papersoccer.Directions) {
				if pitch.Closed(papersoccer.Point(p)).Has(d) {
					continue
				}
				to := pitch.Next(papersoccer.Point(p), d)
				edgeMap[v][p*8+int(d)] = edgeInput(int(pointMap[v][p]), int(pointMap[v][to]))
			}
		}
	}
}

// edgeInput returns the number of the input of the segment between two
// neighbouring points of a view.
func edgeInput(a, b int) uint16 {
	const stride = contestWidth + 1
	for d, delta := range [4]int{-stride, -stride + 1, 1, stride + 1} {
		switch {
		case a+delta == b:
			return uint16(edgeBase + d*points + a)
		case b+delta == a:
			return uint16(edgeBase + d*points + b)
		}
	}
	panic("value: points are no neighbours")
}

// Look is what floods over a position found.
type Look struct {
	Reach field.Reach
	zones [2]field.Bits
	// Safe holds the fresh points on which the player to move can end his turn
	// and from which the opponent could not score at once as things are. Where
	// there is none, only a turn that cuts the opponent's way is a way out.
	Safe field.Bits
}

// mostCounted is the number of safe points from which on they are many.
const mostCounted = 10

// At fills in the distances from the ball.
func (l *Look) At(b *field.Board) { l.Reach.From(b) }

// Zones fills in what only the network needs, as the player of view v sees it.
func (l *Look) Zones(b *field.Board, v View) {
	l.zones[field.North] = b.Zone(field.North)
	l.zones[field.South] = b.Zone(field.South)
	own := l.zones[v.Target()^1]
	l.Safe = field.Bits{Lo: l.Reach.Fresh.Lo &^ own.Lo, Hi: l.Reach.Fresh.Hi &^ own.Hi}
}

// Target returns the goal that the player of a view attacks.
func (v View) Target() int { return int(v & Red) }

// Other returns the opponent's view.
func (v View) Other() View { return v ^ Red }

// Active appends the numbers of all inputs that are on.
func Active(dst []uint16, b *field.Board, v View, l *Look) []uint16 {
	pm := &pointMap[v]
	add := func(base uint16, set field.Bits) {
		for p := range set.All {
			dst = append(dst, base+pm[p])
		}
	}
	for layer, set := range l.Reach.Layer {
		add(distBase+uint16(layer*points), set)
	}
	for i, base := range [2]uint16{attackBase, defendBase} {
		goal := v.Target() ^ i
		if d := l.Reach.Goal[goal]; d != field.Far {
			dst = append(dst, uint16(goalBase+i*field.Layers)+uint16(d))
		}
		add(base, l.zones[goal])
	}
	add(safeBase, l.Safe)
	dst = append(dst, countBase+uint16(min(l.Safe.Len(), mostCounted)))
	dst = append(dst, ballBase+pm[b.Ball])
	return appendEdges(dst, b, v)
}

func appendEdges(dst []uint16, b *field.Board, v View) []uint16 {
	for d := range walkable {
		drawn := field.Bits{Lo: walkable[d].Lo &^ b.Open[d].Lo, Hi: walkable[d].Hi &^ b.Open[d].Hi}
		for p := range drawn.All {
			dst = append(dst, edgeMap[v][int(p)*8+d])
		}
	}
	return dst
}
