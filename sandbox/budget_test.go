package sandbox

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"botarena/sandbox/seccomp"
)

func TestBudget(t *testing.T) {
	var b budget
	now := time.Now()
	for i := range 10 {
		if d := b.charge(now, time.Millisecond, 10*time.Millisecond); d != 0 {
			t.Fatalf("notice %d, within the burst, waits %v", i, d)
		}
	}
	// From here on as long as it takes to earn a millisecond, and each behind
	// the others.
	for i := 1; i < 4; i++ {
		if d := b.charge(now, time.Millisecond, 10*time.Millisecond); d != time.Duration(i)*workEarned*time.Millisecond {
			t.Errorf("notice %d beyond the burst waits %v", i, d)
		}
	}
	if d := b.charge(now.Add(time.Hour), time.Millisecond, 10*time.Millisecond); d != 0 {
		t.Errorf("an hour later it waits %v", d)
	}
	// One that asks no more than it earns never waits.
	for i := range 10_000 {
		if d := b.charge(now.Add(time.Hour+time.Duration(i)*workOfNotice*workEarned), workOfNotice, 2*time.Millisecond); d != 0 {
			t.Fatalf("notice %d of a patient one waits %v", i, d)
		}
	}
}

func TestInboxTakesTurns(t *testing.T) {
	var in inbox
	one, two := new(Process), new(Process)
	for i := range 3 {
		in.add(one, seccomp.Notification{TID: i})
	}
	in.add(two, seccomp.Notification{TID: 10})
	var got []int
	for !in.empty() {
		p, n := in.next()
		if (p == two) != (n.TID == 10) {
			t.Errorf("call %d is the other's", n.TID)
		}
		got = append(got, n.TID)
	}
	if want := []int{0, 10, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestAnswersInOrder(t *testing.T) {
	var q answers
	now := time.Now()
	for _, ms := range []int{5, 1, 9, 3, 1} {
		q.add(answer{due: now.Add(time.Duration(ms) * time.Millisecond), to: seccomp.Notification{TID: ms}})
	}
	for i, want := range []int{1, 1, 3, 5, 9} {
		if q[i].to.TID != want {
			t.Errorf("answer %d is %d", i, q[i].to.TID)
		}
	}
	if next := q.deliver(nil, now); !next.Equal(now.Add(time.Millisecond)) {
		t.Errorf("the next is due %v from now", next.Sub(now))
	}
}

// On cores that others keep busy a bot whose calls have to be looked at must not wait
// for the guard's turn.
func TestGuardOfABusyCore(t *testing.T) {
	tried := make(chan error)
	go func() {
		runtime.LockOSThread() // which ends with this goroutine
		tried <- hurry()
	}()
	if err := <-tried; err != nil {
		missing(t, "the right to a real-time priority: "+err.Error())
	}
	s := newSandbox(t, testOptions())
	most := func() time.Duration { // of the time for an answer, in four of five cases
		out, f := run(t, s, Command{}, "opens")
		us, err := strconv.Atoi(strings.TrimSpace(out))
		if err != nil {
			t.Fatalf("%v, %s", err, f.Reason())
		}
		return time.Duration(us) * time.Microsecond
	}
	before := most()
	for _, core := range s.opts.Cores {
		for range 3 {
			start(t, s, Command{CPUs: []int{core}}, "spin", "100")
		}
	}
	busy := most()
	t.Logf("answers within %v, on busy cores within %v", before, busy)
	if busy > 4*before+time.Millisecond {
		t.Error("that is late")
	}
}
