package match

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// hogs keeps every core busy with as many processes as there are cores until
// the test ends.
func hogs(t *testing.T) {
	t.Helper()
	for range runtime.NumCPU() {
		hog := exec.Command(toyBot, "spin")
		in, err := hog.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := hog.Start(); err != nil {
			t.Fatal(err)
		}
		in.Write([]byte("turn\n"))
		t.Cleanup(func() {
			hog.Process.Kill()
			hog.Wait()
		})
	}
}

// timed plays a match of the simultaneous toy, whose every stage asks both
// seats, or of the alternating one.
func timed(t testing.TB, j *Jailed, g toy, kinds [2]string, clock string, move time.Duration, goal string) *record.Record {
	t.Helper()
	spec := jailedSpec(t, j, kinds, record.Terms{
		Clock: clock, Move: record.Duration(move), Start: 10e9, Memory: 1 << 30, CPU: "1", Ponder: strings.HasPrefix(clock, "+"),
	})
	spec.Header.Terms.Clock = strings.TrimPrefix(clock, "+")
	spec.Header.Setup = []byte(`{"goal":` + goal + `}`)
	local := &Local{Games: only(g), Seater: j}
	o, err := One(t.Context(), local, spec, func(o Outcome) {
		if o.Void() {
			t.Logf("void: %s", o.Record.Measured.Void)
		}
	})
	if err != nil || o.Err != nil {
		t.Fatal(err, o.Err)
	}
	return o.Record
}

func faultsOf(rec *record.Record, seat int) string {
	return strings.Join(rec.Measured.Seats[seat].Faults, "\n")
}

// TestCPUReading: what a bot burns is what its turn is charged, to 1 ms.
func TestCPUReading(t *testing.T) {
	j := jail(t)
	for _, ms := range []string{"1", "10", "100"} {
		rec := timed(t, j, toy{}, [2]string{"burn:" + ms, "good"}, "fair", time.Second, "16")
		want, _ := time.ParseDuration(ms + "ms")
		if n := len(rec.Measured.Seats[0].Turns); n < 5 {
			t.Fatalf("only %d turns: %+v, faults %q", n, rec.Result, faultsOf(rec, 0))
		}
		for i, turn := range rec.Measured.Seats[0].Turns {
			got := time.Duration(turn.CPU) * time.Microsecond
			if off := got - want; off < 0 || off > time.Millisecond {
				t.Errorf("turn %d: burnt %v, charged %v", i, want, got)
			}
		}
	}
}

// TestStopped: spinning and sleeping bots are stopped within 5 ms of the limit.
func TestStopped(t *testing.T) {
	j := jail(t)
	const limit = 300 * time.Millisecond
	for _, kind := range []string{"spin@1", "sleep@1", "dribble@1", "threads:10000@1"} {
		for _, clock := range []string{"fair", "wall"} {
			best := time.Hour // the machine may be busy: the best of three counts
			for tries, measured := 0, 0; best > limit+5*time.Millisecond && measured < 3 && tries < 6; tries++ {
				rec := timed(t, j, toy{}, [2]string{kind, "good"}, clock, limit, "21")
				if rec.Measured.Void != "" { // other things had the core for most of the time
					continue
				}
				measured++
				if rec.Result.Reason != string(game.Timeout) || rec.Result.Seats[0].Outcome != game.Lose {
					t.Fatalf("%s, %s: %+v, void %q", kind, clock, rec.Result, rec.Measured.Void)
				}
				turns := rec.Measured.Seats[0].Turns
				last := turns[len(turns)-1]
				best = min(best, time.Duration(last.Wall-last.Wait)*time.Microsecond)
			}
			if best < limit || best > limit+5*time.Millisecond {
				t.Errorf("%s, %s: stopped after %v, want %v and at most 5 ms more", kind, clock, best, limit)
			}
		}
	}
}

// TestFairUnderLoad: with as many busy processes beside it as there are cores,
// a bot that needs 0.6 s of CPU for a move does not lose on time, 20 times of 20.
func TestFairUnderLoad(t *testing.T) {
	j := jail(t)
	hogs(t)
	rec := timed(t, j, toy{}, [2]string{"burn:600", "good"}, "fair", time.Second, "40")
	if rec.Measured.Void != "" || rec.Result.Moves != 40 {
		t.Fatalf("void %q, result %+v, faults %q", rec.Measured.Void, rec.Result, faultsOf(rec, 0))
	}
	waited := 0
	for i, turn := range rec.Measured.Seats[0].Turns {
		if turn.CPU < 600_000 || turn.CPU > 1_000_000 || turn.Wall-turn.Wait > 1_000_000 {
			t.Errorf("turn %d: %+v", i, turn)
		}
		if turn.Wall > 1_000_000 {
			waited++
		}
	}
	t.Logf("%d of %d turns took more than a second of wall time", waited, len(rec.Measured.Seats[0].Turns))
	if waited == 0 {
		t.Error("the load did not show: this test proves nothing")
	}
}

