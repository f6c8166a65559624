package search

import (
	"math/rand/v2"
	"strings"
	"testing"

	"botarena/arena/game/papersoccer"
	"botarena/bots/house/papersoccer/field"
	"botarena/bots/house/papersoccer/value"
)

func position(t testing.TB, halfway bool, turns string) (*papersoccer.Pitch, field.Board, value.View) {
	t.Helper()
	p := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, halfway)
	v := value.Blue
	for turn := range strings.FieldsSeq(turns) {
		if _, err := p.Play([]byte(turn), papersoccer.Digits); err != nil {
			t.Fatal(err)
		}
		v = v.Other()
	}
	return p, field.FromPitch(p), v
}

func BenchmarkSearch(b *testing.B) {
	_, board, v := position(b, false, "2 0 53 4 7 4 16141 4 720 0 5257 445 2212 35 4")
	w := new(value.Weights)
	value.Randomise(w, rand.New(rand.NewPCG(1, 1)))
	tree := NewTree(value.NewNet(w), DefaultParams())
	evals, n := 0, 0
	for b.Loop() {
		tree.Start(board, v)
		for range 200 {
			if !tree.Expand() {
				break
			}
			n++
		}
		evals += tree.Evals()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(evals), "ns/eval")
	b.ReportMetric(float64(evals)/float64(n), "evals/expand")
}
