//go:build soak

package match

import (
	"testing"
	"time"
)

// TestFairUnderLoadSoak is TestFairUnderLoad a thousand times: 1,000 of 1,000
// moves of 0.6 s of CPU beside as many busy processes as there are cores.
func TestFairUnderLoadSoak(t *testing.T) {
	j := jail(t)
	hogs(t)
	const moves = 1000
	lost, void, longest := 0, 0, time.Duration(0)
	for played := 0; played < moves; {
		rec := timed(t, j, toy{}, [2]string{"burn:600", "good"}, "fair", time.Second, "40")
		for _, turn := range rec.Measured.Seats[0].Turns {
			longest = max(longest, time.Duration(turn.Wall)*time.Microsecond)
		}
		switch {
		case rec.Measured.Void != "":
			void++
			t.Logf("void: %s", rec.Measured.Void)
		case rec.Result.Reason != "goal":
			lost++
			t.Errorf("%+v: %s", rec.Result, faultsOf(rec, 0))
		}
		played += len(rec.Measured.Seats[0].Turns)
	}
	t.Logf("%d moves, %d matches lost on time, %d void; the longest move took %v of wall time", moves, lost, void, longest)
	if void > 0 {
		t.Errorf("%d matches were void", void)
	}
}
