package player

import (
	"errors"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
)

// TestAnswerSeenLate: an answer that was there in time counts, also where the asking
// thread got a core for looking at it only when the time was over.
func TestAnswerSeenLate(t *testing.T) {
	var cores unix.CPUSet
	if err := unix.SchedGetaffinity(0, &cores); err != nil {
		t.Fatal(err)
	}
	if cores.Count() < 2 {
		missing(t, "a second core")
	}
	var both []int
	for c := 0; len(both) < 2; c++ {
		if cores.IsSet(c) {
			both = append(both, c)
		}
	}
	// As matches have it: a processor of Go's for each thread, none waits for another's.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores.Count() + 3))
	for _, limit := range []time.Duration{30 * time.Millisecond, 200 * time.Millisecond} {
		t.Run(limit.String(), func(t *testing.T) { answerSeenLate(t, both[0], both[1], limit) })
	}
}

// answerSeenLate has a thread keep the core of the asking one until the limit is over,
// while an answer comes from the other core.
func answerSeenLate(t *testing.T, core, other int, limit time.Duration) {
	e := newFake(t)
	table := NewTable([]Endpoint{e}, Frozen, -1)
	defer table.Close(nil, 0)
	a := asking(Fair, limit)

	var began time.Time
	begin, ready := make(chan struct{}), make(chan error)
	var all sync.WaitGroup
	run := func(core, priority int, f func()) {
		all.Go(func() {
			ready <- onCore(core, priority)
			<-begin
			f()
		})
	}
	run(core, 10, func() {
		sleepUntil(began.Add(limit / 4))
		for time.Since(began) < limit+10*time.Millisecond {
		}
	})
	run(other, 10, func() {
		sleepUntil(began.Add(limit / 2))
		e.say.WriteString("answer\n")
	})
	run(core, 1, func() { table.Ask([]*Ask{a}) })
	var err error
	for range 3 {
		err = errors.Join(err, <-ready)
	}
	began = time.Now()
	close(begin)
	all.Wait()
	if err != nil {
		missing(t, "the right to a real-time priority: "+err.Error())
	}
	t.Logf("asked for %v, late by %v", a.Times.Wall, a.Times.Lag)
	if a.Fault != game.NoFault || a.Doubt != "" {
		t.Errorf("fault %q (%s), doubt %q", a.Fault, a.Detail, a.Doubt)
	}
}

// sleepUntil sleeps in the kernel: Go's own sleep ends when an ordinary thread says so.
func sleepUntil(at time.Time) {
	ts := unix.NsecToTimespec(max(0, int64(time.Until(at))))
	unix.Nanosleep(&ts, nil)
}

// TestAnswerDuringARest: an answer that was there in time counts, also where the
// asking thread rested from the talk of a seat, and looked when the time was over.
func TestAnswerDuringARest(t *testing.T) {
	const limit = 10 * time.Millisecond
	e := newFake(t)
	table := NewTable([]Endpoint{e}, Frozen, -1)
	defer table.Close(nil, 0)
	a := asking(Wall, limit)
	table.asks = []*Ask{a}
	table.begin(a)
	table.steps = freeSteps
	before := limit - restTime/2 // so much of the turn is over
	a.began, a.nextLook, table.lookedAt = a.began.Add(-before), a.nextLook.Add(-before), table.lookedAt.Add(-before)
	e.say.WriteString("answer\n")
	table.step()
	if !a.done || a.Fault != game.NoFault {
		t.Errorf("done %v, fault %q (%s)", a.done, a.Fault, a.Detail)
	}
}

// TestLateBesideAnEnd: an answer that came too late is not excused by the time
// for which the end of another seat was waited for after it had been read.
func TestLateBesideAnEnd(t *testing.T) {
	const limit = time.Second
	one, other := newFake(t), newFake(t)
	one.end = func() (End, bool) {
		time.Sleep(60 * time.Millisecond)
		return End{Fault: game.Crash, Detail: "left"}, true
	}
	table := NewTable([]Endpoint{one, other}, Frozen, -1)
	defer table.Close(nil, 0)
	asks := []*Ask{asking(Wall, limit), asking(Wall, limit)}
	asks[1].Seat = 1
	table.asks = asks
	for _, a := range asks {
		table.begin(a)
	}
	table.steps = 1 // so that all that happens is seen at once
	before := limit + 5*time.Millisecond
	asks[1].began, asks[1].lookedAt = asks[1].began.Add(-before), asks[1].lookedAt.Add(-before)
	asks[1].nextLook = asks[0].nextLook
	one.dying.Close()
	other.say.WriteString("answer\n")
	table.step()
	if asks[0].Fault != game.Crash || asks[1].Fault != game.Timeout {
		t.Errorf("faults %q and %q (%s)", asks[0].Fault, asks[1].Fault, asks[1].Detail)
	}
}

// onCore locks the calling goroutine to a real-time thread on one core, which ends
// with it.
func onCore(core, priority int) error {
	runtime.LockOSThread()
	var set unix.CPUSet
	set.Set(core)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return err
	}
	return unix.SchedSetAttr(0, &unix.SchedAttr{
		Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Flags: unix.SCHED_FLAG_RESET_ON_FORK, Priority: uint32(priority),
	}, 0)
}

// missing skips a test for want of something, which a checked build must have.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal("missing: " + what)
	}
	t.Skip("missing: " + what)
}
