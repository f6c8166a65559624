package bot

import (
	"time"

	"golang.org/x/sys/unix"
)

// clock measures a turn by the wall and by the processor and goes by what is
// more: an arena may judge by either.
type clock struct {
	wall time.Time
	cpu  time.Duration
}

func startClock() clock { return clock{time.Now(), cpuTime()} }

func (c clock) elapsed() time.Duration {
	return max(time.Since(c.wall), cpuTime()-c.cpu)
}

// cpuTime returns the processor time of all threads of the process.
func cpuTime() time.Duration {
	var ts unix.Timespec
	// Cannot fail: the clock exists and ts is ours.
	_ = unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}
