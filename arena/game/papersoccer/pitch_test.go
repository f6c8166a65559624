package papersoccer

import (
	"testing"
)

// depthCounts are the numbers of complete turn sequences from the start on
// which two independent engines agree (rules page).
var depthCounts = map[bool][]int{
	true:  {6, 90, 2002, 56430, 2513510},
	false: {8, 56, 512, 5478, 82434},
}

// sequences counts the sequences of exactly depth turns. One call of walk is
// made for every step.
func sequences(p *Pitch, depth int, steps *int) int {
	n := 0
	legal := p.Legal()
	for d := range Direction(Directions) {
		if !legal.Has(d) {
			continue
		}
		*steps++
		switch ev := p.Step(d); {
		case ev == Again:
			n += sequences(p, depth, steps)
		case depth == 1:
			n++
		case ev == Fresh:
			n += sequences(p, depth-1, steps)
		}
		p.Undo(d)
	}
	return n
}

func TestDepthCounts(t *testing.T) {
	for halfway, want := range depthCounts {
		p := NewPitch(ContestWidth, ContestHeight, halfway)
		before := p.Clone()
		for i, n := range want {
			steps := 0
			if got := sequences(p, i+1, &steps); got != n {
				t.Errorf("halfway %t, depth %d: %d sequences, want %d", halfway, i+1, got, n)
			}
		}
		if !p.Equal(before) || p.Hash() != before.Hash() {
			t.Errorf("halfway %t: steps and undos do not cancel out", halfway)
		}
	}
}

func BenchmarkSteps(b *testing.B) {
	p := NewPitch(ContestWidth, ContestHeight, true)
	b.ReportAllocs()
	steps := 0
	for b.Loop() {
		sequences(p, 4, &steps)
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Msteps/s")
}

func TestGoalMouth(t *testing.T) {
	type way struct {
		x, y int
		to   [][2]int
	}
	for _, w := range []way{
		{4, 0, [][2]int{{3, -1}, {4, -1}, {5, -1}}},
		{3, 0, [][2]int{{4, -1}}},
		{5, 0, [][2]int{{4, -1}}},
		{2, 0, nil},
		{6, 0, nil},
		{4, 10, [][2]int{{3, 11}, {4, 11}, {5, 11}}},
		{3, 10, [][2]int{{4, 11}}},
		{5, 10, [][2]int{{4, 11}}},
		{2, 10, nil},
		{6, 10, nil},
	} {
		p := NewPitch(ContestWidth, ContestHeight, true)
		p.ball = p.At(w.x, w.y)
		var got [][2]int
		legal := p.Legal()
		for d := range Direction(Directions) {
			dx, dy := d.Delta()
			if y := w.y + dy; legal.Has(d) && (y < 0 || y > 10) {
				got = append(got, [2]int{w.x + dx, y})
				want := GoalNorth
				if w.y == 10 {
					want = GoalSouth
				}
				before := p.Clone()
				if ev := p.Step(d); ev != want || p.Legal() != 0 {
					t.Errorf("from (%d,%d) %d: event %d, legal %08b; want %d and nothing", w.x, w.y, d, ev, p.Legal(), want)
				}
				p.Undo(d)
				if !p.Equal(before) {
					t.Errorf("from (%d,%d) %d: not taken back", w.x, w.y, d)
				}
			}
		}
		if !sameSet(got, w.to) {
			t.Errorf("from (%d,%d) into the goal: %v, want %v", w.x, w.y, got, w.to)
		}
	}
}

func sameSet(a, b [][2]int) bool {
	if len(a) != len(b) {
		return false
	}
	in := map[[2]int]bool{}
	for _, v := range a {
		in[v] = true
	}
	for _, v := range b {
		if !in[v] {
			return false
		}
	}
	return true
}

// TestSizes walks every way of pitches of many sizes once in each direction:
// none leads out of the arrays and all are open from both ends.
func TestSizes(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 10}, {4, 2}, {8, 10}, {10, 8}, {254, 4}, {254, 254}} {
		for _, halfway := range []bool{true, false} {
			p := NewPitch(size[0], size[1], halfway)
			ways := 0
			for at := range Point(p.Points()) {
				p.ball = at
				legal := p.Legal()
				x, y := p.XY(at)
				for d := range Direction(Directions) {
					if !legal.Has(d) {
						continue
					}
					dx, dy := d.Delta()
					if !p.onPitch(x, y) || !p.onPitch(x+dx, y+dy) || !p.segment(x, y, d) {
						t.Fatalf("%v: (%d,%d) %d is open", size, x, y, d)
					}
					to := p.Next(at, d)
					if p.Closed(to).Has(d.Opposite()) {
						t.Fatalf("%v: (%d,%d) %d is closed from the other end", size, x, y, d)
					}
					ways++
					if tx, ty := p.XY(to); ty < 0 || ty > size[1] || tx != x+dx {
						ways++ // nothing goes back out of a goal
					}
				}
			}
			w, h := size[0], size[1]
			// Segments of the field without border and halfway line, the four
			// mouth segments, and five ways into each goal.
			want := (w-1)*h + w*(h-1) + 2*w*h + 4 + 2*5
			if halfway {
				want -= w
			}
			if ways != 2*want {
				t.Errorf("%v halfway %t: %d ways, want %d", size, halfway, ways, 2*want)
			}
		}
	}
}
