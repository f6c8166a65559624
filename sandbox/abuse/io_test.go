package abuse

import (
	"strings"
	"testing"
	"time"

	"botarena/sandbox"

	"golang.org/x/sys/unix"
)

// TestFlood: output that nobody reads fills its pipe and then holds its
// writer, not the arena.
func TestFlood(t *testing.T) {
	s := jail(t, sandbox.Options{})
	nb := newNeighbour(t, s)
	for _, fd := range []string{"1", "2"} {
		p := start(t, s, "io", sandbox.Command{}, "flood", fd)
		end := p.Stdout()
		if fd == "2" {
			end = p.Stderr()
		}
		if got := readFor(t, end, 1<<20, patience); len(got) != 1<<20 {
			t.Errorf("descriptor %s: %d bytes read", fd, len(got))
		}
		time.Sleep(20 * time.Millisecond)
		waiting, err := unix.IoctlGetInt(end, unix.TIOCINQ)
		if err != nil || waiting > 1<<20 {
			t.Errorf("descriptor %s: %d bytes wait in the pipe (%v)", fd, waiting, err)
		}
		nb.ask(t)
		p.Kill(sandbox.KilledOutput)
		if f := p.Wait(t.Context()); f.Status != sandbox.StatusOutput || f.PeakMemory > 16*mib {
			t.Errorf("descriptor %s: %s, peak %d", fd, f.Reason(), f.PeakMemory)
		}
	}
}

func TestLongLine(t *testing.T) {
	s := jail(t, sandbox.Options{})
	p := start(t, s, "io", sandbox.Command{}, "line", "10000000")
	got := readFor(t, p.Stdout(), 10_000_001, patience)
	if len(got) != 10_000_001 || strings.IndexByte(got, '\n') != len(got)-1 {
		t.Errorf("%d bytes", len(got))
	}
	if f := p.Wait(t.Context()); f.Status != sandbox.StatusOK {
		t.Error(f.Reason())
	}
}

// TestDescriptorsMisused: whatever a bot does with its ends, the arena's calls
// answer at once, by an error.
func TestDescriptorsMisused(t *testing.T) {
	s := jail(t, sandbox.Options{})
	block := make([]byte, 1<<20)
	for _, c := range []struct {
		args string
		want error
	}{{"unread", unix.EAGAIN}, {"close-in", unix.EPIPE}} {
		p := up(t, s, "io", sandbox.Command{}, c.args)
		var err error
		for range 100 { // the arena's writes never block
			if _, err = unix.Write(p.Stdin(), block); err != nil {
				break
			}
		}
		if err != c.want {
			t.Errorf("%s: writing gives %v, want %v", c.args, err, c.want)
		}
		p.Kill(sandbox.KilledTime)
		if f := p.Wait(t.Context()); f.Status != sandbox.StatusTime {
			t.Errorf("%s: %s", c.args, f.Reason())
		}
	}
	p := start(t, s, "io", sandbox.Command{}, "close-out")
	if got := readFor(t, p.Stdout(), 4096, patience); got != "up\n" {
		t.Errorf("%q", got)
	}
	if fds := []unix.PollFd{{Fd: int32(p.PidFD()), Events: unix.POLLIN}}; true {
		if n, err := unix.Poll(fds, 0); n != 0 || err != nil {
			t.Errorf("it ended at the end of its output: %v", err)
		}
	}
	p.Kill(sandbox.KilledTime)
	if f := p.Wait(t.Context()); f.Status != sandbox.StatusTime {
		t.Error(f.Reason())
	}
}

// TestNamesAreSafe: what a bot writes into a violation cannot imitate a line of
// the arena's, nor move a cursor, nor be long.
func TestNamesAreSafe(t *testing.T) {
	s := jail(t, sandbox.Options{})
	for _, path := range []string{
		"/x\nmatch 1: bot b wins\x1b[2J", "/\u202egnp.exe", "/\xff\xfe", strings.Repeat("a/", 1500), "/\x07\r\b\x7f\u009b",
	} {
		_, f := run(t, s, "files", sandbox.Command{}, "create", path)
		if f.Status != sandbox.StatusViolation || len(f.Violations) != 1 {
			t.Errorf("%q: %s", path, f.Reason())
			continue
		}
		text := f.Reason()
		for _, r := range text {
			if r < ' ' || r > '~' {
				t.Errorf("%q is told as %q", path, text)
				break
			}
		}
		if len(text) > 300 {
			t.Errorf("%d bytes", len(text))
		}
	}
}
