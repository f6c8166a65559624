package cgroup

import (
	"errors"
	"time"
)

// Limits bound the process tree in a group. The zero value of a field means
// no limit. A limit that the host cannot hold is refused by Set and Begin with
// a *MissingError, never left out silently.
type Limits struct {
	// Memory in bytes of everything the tree is charged for: anonymous
	// memory, page cache, tmpfs, pipes, sockets, thread stacks, page tables.
	// Swap is not given. Reached: the kernel reclaims, then kills (on v2 the
	// whole tree, on v1 one process of it), and OOMKills counts.
	Memory int64

	// Processes is how many processes and threads may exist at once.
	// Reached: fork and clone answer EAGAIN.
	Processes int

	// Quota of CPU time in every Period. Reached: the tree waits for the next
	// period, and Throttled grows. Both 1 ms to 1 s (the kernel's bounds).
	Quota time.Duration

	// Period of the quota. 0: 100 ms, the kernel's own default.
	Period time.Duration
}

// defaultPeriod is that of the kernel, and what a quota is shared out by.
const defaultPeriod = 100 * time.Millisecond

// unlimited is no limit, in whatever word the file takes for it.
const unlimited = -1

// Set writes the limits that differ from those in force. Lowering Memory below
// what is in use makes the kernel reclaim; v1 answers EBUSY if it cannot.
func (g *Group) Set(l Limits) error {
	if l.Period == 0 {
		l.Period = defaultPeriod
	}
	if err := g.setMemory(l.Memory); err != nil {
		return err
	}
	if err := g.setProcesses(l.Processes); err != nil {
		return err
	}
	return g.setQuota(l.Quota, l.Period)
}

// put writes a number, or the word for none, into a kept file.
func (g *Group) put(f file, n int64, none string) error {
	var buf [24]byte
	value := append(buf[:0], none...)
	if n != unlimited {
		value = appendNumber(buf[:0], uint64(n))
	}
	if err := write(g.fds[f], value); err != nil {
		return fileError("write "+string(value)+" to", g.path(f), err)
	}
	return nil
}

func orUnlimited(n int64) int64 {
	if n <= 0 {
		return unlimited
	}
	return n
}

func (g *Group) setMemory(bytes int64) error {
	bytes = orUnlimited(bytes)
	if bytes == g.set.Memory {
		return nil
	}
	if g.fds[memoryLimit] < 0 {
		return g.root.missing(Memory)
	}
	old := g.set.Memory
	g.set.Memory = 0 // unknown while it is being changed
	var err error
	switch {
	case g.fds[memorySwap] < 0:
		err = g.put(memoryLimit, bytes, g.none())
	case g.v2(memoryLimit):
		if old == 0 || old == unlimited {
			err = g.put(memorySwap, 0, "")
		}
		err = errors.Join(err, g.put(memoryLimit, bytes, g.none()))
	case old == unlimited || bytes != unlimited && old > bytes:
		// v1 counts memory and swap together in the second file, which must
		// never be below the first.
		err = errors.Join(g.put(memoryLimit, bytes, "-1"), g.put(memorySwap, bytes, "-1"))
	default:
		err = errors.Join(g.put(memorySwap, bytes, "-1"), g.put(memoryLimit, bytes, "-1"))
	}
	if err == nil {
		g.set.Memory = bytes
	}
	return err
}

// none is the word for no memory limit.
func (g *Group) none() string {
	if g.v2(memoryLimit) {
		return "max"
	}
	return "-1"
}

func (g *Group) setProcesses(n int) error {
	m := orUnlimited(int64(n))
	if m == g.set.Processes {
		return nil
	}
	if g.fds[pidsLimit] < 0 {
		return g.root.missing(Processes)
	}
	if err := g.put(pidsLimit, m, "max"); err != nil {
		return err
	}
	g.set.Processes = m
	return nil
}

func (g *Group) setQuota(quota, period time.Duration) error {
	q := unlimited
	if quota > 0 {
		q = int(quota / time.Microsecond)
	}
	if int64(q) == g.set.Quota && (q == unlimited || period == g.set.Period) {
		return nil
	}
	if g.fds[cpuQuota] < 0 {
		return g.root.missing(CPU)
	}
	if q != unlimited && !g.held { // in the middle of a run
		held, err := g.readThrottled()
		if err != nil {
			return err
		}
		g.held, g.base.throttled = true, held
	}
	p := uint64(period / time.Microsecond)
	if g.v2(cpuQuota) {
		var buf [48]byte
		value := append(buf[:0], "max"...)
		if q != unlimited {
			value = appendNumber(buf[:0], uint64(q))
		}
		value = appendNumber(append(value, ' '), p)
		if err := write(g.fds[cpuQuota], value); err != nil {
			return fileError("write "+string(value)+" to", g.path(cpuQuota), err)
		}
	} else {
		if period != g.set.Period {
			// The old quota may be too much for the new period.
			if err := g.put(cpuQuota, unlimited, "-1"); err != nil {
				return err
			}
			if err := g.put(cpuPeriod, int64(p), ""); err != nil {
				return err
			}
		}
		if err := g.put(cpuQuota, int64(q), "-1"); err != nil {
			return err
		}
	}
	g.set.Quota, g.set.Period = int64(q), period
	return nil
}

// Begin prepares the group for one run: it sets the limits and starts every
// figure afresh. The group must be empty.
func (g *Group) Begin(l Limits) error {
	if err := g.Set(l); err != nil {
		return err
	}
	if g.fds[memoryPeak] >= 0 && g.peakResets {
		// v1 and v2 both take the value in use as the new peak.
		if err := write(g.fds[memoryPeak], zero[:]); err != nil {
			return fileError("write 0 to", g.path(memoryPeak), err)
		}
	}
	g.base = marks{}
	var now marks
	var err error
	if now.cpu, err = g.readUsage(); err != nil {
		return err
	}
	if now.full, err = g.readPressure(); err != nil {
		return err
	}
	if g.held = g.set.Quota != unlimited; g.held {
		if now.throttled, err = g.readThrottled(); err != nil {
			return err
		}
	}
	if now.oom, err = g.readOOM(); err != nil {
		return err
	}
	g.base = now
	return nil
}

var zero = [1]byte{'0'}

// inForce are the limits as the kernel has them: unlimited for none, 0 for not
// known.
type inForce struct {
	Memory    int64
	Processes int64
	Quota     int64 // µs
	Period    time.Duration
}

var fresh = inForce{Memory: unlimited, Processes: unlimited, Quota: unlimited, Period: defaultPeriod}

// QuotaOf shares out cores as a quota: half a core is 50 ms in 100 ms.
func QuotaOf(cores float64, period time.Duration) time.Duration {
	if period == 0 {
		period = defaultPeriod
	}
	return max(time.Duration(cores*float64(period)), time.Millisecond)
}
