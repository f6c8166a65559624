//go:build soak

package match

import (
	"testing"
	"time"

	"botarena/arena/record"
)

// TestFairUnderLoadSoak is TestFairUnderLoad a thousand times: 1,000 of 1,000
// moves of 0.6 s of CPU, a match on each core, beside as many busy processes as
// there are cores.
func TestFairUnderLoadSoak(t *testing.T) {
	j := jail(t)
	hogs(t)
	const matches, each = 50, 20
	spec := jailedSpec(t, j, [2]string{"burn:600", "good"}, record.Terms{
		Clock: "fair", Move: record.Duration(time.Second), Start: 10e9, Memory: 1 << 30, CPU: "1",
	})
	spec.Header.Setup = []byte(`{"goal":40}`) // two numbers a turn of both: each moves 20 times
	played, moves, lost, void, long := 0, 0, 0, 0, 0
	longest := time.Duration(0)
	local := &Local{Games: only(toy{}), Seater: j}
	err := local.Dispatch(t.Context(), func(yield func(Spec) bool) {
		for range matches {
			if !yield(spec) {
				return
			}
		}
	}, func(o Outcome) {
		if o.Err != nil {
			t.Error(o.Err)
			return
		}
		rec := o.Record
		for _, turn := range rec.Measured.Seats[0].Turns {
			longest = max(longest, time.Duration(turn.Wall)*time.Microsecond)
			if turn.Wall > 1_000_000 {
				long++
			}
		}
		moves += len(rec.Measured.Seats[0].Turns)
		switch {
		case o.Void():
			void++
			t.Logf("void: %s", rec.Measured.Void)
		case rec.Result.Reason != "goal":
			lost++
			t.Errorf("%+v: %s", rec.Result, faultsOf(rec, 0))
		default:
			played++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d matches, %d moves, %d of them longer than a second of wall time, the longest %v; %d matches lost on time, %d void",
		played, moves, long, longest, lost, void)
	if void > 0 || moves < matches*each || long == 0 {
		t.Errorf("%d matches were void, %d moves, %d long ones", void, moves, long)
	}
}
