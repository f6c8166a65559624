package level

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock measures a turn by the wall and by the processor and goes by what is
// more: an arena may judge by either.
type Clock struct {
	wall time.Time
	cpu  time.Duration
}

// StartClock returns a clock that begins now.
func StartClock() Clock { return Clock{time.Now(), cpuTime()} }

// Elapsed returns the time since the clock was started.
func (c Clock) Elapsed() time.Duration {
	return max(time.Since(c.wall), c.CPU())
}

// CPU returns the processor time since the clock was started.
func (c Clock) CPU() time.Duration { return cpuTime() - c.cpu }

// cpuTime returns the processor time of all threads of the process.
func cpuTime() time.Duration {
	var ts unix.Timespec
	// Cannot fail: the clock exists and ts is ours.
	_ = unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}
