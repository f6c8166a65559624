package cgroup

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Kill ends everything in the group, frozen or not, and does not wait: see
// WaitEmpty. A lone process, as bots are, is killed by a signal; more by
// cgroup.kill, which no fork can outrun (64 processes take 6 ms to be gone).
// On pure v1 forks are refused first, and the processes are signalled one by
// one; then WaitEmpty goes on with that.
//
// cgroup.kill is spared where it can be: Linux (seen with 6.18) kills at once
// every process that is later born by CLONE_INTO_CGROUP into a group that was
// once killed so. Release replaces such a group, which takes some 0.2 ms.
func (g *Group) Kill() error {
	if fd := g.fds[kill]; fd >= 0 {
		if done, err := g.killLone(); done || err != nil {
			return err
		}
		g.mu.Lock()
		g.killed = true
		g.mu.Unlock()
		if err := write(fd, one[:]); err != nil {
			return fileError("write 1 to", g.path(kill), err)
		}
		return nil
	}
	if fd := g.fds[pidsLimit]; fd >= 0 {
		g.mu.Lock()
		g.shut = true
		g.mu.Unlock()
		if err := write(fd, zero[:]); err != nil {
			return fileError("write 0 to", g.path(pidsLimit), err)
		}
	}
	return g.killEach()
}

// killLone kills the only process of the group, and reports whether nothing
// else needs to be killed. A process that has a SIGKILL coming cannot fork any
// more; what it forked before is in the list that is read afterwards.
func (g *Group) killLone() (done bool, err error) {
	pid, n, err := g.lone()
	if err != nil || n != 1 {
		return n == 0, err
	}
	h, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false, nil
	}
	defer unix.Close(h)
	// Still in the group: so the number is not another process's by now.
	if now, n, err := g.lone(); err != nil || n != 1 || now != pid {
		return n == 0, err
	}
	if err := unix.PidfdSendSignal(h, unix.SIGKILL, nil, 0); err != nil {
		return false, nil
	}
	now, n, err := g.lone()
	return n == 0 || n == 1 && now == pid, err
}

// lone reads the list of processes as far as two. n is 0, 1, or 2 for more.
func (g *Group) lone() (pid, n int, err error) {
	var buf [32]byte
	length, err := read(g.fds[procs], buf[:])
	if err != nil {
		return 0, 2, fileError("read", g.path(procs), err)
	}
	if length == 0 {
		return 0, 0, nil
	}
	v, ok := number(buf[:length])
	end := index(buf[:length], '\n')
	if !ok || end < 0 || end+1 < length || v <= 1 || v == uint64(unix.Getpid()) {
		return 0, 2, nil
	}
	return int(v), 1, nil
}

var one = [1]byte{'1'}

// killEach kills the processes one by one, as v1 has nothing better.
func (g *Group) killEach() error {
	list := g.list()
	if list == "" {
		return nil
	}
	_, err := killListed(list)
	return err
}

// killListed kills every process of a cgroup.procs and returns how many are in
// it. It never kills a stranger that was given the number of a process that
// has ended: a pidfd is opened for each, and used only if the number still
// stands in the list afterwards.
func killListed(list string) (int, error) {
	first, err := listed(list)
	if err != nil || len(first) == 0 {
		return 0, err
	}
	handles := make(map[int]int, len(first))
	defer func() {
		for _, h := range handles {
			unix.Close(h)
		}
	}()
	for _, pid := range first {
		if pid <= 1 || pid == unix.Getpid() {
			continue // 0 is a process of another namespace
		}
		if h, err := unix.PidfdOpen(pid, 0); err == nil {
			handles[pid] = h
		}
	}
	second, err := listed(list)
	if err != nil {
		return 0, err
	}
	for _, pid := range second {
		if h, ok := handles[pid]; ok {
			if err := unix.PidfdSendSignal(h, unix.SIGKILL, nil, 0); err != nil && err != unix.ESRCH {
				return len(second), fileError("kill a process of", list, err)
			}
		}
	}
	return len(second), nil
}

