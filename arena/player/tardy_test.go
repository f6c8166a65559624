package player

import (
	"os"
	"runtime"
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
	core := 0
	for !cores.IsSet(core) {
		core++
	}
	const limit = 200 * time.Millisecond
	e := newFake(t)
	table := NewTable([]Endpoint{e}, Frozen, -1)
	defer table.Close(nil, 0)
	a := asking(Fair, limit)

	began := time.Now()
	var hogged error
	done := make(chan struct{})
	go func() { // keeps the asking thread's core until after the limit
		defer close(done)
		if hogged = onCore(core, 10); hogged != nil {
			return
		}
		time.Sleep(limit / 4)
		for time.Since(began) < limit+10*time.Millisecond {
		}
	}()
	go func() {
		time.Sleep(limit / 2)
		e.say.WriteString("answer\n")
	}()
	asked := make(chan error)
	go func() {
		err := onCore(core, 1)
		if err == nil {
			table.Ask([]*Ask{a})
		}
		asked <- err
	}()
	if err := <-asked; err != nil {
		missing(t, "the right to a real-time priority: "+err.Error())
	}
	<-done
	if hogged != nil {
		t.Fatal(hogged)
	}
	t.Logf("asked for %v, late by %v", a.Times.Wall, a.Times.Lag)
	if a.Fault != game.NoFault || a.Doubt != "" {
		t.Errorf("fault %q (%s), doubt %q", a.Fault, a.Detail, a.Doubt)
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
