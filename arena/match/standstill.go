package match

import (
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// standstill counts how long the host as a whole has stood still: no thread ran,
// not even one before all others. A virtual machine that is held back does so, for
// some 40 ms at a time where it was seen; nothing that the kernel tells shows it:
// nobody waits for a processor, and no time is stolen.
type standstill struct {
	mu    sync.Mutex
	total time.Duration
	last  time.Time // when the watching thread ran last; zero: nobody watches
}

const (
	// beat is how often the watching thread runs.
	beat = 5 * time.Millisecond
	// shortStand is the shortest standstill that counts: a thread that comes back
	// from a system call may have to wait so long in Go's own scheduler.
	shortStand = 15 * time.Millisecond
)

// watch counts until end is called, which waits for that, on a thread that runs
// before those of matches. Where the host does not allow that, or has no
// descriptor left, nothing is counted: an ordinary thread may be late because of
// others.
func (s *standstill) watch() (end func()) {
	stop, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		return func() {}
	}
	var ended sync.WaitGroup
	ended.Go(func() {
		runtime.LockOSThread() // ends with the goroutine, for its priority
		if unix.SchedSetAttr(0, &unix.SchedAttr{
			Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Flags: unix.SCHED_FLAG_RESET_ON_FORK, Priority: 2,
		}, 0) == nil {
			s.beats(stop)
		}
	})
	return func() {
		unix.Write(stop, []byte{1, 0, 0, 0, 0, 0, 0, 0})
		ended.Wait()
		unix.Close(stop)
	}
}

// beats keeps time until stop is readable.
func (s *standstill) beats(stop int) {
	s.ran(time.Now())
	defer s.ran(time.Time{})
	stopped := []unix.PollFd{{Fd: int32(stop), Events: unix.POLLIN}}
	for stopped[0].Revents == 0 {
		pause := unix.NsecToTimespec(int64(beat))
		unix.Ppoll(stopped, &pause, nil)
		s.ran(time.Now())
	}
}

// ran notes that the watching thread runs.
func (s *standstill) ran(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total += s.late(now)
	s.last = now
}

// stood returns how long the host has stood still by now, also if the watching
// thread has not yet run again.
func (s *standstill) stood() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total + s.late(time.Now())
}

// late returns how long the watching thread should have run before a moment.
func (s *standstill) late(now time.Time) time.Duration {
	if s.last.IsZero() || now.IsZero() {
		return 0
	}
	if late := now.Sub(s.last) - beat; late >= shortStand {
		return late
	}
	return 0
}
