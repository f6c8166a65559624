package abuse

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"botarena/sandbox"

	"golang.org/x/sys/unix"
)

func jail(t testing.TB, o sandbox.Options) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// oneCore keeps all of a test in the same launcher's jail: bots that are
// nearer to each other cannot be had.
func oneCore(t testing.TB) []int {
	t.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	for c := range 1024 {
		if set.IsSet(c) {
			return []int{c}
		}
	}
	t.Fatal("no core")
	return nil
}

// start starts a program of testdata in a jail.
func start(t testing.TB, s *sandbox.Sandbox, name string, c sandbox.Command, args ...string) *sandbox.Process {
	t.Helper()
	prog, err := s.Open(program(t, name), sandbox.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Close()
	c.Program, c.Args = prog, args
	p, err := s.Start(&c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// readFor reads what comes, up to n bytes, until the end of the file or the
// time is over.
func readFor(t testing.TB, fd, n int, d time.Duration) string {
	t.Helper()
	buf := make([]byte, n)
	got := 0
	for end := time.Now().Add(d); got < n; {
		left := time.Until(end)
		if left <= 0 {
			break
		}
		unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(left.Milliseconds())+1)
		k, err := unix.Read(fd, buf[got:])
		if err == unix.EAGAIN || err == unix.EINTR {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			break
		}
		got += k
	}
	return string(buf[:got])
}

// run runs a program to its end and returns its output, of which there is little.
func run(t testing.TB, s *sandbox.Sandbox, name string, c sandbox.Command, args ...string) (string, sandbox.Facts) {
	t.Helper()
	p := start(t, s, name, c, args...)
	defer p.Close()
	p.CloseStdin()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	f := p.Wait(ctx)
	buf := make([]byte, 4096) // what it left behind may hold the pipe open: no waiting for the end of file
	n, err := unix.Read(p.Stdout(), buf)
	if err != nil && err != unix.EAGAIN {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(buf[:max(n, 0)])), f
}

// neighbour is a bot that plays beside the hostile one, as its opponent would.
type neighbour struct {
	*sandbox.Process
	n int
}

func newNeighbour(t testing.TB, s *sandbox.Sandbox, suffix ...string) *neighbour {
	t.Helper()
	nb := &neighbour{Process: start(t, s, "processes"+strings.Join(suffix, ""), sandbox.Command{CPUs: oneCore(t)}, "answer")}
	nb.ask(t)
	return nb
}

// ask asks for an answer and returns how long it took.
func (nb *neighbour) ask(t testing.TB) time.Duration {
	t.Helper()
	nb.n++
	q := fmt.Sprintf("move %d\n", nb.n)
	t0 := time.Now()
	if _, err := unix.Write(nb.Stdin(), []byte(q)); err != nil {
		t.Fatalf("the opponent does not listen: %v", err)
	}
	if a := readFor(t, nb.Stdout(), len(q), patience); a != q {
		t.Fatalf("the opponent answered %q to %q", a, q)
	}
	return time.Since(t0)
}

// inside is its number as bots see it.
func (nb *neighbour) inside(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("/proc/" + strconv.Itoa(nb.PID()) + "/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "NSpid:" {
			return f[len(f)-1]
		}
	}
	t.Fatal("no NSpid")
	return ""
}

// TestJailed makes each attempt in the jail: 0 of them succeed.
func TestJailed(t *testing.T) { allJailed(t, "") }

// TestJailedDynamic does so from a root that holds a loader and libraries.
func TestJailedDynamic(t *testing.T) { allJailed(t, dynamic) }

func allJailed(t *testing.T, suffix string) {
	t.Setenv("ARENA_ABUSE_SECRET", "1")
	if os.Getuid() == 0 {
		segment(t)
	}
	s := jail(t, sandbox.Options{})
	cores := oneCore(t)
	nb := newNeighbour(t, s, suffix)
	for _, r := range Rows() {
		if r.Want == Bounded || !r.exists(t) {
			continue
		}
		r.Program += suffix
		t.Run(r.Topic+"/"+r.Name(), func(t *testing.T) {
			if why := lacking(s, r.Needs); why != "" {
				t.Logf("not promised here: %s", why)
				return
			}
			targets := maps.Clone(hostTargets(t, r))
			targets["@opponent"], targets["@core"] = nb.inside(t), strconv.Itoa(1-cores[0]&1)
			judge(t, s, r, targets, sandbox.Command{Profile: r.Profile, CPUs: cores})
			nb.ask(t)
		})
	}
}

// judge holds a row's run in the jail against its right outcome.
func judge(t *testing.T, s *sandbox.Sandbox, r Row, targets map[string]string, c sandbox.Command) {
	t.Helper()
	args := fillAll(r.Args, targets)
	c.OnViolation = sandbox.Deny
	out, f := run(t, s, r.Program, c, args...)
	if r.Open != "" {
		if out == "OK" {
			t.Logf("OPEN: %s", r.Open)
			return
		}
		t.Errorf("it says %q: the hole is closed, take its mark away", out)
	}
	if !slices.Contains(r.Errno, out) || f.Status != sandbox.StatusExited || f.ExitCode != 1 {
		t.Errorf("denied, it says %q, want one of %q: %s", out, r.Errno, f.Reason())
	}
	if r.Want == Refused {
		if f.Denied != 0 {
			t.Errorf("called a violation: %+v", f.Violations)
		}
		return
	}
	call := fill(r.Call, targets)
	if len(f.Violations) != 1 || f.Violations[0].Call != call || f.Denied != 1 {
		t.Errorf("denied: violations %+v, want %s", f.Violations, call)
	}
	c.OnViolation = sandbox.Disqualify
	out, f = run(t, s, r.Program, c, args...)
	if out != "" || f.Status != sandbox.StatusViolation || f.Reason() != "violation: "+call {
		t.Errorf("disqualified: it says %q; %s, want violation: %s", out, f.Reason(), call)
	}
}

// lacking says why a layer is not in force; "" if it is, or none is asked for.
func lacking(s *sandbox.Sandbox, layer string) string {
	for _, l := range s.Layers() {
		if l.Name == layer && !l.InForce {
			return fmt.Sprintf("%s: %s", layer, l.Missing)
		}
	}
	return ""
}