// TestWaitingIsNotEarned: what a bot does itself gains it no thinking time.
func TestWaitingIsNotEarned(t *testing.T) {
	j := jail(t)
	t.Run("alone", func(t *testing.T) {
		rec := timed(t, j, toy{}, [2]string{"threads:5000", "good"}, "fair", 300*time.Millisecond, "21")
		last := rec.Measured.Seats[0].Turns[0]
		// Others may load the machine: then it waits, but never while one of its
		// own threads runs.
		// A host too busy to tell makes the match void, and has no result.
		lost := rec.Measured.Void != "" || rec.Result.Seats[0].Fault == game.Timeout
		if !lost || last.CPU > 305_000 || last.CPU+last.Wait > last.Wall+10_000 {
			t.Errorf("eight threads on one core: %+v, %+v, void %q", rec.Result, last, rec.Measured.Void)
		}
	})
	for _, g := range []toy{{}, {together: true}} {
		for _, kind := range []string{"drip", "blanks", "flood"} {
			rec := timed(t, j, g, [2]string{kind, "good"}, "fair", 300*time.Millisecond, "21")
			last := rec.Measured.Seats[0].Turns[0]
			t.Logf("%s: %+v", kind, last)
			if rec.Measured.Void != "" {
				t.Errorf("%s: void (%s): its loss was its own doing: %+v", kind, rec.Measured.Void, last)
			} else if rec.Result.Seats[0].Fault != game.Timeout && !g.together {
				t.Errorf("%s: %+v", kind, rec.Result)
			}
		}
	}
	hogs(t)
	for _, kind := range []string{"yield", "flood", "drip", "threads:5000"} {
		rec := timed(t, j, toy{}, [2]string{kind, "good"}, "fair", 300*time.Millisecond, "21")
		last := rec.Measured.Seats[0].Turns[0]
		if last.CPU > 305_000 {
			t.Errorf("%s beside a hog: %+v used more CPU time than the limit", kind, last)
		}
		if last.Wall > 905_000 {
			t.Errorf("%s beside a hog: %+v, above the cap", kind, last)
		}
	}
}

// TestPondering: a bot that computes all the time gains nothing while it is
// not asked.
func TestPondering(t *testing.T) {
	j := jail(t)
	rec := timed(t, j, toy{}, [2]string{"ponder", "burn:10"}, "fair", time.Second, "121")
	s := rec.Measured.Seats[0]
	if len(s.Turns) < 60 {
		t.Fatalf("%d turns: %+v, faults %q", len(s.Turns), rec.Result, faultsOf(rec, 0))
	}
	// It runs freely while it starts and, for up to 200 ms, after the end.
	outside := time.Duration(s.Run.CPU - s.CPU)
	t.Logf("CPU outside %d turns: %v, start and leaving included", len(s.Turns), outside)
	if most := leaveWait + time.Duration(len(s.Turns))*time.Millisecond; outside > most {
		t.Errorf("%v of CPU outside its turns, want at most %v: %+v", outside, most, s.Run)
	}
	allowed := timed(t, j, toy{}, [2]string{"ponder", "burn:30"}, "+fair", time.Second, "21")
	if p := time.Duration(allowed.Measured.Seats[0].Ponder); p < 100*time.Millisecond {
		t.Errorf("with ponder: allow it pondered %v only", p)
	}
}

// TestPonderingUntilFrozen: where seats answer at once, a bot that answers and
// computes on is stopped within a millisecond, and what it computed until then
// is charged to its next turn.
func TestPonderingUntilFrozen(t *testing.T) {
	j := jail(t)
	rec := timed(t, j, toy{together: true}, [2]string{"ponder", "burn:5"}, "fair", time.Second, "100")
	s := rec.Measured.Seats[0]
	if len(s.Turns) < 100 {
		t.Fatalf("%d turns: %+v, faults %q", len(s.Turns), rec.Result, faultsOf(rec, 0))
	}
	ponder, outside := time.Duration(s.Ponder), time.Duration(s.Run.CPU-s.CPU)
	t.Logf("between %d turns: %v of CPU; in its turns: %v; start and leaving: %v", len(s.Turns), ponder, time.Duration(s.CPU), outside)
	if ponder > time.Duration(len(s.Turns))*time.Millisecond {
		t.Errorf("%v of CPU between %d turns, want at most 1 ms a turn", ponder, len(s.Turns))
	}
	if most := leaveWait + 50*time.Millisecond; outside > most {
		t.Errorf("%v of CPU were charged to no turn, want at most %v", outside, most)
	}
}

