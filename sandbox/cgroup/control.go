package cgroup

import (
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// Empty reports whether nothing is in the group. The dead that nobody has
// waited for are not in it.
func (g *Group) Empty() (bool, error) {
	if vacant, err := g.vacant(); vacant || err != nil {
		return vacant, err
	}
	if fd := g.fds[events]; fd >= 0 {
		v, err := g.readField(events, "populated")
		return v == 0, err
	}
	list := g.list()
	if list == "" {
		return true, nil
	}
	pids, err := listed(list)
	return len(pids) == 0, err
}

// WaitEmpty waits until nothing is in the group. After the deadline it fails
// with the processes that are left. It asks again and again, as the kernel
// holds back the notice of a change for up to 10 ms.
func (g *Group) WaitEmpty(deadline time.Time) error {
	return g.await(deadline, (*Group).gone, (*Group).crowded)
}

func (g *Group) gone() (bool, error) {
	empty, err := g.Empty()
	if err == nil && !empty && g.fds[kill] < 0 && g.dying() {
		err = g.killEach()
	}
	return empty, err
}

// dying reports whether Kill was called and has no cgroup.kill to rely on.
func (g *Group) dying() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shut
}

func (g *Group) crowded() error {
	pids, err := listed(g.list())
	if err != nil {
		return err
	}
	return fmt.Errorf("cgroup: %s still holds %d processes: %v", g.list(), len(pids), pids)
}

// await asks until the answer is yes. What is waited for may need this very
// core, so it does not spin: it yields a few times, which is mostly enough for
// a process in its last steps, where the shortest sleep takes 50 µs and more.
func (g *Group) await(deadline time.Time, ask func(*Group) (bool, error), late func(*Group) error) error {
	yields := 4
	for pause := 5 * time.Microsecond; ; pause = min(pause+pause/2, time.Millisecond) {
		yes, err := ask(g)
		if err != nil || yes {
			return err
		}
		if yields > 0 {
			yields--
			unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
			continue
		}
		if time.Now().After(deadline) {
			return late(g)
		}
		ts := unix.NsecToTimespec(int64(pause))
		if err := unix.Nanosleep(&ts, nil); err == unix.EINTR {
			runtime.Gosched()
		}
	}
}

// Freeze stops the whole tree where it is, at its next way out of the kernel,
// and does not wait for that: see FreezeWait. What it does in between is charged:
// a few microseconds, up to 0.3 s in a call that fills or frees much memory. A
// frozen tree can be killed, and dies with the arena. Without a v2 tree it fails
// with a *MissingError: use SIGSTOP. The v1 freezer is never used, as what is in
// it outlives the arena.
func (g *Group) Freeze() error { return g.freeze(true) }

// Thaw lets a frozen tree go on.
func (g *Group) Thaw() error { return g.freeze(false) }

