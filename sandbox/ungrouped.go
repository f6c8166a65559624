package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// ungrouped is a tree without a cgroup: the main process, which seccomp keeps
// from having children. Its memory is held by RLIMIT_DATA and a watcher.
type ungrouped struct {
	pid, pidfd int
}

func (u *ungrouped) limit(Limits) error   { u.pid, u.pidfd = 0, -1; return nil }
func (u *ungrouped) birth() (int, []int)  { return -1, nil }
func (u *ungrouped) began(pid, pidfd int) { u.pid, u.pidfd = pid, pidfd }
func (u *ungrouped) freeze() error        { return u.signal(unix.SIGSTOP) }
func (u *ungrouped) thaw() error          { return u.signal(unix.SIGCONT) }
func (u *ungrouped) kill() error          { return u.signal(unix.SIGKILL) }
func (u *ungrouped) oom() (int, error)    { return 0, nil }
func (u *ungrouped) remove() error        { return nil }

func (u *ungrouped) signal(s unix.Signal) error {
	if u.pidfd < 0 {
		return nil
	}
	err := unix.PidfdSendSignal(u.pidfd, s, nil, 0)
	if err == unix.ESRCH {
		return nil
	}
	return err
}

func (u *ungrouped) cpu() (time.Duration, error) { return processCPU(u.pid) }

func (u *ungrouped) waiting() (time.Duration, bool) { return 0, false }

func (u *ungrouped) end() (treeFigures, error) {
	return treeFigures{peakMemory: -1, peakProcesses: -1}, nil
}

// processCPU reads the CPU clock of a process, all its threads together.
// The clock's number is made of the process id (clock_getcpuclockid(3)).
func processCPU(pid int) (time.Duration, error) {
	var ts unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|2), &ts); err != nil {
		return 0, err
	}
	return time.Duration(ts.Nano()), nil
}