// TestNoFalseLosses: bots that burn 5 ms with a limit of 20 ms, eight matches
// at once on all cores: none loses on time (anchors: others lost 12 of 16).
func TestNoFalseLosses(t *testing.T) {
	j := jail(t)
	spec := jailedSpec(t, j, [2]string{"burn:5", "burn:5"}, record.Terms{
		Clock: "fair", Move: record.Duration(20 * time.Millisecond), Start: 10e9, Memory: 1 << 30, CPU: "1",
	})
	local := &Local{Games: only(toy{}), Seater: j, Parallel: 8}
	lost, played, void := 0, 0, 0
	err := local.Dispatch(t.Context(), func(yield func(Spec) bool) {
		for range 16 {
			if !yield(spec) {
				return
			}
		}
	}, func(o Outcome) {
		if o.Err != nil {
			t.Error(o.Err)
			return
		}
		if o.Void() {
			t.Logf("void: %s", o.Record.Measured.Void)
			if o.Final {
				void++ // the machine is busy with other things too
			}
			return
		}
		played++
		if o.Record.Result.Reason != "goal" {
			lost++
			for i := range 2 {
				if f := faultsOf(o.Record, i); f != "" {
					turns := o.Record.Measured.Seats[i].Turns
					t.Logf("%s: %+v", f, turns[len(turns)-1])
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if lost > 0 || played+void != 16 || played == 0 {
		t.Errorf("%d of %d matches were lost on time, %d void", lost, played, void)
	}
}

// TestBudget: a budget for the whole match ends with the turn that uses it up;
// grace is given on top of every limit.
func TestBudget(t *testing.T) {
	turnsOf := func(total, grace time.Duration) int {
		rec := playToy(t, toy{}, toySeater{kinds: [2]string{"nap", "good"}}, func(s *toySetup, terms *record.Terms) {
			s.Goal = 100
			terms.Move = record.Duration(time.Second)
			terms.Total, terms.Grace = record.Duration(total), record.Duration(grace)
		})
		if r := rec.Result; r.Reason != string(game.Timeout) || r.Seats[0].Fault != game.Timeout {
			t.Fatalf("total %v, grace %v: %+v", total, grace, r)
		}
		return len(rec.Measured.Seats[0].Turns)
	}
	// A nap takes 50 ms and a little: five fit into 290 ms, the sixth does not.
	if n := turnsOf(290*time.Millisecond, 0); n != 6 {
		t.Errorf("290 ms were used up in answer %d, want 6", n)
	}
	if n := turnsOf(290*time.Millisecond, 30*time.Millisecond); n < 6 || n > 7 {
		t.Errorf("290 ms and 30 ms of grace were used up in answer %d, want 6 or 7", n)
	}
}

// TestOwnLimitInABudget: a seat with a limit of its own has the budget of the
// others.
func TestOwnLimitInABudget(t *testing.T) {
	setup := []byte(`{"goal":100}`)
	spec := Spec{Header: record.Header{
		Version: record.Version, Game: "toy", Setup: setup, Seed: 2,
		Terms: record.Terms{Clock: "wall", Move: 1e9, Start: 10e9, Total: record.Duration(200 * time.Millisecond)},
		Seats: []record.Seat{{Name: "a", Kind: record.KindProcess, Move: 2e9}, {Name: "b", Kind: record.KindProcess}},
	}}
	o, err := One(t.Context(), &Local{Games: only(toy{}), Seater: toySeater{kinds: [2]string{"nap", "good"}}}, spec, nil)
	if err != nil || o.Err != nil || o.Void() {
		t.Fatal(err, o.Err, o.Record)
	}
	if r := o.Record.Result; r.Seats[0].Fault != game.Timeout || len(o.Record.Measured.Seats[0].Turns) > 4 {
		t.Errorf("%+v after %d turns", r, len(o.Record.Measured.Seats[0].Turns))
	}
	if f := faultsOf(o.Record, 0); !strings.Contains(f, "200ms for the whole match are used up") {
		t.Errorf("faults %q", f)
	}
}

// TestCPUClock: under a CPU clock sleep costs nothing up to the cap.
func TestCPUClock(t *testing.T) {
	j := jail(t)
	rec := timed(t, j, toy{}, [2]string{"late", "good"}, "cpu", 150*time.Millisecond, "9")
	if rec.Result.Reason != "goal" {
		t.Errorf("sleeping 0.3 s a turn: %+v, faults %q", rec.Result, faultsOf(rec, 0))
	}
	rec = timed(t, j, toy{}, [2]string{"sleep@1", "good"}, "cpu", 150*time.Millisecond, "9")
	last := rec.Measured.Seats[0].Turns[1]
	if rec.Result.Reason != string(game.Timeout) || last.Wall < 450_000 || last.Wall > 500_000 {
		t.Errorf("sleeping for ever: %+v, %+v", rec.Result, last)
	}
	rec = timed(t, j, toy{}, [2]string{"spin@1", "good"}, "cpu", 150*time.Millisecond, "9")
	if last := rec.Measured.Seats[0].Turns[1]; rec.Result.Reason != string(game.Timeout) || last.CPU > 160_000 {
		t.Errorf("spinning: %+v, %+v", rec.Result, last)
	}
}
