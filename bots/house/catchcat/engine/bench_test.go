package engine

import (
	"math/rand/v2"
	"testing"
)

// randomBoard returns a position with the cat at least so many steps from the
// border and not caught.
func randomBoard(g *Geometry, rnd *rand.Rand, inside, blocks int) *Board {
	for {
		b := NewBoard(g, At(inside+rnd.IntN(g.rows-2*inside), inside+rnd.IntN(g.cols-2*inside)))
		for n := 0; n < blocks; {
			if c := At(rnd.IntN(g.rows), rnd.IntN(g.cols)); b.Free(c) && c != b.cat {
				b.Block(c)
				n++
			}
		}
		if len(b.Ways(nil)) > 0 {
			return b
		}
	}
}

// BenchmarkThink measures the master's thinking in positions of the middle
// game, by positions looked at.
func BenchmarkThink(b *testing.B) {
	for _, bench := range []struct {
		name           string
		size           int
		inside, blocks int
		cat            bool
	}{{"catcher", 11, 4, 12, false}, {"cat", 11, 4, 12, true}, {"hunt", 11, 4, 45, false}, {"large", 25, 8, 60, false}} {
		b.Run(bench.name, func(b *testing.B) {
			g := NewGeometry(bench.size, bench.size)
			rnd := rand.New(rand.NewPCG(1, 2))
			boards := make([]*Board, 8)
			for i := range boards {
				boards[i] = randomBoard(g, rnd, bench.inside, bench.blocks)
			}
			e := New(boards[0].Clone(), 1)
			nodes := 0
			for i := 0; b.Loop(); i++ {
				*e.s.b = *boards[i%len(boards)]
				nodes += e.Think(bench.cat, Budget{Nodes: 50_000}).Nodes
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// BenchmarkMoves makes and takes back moves of both, with the test for the end
// after each.
func BenchmarkMoves(b *testing.B) {
	board := NewBoard(NewGeometry(11, 11), At(5, 5))
	var ways [6]Cell
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		for r := range 11 {
			for c := range 11 {
				cell := At(r, c)
				if cell == board.cat {
					continue
				}
				board.Block(cell)
				moves++
				for _, w := range board.Ways(ways[:0]) {
					from := board.Move(w)
					if board.Border(w) {
						b.Fatal("the border is next to the middle")
					}
					board.Move(from)
					moves++
				}
				board.Unblock(cell)
			}
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkLevels(b *testing.B) {
	board := randomBoard(NewGeometry(11, 11), rand.New(rand.NewPCG(1, 2)), 4, 12)
	var r reach
	var none Set
	b.ReportAllocs()
	for b.Loop() {
		r.find(board, &none)
	}
}
