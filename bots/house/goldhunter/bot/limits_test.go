package bot

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"botarena/arena/game/goldhunter"
	"botarena/bots/house/level"
)

// The largest map with 60 units: a stage takes at most 300 ms of processor time,
// and the bot at most 256 MiB.
func TestLimitsOfTheLargestMap(t *testing.T) {
	s := goldhunter.Game{}.NewSetup().(*goldhunter.Setup)
	stages := 60
	s.Stages = &stages
	g := &s.Generate
	g.Rows, g.Cols, g.Gold, g.Maps = goldhunter.MaxSide, goldhunter.MaxSide, 120, 1
	g.Hunters, g.Miners, g.Spies = 10, 15, 5
	if err := s.Resolve(nil); err != nil {
		t.Fatal(err)
	}
	got := &tally{reasons: map[string]int{}}
	got.play(t, s, level.Master, level.Master, 0, 1)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	times := append(got.times[0], got.times[1]...)
	slices.Sort(times)
	slowest := times[len(times)-1]
	t.Logf("median stage %v, slowest %v, %d MiB from the system for two bots and the arena", times[len(times)/2], slowest, m.Sys>>20)
	if slowest > 300*time.Millisecond {
		t.Errorf("a stage took %v", slowest)
	}
	if m.Sys > 256<<20 {
		t.Errorf("%d MiB", m.Sys>>20)
	}
}
