package sandbox

import (
	"errors"
	"time"

	"botarena/sandbox/cgroup"
)

// grouped is a tree in a cgroup of its own. Where the host's cgroups lack
// something it falls back to what ungrouped does, for the main process.
type grouped struct {
	main  ungrouped
	root  *cgroup.Root
	group *cgroup.Group
	build bool
}

func newGrouped(r *cgroup.Root) (*grouped, error) {
	g, err := r.Group()
	if err != nil {
		return nil, err
	}
	return &grouped{root: r, group: g, main: ungrouped{watch: !r.Works(cgroup.Memory)}}, nil
}

func (t *grouped) begin(l Limits, p Profile) error {
	t.build = p == Build
	if err := t.main.begin(l, p); err != nil {
		return err
	}
	var c cgroup.Limits
	if t.root.Works(cgroup.Memory) {
		c.Memory = l.Memory
	}
	if t.root.Works(cgroup.Processes) {
		c.Processes = l.Processes
	}
	if t.root.Works(cgroup.CPU) && l.Cores > 0 {
		c.Quota = cgroup.QuotaOf(l.Cores, 0)
	}
	return t.group.Begin(c)
}

func (t *grouped) birth() (int, []int) {
	if !t.root.Works(cgroup.Birth) {
		return -1, t.group.TaskFDs()
	}
	return t.group.BirthFD(), t.group.TaskFDs()
}

func (t *grouped) began(pid, pidfd int) { t.main.began(pid, pidfd) }

func (t *grouped) freeze() error {
	if t.root.Works(cgroup.Freeze) {
		return t.group.Freeze()
	}
	return t.main.freeze()
}

func (t *grouped) thaw() error {
	if t.root.Works(cgroup.Freeze) {
		return t.group.Thaw()
	}
	return t.main.thaw()
}

func (t *grouped) kill() error { return t.group.Kill() }

// cpu of a bot is that of its process, as its clock is exact to the moment of
// reading also while it runs.
func (t *grouped) cpu() (time.Duration, error) {
	if !t.build || !t.root.Works(cgroup.Usage) {
		if d, err := t.main.cpu(); err == nil || !t.root.Works(cgroup.Usage) {
			return d, err
		}
	}
	return t.group.CPU()
}

func (t *grouped) waiting() (time.Duration, bool) {
	if !t.root.Works(cgroup.Pressure) {
		return t.main.waiting()
	}
	d, err := t.group.Waiting()
	return d, err == nil
}

func (t *grouped) oom() (int, error) {
	if !t.root.Works(cgroup.Memory) {
		return 0, nil
	}
	return t.group.OOMKills()
}

func (t *grouped) overMemory() bool { return t.main.overMemory() }

// endWait bounds how long the kernel may take to clear away a dead tree: the
// end of a process with a gigabyte of small pages takes 0.15 s.
const endWait = 10 * time.Second

func (t *grouped) end() (f treeFigures, err error) {
	f, err = t.main.end()
	if err != nil {
		return f, err
	}
	deadline := time.Now().Add(endWait)
	if empty, err := t.group.Empty(); err != nil {
		return f, err
	} else if !empty {
		if err := t.group.Kill(); err != nil {
			return f, err
		}
		if err := t.group.WaitEmpty(deadline); err != nil {
			return f, err
		}
	}
	var errs [5]error
	if t.root.Works(cgroup.Usage) {
		f.cpu, errs[0] = t.group.CPU()
	}
	if t.root.Works(cgroup.CPU) {
		f.throttled, errs[1] = t.group.Throttled()
	}
	if t.root.Works(cgroup.Memory) {
		f.oom, errs[2] = t.group.OOMKills()
		f.peakMemory, errs[3] = t.group.MemoryPeak()
	}
	if t.root.Works(cgroup.Processes) {
		f.peakProcesses, errs[4] = t.group.ProcessesPeak()
	}
	if err := errors.Join(errs[:]...); err != nil {
		return f, err
	}
	return f, nil
}

// release makes the group ready for another tree. On an error it is not used
// again, nor is that of a build, which may leave files in memory.
func (t *grouped) release() error {
	deadline := time.Now().Add(endWait)
	if t.build {
		return t.group.Retire(deadline)
	}
	return t.group.Release(deadline)
}
