package abuse

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"botarena/sandbox"
	"botarena/sandbox/hosttest"
)

func TestThreadBomb(t *testing.T) {
	s := jail(t, sandbox.Options{})
	nb := newNeighbour(t, s)
	if lacking(s, "process count") != "" && lacking(s, "id per seat") != "" {
		// The watcher holds it, which looks every 5 ms: a thread takes some 10 µs.
		p := start(t, s, "processes", sandbox.Command{}, "thread-bomb", "4000")
		p.CloseStdin()
		f := p.Wait(t.Context())
		if out := strings.TrimSpace(readFor(t, p.Stdout(), 20, patience)); out != "EAGAIN" || f.Status != sandbox.StatusExited {
			t.Errorf("without a cgroup: %q, %s", out, f.Reason())
		}
		nb.ask(t)
		return
	}
	out, f := run(t, s, "processes", sandbox.Command{}, "thread-bomb", "1000")
	if out != "EAGAIN" || f.Status != sandbox.StatusExited || f.Denied != 0 {
		t.Errorf("%q, %s", out, f.Reason())
	}
	if f.PeakProcesses > 64 {
		t.Errorf("peak %d", f.PeakProcesses)
	}
	nb.ask(t)
}

// TestForkBomb lets one of 64 processes loose where processes are allowed.
func TestForkBomb(t *testing.T) {
	s := jail(t, sandbox.Options{})
	if why := lacking(s, "process count"); why != "" {
		t.Logf("not promised here: %s", why)
		return
	}
	nb := newNeighbour(t, s)
	c := sandbox.Command{Profile: sandbox.Build, Limits: sandbox.Limits{Processes: 64}}
	bomb := start(t, s, "processes", c, "fork-bomb", "1000")
	f := bomb.Wait(t.Context())
	out := strings.TrimSpace(readFor(t, bomb.Stdout(), 4096, time.Second))
	if out != "EAGAIN" || f.PeakProcesses != 64 {
		t.Errorf("a bomb of 1000 under a limit of 64: %q, peak %d, %s", out, f.PeakProcesses, f.Reason())
	}
	nb.ask(t)
	best, want := time.Hour, hosttest.KillWithin(t)
	for range 20 { // the best of them, on a busy machine
		if best <= want {
			break
		}
		p := up(t, s, "processes", c, "fork-bomb", "63", mark)
		slowest := time.Duration(0)
		for range 5 {
			slowest = max(slowest, nb.ask(t))
		}
		t0 := time.Now()
		p.Kill(sandbox.KilledTime)
		f := p.Wait(context.Background())
		d := time.Since(t0)
		best = min(best, d)
		if f.Status != sandbox.StatusTime || f.PeakProcesses != 64 {
			t.Errorf("%s, peak %d", f.Reason(), f.PeakProcesses)
		}
		if left := named64(t); left != "" {
			t.Errorf("left: %s", left)
		}
		t.Logf("64 dead and gone %v after the kill; while they ran the opponent answered within %v", d.Round(10*time.Microsecond), slowest.Round(time.Microsecond))
	}
	if best > want {
		t.Errorf("64 processes took %v at best, want at most %v", best, want)
	}
}

// mark is an argument that tells this run's processes from others'.
var mark = fmt.Sprintf("mark-%d", os.Getpid())

// named64 lists processes that were once started as a fork bomb.
func named64(t testing.TB) string { return withArgs(t, mark) }

// withArgs lists the processes that have a word among their arguments.
func withArgs(t testing.TB, word string) (found string) {
	t.Helper()
	dir, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range dir {
		if _, err := strconv.Atoi(e.Name()); err != nil || e.Name() == strconv.Itoa(os.Getpid()) {
			continue
		}
		b, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err == nil && strings.Contains(string(b), "\x00"+word) {
			found += e.Name() + " "
		}
	}
	return found
}

