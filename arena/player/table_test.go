package player

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/protocol"
)

// TestLateArena: a loss on time is in doubt where the arena was late to read an
// answer, whatever the seat did before, and is not where its own threads kept
// the arena's from running.
func TestLateArena(t *testing.T) {
	for _, c := range []struct {
		name  string
		idle  Idle
		mode  Mode
		cpu   time.Duration // of the turn
		doubt bool
	}{
		{"it had answered", Frozen, Fair, 965 * time.Millisecond, true},
		{"it computed all the time", Frozen, Fair, 1000 * time.Millisecond, false},
		{"it ponders and had answered", Pondering, Wall, 965 * time.Millisecond, true},
		{"it ponders and computed all the time", Pondering, Wall, 1030 * time.Millisecond, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			const before = 5 * time.Second // of CPU
			e := newFake(t)
			e.cpu = before
			table := NewTable([]Endpoint{e}, c.idle, -1)
			a := asking(c.mode, time.Second)
			table.begin(a)
			at := func(d, cpu time.Duration) {
				e.cpu = before + cpu
				lookAt(table, a, d)
			}
			if c.idle == Frozen {
				at(readWaitingAfter, readWaitingAfter)
				at(900*time.Millisecond, 880*time.Millisecond) // it wrote something to stderr
			}
			if c.idle == Pondering {
				table.asks = []*Ask{a}
				e.cpu = before + answersOnly
				table.findSlow(a.began.Add(answersOnly))
			}
			e.say.WriteString("answer\n")
			table.seats[0].read()
			at(1030*time.Millisecond, c.cpu)
			if a.Fault != game.Timeout || (a.Doubt != "") != c.doubt {
				t.Errorf("fault %q (%s), doubt %q", a.Fault, a.Detail, a.Doubt)
			}
		})
	}
}

// TestAnswerAndEndAtOnce: whoever leaves right after an answer keeps the time
// for which the host let it wait, also where both are seen at once.
func TestAnswerAndEndAtOnce(t *testing.T) {
	e := newFake(t)
	e.end = func() (End, bool) { return End{Fault: game.Crash, Detail: "left"}, true }
	table := NewTable([]Endpoint{e}, Frozen, -1)
	a := asking(Fair, time.Second)
	table.asks = []*Ask{a}
	table.begin(a)
	a.startWaiting(table.seats[0])
	table.steps = 1 // so that both are seen at once
	a.began = a.began.Add(-1400 * time.Millisecond)
	e.cpu, e.wait = 700*time.Millisecond, 650*time.Millisecond
	e.say.WriteString("answer\n")
	e.dying.Close()
	table.step()
	if !a.done || a.Fault != game.NoFault {
		t.Fatalf("done %v, fault %q (%s)", a.done, a.Fault, a.Detail)
	}
	next := asking(Fair, time.Second)
	table.Ask([]*Ask{next})
	if next.Fault != game.Crash || next.Doubt != "" || next.Early {
		t.Errorf("fault %q, doubt %q, early %v", next.Fault, next.Doubt, next.Early)
	}
}

// TestDiesAtItsLimit: a seat that has not answered because the kernel is still
// at work on its end has not run out of time; one that is late with its answer
// has, whatever it did then.
func TestDiesAtItsLimit(t *testing.T) {
	for _, answers := range []bool{false, true} {
		e := newFake(t)
		e.end = func() (End, bool) { return End{Fault: game.Memory, Detail: "memory limit reached"}, true }
		table := NewTable([]Endpoint{e}, Frozen, -1)
		a := asking(Fair, 100*time.Millisecond)
		table.begin(a)
		want := game.Memory
		lookAt(table, a, readWaitingAfter)
		if answers {
			want = game.Timeout
			e.say.WriteString("answer\n")
			table.seats[0].read()
		}
		lookAt(table, a, 101*time.Millisecond)
		if a.Fault != want {
			t.Errorf("answers %v: %q (%s)", answers, a.Fault, a.Detail)
		}
	}
}

