package engine

import (
	"math/rand/v2"
	"testing"
)

// eachBoard calls f with random boards of several sizes.
func eachBoard(t *testing.T, n int, f func(b *Board, rnd *rand.Rand)) {
	t.Helper()
	for _, size := range []int{5, 7, 9, 11, 13, 25} {
		g := NewGeometry(size, size)
		rnd := rand.New(rand.NewPCG(uint64(size), 5))
		for range n {
			f(randomBoard(g, rnd, 1, rnd.IntN(size*size/2)), rnd)
		}
	}
}

// neighbours lists a cell's neighbours by the rule of the rules page.
func neighbours(b *Board, c Cell) (list []Cell) {
	r, col := c.RowCol()
	other := -1 // of an even row
	if r%2 == 1 {
		other = 1
	}
	for _, d := range [6][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, other}, {1, other}} {
		if y, x := r+d[0], col+d[1]; y >= 0 && x >= 0 && y < b.rows && x < b.cols {
			list = append(list, At(y, x))
		}
	}
	return list
}

// levelsByHand computes the levels cell by cell.
func levelsByHand(b *Board) map[Cell]int {
	levels := map[Cell]int{}
	for r := range b.rows {
		for c := range b.cols {
			if cell := At(r, c); b.Free(cell) && b.Border(cell) {
				levels[cell] = 0
			}
		}
	}
	for k, more := 1, true; more; k++ {
		var added []Cell
		for r := range b.rows {
			for c := range b.cols {
				cell := At(r, c)
				if _, ok := levels[cell]; ok || !b.Free(cell) {
					continue
				}
				n := 0
				for _, m := range neighbours(b, cell) {
					if _, ok := levels[m]; ok {
						n++
					}
				}
				if n >= 2 {
					added = append(added, cell)
				}
			}
		}
		for _, c := range added {
			levels[c] = k
		}
		more = len(added) > 0
	}
	return levels
}

func TestLevels(t *testing.T) {
	eachBoard(t, 100, func(b *Board, _ *rand.Rand) {
		want := levelsByHand(b)
		var r reach
		var none Set
		if k := r.find(b, &none); k != -1 {
			t.Fatalf("nothing was found on level %d", k)
		}
		for row := range b.rows {
			for col := range b.cols {
				c := At(row, col)
				k, ok := want[c]
				if !ok {
					k = -1
				}
				if got := r.level(c); got != k {
					t.Fatalf("%d %d is on level %d, want %d", row, col, got, k)
				}
			}
		}
	})
}

// TestSupport: whatever is blocked outside of a cell's support, the cell stays
// on its level or below.
func TestSupport(t *testing.T) {
	eachBoard(t, 60, func(b *Board, rnd *rand.Rand) {
		var r reach
		cat := Set{}
		cat.Add(b.cat)
		k := r.find(b, &cat)
		if k < 0 {
			return
		}
		var support Set
		r.support(b.cat, &support)
		c := b.Clone()
		b.each(&b.free, func(cell Cell) {
			if !support.Has(cell) && cell != b.cat {
				c.Block(cell)
			}
		})
		if got := r.find(c, &cat); got < 0 || got > k {
			t.Fatalf("level %d, with its support alone %d", k, got)
		}
	})
}

func TestBoardMoves(t *testing.T) {
	eachBoard(t, 50, func(b *Board, rnd *rand.Rand) {
		before := *b
		ways := b.Ways(nil)
		want := map[Cell]bool{}
		for _, c := range neighbours(b, b.cat) {
			if b.Free(c) {
				want[c] = true
			}
		}
		if len(ways) != len(want) {
			t.Fatalf("ways %v, want %v", ways, want)
		}
		for _, c := range ways {
			if !want[c] {
				t.Fatalf("ways %v, want %v", ways, want)
			}
			from := b.Move(c)
			b.Block(from)
			if b.hash == before.hash || b.Free(from) {
				t.Fatal("nothing has changed")
			}
			b.Unblock(from)
			b.Move(from)
		}
		if *b != before {
			t.Fatal("taken back, the board differs")
		}
	})
}
