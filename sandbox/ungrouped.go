package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// ungrouped is a tree without a cgroup: the main process, which seccomp keeps
// from having children. Its memory is held by RLIMIT_DATA and by a watcher, and so
// are its threads where RLIMIT_NPROC counts those of others, too.
type ungrouped struct {
	watch    bool // for memory
	sharesID bool // with other programs

	threads    int // at most
	full       bool
	pid, pidfd int
	limit      int64
	over       atomic.Bool
	peak       atomic.Int64
	stop       chan struct{}
	stopped    chan struct{}
}

func (u *ungrouped) begin(l Limits, _ Profile) error {
	u.pidfd, u.limit, u.threads, u.full = -1, l.Memory, l.Processes, false
	u.peak.Store(-1)
	return nil
}

func (u *ungrouped) birth() (int, []int) { return -1, nil }

func (u *ungrouped) began(pid, pidfd int) {
	u.pid, u.pidfd = pid, pidfd
	if u.watch {
		u.stop, u.stopped = make(chan struct{}), make(chan struct{})
		go u.watchMemory()
	}
}

func (u *ungrouped) freeze() error { return u.signal(unix.SIGSTOP) }

func (u *ungrouped) thaw() error { return u.signal(unix.SIGCONT) }

func (u *ungrouped) kill() error { return u.signal(unix.SIGKILL) }

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

// waiting is the time its one thread stood in the queue of a core; with more
// threads the kernel's figure says nothing of the process.
func (u *ungrouped) waiting() (time.Duration, bool) {
	dir := "/proc/" + strconv.Itoa(u.pid)
	tasks, err := os.ReadDir(dir + "/task")
	if err != nil || len(tasks) != 1 {
		return 0, false
	}
	b, err := os.ReadFile(dir + "/schedstat")
	if err != nil {
		return 0, false
	}
	f := bytes.Fields(b) // on the core, in its queue (ns), times
	if len(f) != 3 {
		return 0, false
	}
	ns, err := strconv.ParseInt(string(f[1]), 10, 64)
	return time.Duration(ns), err == nil
}

func (u *ungrouped) oom() (int, error) { return 0, nil }

func (u *ungrouped) overMemory() bool { return u.over.Load() }

func (u *ungrouped) end() (treeFigures, error) {
	if u.stop != nil {
		close(u.stop)
		<-u.stopped
		u.stop = nil
	}
	return treeFigures{peakMemory: u.peak.Load(), peakProcesses: -1}, nil
}

func (u *ungrouped) release() error { return nil }

// watchEvery is how often a tree's memory is looked at. In that time a
// process can touch some 20 MiB beyond its limit.
const watchEvery = 5 * time.Millisecond

func (u *ungrouped) watchMemory() {
	defer close(u.stopped)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-u.stop:
			return
		case <-tick.C:
		}
		if u.sharesID {
			u.holdThreads()
		}
		n, err := memoryOfAny(u.pid, u.limit)
		if err != nil {
			continue // it has ended, which others see to
		}
		u.peak.Store(max(n, u.peak.Load()))
		if n > u.limit && !u.over.Swap(true) {
			u.signal(unix.SIGKILL)
		}
	}
}

// holdThreads keeps a process that has all its threads from starting another, as
// long as it has them: its own RLIMIT_NPROC, by which the kernel counts the threads of
// all that have its id, is 0 for that time.
func (u *ungrouped) holdThreads() {
	var tasks unix.Stat_t // a link for each thread, and a folder's own two
	if unix.Stat("/proc/"+strconv.Itoa(u.pid)+"/task", &tasks) != nil {
		return
	}
	full := int(tasks.Nlink)-2 >= u.threads
	var l unix.Rlimit
	if full == u.full || unix.Prlimit(u.pid, unix.RLIMIT_NPROC, nil, &l) != nil {
		return
	}
	if l.Cur = l.Max; full {
		l.Cur = 0
	}
	if unix.Prlimit(u.pid, unix.RLIMIT_NPROC, &l, nil) == nil {
		u.full = full
	}
}

// memoryOfAny is memoryOf of a process whose first thread, whose number it goes
// by, may have ended before the others: /proc shows memory by a thread that lives.
func memoryOfAny(pid int, bound int64) (int64, error) {
	n, err := memoryOf(pid, bound)
	if err != unix.ESRCH {
		return n, err
	}
	tasks, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	for _, task := range tasks {
		if tid, e := strconv.Atoi(task.Name()); e == nil && tid != pid {
			if n, err = memoryOf(tid, bound); err == nil {
				break
			}
		}
	}
	return n, err
}

// memoryOf is what a process holds, in bytes: its page tables, what the host has
// swapped out, and the pages it has, those that it shares with others by its share
// (PSS). Adding that up walks all its pages, which takes 24 ms a gigabyte: so up to a
// bound the plain number of pages, which is no smaller, will do.
func memoryOf(pid int, bound int64) (int64, error) {
	dir := "/proc/" + strconv.Itoa(pid)
	b, err := os.ReadFile(dir + "/status")
	if err != nil {
		return 0, err
	}
	resident, ok := kibibytes(b, "VmRSS:")
	tables, ok2 := kibibytes(b, "VmPTE:")
	if !ok || !ok2 {
		return 0, unix.ESRCH // a zombie has neither
	}
	swapped, _ := kibibytes(b, "VmSwap:") // a kernel may have no swap
	tables += swapped
	if resident+tables <= bound {
		return resident + tables, nil
	}
	b, err = os.ReadFile(dir + "/smaps_rollup")
	if err != nil {
		return resident + tables, nil // not ours to read: the larger figure stands
	}
	if pss, ok := kibibytes(b, "Pss:"); ok {
		return pss + tables, nil
	}
	return resident + tables, nil
}

// kibibytes finds a line such as "VmRSS:   1234 kB" and gives bytes.
func kibibytes(text []byte, key string) (int64, bool) {
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte(key)); ok {
			f := bytes.Fields(rest)
			if len(f) != 2 {
				return 0, false
			}
			kb, err := strconv.ParseInt(string(f[0]), 10, 64)
			return kb << 10, err == nil
		}
	}
	return 0, false
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