// TestEndOfAnother: what the end of one seat takes is no part of another's
// turn, and puts no loss of its in doubt.
func TestEndOfAnother(t *testing.T) {
	const limit, took = 150 * time.Millisecond, 200 * time.Millisecond
	for _, answers := range []bool{true, false} {
		one, other := newFake(t), newFake(t)
		one.end = func() (End, bool) {
			if answers {
				other.say.WriteString("answer\n")
			}
			time.Sleep(took)
			return End{Fault: game.Crash, Detail: "left"}, true
		}
		table := NewTable([]Endpoint{one, other}, Frozen, -1)
		asks := []*Ask{asking(Fair, limit), asking(Fair, limit)}
		asks[1].Seat = 1
		one.dying.Close()
		table.Ask(asks)
		if asks[0].Fault != game.Crash {
			t.Errorf("the one: %q", asks[0].Fault)
		}
		want := game.Timeout
		if answers {
			want = game.NoFault
		}
		if a := asks[1]; a.Fault != want || a.Doubt != "" || a.Times.Wall > limit+maxLag {
			t.Errorf("answers %v: fault %q (%s), doubt %q after %v", answers, a.Fault, a.Detail, a.Doubt, a.Times.Wall)
		}
	}
}

// TestStoppedForTheEndOfAnother: who is asked stands still while the end of
// another seat is waited for, with its clocks; where it cannot go on after that,
// the arena is at fault.
func TestStoppedForTheEndOfAnother(t *testing.T) {
	for _, idle := range []Idle{Frozen, FrozenSoon, Pondering} {
		for _, stuck := range []bool{false, true} {
			one, other := newFake(t), newFake(t)
			one.end = func() (End, bool) {
				if !other.frozen {
					t.Errorf("idle %d: the other runs on", idle)
				}
				if stuck {
					other.thawErr = errors.New("input/output error")
				}
				other.say.WriteString("answer\n") // it was written right before
				return End{Fault: game.Crash, Detail: "left"}, true
			}
			table := NewTable([]Endpoint{one, other}, idle, -1)
			asks := []*Ask{asking(Fair, time.Second), asking(Fair, time.Second)}
			asks[1].Seat = 1
			one.dying.Close()
			table.Ask(asks)
			want := game.NoFault
			if stuck {
				want = game.Crash
			}
			if a := asks[1]; a.Fault != want || (a.Doubt != "") != stuck {
				t.Errorf("idle %d, stuck %v: fault %q (%s), doubt %q", idle, stuck, a.Fault, a.Detail, a.Doubt)
			}
		}
	}
}

// TestRunsOnBesideAnEnd: who has answered and may run on for a moment does not
// run on, at the cost of its next turn, for as long as the end of another takes.
func TestRunsOnBesideAnEnd(t *testing.T) {
	one, other := newFake(t), newFake(t)
	one.end = func() (End, bool) {
		if !other.frozen {
			t.Error("it runs on")
			other.cpu += 2 * time.Second
		}
		return End{Fault: game.Crash, Detail: "left"}, true
	}
	table := NewTable([]Endpoint{one, other}, FrozenSoon, -1)
	asks := []*Ask{asking(Fair, time.Second), asking(Fair, time.Second)}
	asks[1].Seat = 1
	other.say.WriteString("answer\n")
	one.say.Close()
	table.Ask(asks)
	if asks[0].Fault != game.Crash || asks[1].Fault != game.NoFault {
		t.Fatalf("faults %q and %q", asks[0].Fault, asks[1].Fault)
	}
	other.say.WriteString("answer\n")
	next := asking(Fair, time.Second)
	next.Seat = 1
	if table.Ask([]*Ask{next}); next.Fault != game.NoFault {
		t.Errorf("%s (%s)", next.Fault, next.Detail)
	}
}

// TestKilledInItsLine: what a seat had begun to write when it was killed is no
// answer; one that leaves need not end its last line.
func TestKilledInItsLine(t *testing.T) {
	for _, killed := range []bool{true, false} {
		e := newFake(t)
		e.end = func() (End, bool) { return End{Fault: game.Violation, Killed: killed}, true }
		table := NewTable([]Endpoint{e}, Frozen, -1)
		e.say.WriteString("block 1 1")
		e.say.Close()
		a := asking(Fair, time.Second)
		table.Ask([]*Ask{a})
		want := game.NoFault
		if killed {
			want = game.Violation
		}
		if a.Fault != want {
			t.Errorf("killed %v: fault %q, want %q", killed, a.Fault, want)
		}
	}
}

