package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"botarena/sandbox/cgroup"
	"botarena/sandbox/hosttest"

	"golang.org/x/sys/unix"
)

func TestMemoryLimit(t *testing.T) {
	s := newSandbox(t, testOptions())
	out, f := run(t, s, Command{Limits: Limits{Memory: 64 * mib}}, "memory")
	if f.Status != StatusMemory || out != "" {
		t.Errorf("got %v, output %q: %+v", f.Reason(), out, f)
	}
	top := int64(80 * mib)
	if !s.works(cgroup.Memory) {
		top = 2*64*mib + 64*64*mib + 256*mib // what the watcher may miss is bounded by RLIMIT_DATA
	}
	if f.PeakMemory < 60*mib || f.PeakMemory > top {
		t.Errorf("peak memory %d MiB", f.PeakMemory/mib)
	}
	// The next in the same seat starts with clean figures, whatever the arena
	// itself holds.
	held := make([]byte, 200*mib)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	_, f = run(t, s, Command{}, "spin", "0")
	if f.Status != StatusOK || f.OOM || f.PeakMemory > 8*mib {
		t.Errorf("a small program after it: %v, oom %v, %d KiB", f.Reason(), f.OOM, f.PeakMemory>>10)
	}
	held[0]++
}

func TestMemoryKillIsNotATimeLoss(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := start(t, s, Command{Limits: Limits{Memory: 32 * mib}}, "memory")
	if !s.works(cgroup.Memory) {
		missing(t, "a memory cgroup: without one the watcher is the one who kills")
	}
	for end := time.Now().Add(5 * time.Second); !p.OOM() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	p.Kill(KilledTime)
	if f := p.Wait(t.Context()); f.Status != StatusMemory || f.Killed != NotKilled {
		t.Errorf("got %v, killed for %q", f.Reason(), f.Killed)
	}
}

// Where the kernel kills below the bot's own limit, the host had no more memory:
// nobody's loss.
func TestHostOutOfMemory(t *testing.T) {
	s := newSandbox(t, testOptions())
	if !s.works(cgroup.Memory) {
		missing(t, "a memory cgroup")
	}
	st := s.groups.Report().Of(cgroup.Memory)
	around := filepath.Join(st.Path, "memory.max")
	if st.Version == 1 {
		around = filepath.Join(st.Path, "memory.limit_in_bytes")
	}
	if n := s.Memory(); n <= 48*mib {
		t.Errorf("the host has %d bytes", n)
	}
	if err := os.WriteFile(around, []byte("48M"), 0); err != nil {
		t.Fatal(err)
	}
	if n := s.Memory(); n != 48*mib {
		t.Errorf("under a limit around all groups there are %d bytes", n)
	}
	_, f := run(t, s, Command{}, "memory")
	if f.Status != StatusArenaFault || !f.OOM || !strings.Contains(f.Fault, "ran out of memory") {
		t.Errorf("under a limit around all groups: %v, oom %v, peak %d MiB", f.Reason(), f.OOM, f.PeakMemory/mib)
	}
	if _, f := run(t, s, Command{Limits: Limits{Memory: 32 * mib}}, "memory"); f.Status != StatusMemory {
		t.Errorf("under a limit of its own: %v, peak %d MiB", f.Reason(), f.PeakMemory/mib)
	}
}

// The watcher of a bot that holds much takes next to nothing of the cores, as long as
// the bot is within its limit.
func TestWatcherIsCheap(t *testing.T) {
	s := newSandbox(t, testOptions())
	p := start(t, s, Command{}, "hold", "700")
	readLine(t, p.Stdout())
	u := &ungrouped{watch: true}
	if err := u.begin(Limits{Memory: gib}, Bot); err != nil {
		t.Fatal(err)
	}
	own := func() time.Duration {
		var ru unix.Rusage
		if err := unix.Getrusage(unix.RUSAGE_SELF, &ru); err != nil {
			t.Fatal(err)
		}
		return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	}
	before := own()
	u.began(p.pid, p.pidfd)
	time.Sleep(400 * time.Millisecond)
	f, err := u.end()
	if used := own() - before; used > 80*time.Millisecond {
		t.Errorf("watching took %v of CPU in 400 ms", used)
	}
	if err != nil || f.peakMemory < 700*mib || f.peakMemory > 720*mib {
		t.Errorf("it saw %d MiB, %v", f.peakMemory/mib, err)
	}
}

