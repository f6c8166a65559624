package engine

import (
	"math/rand/v2"
	"testing"
)

// brute is the game's value by trying everything, for small boards.
type brute struct {
	b    *Board
	seen map[uint64]int
}

// forever is more moves than a small board has.
const forever = 1000

// escape returns after how many moves of both the cat is out if both play as
// well as can be, or 0 if it does not get out within the given number.
func (x *brute) escape(catToMove bool, within int) int {
	if within == 0 {
		return 0
	}
	b := x.b
	key := b.hash * 64
	if within < forever/2 {
		key += uint64(within) * 2
	}
	if catToMove {
		key++
	}
	if v, ok := x.seen[key]; ok {
		return v
	}
	v := 0
	if catToMove {
		for _, c := range b.Ways(nil) {
			n := 1
			if !b.Border(c) {
				from := b.Move(c)
				if n = x.escape(false, within-1); n > 0 {
					n++
				}
				b.Move(from)
			}
			if n > 0 && (v == 0 || n < v) {
				v = n
			}
		}
	} else {
		for r := range b.rows {
			for c := range b.cols {
				cell := At(r, c)
				if !b.Free(cell) || cell == b.cat {
					continue
				}
				b.Block(cell)
				n := x.escape(true, within-1)
				b.Unblock(cell)
				if n == 0 {
					x.seen[key] = 0
					return 0
				}
				v = max(v, n+1)
			}
		}
	}
	x.seen[key] = v
	return v
}

// TestVerdicts compares with brute force: who wins, and how quickly the cat
// gets out.
func TestVerdicts(t *testing.T) {
	counts := map[Verdict]int{}
	for _, size := range []int{5, 7} {
		g := NewGeometry(size, size)
		rnd := rand.New(rand.NewPCG(uint64(size), 9))
		games, blocks, within := 60, 11, forever
		if size == 7 {
			games, blocks, within = 25, 20, 6
		}
		for range games {
			b := randomBoard(g, rnd, 1, blocks+rnd.IntN(8))
			for _, catToMove := range []bool{false, true} {
				x := &brute{b.Clone(), map[uint64]int{}}
				want := x.escape(catToMove, within)
				got := newEngine(b, 1, 14).Think(catToMove, Budget{Nodes: 200_000})
				counts[got.Verdict]++
				switch {
				case want > 0 && (got.Verdict != Escapes || got.Moves != want):
					t.Errorf("cat to move %v: %+v, the cat is out after %d\n%s", catToMove, got, want, draw(b))
				case want == 0 && got.Verdict == Escapes && got.Moves <= within:
					t.Errorf("cat to move %v: %+v, the cat is not out after %d\n%s", catToMove, got, within, draw(b))
				case want == 0 && size == 5 && got.Verdict != Kept:
					t.Errorf("cat to move %v: %+v, the catcher keeps the cat in\n%s", catToMove, got, draw(b))
				}
			}
		}
	}
	if counts[Escapes] < 30 || counts[Kept] < 30 {
		t.Errorf("verdicts %v: too few of a kind to tell", counts)
	}
}

// holdsOut returns after how many moves of both the cat is caught if both play
// as well as can be.
func (x *brute) holdsOut(catToMove bool) int {
	b := x.b
	key := b.hash * 2
	if catToMove {
		key++
	}
	if v, ok := x.seen[key]; ok {
		return v
	}
	v := 0
	if catToMove {
		for _, c := range b.Ways(nil) {
			from := b.Move(c)
			v = max(v, 1+x.holdsOut(false))
			b.Move(from)
		}
	} else {
		v = infinity
		for r := range b.rows {
			for c := range b.cols {
				if cell := At(r, c); b.Free(cell) && cell != b.cat {
					b.Block(cell)
					v = min(v, 1+x.holdsOut(true))
					b.Unblock(cell)
				}
			}
		}
	}
	x.seen[key] = v
	return v
}

// TestHunts compares with brute force how long an enclosed cat holds out.
func TestHunts(t *testing.T) {
	g := NewGeometry(7, 7)
	rnd := rand.New(rand.NewPCG(3, 3))
	for n := 0; n < 60; {
		b := randomBoard(g, rnd, 3, 0)
		// A random room of up to eight cells, and nothing else free.
		var room Set
		room.Add(b.cat)
		at := b.cat
		for range 12 {
			c := b.near[at][rnd.IntN(6)]
			if !b.Border(c) && b.count(&room) < 8 {
				room.Add(c)
				at = c
			}
		}
		b.each(&b.all, func(c Cell) {
			if !room.Has(c) {
				b.Block(c)
			}
		})
		if len(b.Ways(nil)) == 0 {
			continue
		}
		n++
		for _, catToMove := range []bool{false, true} {
			want := (&brute{b.Clone(), map[uint64]int{}}).holdsOut(catToMove)
			got := newEngine(b, 1, 14).Think(catToMove, Budget{Nodes: 200_000})
			if got.Verdict != Kept || got.Moves != want {
				t.Errorf("cat to move %v: %+v, the cat holds out for %d\n%s", catToMove, got, want, draw(b))
			}
		}
	}
}

// draw draws a board as the rules page does.
func draw(b *Board) string {
	text := ""
	for r := range b.rows {
		text += "  "[:r%2]
		for c := range b.cols {
			switch cell := At(r, c); {
			case cell == b.cat:
				text += "C "
			case b.Free(cell):
				text += ". "
			default:
				text += "# "
			}
		}
		text += "\n"
	}
	return text
}
