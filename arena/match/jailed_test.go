package match

import (
	"strings"
	"testing"
	"time"

	"botarena/arena/record"
	"botarena/sandbox"
)

// jail returns a jail for tests.
func jail(t testing.TB) *Jailed {
	t.Helper()
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j := NewJailed(box)
	t.Cleanup(func() {
		j.Close()
		box.Close()
	})
	return j
}

// jailedSpec returns the Spec of a toy match in the jail.
func jailedSpec(t testing.TB, j *Jailed, kinds [2]string, terms record.Terms) Spec {
	t.Helper()
	spec := Spec{Header: record.Header{Version: record.Version, Game: "toy", Setup: []byte("{}"), Seed: 2, Terms: terms}}
	for _, kind := range kinds {
		spec.Header.Seats = append(spec.Header.Seats, record.Seat{Name: kind, Kind: "process", Args: []string{kind}})
		spec.Sources = append(spec.Sources, Source{Process: &Process{Path: toyBot}})
	}
	if err := j.Open(&spec); err != nil {
		t.Fatal(err)
	}
	return spec
}

func TestJailed(t *testing.T) {
	j := jail(t)
	for _, g := range []toy{{}, {together: true}} {
		local := &Local{Games: only(g), Seater: j}
		spec := jailedSpec(t, j, [2]string{"good", "good"}, record.Terms{Clock: "fair", Move: 1e9, Start: 10e9, Memory: 1 << 30, CPU: "1"})
		o, err := One(t.Context(), local, spec, nil)
		if err != nil || o.Err != nil {
			t.Fatal(err, o.Err)
		}
		if o.Void() || o.Record.Result.Moves != 21 {
			t.Errorf("void %q, result %+v", o.Record.Measured.Void, o.Record.Result)
		}
		for i, s := range o.Record.Measured.Seats {
			t.Logf("seat %d: start %v, %+v, faults %q", i, s.Start, s.Run, s.Faults)
			if s.Run.Status != "ok" || s.Run.PeakMemory < 1<<18 || s.CPU == 0 {
				t.Errorf("seat %d: %+v", i, s)
			}
		}
	}
}

// TestViolationsNameTheTurn: from its fourth turn on a bot asks for a socket.
func TestViolationsNameTheTurn(t *testing.T) {
	j := jail(t)
	for _, c := range []struct{ rule, fault, violation string }{
		{"disqualify", "answer 4: violation: socket(AF_INET, SOCK_STREAM)", "answer 4: socket(AF_INET, SOCK_STREAM) ×1"},
		{"deny", "", "answer 4: socket(AF_INET, SOCK_STREAM) ×"},
	} {
		spec := jailedSpec(t, j, [2]string{"socket@3", "good"}, record.Terms{
			Clock: "fair", Move: 1e9, Start: 10e9, Memory: 1 << 30, CPU: "1", OnViolation: c.rule,
		})
		o, err := One(t.Context(), &Local{Games: only(toy{}), Seater: j}, spec, nil)
		if err != nil || o.Err != nil || o.Void() {
			t.Fatal(err, o.Err, o.Record)
		}
		seat := o.Record.Measured.Seats[0]
		if got := strings.Join(seat.Faults, "; "); !strings.HasPrefix(got, c.fault) || c.fault == "" && got != "" {
			t.Errorf("%s: faults %q, want %q", c.rule, got, c.fault)
		}
		if v := seat.Run.Violations; len(v) != 1 || !strings.HasPrefix(v[0], c.violation) {
			t.Errorf("%s: violations %q, want %q", c.rule, v, c.violation)
		}
	}
}

// TestRunOfALateBot: the facts of a run say that its bot was ended for its time.
func TestRunOfALateBot(t *testing.T) {
	j := jail(t)
	spec := jailedSpec(t, j, [2]string{"sleep@1", "good"}, record.Terms{Clock: "fair", Move: 50e6, Start: 10e9, Memory: 1 << 30, CPU: "1"})
	o, err := One(t.Context(), &Local{Games: only(toy{}), Seater: j}, spec, nil)
	if err != nil || o.Err != nil || o.Void() {
		t.Fatal(err, o.Err, o.Record)
	}
	late, good := o.Record.Measured.Seats[0].Run, o.Record.Measured.Seats[1].Run
	if late.Status != "time" || late.Killed != "time" || good.Status != "ok" || good.Killed != "" {
		t.Errorf("late %+v, good %+v", late, good)
	}
}

// TestLeaderless: a bot gains no time by ending its first thread, and keeps
// nobody waiting.
func TestLeaderless(t *testing.T) {
	j := jail(t)
	spec := jailedSpec(t, j, [2]string{"leaderless@1", "good"}, record.Terms{Clock: "fair", Move: 50e6, Start: 10e9, Memory: 1 << 30, CPU: "1"})
	o, err := One(t.Context(), &Local{Games: only(toy{}), Seater: j}, spec, nil)
	if err != nil || o.Err != nil || o.Void() {
		t.Fatal(err, o.Err, o.Record)
	}
	run := o.Record.Measured.Seats[0].Run
	t.Logf("ran for %v", time.Duration(run.Wall))
	if run.Status != "time" || time.Duration(run.CPU) > time.Second || !strings.Contains(faultsOf(o.Record, 0), "timeout") {
		t.Errorf("%+v, faults %q", run, faultsOf(o.Record, 0))
	}
}