func (g *Group) freeze(on bool) error {
	if g.fds[freeze] < 0 {
		return g.root.missing(Freeze)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if on == g.frozen {
		return nil
	}
	if err := g.writeFreeze(on); err != nil {
		return err
	}
	g.frozen = on
	return nil
}

func (g *Group) writeFreeze(on bool) error {
	value := zero[:]
	if on {
		value = one[:]
	}
	if err := write(g.fds[freeze], value); err != nil {
		return fileError("write "+string(value)+" to", g.path(freeze), err)
	}
	return nil
}

// Frozen reports whether the whole tree has come to a stop. An empty group
// that was told to freeze is frozen.
func (g *Group) Frozen() (bool, error) {
	if g.fds[freeze] < 0 {
		return false, nil
	}
	v, err := g.readField(events, "frozen")
	return v == 1, err
}

// FreezeWait freezes, and waits until the tree has come to a stop. After the
// deadline it fails; the tree stays told to freeze.
func (g *Group) FreezeWait(deadline time.Time) error {
	if err := g.Freeze(); err != nil {
		return err
	}
	return g.await(deadline, (*Group).Frozen, (*Group).restless)
}

func (g *Group) restless() error {
	return fileError("freeze", g.path(freeze), unix.ETIMEDOUT)
}

// stopWait bounds the stop that CPUNow makes.
const stopWait = 5 * time.Millisecond

// CPUNow is CPU with the time up to this moment of threads that are running.
// The kernel has no way to ask for that, so the tree is stopped for an instant
// (some 30 µs) unless it is frozen already. exact is false if it did not stop
// within 5 ms (on a busy core it may have to wait for its turn to do so), or if
// the host cannot freeze: then it is CPU.
func (g *Group) CPUNow() (used time.Duration, exact bool, err error) {
	if g.fds[freeze] < 0 {
		used, err = g.CPU()
		return used, false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.frozen {
		if err := g.writeFreeze(true); err != nil {
			return 0, false, err
		}
	}
	exact = g.await(time.Now().Add(stopWait), (*Group).Frozen, (*Group).restless) == nil
	used, err = g.CPU()
	if !g.frozen {
		if e := g.writeFreeze(false); err == nil {
			err = e
		}
	}
	return used, exact, err
}

// residue is how much memory may still be charged to an empty group that is used
// again. The kernel's per-core stocks are below, and so is what of small processes
// that follow one another is freed by itself, a grace period of RCU later.
const residue = 4 << 20

// Release gives an empty group back to the root, fit for the next run
// (Recycle). After it the group is not the caller's any more: Root.Group may
// give it to another at once.
func (g *Group) Release(deadline time.Time) error {
	if err := g.Recycle(deadline); err != nil {
		return err
	}
	g.root.mu.Lock()
	defer g.root.mu.Unlock()
	if !g.root.closed {
		g.root.free = append(g.root.free, g)
	}
	return nil
}

// Retire ends what is in the group and removes it, for one that is charged for
// what outlives its run, such as files in memory: the next would have to pay for
// that. The group must not be used any more.
func (g *Group) Retire(deadline time.Time) error {
	err := g.remove(deadline)
	g.root.mu.Lock()
	defer g.root.mu.Unlock()
	if err == nil { // else Close tries again
		delete(g.root.all, g)
	}
	return err
}

// Recycle makes a group fit for the next run, and leaves it with its holder:
// it waits for the last processes until the deadline, does not kill, thaws, and
// leaves what is charged to it, and its peaks, behind. On an error the group must
// not be used again: it is not empty, or has zombies that nobody waited for,
// as the error says. Close removes it.
func (g *Group) Recycle(deadline time.Time) error {
	if vacant, err := g.vacant(); err != nil {
		return err
	} else if !vacant {
		if err := g.WaitEmpty(deadline); err != nil {
			return err
		}
		if g.fds[pidsNow] >= 0 {
			if err := g.await(deadline, (*Group).vacant, (*Group).zombies); err != nil {
				return err
			}
		}
	}
	if g.fds[freeze] >= 0 {
		if err := g.Thaw(); err != nil {
			return err
		}
	}
	g.mu.Lock()
	if g.shut {
		g.shut, g.set.Processes = false, 0
	}
	killed := g.killed
	g.killed = false
	g.mu.Unlock()
	charged, err := g.readNumber(memoryUsage)
	if err != nil {
		return err
	}
	return g.renewSpent(killed, charged > residue)
}

// vacant reports whether nothing is in the group, not even the dead; false where the
// host does not count them.
func (g *Group) vacant() (bool, error) {
	if g.fds[pidsNow] < 0 {
		return false, nil
	}
	n, err := g.ProcessesNow()
	return n == 0, err
}

func (g *Group) zombies() error {
	n, _ := g.ProcessesNow()
	return fmt.Errorf("cgroup: %s: %d processes have ended and nobody has waited for them", g.path(pidsNow), n)
}

// renewSpent replaces the folders that are not fit for another run: one that
// was killed as a whole; one that the run before is still charged to, as for the
// pages of files that it was the first to read: the next would have to pay for
// them, and to reclaim them would take them from whoever else reads those files;
// and those with a peak that the kernel does not let one reset. Of processes a
// peak of one is none: the next run has that too.
func (g *Group) renewSpent(killed, charged bool) error {
	most, err := g.readNumber(pidsPeak)
	if err != nil {
		return err
	}
	for i := range g.folder {
		switch {
		case killed && int(g.in[kill]) == i,
			charged && int(g.in[memoryUsage]) == i,
			most > 1 && int(g.in[pidsPeak]) == i,
			g.fds[memoryPeak] >= 0 && !g.peakResets && int(g.in[memoryPeak]) == i:
			if err := g.renew(i); err != nil {
				return err
			}
		}
	}
	return nil
}
