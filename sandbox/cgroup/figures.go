package cgroup

import (
	"time"

	"golang.org/x/sys/unix"
)

// bufferSize holds any of the files that are read (memory.events and cpu.stat
// are the longest, some 300 bytes).
const bufferSize = 1024

// errShape is a file that does not hold what the kernel documents.
func (g *Group) errShape(f file) error {
	return fileError("understand", g.path(f), unix.EBADMSG)
}

// readNumber reads a file of one number; 0 where it is not there.
func (g *Group) readNumber(f file) (uint64, error) {
	if g.fds[f] < 0 {
		return 0, nil
	}
	var buf [32]byte
	n, err := read(g.fds[f], buf[:])
	if err != nil {
		return 0, fileError("read", g.path(f), err)
	}
	v, ok := number(buf[:n])
	if !ok {
		return 0, g.errShape(f)
	}
	return v, nil
}

// readField reads one line of a file; 0 where the file is not there.
func (g *Group) readField(f file, key string) (uint64, error) {
	if g.fds[f] < 0 {
		return 0, nil
	}
	var buf [bufferSize]byte
	n, err := read(g.fds[f], buf[:])
	if err != nil {
		return 0, fileError("read", g.path(f), err)
	}
	v, ok := field(buf[:n], key)
	if !ok {
		return 0, g.errShape(f)
	}
	return v, nil
}

func (g *Group) readUsage() (time.Duration, error) {
	if g.fds[usage] >= 0 && g.v2(usage) {
		v, err := g.readField(usage, "usage_usec")
		return time.Duration(v) * time.Microsecond, err
	}
	v, err := g.readNumber(usage)
	return time.Duration(v), err
}

func (g *Group) readPressure() (time.Duration, error) {
	if g.fds[pressure] < 0 {
		return 0, nil
	}
	var buf [bufferSize]byte
	n, err := read(g.fds[pressure], buf[:])
	if err != nil {
		return 0, fileError("read", g.path(pressure), err)
	}
	v, ok := fullTotal(buf[:n])
	if !ok {
		return 0, g.errShape(pressure)
	}
	return time.Duration(v) * time.Microsecond, nil
}

func (g *Group) readThrottled() (time.Duration, error) {
	if g.fds[cpuThrottled] >= 0 && !g.v2(cpuThrottled) {
		v, err := g.readField(cpuThrottled, "throttled_time")
		return time.Duration(v), err
	}
	v, err := g.readField(cpuThrottled, "throttled_usec")
	return time.Duration(v) * time.Microsecond, err
}

func (g *Group) readOOM() (uint64, error) { return g.readField(memoryEvents, "oom_kill") }

// CPU is the processor time that the tree has used since Begin, the dead
// included. It is exact, to the microsecond, for a tree that does not run at
// this moment: blocked, frozen, or dead. Of a thread that is running on
// another core the time since the last tick (1 to 4 ms ago) is not in it yet:
// see CPUNow. Reading it takes 1 µs.
func (g *Group) CPU() (time.Duration, error) {
	if g.fds[usage] < 0 {
		return 0, g.root.missing(Usage)
	}
	v, err := g.readUsage()
	return v - g.base.cpu, err
}

// Throttled is for how long the quota has held the tree back since Begin. A
// hold that lasts is counted at its end. 0 without a quota.
func (g *Group) Throttled() (time.Duration, error) {
	if !g.held {
		return 0, nil
	}
	v, err := g.readThrottled()
	return v - g.base.throttled, err
}

// Waiting is for how long, since Begin, some of the tree wanted to run and
// none of it did, as others had the processor: the line full of cpu.pressure,
// less the time for which the tree's own quota held it back (the kernel counts
// that as pressure too). It is exact for a tree confined to one core, whose
// own threads then earn nothing; not otherwise. Read in the middle of a hold
// by the quota it is too large by what that hold has lasted, at most one
// period. Reading it takes 3 µs.
func (g *Group) Waiting() (time.Duration, error) {
	if g.fds[pressure] < 0 {
		return 0, g.root.missing(Pressure)
	}
	// In this order: a hold that ends in between makes the figure smaller.
	full, err := g.readPressure()
	if err != nil {
		return 0, err
	}
	var held time.Duration
	if g.set.Quota != unlimited {
		if held, err = g.readThrottled(); err != nil {
			return 0, err
		}
		held -= g.base.throttled
	}
	return max(0, full-g.base.full-held), nil
}

// MemoryPeak is the most bytes the tree was charged for at once since Begin.
// What the kernel had not yet taken back of the run before is in it: up to
// some 100 KiB a core, and where runs follow one another within 25 ms a megabyte
// or two. -1 where the kernel does not tell (v2 before 5.19).
func (g *Group) MemoryPeak() (int64, error) {
	if g.fds[memoryLimit] < 0 {
		return -1, g.root.missing(Memory)
	}
	if g.fds[memoryPeak] < 0 {
		return -1, nil
	}
	v, err := g.readNumber(memoryPeak)
	return int64(v), err
}

// MemoryNow is what the tree is charged for at this moment, in bytes.
func (g *Group) MemoryNow() (int64, error) {
	if g.fds[memoryUsage] < 0 {
		return -1, g.root.missing(Memory)
	}
	v, err := g.readNumber(memoryUsage)
	return int64(v), err
}

// OOMKills is how many processes of the tree the kernel has killed since Begin
// because the memory limit was reached.
func (g *Group) OOMKills() (int, error) {
	if g.fds[memoryEvents] < 0 {
		return 0, g.root.missing(Memory)
	}
	v, err := g.readOOM()
	return int(v - g.base.oom), err
}

// ProcessesNow is how many processes and threads there are, zombies included.
func (g *Group) ProcessesNow() (int, error) {
	if g.fds[pidsNow] < 0 {
		return -1, g.root.missing(Processes)
	}
	v, err := g.readNumber(pidsNow)
	return int(v), err
}

// ProcessesPeak is the most processes and threads there were at once since
// Begin; -1 where the kernel does not tell (before 6.11).
func (g *Group) ProcessesPeak() (int, error) {
	if g.fds[pidsLimit] < 0 {
		return -1, g.root.missing(Processes)
	}
	if g.fds[pidsPeak] < 0 {
		return -1, nil
	}
	v, err := g.readNumber(pidsPeak)
	return int(v), err
}
