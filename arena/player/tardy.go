package player

import (
	"bytes"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// tardy tells how late the asking thread sees what has happened: by the kernel it may
// be kept waiting for a core, real-time as it is (since Linux 6.12 ordinary threads run
// before it for up to 50 ms a second, sched(7)), and then by Go's scheduler.
type tardy struct {
	figures int           // the thread's schedstat (proc(5)); 0: not open, -1: there is none
	before  time.Duration // how long it had waited for a core before it last slept
	woken   time.Time     // when the kernel let it go on; zero if that is not known
}

// sleep does as ppoll(2) and notes what late needs.
func (t *tardy) sleep(fds []unix.PollFd, timeout time.Duration) (int, error) {
	t.before = t.waited()
	began := time.Now()
	left := unix.NsecToTimespec(int64(timeout)) // which the kernel makes what is left of it
	n, err := unix.Ppoll(fds, &left, nil)
	t.woken = time.Time{}
	if rest := time.Duration(left.Nano()); rest > 0 {
		t.woken = began.Add(timeout - rest)
	}
	return n, err
}

// late returns for how long what is seen at the moment now, after sleep, may have
// waited to be seen.
func (t *tardy) late(now time.Time) time.Duration {
	late := t.waited() - t.before
	if !t.woken.IsZero() {
		late = max(late, now.Sub(t.woken)) // part of which may be in the former
	}
	return max(0, late)
}

// waited returns how long the calling thread has waited for a core since it began.
func (t *tardy) waited() time.Duration {
	if t.figures == 0 {
		var err error
		if t.figures, err = unix.Open("/proc/thread-self/schedstat", unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
			t.figures = -1
		}
	}
	var buf [80]byte
	n, err := unix.Pread(t.figures, buf[:], 0)
	if err != nil {
		return 0
	}
	f := bytes.Fields(buf[:n]) // on a core, waiting for one (ns), times
	if len(f) != 3 {
		return 0
	}
	ns, err := strconv.ParseInt(string(f[1]), 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(ns)
}

func (t *tardy) close() {
	if t.figures > 0 {
		unix.Close(t.figures)
	}
}
