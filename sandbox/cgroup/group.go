package cgroup

import (
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Group is one folder in each hierarchy that is needed, with its files kept
// open: the place of one process tree at a time. Kill, Freeze, Thaw and all
// that reads may be called at any time from any goroutine between Begin and
// Recycle or Release; those three and Set by the holder alone.
type Group struct {
	root   *Root
	number int
	folder []folder // in the order of root.places
	fds    [numFiles]int
	in     [numFiles]uint8 // which folder a file is in
	set    inForce
	base   marks
	held   bool // a quota was in force in this run

	birthFD    int
	tasks      []int // of v1, all but the one of cpu
	allTasks   []int // and cpu, at the end
	peakResets bool

	mu     sync.Mutex
	frozen bool
	shut   bool // Kill has refused all forks, on pure v1
	killed bool // by cgroup.kill
}

type folder struct {
	path  string
	tries int // how many folders this one has replaced
	tasks int // v1: its file tasks, open for writing
	dir   int // v2: itself
}

// marks are the figures at the beginning of a run.
type marks struct {
	cpu, full, throttled time.Duration
	oom                  uint64
}

func (g *Group) path(f file) string {
	i := g.in[f]
	return filepath.Join(g.folder[i].path, knobs[f].name(g.root.places[i].v2))
}

func (g *Group) v2(f file) bool { return g.root.places[g.in[f]].v2 }

// make builds all folders and opens their files.
func (g *Group) make() error {
	g.birthFD = -1
	for f := range g.fds {
		g.fds[f] = -1
	}
	g.set = fresh
	g.folder = make([]folder, len(g.root.places))
	for i := range g.folder {
		g.folder[i].tasks, g.folder[i].dir = -1, -1
	}
	for i := range g.folder {
		if err := g.build(i); err != nil {
			g.remove(time.Now().Add(closeWait))
			return err
		}
	}
	g.collect()
	return nil
}

// build makes the folder in one place.
func (g *Group) build(i int) error {
	p, f := g.root.places[i], &g.folder[i]
	name := strconv.Itoa(g.number)
	if f.tries > 0 {
		name += "." + strconv.Itoa(f.tries)
	}
	path := filepath.Join(p.dir, name)
	if err := g.root.host.mkdir(path); err != nil {
		return fileError("mkdir", path, err)
	}
	f.path = path
	for k := range numFiles {
		if g.belongs(k, i) {
			if err := g.open(k, i); err != nil {
				return err
			}
		}
	}
	var err error
	if p.v2 {
		f.dir, err = openFile(path, ".", unix.O_RDONLY|unix.O_DIRECTORY)
	} else {
		f.tasks, err = openFile(path, "tasks", unix.O_WRONLY)
	}
	if err != nil {
		return err
	}
	if p.v2 && g.fds[memoryWhole] >= 0 && g.in[memoryWhole] == uint8(i) {
		return g.put(memoryWhole, 1, "")
	}
	return nil
}

// belongs reports whether a file of a working feature is in place i.
func (g *Group) belongs(f file, i int) bool {
	p, k := g.root.places[i], knobs[f]
	if k.name(p.v2) == "" {
		return false
	}
	if f == procs || f == events {
		return true // they serve every feature
	}
	s := g.root.report.Of(k.feature)
	return s.Works && s.Path == p.dir
}

func (g *Group) open(f file, i int) error {
	p, k := g.root.places[i], knobs[f]
	name := k.name(p.v2)
	fd, err := openFile(g.folder[i].path, name, k.flags)
	if f == memoryPeak {
		// v2 before 6.12 lets it be read only: root may open it for writing
		// all the same, and is refused at the write.
		g.peakResets = err == nil && write(fd, zero[:]) == nil
		if err != nil {
			fd, err = openFile(g.folder[i].path, name, unix.O_RDONLY)
		}
	}
	if err != nil {
		if !k.required {
			return nil
		}
		return err
	}
	g.fds[f], g.in[f] = fd, uint8(i)
	return nil
}

// collect lists how a child gets in.
func (g *Group) collect() {
	g.tasks, g.allTasks, g.birthFD = nil, nil, -1
	cpu := -1
	for i, p := range g.root.places {
		switch {
		case p.v2:
			g.birthFD = g.folder[i].dir
		case g.fds[cpuQuota] >= 0 && int(g.in[cpuQuota]) == i && !g.serves(i, cpuQuota):
			cpu = g.folder[i].tasks
		default:
			g.tasks = append(g.tasks, g.folder[i].tasks)
		}
	}
	g.allTasks = append(g.allTasks, g.tasks...)
	if cpu >= 0 {
		g.allTasks = append(g.allTasks, cpu)
	}
}

// serves reports whether place i has an open file of another feature than
// that of f: cpu and cpuacct are mostly mounted together.
func (g *Group) serves(i int, f file) bool {
	for o, fd := range g.fds {
		if fd >= 0 && int(g.in[o]) == i && knobs[o].feature != knobs[f].feature {
			return true
		}
	}
	return false
}

// TaskFDs are the files into which a child must write "0" itself, after it was
// born and before it does anything that counts: one a v1 hierarchy. That of
// cpu is left out when no quota is set, as being in it costs 0.3 µs a round
// trip: so a quota must be set before the child is born. Empty on pure v2.
// The slice is the group's own.
//
// Do not write cgroup.procs instead: the kernel takes 8 to 12 ms for it when
// launches are some time apart.
func (g *Group) TaskFDs() []int {
	if g.set.Quota == unlimited {
		return g.tasks
	}
	return g.allTasks
}

// BirthFD is the v2 folder for clone3(CLONE_INTO_CGROUP), -1 without one.
func (g *Group) BirthFD() int { return g.birthFD }

// closeFolder closes the files of one place.
func (g *Group) closeFolder(i int) {
	for f, fd := range g.fds {
		if fd >= 0 && int(g.in[f]) == i {
			unix.Close(fd)
			g.fds[f] = -1
		}
	}
	f := &g.folder[i]
	for _, fd := range []*int{&f.tasks, &f.dir} {
		if *fd >= 0 {
			unix.Close(*fd)
			*fd = -1
		}
	}
}

// remove ends what is in the group, and removes its folders.
func (g *Group) remove(deadline time.Time) error {
	first := g.Kill()
	if first == nil {
		first = g.WaitEmpty(deadline)
	}
	for i := range g.folder {
		g.closeFolder(i)
		if path := g.folder[i].path; path != "" {
			if err := g.root.host.removeBy(path, deadline); err != nil && first == nil {
				first = err
			}
			g.folder[i].path = ""
		}
	}
	return first
}

// renew replaces the folder in one place by a new one, for figures that the
// kernel does not let one reset. What cannot be removed now is removed later.
func (g *Group) renew(i int) error {
	old := g.folder[i].path
	g.closeFolder(i)
	g.folder[i].tries++
	if err := g.build(i); err != nil {
		return err
	}
	g.root.discard(old)
	// The new folder has the kernel's own settings.
	if g.fds[memoryLimit] >= 0 && int(g.in[memoryLimit]) == i {
		g.set.Memory = unlimited
	}
	if g.fds[pidsLimit] >= 0 && int(g.in[pidsLimit]) == i {
		g.set.Processes = unlimited
	}
	if g.fds[cpuQuota] >= 0 && int(g.in[cpuQuota]) == i {
		g.set.Quota, g.set.Period = unlimited, defaultPeriod
	}
	g.collect()
	return nil
}

// list is the file that lists the processes: that of the v2 tree, or of any
// v1 tree, as all of them hold the same. "" if there is no group at all.
func (g *Group) list() string {
	list := ""
	for i, p := range g.root.places {
		if path := g.folder[i].path; path != "" && (list == "" || p.v2) {
			list = filepath.Join(path, "cgroup.procs")
		}
	}
	return list
}