// listed reads the process ids in a cgroup.procs, none if the group is gone.
// The file is opened anew each time: of one that stays open v1 shows the list
// of the first reading again for a second and more.
func listed(list string) ([]int, error) {
	text, err := os.ReadFile(list)
	if err != nil {
		if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENODEV) {
			return nil, nil
		}
		return nil, err
	}
	var pids []int
	for line := range strings.Lines(string(text)) {
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			return nil, fileError("understand", list, unix.EBADMSG)
		}
		pids = append(pids, pid)
	}
	return pids, nil
}

// Empty reports whether nothing is in the group. The dead that nobody has
// waited for are not in it.
func (g *Group) Empty() (bool, error) {
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

// await asks until the answer is yes. The first pauses are short, and are
// pauses, not spins: what is waited for may need this very core.
func (g *Group) await(deadline time.Time, ask func(*Group) (bool, error), late func(*Group) error) error {
	for pause := 5 * time.Microsecond; ; pause = min(pause+pause/2, time.Millisecond) {
		yes, err := ask(g)
		if err != nil || yes {
			return err
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
// and does not wait for that: see FreezeWait. What it does in between, a few
// microseconds, is charged. A frozen tree can be killed, and dies with the
// arena. Without a v2 tree it fails with a *MissingError: use SIGSTOP. The v1
// freezer is never used, as what is in it outlives the arena.
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

// residue is how much memory may still be charged to an empty group before
// the kernel is asked to take it back: its own per-core stocks are below.
const residue = 1 << 20

// Release gives an empty group back to the root. It waits for the last
// processes until the deadline, does not kill, and makes the group fit for the
// next run: thawed, old memory given back, peaks new. A group that is not
// empty, or has zombies that nobody waited for, is not used again; the error
// says what was in it, and Close removes it.
func (g *Group) Release(deadline time.Time) error {
	if err := g.tidy(deadline); err != nil {
		return err
	}
	g.root.mu.Lock()
	defer g.root.mu.Unlock()
	if !g.root.closed {
		g.root.free = append(g.root.free, g)
	}
	return nil
}

func (g *Group) tidy(deadline time.Time) error {
	if err := g.WaitEmpty(deadline); err != nil {
		return err
	}
	if g.fds[pidsNow] >= 0 {
		if err := g.await(deadline, (*Group).unreaped, (*Group).zombies); err != nil {
			return err
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
	if v, err := g.readNumber(memoryUsage); err != nil {
		return err
	} else if v > residue {
		g.reclaim(v)
	}
	return g.renewSpent(killed)
}

func (g *Group) unreaped() (bool, error) {
	n, err := g.ProcessesNow()
	return n == 0, err
}

func (g *Group) zombies() error {
	n, _ := g.ProcessesNow()
	return fmt.Errorf("cgroup: %s: %d processes have ended and nobody has waited for them", g.path(pidsNow), n)
}

// reclaim asks for the memory of the run before. A refusal changes nothing but
// the figure of the next peak, so it is not an error.
func (g *Group) reclaim(bytes uint64) {
	if g.fds[memoryReclaim] < 0 {
		return
	}
	var buf [24]byte
	value := zero[:]
	if g.v2(memoryReclaim) {
		value = appendNumber(buf[:0], bytes)
	}
	_ = write(g.fds[memoryReclaim], value)
}

// renewSpent replaces the folders that are not fit for another run: one that
// was killed as a whole, and those with a peak that the kernel does not let one
// reset. Of processes a peak of one is none: the next run has that too.
func (g *Group) renewSpent(killed bool) error {
	most, err := g.readNumber(pidsPeak)
	if err != nil {
		return err
	}
	for i := range g.folder {
		switch {
		case killed && int(g.in[kill]) == i,
			most > 1 && int(g.in[pidsPeak]) == i,
			g.fds[memoryPeak] >= 0 && !g.peakResets && int(g.in[memoryPeak]) == i:
			if err := g.renew(i); err != nil {
				return err
			}
		}
	}
	return nil
}
