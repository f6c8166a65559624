package sandbox

import (
	"time"
	"unsafe"

	"botarena/sandbox/cgroup"

	"golang.org/x/sys/unix"
)

// Limits bound one process tree. The zero value of a field means its default.
type Limits struct {
	// Memory in bytes, of the whole tree: anonymous memory, page tables,
	// pipes, memfds, thread stacks. Reached: the kernel kills the tree and
	// the status is StatusMemory. Swap is not given. Reserving without
	// touching costs nothing. Default 1 GiB.
	Memory int64

	// Cores is the share of processor time: 1 is one core, 0.5 half of one.
	// Reached: the tree waits for the next period of 100 ms (it is throttled,
	// not killed). Default 1. See CoresAt for "1 GHz".
	Cores float64

	// CPUTime is the processor time of the main process over its whole life.
	// Reached: SIGXCPU, a second later SIGKILL; the status is StatusCPU.
	// 0: no limit (turns have their own).
	CPUTime time.Duration

	// Processes is the number of processes and threads at once. Reached:
	// fork and clone answer EAGAIN. Default 64 (Bot) and 512 (Build).
	Processes int

	// Stack in bytes, of the main thread. Reached: SIGSEGV. Default 64 MiB.
	Stack int64

	// FileSize in bytes of a file it writes (scratch space, memfd). Reached:
	// SIGXFSZ. Default: Memory.
	FileSize int64

	// OpenFiles is the number of descriptors. Reached: EMFILE. Default 256,
	// and never above 1000 for a Bot.
	OpenFiles int

	// Scratch is the size in bytes of the writable folder of profile Build.
	// Reached: ENOSPC. What lies there counts as memory too. Default 256 MiB.
	Scratch int64
}

const (
	mib = 1 << 20
	gib = 1 << 30
)

// withDefaults fills the fields that are zero.
func (l Limits) withDefaults(p Profile) Limits {
	set := func(v *int64, def int64) {
		if *v == 0 {
			*v = def
		}
	}
	set(&l.Memory, gib)
	set(&l.Stack, 64*mib)
	set(&l.FileSize, l.Memory)
	set(&l.Scratch, 256*mib)
	if l.Cores == 0 {
		l.Cores = 1
	}
	if l.Processes == 0 {
		l.Processes = 64
		if p == Build {
			l.Processes = 512
		}
	}
	if l.OpenFiles == 0 {
		l.OpenFiles = 256
	}
	return l
}

// sharedProcesses bounds the processes and threads of all that runs under the
// arena's own id, where bots have none of theirs.
const sharedProcesses = 4096

// maxSignals bounds queued signals and timers (timer_create(2)), which are the
// kernel's memory; by id, so for all together where bots have none of their own.
// Each that comes while its program is frozen takes some microseconds of its core,
// which may be the opponent's.
const maxSignals = 128

// rlimits adds the limits that the kernel holds for each process alone.
func (s *Sandbox) rlimits(j *launch, l Limits) {
	set := func(name string, resource uintptr, v uint64) {
		// A hard limit of the arena's own may be lower than what is asked.
		v = min(v, s.hard[resource])
		r := &j.limits[resource]
		r.Cur, r.Max = v, v
		j.child.add("prlimit("+name+")", unix.SYS_PRLIMIT64, 0, resource, uintptr(unsafe.Pointer(r)), 0)
	}
	// Not 0, which a core_pattern that starts a program disregards (core(5)):
	// it would be fed the dump, as root and outside of the jail. Of 1 the
	// kernel makes none at all (fs/coredump.c).
	set("RLIMIT_CORE", unix.RLIMIT_CORE, 1)
	set("RLIMIT_FSIZE", unix.RLIMIT_FSIZE, uint64(l.FileSize))
	set("RLIMIT_STACK", unix.RLIMIT_STACK, uint64(l.Stack))
	set("RLIMIT_NOFILE", unix.RLIMIT_NOFILE, uint64(min(l.OpenFiles, s.execFD)))
	set("RLIMIT_MEMLOCK", unix.RLIMIT_MEMLOCK, 64<<10)
	set("RLIMIT_MSGQUEUE", unix.RLIMIT_MSGQUEUE, 0)
	set("RLIMIT_NICE", unix.RLIMIT_NICE, 0)
	set("RLIMIT_RTPRIO", unix.RLIMIT_RTPRIO, 0)
	set("RLIMIT_SIGPENDING", unix.RLIMIT_SIGPENDING, maxSignals)
	if !s.works(cgroup.Memory) {
		// The limit itself is the watcher's, which knows what is touched from
		// what is only reserved, as the stacks of threads are. This bounds what
		// can happen between two looks.
		set("RLIMIT_DATA", unix.RLIMIT_DATA, uint64(2*l.Memory+int64(l.Processes)*l.Stack+256*mib))
	}
	if !s.works(cgroup.Processes) {
		// Counted by id: exact where each seat has one, and a backstop for all
		// together where not.
		n := l.Processes
		if s.seats.base == 0 {
			n = sharedProcesses
		}
		set("RLIMIT_NPROC", unix.RLIMIT_NPROC, uint64(n))
	}
	if l.CPUTime > 0 {
		// Whole seconds, rounded up: a coarse wall behind the turn's own clock.
		sec := uint64((l.CPUTime + time.Second - 1) / time.Second)
		r := &j.limits[unix.RLIMIT_CPU]
		r.Cur, r.Max = sec, sec+1
		j.child.add("prlimit(RLIMIT_CPU)", unix.SYS_PRLIMIT64, 0, unix.RLIMIT_CPU, uintptr(unsafe.Pointer(r)), 0)
	}
}
