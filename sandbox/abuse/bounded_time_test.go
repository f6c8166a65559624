package abuse

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"botarena/sandbox"
)

// up starts a program and waits for its first word.
func up(t testing.TB, s *sandbox.Sandbox, name string, c sandbox.Command, args ...string) *sandbox.Process {
	t.Helper()
	p := start(t, s, name, c, args...)
	if readFor(t, p.Stdout(), 2, patience) == "" {
		t.Fatalf("%s %v did not start: %s", name, args, p.Wait(t.Context()).Reason())
	}
	return p
}

func TestTimeTaken(t *testing.T) {
	s := jail(t, sandbox.Options{})
	_, idle := run(t, s, "processes", sandbox.Command{}, "group") // what a start alone takes: in an emulator half a second
	for _, c := range []struct {
		program, args    string
		leastCPU, topCPU time.Duration
	}{
		{"time", "spin", 10 * time.Millisecond, 400 * time.Millisecond},
		{"time", "yield", 10 * time.Millisecond, 400 * time.Millisecond},
		{"time", "sleep", 0, 20 * time.Millisecond},
		{"time", "drip 20", 0, 50 * time.Millisecond},
		{"processes", "stop", 0, 20 * time.Millisecond},
		{"processes", "deaf", 0, 20 * time.Millisecond},
	} {
		p := start(t, s, c.program, sandbox.Command{}, words(c.args)...)
		time.Sleep(200 * time.Millisecond)
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			if used, err := p.CPU(); err != nil || used >= c.leastCPU {
				break // on a busy machine not even spinning takes that in 200 ms
			}
		}
		p.Kill(sandbox.KilledTime)
		f := p.Wait(t.Context())
		if f.Status != sandbox.StatusTime || f.Killed != sandbox.KilledTime || f.Denied != 0 {
			t.Errorf("%s: %s, %+v", c.args, f.Reason(), f)
		}
		if f.CPU < c.leastCPU || f.CPU > c.topCPU+2*idle.CPU || f.Wall < 200*time.Millisecond {
			t.Errorf("%s: %v of CPU in %v", c.args, f.CPU, f.Wall)
		}
	}
}

// TestThreadsSpin: the CPU of all threads is summed, and is no more than a core
// gives.
func TestThreadsSpin(t *testing.T) {
	if runtime.NumCPU() < 2 {
		missing(t, "a second core")
	}
	s := jail(t, sandbox.Options{})
	_, f := run(t, s, "time", sandbox.Command{}, "threads", "4", "400")
	if f.Status != sandbox.StatusOK || f.CPU < 20*time.Millisecond {
		t.Errorf("%s: %v of CPU in %v", f.Reason(), f.CPU, f.Wall)
	}
	// Two periods of the quota may fall into its beginning and end.
	if top := f.Wall + 200*time.Millisecond; f.CPU > top {
		t.Errorf("%v of CPU in %v, under a limit of one core", f.CPU, f.Wall)
	}
	if by(s, "cpu") == "" {
		t.Error("no CPU limit in force")
	}
}

// TestPonder freezes a bot in the opponent's turn: it thinks nothing.
func TestPonder(t *testing.T) {
	s := jail(t, sandbox.Options{})
	most := slower(t, s) * time.Millisecond
	for _, args := range []string{"spin", "threads 4 60000", "threads 30 60000", "yield", "go-on", "raise-on", "long-call 64"} {
		p := start(t, s, "time", sandbox.Command{}, words(args)...)
		time.Sleep(30 * time.Millisecond)
		if err := p.Freeze(); err != nil {
			t.Fatal(err)
		}
		used, took := settle(t, p)
		t.Logf("%s: %v of CPU in the %v until it stood (%s)", args, used, took, by(s, "freeze"))
		if strings.HasPrefix(args, "long-call") {
			used /= 100 // a page takes less than 5 µs
		}
		if strings.HasPrefix(by(s, "freeze"), "cgroup") && used > most {
			t.Errorf("%s: frozen, it used %v", args, used)
		}
		t0 := time.Now()
		p.Kill(sandbox.KilledTime)
		if f := p.Wait(t.Context()); f.Status != sandbox.StatusTime || time.Since(t0) > time.Second {
			t.Errorf("%s: killed frozen: %s after %v", args, f.Reason(), time.Since(t0))
		}
	}
}

