package goldhunter

import (
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

// benchmarkStage plays stages with random orders, and builds both teams' views
// of each.
func benchmarkStage(b *testing.B, g Generate) {
	g.Stages, g.Bullets, g.Hidden = maxStages, maxNumber, maxNumber
	g.Maps = 1
	if err := g.check(); err != nil {
		b.Fatal(err)
	}
	m, err := g.Map(game.NewRand(1, "map"))
	if err != nil {
		b.Fatal(err)
	}
	start, err := NewState(m, 0)
	if err != nil {
		b.Fatal(err)
	}
	// The orders of one match, drawn beforehand: drawing is not what is measured.
	const stages = 60
	var turns [stages][]game.Answer
	rnd := game.NewRand(1, "orders")
	s := start.Copy()
	for i := range turns {
		for _, t := range s.ToMove() {
			turns[i] = append(turns[i], game.Answer{Move: s.RandomMove(nil, t, rnd)})
		}
		if err := s.Apply(turns[i]); err != nil {
			b.Fatal(err)
		}
	}
	s = start.Copy()
	var views [2]protocol.Stage
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		if i%stages == 0 {
			b.StopTimer()
			s = start.Copy()
			s.flying = make([]bullet, 0, 4096)
			b.StartTimer()
		}
		s.View(0, &views[0])
		s.View(1, &views[1])
		if err := s.Apply(turns[i%stages]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStage21x20(b *testing.B) { benchmarkStage(b, defaultGenerate()) }

func BenchmarkStage100x100(b *testing.B) {
	g := defaultGenerate()
	g.Rows, g.Cols, g.Gold = 100, 100, 100
	g.Hunters, g.Miners, g.Spies = 10, 15, 5
	benchmarkStage(b, g)
}

func BenchmarkGenerate(b *testing.B) {
	g := defaultGenerate()
	for i := 0; b.Loop(); i++ {
		if _, err := g.Map(game.NewRand(uint64(i), "map")); err != nil {
			b.Fatal(err)
		}
	}
}
