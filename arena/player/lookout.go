package player

import (
	"bytes"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// lookout knows how long what the asking thread sees may have been there before it
// looked. The thread can be kept from looking: by the kernel, which lets it wait for a
// core, real-time as it is (since Linux 6.12 ordinary threads run before it for up to
// 50 ms a second, sched(7)), and then by Go's scheduler.
type lookout struct {
	ended    time.Time     // when the last wait ended, or was to end if nothing came
	measured bool          // coreWait was read when it began
	coreWait time.Duration // how long the thread had waited for a core by then

	opened    bool
	schedstat int // the thread's own file of /proc, once it is opened; -1 where there is none
}

// ends notes a wait that was to end by then. It is for short waits, whose turns are
// too short for reading how long the thread waited for a core.
func (l *lookout) ends(by time.Time) { l.ended, l.measured = by, false }

// sleep waits until a descriptor is ready or the timeout is over, and reports whether
// one is. Without a timeout to wait for, what is ready came since the last look.
func (l *lookout) sleep(fds []unix.PollFd, timeout time.Duration, lastLook time.Time) bool {
	l.coreWait, l.measured = l.waitedForCore(), true
	l.ended = lastLook
	began := time.Now()
	left := unix.NsecToTimespec(int64(timeout))
	n, _ := unix.Ppoll(fds, &left, nil) // the kernel leaves in it how much was left
	if timeout > 0 {
		l.ended = began.Add(timeout - time.Duration(left.Nano()))
	}
	return n > 0
}

// unseen returns for how long what is seen at the moment now may have been there: since
// the wait ended, or for as long as the thread has waited for a core since the wait
// began. The longer of the two counts and not their sum, since waiting for a core after
// the wait's end is in both.
func (l *lookout) unseen(now time.Time) time.Duration {
	d := now.Sub(l.ended)
	if l.measured {
		d = max(d, l.waitedForCore()-l.coreWait)
	}
	return max(0, d)
}

// leaveOut leaves a while out that the thread spent with other things since the last
// wait, for a part of which it waited for a core.
func (l *lookout) leaveOut(while, waited time.Duration) {
	l.ended = l.ended.Add(while)
	l.coreWait += waited
}

// waitedForCore returns how long the calling thread has waited for a core in its life
// (Documentation/scheduler/sched-stats.rst); 0 where the kernel does not tell.
func (l *lookout) waitedForCore() time.Duration {
	if !l.opened {
		l.opened = true
		l.schedstat, _ = unix.Open("/proc/thread-self/schedstat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	}
	var buf [80]byte
	n, err := unix.Pread(l.schedstat, buf[:], 0)
	if err != nil {
		return 0
	}
	f := bytes.Fields(buf[:n]) // time on a core, time waiting for one, both in ns, and how often
	if len(f) != 3 {
		return 0
	}
	ns, err := strconv.ParseInt(string(f[1]), 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(ns)
}

func (l *lookout) close() {
	if l.opened {
		unix.Close(l.schedstat)
	}
}
