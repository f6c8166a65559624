package cgroup

import (
	"errors"
	"os"
	"strconv"
	"strings"

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
// once killed so. Recycle replaces such a group, which takes some 0.1 ms.
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