// TestOrphans: what a build leaves behind is ended with it, however it hid.
func TestOrphans(t *testing.T) {
	s := jail(t, sandbox.Options{})
	if noBuilds(t, s) {
		return
	}
	// It keeps standard output open, which must not hold anybody up.
	p := start(t, s, "processes", sandbox.Command{Profile: sandbox.Build}, "orphan", mark)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	f := p.Wait(ctx)
	out := strings.TrimSpace(readFor(t, p.Stdout(), 3, patience))
	left := withArgs(t, mark)
	if out != "OK" || f.Status != sandbox.StatusOK || left != "" {
		t.Errorf("%q, %s, left: %s", out, f.Reason(), left)
	}
}

// TestBuildStaysInside: a build may have processes, but no others than its own.
func TestBuildStaysInside(t *testing.T) {
	s := jail(t, sandbox.Options{})
	if noBuilds(t, s) {
		return
	}
	other := up(t, s, "processes", sandbox.Command{Profile: sandbox.Build, CPUs: oneCore(t)}, "deaf")
	inside := (&neighbour{Process: other}).inside(t)
	arena := strconv.Itoa(os.Getpid())
	for _, c := range []struct{ args, layer string }{
		{"kill " + arena, "process namespace"},
		{"pidfd-signal " + arena, "process namespace"},
		{"kill 1", "process namespace"},
		{"kill " + inside, "id per seat"},
		{"pidfd-signal " + inside, "id per seat"},
	} {
		cmd := sandbox.Command{Profile: sandbox.Build, CPUs: oneCore(t)}
		if out, f := run(t, s, "processes", cmd, words(c.args)...); out == "OK" {
			if why := lacking(s, c.layer); why != "" {
				t.Logf("OPEN: %s: a build can: no %s", strings.Fields(c.args)[0], why)
				continue
			}
			t.Errorf("%s: OK, %s", c.args, f.Reason())
		}
	}
	if lacking(s, "process namespace") == "" { // else it would be us
		cmd := sandbox.Command{Profile: sandbox.Build, CPUs: oneCore(t)}
		run(t, s, "processes", cmd, "kill", "-1", "9")
		other.Kill(sandbox.KilledTime) // an end of its own comes first
		if f := other.Wait(t.Context()); f.Status != sandbox.StatusTime {
			if why := lacking(s, "id per seat"); why != "" {
				t.Logf("OPEN: kill(-1): a build ends all others: no %s", why)
			} else {
				t.Errorf("kill(-1) ended another build: %s", f.Reason())
			}
		}
	}
	for _, args := range []string{"clone 0x10000011", "sibling", "attach " + inside, "vm-read " + inside + " 0x400000", "getfd-only", "clone3"} {
		cmd := sandbox.Command{Profile: sandbox.Build, CPUs: oneCore(t), OnViolation: sandbox.Deny}
		if out, _ := run(t, s, "processes", cmd, words(args)...); out == "OK" {
			t.Errorf("%s: OK", args)
		}
	}
	for _, args := range []string{"open /etc/passwd", "create /tmp/abuse", "create abuse", "exec /bin/true", "list /"} {
		cmd := sandbox.Command{Profile: sandbox.Build, OnViolation: sandbox.Deny}
		if out, f := run(t, s, "files", cmd, words(args)...); out == "OK" || f.Status == sandbox.StatusOK {
			t.Errorf("files %s: %q, %s", args, out, f.Reason())
		}
	}
}

// noBuilds reports whether the jail refuses builds, as it must where it could
// not end what they leave behind.
func noBuilds(t *testing.T, s *sandbox.Sandbox) bool {
	t.Helper()
	if strings.HasPrefix(by(s, "kill"), "cgroup") {
		return false
	}
	prog, err := s.Open(program(t, "processes"), sandbox.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Close()
	p, err := s.Start(&sandbox.Command{Program: prog, Args: []string{"orphan"}, Profile: sandbox.Build})
	if err == nil {
		p.Close()
		t.Errorf("a build without a cgroup: nobody could end what it leaves behind (kill: %s)", by(s, "kill"))
		return true
	}
	t.Logf("refused: %v", err)
	return true
}