// TestOver: an end is told of that nobody has seen yet, and what was said before
// it still counts.
func TestOver(t *testing.T) {
	e := newFake(t)
	e.end = func() (End, bool) { return End{Fault: game.Crash, Detail: "left with exit code 3"}, true }
	table := NewTable([]Endpoint{e, Absent}, Frozen, -1)
	if end, over := table.Over(0); over {
		t.Errorf("before its end: %+v", end)
	}
	e.say.WriteString("answer\n")
	e.dying.Close()
	for range 2 {
		if end, over := table.Over(0); !over || end.Detail != "left with exit code 3" {
			t.Errorf("after its end: %+v, %v", end, over)
		}
	}
	a := asking(Fair, time.Second)
	table.Ask([]*Ask{a})
	if a.Fault != game.NoFault {
		t.Errorf("its answer was not taken: %s (%s)", a.Fault, a.Detail)
	}
}

// TestOutIsStopped: a seat that is out does not run on beside the others.
func TestOutIsStopped(t *testing.T) {
	for _, idle := range []Idle{Frozen, FrozenSoon, Pondering} {
		for _, text := range []string{"", strings.Repeat("9", 66_000)} {
			e := newFake(t)
			e.end = func() (End, bool) { return End{}, false }
			table := NewTable([]Endpoint{e}, idle, -1)
			a := asking(Fair, time.Second)
			var bot sync.WaitGroup
			bot.Go(func() {
				e.say.WriteString(text)
				e.say.Close()
			})
			table.Ask([]*Ask{a})
			bot.Wait()
			want := game.Closed
			if text != "" {
				want = game.LineTooLong
			}
			if a.Fault != want || !e.frozen {
				t.Errorf("idle %d: fault %q, want %q; stopped %v", idle, a.Fault, want, e.frozen)
			}
		}
	}
}

// TestArenaAtFault: where the arena is at fault nothing is charged, in
// whichever turn it shows.
func TestArenaAtFault(t *testing.T) {
	e := newFake(t)
	e.end = func() (End, bool) { return End{Fault: game.Crash, Detail: "no cgroup", Arena: true}, true }
	table := NewTable([]Endpoint{e}, Frozen, -1)
	e.say.WriteString("answer\n")
	e.dying.Close()
	for range 3 {
		a := asking(Fair, time.Second)
		table.Ask([]*Ask{a})
		if a.Fault != game.NoFault && a.Doubt == "" {
			t.Errorf("fault %q without doubt", a.Fault)
		}
	}
	stuck := newFake(t)
	stuck.thawErr = errors.New("input/output error")
	table = NewTable([]Endpoint{stuck}, Frozen, -1)
	table.freeze(table.seats[0])
	a := asking(Fair, 30*time.Millisecond)
	table.Ask([]*Ask{a})
	if !strings.Contains(a.Doubt, "input/output error") {
		t.Errorf("it could not be thawed: fault %q (%s), doubt %q", a.Fault, a.Detail, a.Doubt)
	}
}

// TestCPUClockOnABusyHost: under the clock cpu waiting for the host costs
// nothing, sleeping does at three times the limit, and a host that lets a seat
// wait without end makes the match void.
func TestCPUClockOnABusyHost(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		wall, cpu, wait time.Duration
		over, doubt     bool
	}{
		{3600 * time.Millisecond, 900 * time.Millisecond, 2700 * time.Millisecond, false, false},
		{3001 * time.Millisecond, 0, time.Millisecond, true, false},
		{3600 * time.Millisecond, second, 2600 * time.Millisecond, true, false},
		{9 * second, second / 2, 8 * second, true, true},
	} {
		e := newFake(t)
		table := NewTable([]Endpoint{e}, Frozen, -1)
		a := asking(CPU, second)
		table.begin(a)
		a.startWaiting(table.seats[0])
		a.ownStart = threadCPU()
		e.cpu, e.wait = c.cpu, c.wait+time.Millisecond // less what this thread does itself
		over, doubt := a.over(table.seats[0], a.began.Add(c.wall+time.Millisecond))
		if over != c.over || (doubt != "") != c.doubt {
			t.Errorf("%+v: over %v, doubt %q", c, over, doubt)
		}
	}
}

// TestWaitingInShortTurns: where the times of turns are added up, what the host let a
// seat wait for in a short one is taken out too.
func TestWaitingInShortTurns(t *testing.T) {
	for _, summed := range []bool{false, true} {
		e := newFake(t)
		table := NewTable([]Endpoint{e}, Frozen, -1)
		a := asking(Fair, time.Second)
		a.Clock.Summed = summed
		table.begin(a)
		e.wait += 10 * time.Millisecond
		e.say.WriteString("answer\n")
		table.seats[0].read()
		lookAt(table, a, readWaitingAfter/2)
		if known := a.Times.Waiting > 5*time.Millisecond; known != summed {
			t.Errorf("summed %v: waited for %v", summed, a.Times.Waiting)
		}
	}
}

