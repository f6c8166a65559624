package value

import (
	"math"
	"math/rand/v2"
	"testing"

	"botarena/arena/game/papersoccer"
	"botarena/bots/house/papersoccer/field"
)

// TestJudgeIsForward compares the packed sums with plain ones over random
// games, for both players and both variants.
func TestJudgeIsForward(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	w := new(Weights)
	Randomise(w, rnd)
	for i := range w.In {
		for j := range w.In[i] {
			w.In[i][j] = float32(math.Round(float64(w.In[i][j]*8*scale))) / scale
		}
	}
	e := Evaluator{Net: NewNet(w)}
	turns := field.NewTurns()
	for game := range 40 {
		b := field.FromPitch(papersoccer.NewPitch(contestWidth, contestHeight, game%2 == 0))
		v := View(game / 2 % 2)
		for {
			turns.Reset(&b)
			turns.More(50, 500)
			if len(turns.Ends()) == 0 {
				break
			}
			edges := e.Edges(&b, v.Other())
			for i := range turns.Ends() {
				end := &turns.Ends()[i]
				var l Look
				l.At(&end.Board)
				got := e.Judge(&edges, turns.Segments(nil, end), &end.Board, &l)
				var hidden [Hidden]float32
				l.Zones(&end.Board, v.Other())
				want := w.Forward(Active(nil, &end.Board, v.Other(), &l), &hidden)
				if math.Abs(float64(got-want)) > 1e-3 {
					t.Fatalf("game %d: %f, want %f", game, got, want)
				}
			}
			b = turns.Ends()[rnd.IntN(len(turns.Ends()))].Board
			v = v.Other()
		}
	}
}