func TestThreadLimit(t *testing.T) {
	s := newSandbox(t, testOptions())
	if !s.works(cgroup.Processes) && s.seats.base == 0 {
		missing(t, "the pids controller, or an id for each seat")
	}
	out, f := run(t, s, Command{Limits: Limits{Processes: 10}}, "threads", "50")
	if strings.TrimSpace(out) != "9" {
		t.Errorf("it could start %q threads beside its first, under a limit of 10: %v", out, f.Reason())
	}
	if s.works(cgroup.Processes) && f.PeakProcesses != 10 {
		t.Errorf("peak %d", f.PeakProcesses)
	}
}

func TestCPUQuota(t *testing.T) {
	s := newSandbox(t, testOptions())
	if !s.works(cgroup.CPU) {
		missing(t, "the cpu controller")
	}
	// On a busy machine it waits for its core instead of being throttled: the
	// most throttled of three runs counts.
	var throttled time.Duration
	for range 3 {
		_, f := run(t, s, Command{Limits: Limits{Cores: 0.25}}, "spin", "0.25")
		if f.Wall < 700*time.Millisecond || f.Status != StatusOK {
			t.Errorf("0.25 s of CPU at a quarter of a core took %v: %v", f.Wall, f.Reason())
		}
		if throttled = max(throttled, f.Throttled); throttled >= 20*time.Millisecond {
			return
		}
	}
	t.Errorf("throttled %v at most", throttled)
}

func TestCPUFigure(t *testing.T) {
	s := newSandbox(t, testOptions())
	for _, ms := range []int{1, 10, 100} {
		_, f := run(t, s, Command{}, "spin", strconv.FormatFloat(float64(ms)/1e3, 'g', -1, 64))
		if burnt := time.Duration(ms) * time.Millisecond; f.CPU < burnt || f.CPU > burnt+3*time.Millisecond {
			t.Errorf("a program that burns %v used %v", burnt, f.CPU)
		}
	}
}

func TestForkIsAViolation(t *testing.T) {
	s := newSandbox(t, testOptions())
	_, f := run(t, s, Command{}, "forks", "3")
	if f.Status != StatusViolation || f.Reason() != "violation: clone(fork)" {
		t.Errorf("got %v: %+v", f.Reason(), f.Violations)
	}
	out, f := run(t, s, Command{OnViolation: Deny}, "forks", "3")
	if f.Status != StatusOK || strings.TrimSpace(out) != "0" || f.Denied != 1 {
		t.Errorf("got %v, %q forks, %d denied", f.Reason(), out, f.Denied)
	}
}

// Where processes are allowed they are counted, and all of them end together:
// also those that have left the session and ignore every signal.
func TestForkBomb(t *testing.T) {
	s := newSandbox(t, testOptions())
	if s.groups == nil {
		missing(t, "a cgroup, which profile Build needs")
	}
	// They hold its standard output open; the end is the main process's end.
	p := start(t, s, Command{Profile: Build, Limits: Limits{Processes: 65}}, "forks", "500")
	out := readLine(t, p.Stdout())
	f := p.Wait(t.Context())
	if out != "64" || f.Status != StatusOK || f.PeakProcesses != 65 {
		t.Errorf("%q forks, peak %d: %v", out, f.PeakProcesses, f.Reason())
	}
	best := time.Hour
	for range 5 {
		best = min(best, forkBomb(t, s))
	}
	t.Logf("a fork bomb of 64 was gone %v after the kill", best)
	if want := hosttest.KillWithin(t); best > want {
		t.Errorf("want at most %v", want)
	}
}

// forkBomb starts a bomb, kills it and returns how long it took until all of it
// was gone.
func forkBomb(t testing.TB, s *Sandbox) time.Duration {
	t.Helper()
	p := start(t, s, Command{Profile: Build, Limits: Limits{Processes: 65}}, "bomb")
	if n := readLine(t, p.Stdout()); n != "64" {
		t.Fatalf("%q forks", n)
	}
	began := time.Now()
	p.Kill(KilledTime)
	f := p.Wait(t.Context())
	took := time.Since(began)
	if f.Status != StatusTime {
		t.Errorf("%v", f.Reason())
	}
	return took
}

func TestBuildNeedsAGroup(t *testing.T) {
	s := newSandbox(t, Options{Without: []string{layerMemory, layerCPU, layerProcesses, layerKill, layerFreeze, layerWaiting}})
	prog := open(t, s, cProgram(t, "exit"))
	_, err := s.Start(&Command{Program: prog, Profile: Build})
	var he *HostError
	if !errors.As(err, &he) || he.Cure == "" {
		t.Errorf("%v", err)
	}
	if _, f := run(t, s, Command{}, "spin", "0"); f.Status != StatusOK {
		t.Errorf("a bot: %v", f.Reason())
	}
}