// TestUnknownWaiting: a waiting time that is not known at the turn's begin, or
// at its end, earns nothing.
func TestUnknownWaiting(t *testing.T) {
	for _, first := range []bool{true, false} {
		e := newFake(t)
		e.waitOK = first
		table := NewTable([]Endpoint{e}, Frozen, -1)
		a := asking(Fair, time.Second)
		table.begin(a)
		a.startWaiting(table.seats[0])
		e.wait, e.waitOK = 20*time.Second, !first
		if wait := a.waitingTime(table.seats[0]); wait != 0 {
			t.Errorf("known first %v: %v", first, wait)
		}
	}
}

// TestNobodyReads: what a seat is sent that has closed its input is not kept.
func TestNobodyReads(t *testing.T) {
	e := newFake(t)
	e.hear.Close()
	table := NewTable([]Endpoint{e}, Frozen, -1)
	for range 3 {
		e.say.WriteString("answer\n")
		table.Ask([]*Ask{asking(Fair, time.Second)})
	}
	if n := len(table.seats[0].unsent); n > 0 {
		t.Errorf("%d bytes are kept for nobody", n)
	}
}

// TestBlindBot: a bot that answers and never reads does not fill the memory.
func TestBlindBot(t *testing.T) {
	e := newFake(t)
	table := NewTable([]Endpoint{e}, Frozen, -1)
	request := make([]byte, 400_000)
	for i := range 20 {
		e.say.WriteString("answer\n")
		a := asking(Fair, time.Second)
		a.Request = request
		if table.Ask([]*Ask{a}); a.Fault != game.NoFault {
			t.Fatalf("answer %d: %q (%s)", i, a.Fault, a.Detail)
		}
	}
	if n := len(table.seats[0].unsent); n > mostUnread+len(request) {
		t.Errorf("%d bytes are kept for a bot that does not read", n)
	}
}

// TestRepliesToABlindBot: neither does one that has the arena reply to it again
// and again, as a handshake of questions lets it.
func TestRepliesToABlindBot(t *testing.T) {
	e := newFake(t)
	table := NewTable([]Endpoint{e}, Frozen, -1)
	reply := make([]byte, 400_000)
	a := asking(Fair, time.Second)
	a.Take = func(in *protocol.Buffer) ([]byte, error) {
		in.Discard(len(in.Bytes()))
		return reply, protocol.ErrMore
	}
	table.begin(a)
	for range 20 {
		lookAt(table, a, 0)
	}
	if n := len(table.seats[0].unsent); n > mostUnread+len(reply) {
		t.Errorf("%d bytes are kept for a bot that does not read", n)
	}
}

// TestGrace: grace is given on top of the limit, which is what is told.
func TestGrace(t *testing.T) {
	for _, c := range []struct {
		wall  time.Duration
		fault game.Fault
	}{{45 * time.Millisecond, game.NoFault}, {65 * time.Millisecond, game.Timeout}} {
		e := newFake(t)
		table := NewTable([]Endpoint{e}, Frozen, -1)
		a := asking(Wall, 40*time.Millisecond)
		a.Clock.Grace = 20 * time.Millisecond
		table.begin(a)
		e.say.WriteString("answer\n")
		table.seats[0].read()
		lookAt(table, a, c.wall)
		if a.Fault != c.fault || c.fault != game.NoFault && !strings.HasPrefix(a.Detail, "no whole answer within 40ms,") {
			t.Errorf("after %v: fault %q (%s)", c.wall, a.Fault, a.Detail)
		}
	}
}

// TestTooMuchCPU: whoever answers in time and has used too much CPU time has
// run out of time, with an answer, as its run is told too.
func TestTooMuchCPU(t *testing.T) {
	e := newFake(t)
	table := NewTable([]Endpoint{e}, Frozen, -1)
	a := asking(Fair, 40*time.Millisecond)
	table.begin(a)
	e.cpu = 50 * time.Millisecond
	e.say.WriteString("answer\n")
	table.seats[0].read()
	lookAt(table, a, 30*time.Millisecond)
	if a.Fault != game.Timeout || a.Received != len("answer\n") {
		t.Errorf("fault %q (%s), %d bytes received", a.Fault, a.Detail, a.Received)
	}
	if table.Close(nil, 0); e.why != game.Timeout {
		t.Errorf("its run was ended for %q", e.why)
	}
}