// slower is how many times slower than where the limits of these tests were
// measured the machine is, at least 1: by the CPU that a start takes.
func slower(t testing.TB, s *sandbox.Sandbox) time.Duration {
	t.Helper()
	_, f := run(t, s, "processes", sandbox.Command{}, "group")
	return 1 + f.CPU/time.Millisecond
}

// settle waits until a frozen program stands: 30 ms without CPU.
func settle(t testing.TB, p *sandbox.Process) (used, took time.Duration) {
	t.Helper()
	cpu := func() time.Duration {
		d, err := p.CPU()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	time.Sleep(time.Millisecond)
	first, t0 := cpu(), time.Now()
	for last := first; time.Since(t0) < 2*time.Second; {
		time.Sleep(30 * time.Millisecond)
		now := cpu()
		if now == last {
			return now - first, took
		}
		last, took = now, time.Since(t0)
	}
	t.Error("frozen, it runs on")
	return cpu() - first, took
}

// TestListenerKeptBusy: calls that the listener has to look at are the arena's
// work, not the bot's. An opponent of the same launcher answers all the same,
// and may make such calls itself: a start with libraries is a handful of them.
// That is held against starts in a jail of their own, on the same core.
func TestListenerKeptBusy(t *testing.T) {
	s, apart := jail(t, sandbox.Options{}), jail(t, sandbox.Options{})
	nb := newNeighbour(t, s, dynamic)
	cores := oneCore(t)
	begin := func(s *sandbox.Sandbox) time.Duration {
		t0 := time.Now()
		out, f := run(t, s, "processes"+dynamic, sandbox.Command{CPUs: cores}, "group")
		if out != "EPERM" || f.Denied != 0 {
			t.Errorf("a start beside it: %q, %s", out, f.Reason())
		}
		return time.Since(t0)
	}
	begin(s)
	begin(apart)
	for _, args := range []string{"notifications 16", "notifications 60 tkill"} {
		p := up(t, s, "time"+dynamic, sandbox.Command{CPUs: cores}, words(args)...)
		time.Sleep(500 * time.Millisecond) // it uses up what it may ask at once
		var answers, starts, elsewhere []time.Duration
		before := ownCPU(t)
		t0 := time.Now()
		for range 15 {
			answers = append(answers, nb.ask(t))
			starts = append(starts, begin(s))
			elsewhere = append(elsewhere, begin(apart))
		}
		wall, ours := time.Since(t0), ownCPU(t)-before
		theirs, err := p.CPU()
		if err != nil {
			t.Fatal(err)
		}
		p.Kill(sandbox.KilledTime)
		f := p.Wait(t.Context())
		slices.Sort(starts)
		slices.Sort(elsewhere)
		beside, alone := starts[len(starts)/2], elsewhere[len(elsewhere)/2]
		t.Logf("%s: the opponent answers within %v and mostly starts within %v, elsewhere %v; in %v the arena used %v of CPU, the bot %v in all",
			args, slices.Max(answers), beside, alone, wall, ours, theirs)
		if f.Status != sandbox.StatusTime {
			t.Errorf("%s: %s", args, f.Reason())
		}
		if m := slices.Max(answers); m > 500*time.Millisecond+alone {
			t.Errorf("%s: an answer took %v", args, m)
		}
		if beside > 3*alone+15*time.Millisecond { // without a budget it was 54 ms
			t.Errorf("%s: a start mostly takes %v, elsewhere %v", args, beside, alone)
		}
	}
}

// TestListenerHeldUp: a bot that makes the listener wait for each path that it reads
// has soon used up what it may ask at once.
func TestListenerHeldUp(t *testing.T) {
	s := jail(t, sandbox.Options{})
	p := start(t, s, "time", sandbox.Command{}, "held-up", "16")
	text := strings.TrimSpace(readFor(t, p.Stderr(), 100, patience))
	f := p.Wait(t.Context())
	n, err := strconv.Atoi(text)
	if err != nil || n > 1200 || f.Status != sandbox.StatusOK {
		t.Errorf("%q calls were answered in 2 s: %s", text, f.Reason())
	}
	t.Logf("%d calls were answered in 2 s", n) // without a budget 2,500
}

func ownCPU(t testing.TB) time.Duration {
	t.Helper()
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}
