package cgroup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// place is our folder in one hierarchy.
type place struct {
	v2          bool
	parent      string
	dir         string
	controllers []string // of v2: those that groups below dir have
	lock        int
	left        bool     // this process has moved out of the parent
	vacated     []string // controllers switched on in the parent after this process had moved out of it
}

// selfLeaf is the group this process moves to when it must leave the parent.
const selfLeaf = "self"

// obstacle is why a place could not be had, and what helps.
type obstacle struct {
	err  error
	cure string
}

// controllersOf are the v1 controllers of each feature; v2 names them alike.
var controllersOf = map[Feature]string{
	Memory: "memory", Processes: "pids", CPU: "cpu", Usage: "cpuacct", CPUSet: "cpuset", FreezerV1: "freezer",
}

// settle takes a place in each hierarchy that is needed and writes the report.
func (r *Root) settle(trees []*hierarchy, o Options) {
	var v2 *hierarchy
	v1 := map[string]*hierarchy{}
	for _, t := range trees {
		if t.v2 {
			if len(t.mounts) > 0 {
				v2 = t
			}
			continue
		}
		for _, c := range t.controllers {
			if len(t.mounts) > 0 {
				v1[c] = t
			}
		}
	}
	var core *place
	var coreObstacle obstacle
	if v2 != nil {
		var want []string
		for _, f := range []Feature{Memory, Processes, CPU} {
			if c := controllersOf[f]; v1[c] == nil && !slices.Contains(o.Without, f) {
				want = append(want, c)
			}
		}
		if len(want) > 0 || slices.ContainsFunc([]Feature{Usage, Pressure, Freeze, Kill, Birth}, func(f Feature) bool { return !slices.Contains(o.Without, f) }) {
			core, coreObstacle = r.take(v2, want, o)
		}
	}
	taken := map[*hierarchy]*place{}
	obstacles := map[*hierarchy]obstacle{}
	for _, f := range Features {
		s := Status{Feature: f, Used: f != CPUSet && f != FreezerV1}
		switch c := controllersOf[f]; {
		case slices.Contains(o.Without, f):
			s.Missing = "switched off"
		case c == "", f == Usage && core != nil:
			s = statusV2(s, v2, core, coreObstacle)
		case v1[c] != nil && s.Used:
			t := v1[c]
			if _, tried := obstacles[t]; !tried {
				taken[t], obstacles[t] = r.take(t, nil, o)
			}
			s = r.try(s, taken[t], obstacles[t])
		case v1[c] != nil:
			s.Works, s.Version, s.By = true, 1, "cgroup v1 "+c
		case v2 != nil && !s.Used:
			if slices.Contains(words(filepath.Join(v2.mounts[0].point, "cgroup.controllers")), c) {
				s.Works, s.Version, s.By = true, 2, "cgroup v2 "+c
			} else {
				s.Missing = "this kernel has no controller " + c
			}
		case v2 != nil:
			s = statusController(s, c, v2, core, coreObstacle)
		case len(trees) > 0:
			s.Missing, s.Cure = "controller "+c+" is not mounted", cureMount
		default:
			s.Missing, s.Cure = "no cgroup file system is mounted", cureMount
		}
		if s.Works && s.Used && core != nil && s.Version == 2 {
			s = r.try(s, core, coreObstacle)
		}
		r.report.Features = append(r.report.Features, s)
	}
}

// statusV2 is the state of what the v2 core gives without any controller.
func statusV2(s Status, v2 *hierarchy, core *place, why obstacle) Status {
	switch {
	case v2 == nil:
		s.Missing, s.Cure = "no v2 tree is mounted", cureMountV2
	case core == nil:
		s.Missing, s.Cure = why.err.Error(), why.cure
	default:
		s.Works, s.Version = true, 2
	}
	return s
}

// statusController is the state of a controller that only v2 can give.
func statusController(s Status, c string, v2 *hierarchy, core *place, why obstacle) Status {
	switch {
	case core == nil:
		s.Missing, s.Cure = why.err.Error(), why.cure
	case slices.Contains(core.controllers, c):
		s.Works, s.Version = true, 2
	case why.err != nil:
		s.Missing, s.Cure = why.err.Error(), why.cure
	default:
		s.Missing = fmt.Sprintf("controller %s is not on in %s", c, core.parent)
		s.Cure = cureDelegate
		if !slices.Contains(words(filepath.Join(v2.mounts[0].point, "cgroup.controllers")), c) {
			s.Missing = fmt.Sprintf("this kernel has no controller %s", c)
			s.Cure = cureController
		}
	}
	return s
}

// try makes a group's folder, looks for the files of a feature, and opens
// them for what they are needed for.
func (r *Root) try(s Status, p *place, why obstacle) Status {
	fail := func(missing, cure string) Status {
		return Status{Feature: s.Feature, Used: s.Used, Missing: missing, Cure: cure}
	}
	if p == nil {
		return fail(why.err.Error(), why.cure)
	}
	probe := filepath.Join(p.dir, "probe")
	if err := r.host.mkdir(probe); err != nil {
		return fail(fileError("mkdir", probe, err).Error(), cureOf(err))
	}
	defer r.host.removeBy(probe, time.Now().Add(closeWait))
	version := 1
	if p.v2 {
		version = 2
	}
	for f := range numFiles {
		k := knobs[f]
		if name := k.name(p.v2); k.feature == s.Feature && k.required && name != "" {
			fd, err := openFile(probe, name, k.flags)
			if err == nil && s.Feature == Pressure {
				err = fullLine(fd)
			}
			if err != nil {
				cure := cureOf(err)
				if errors.Is(err, unix.ENOENT) {
					cure = cureKernel
					if s.Feature == Pressure {
						cure = curePSI
					}
				}
				return fail(err.Error(), cure)
			}
			unix.Close(fd)
			if s.By == "" {
				s.By = fmt.Sprintf("cgroup v%d %s", version, name)
			}
		}
	}
	if s.Feature == Birth {
		if err := r.host.birth(); err != nil {
			return fail(err.Error(), cureKernel)
		}
		s.By = "clone3(CLONE_INTO_CGROUP)"
	}
	s.Works, s.Version, s.Path = true, version, p.dir
	return s
}

// fullLine looks for the line of cpu.pressure that is needed. It closes fd on
// failure only.
func fullLine(fd int) error {
	var buf [256]byte
	n, err := read(fd, buf[:])
	if err == nil {
		if _, ok := fullTotal(buf[:n]); !ok {
			err = errors.New("cgroup: cpu.pressure has no line full")
		}
	}
	if err != nil {
		unix.Close(fd)
	}
	return err
}

func cureOf(err error) string {
	switch {
	case errors.Is(err, unix.EROFS):
		return cureContainer
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return cureDelegate
	case errors.Is(err, unix.EBUSY):
		return cureAlone
	case errors.Is(err, unix.EOPNOTSUPP):
		return curePSI
	}
	return cureKernel
}

// take finds the group in which our folder can be, and makes it. want are the
// v2 controllers that groups should have; the place that gives most of them is
// kept, and the obstacle says why it does not give all.
func (r *Root) take(t *hierarchy, want []string, o Options) (*place, obstacle) {
	var best *place
	var why obstacle
	for _, parent := range candidates(t, o) {
		p, obst := r.takeIn(parent, t.v2, want)
		if why.err == nil || best == nil && p != nil {
			why = obst
		}
		switch {
		case p == nil:
		case best == nil:
			best = p
		case len(p.controllers) > len(best.controllers):
			best.leave(r.host, time.Now().Add(closeWait))
			best, why = p, obst
		default:
			p.leave(r.host, time.Now().Add(closeWait))
		}
		if best != nil && len(best.controllers) == len(want) {
			break
		}
	}
	if best != nil {
		r.places = append(r.places, best)
	} else if why.err == nil {
		why = obstacle{fmt.Errorf("our own group %s is not visible under %s", t.own, t.mounts[0].point), cureContainer}
	}
	return best, why
}

// candidates are the groups that could hold our folder, the best one first.
func candidates(t *hierarchy, o Options) []string {
	if o.Parent != "" {
		if f := t.folder(o.Parent); f != "" {
			return []string{f}
		}
		return nil
	}
	var all []string
	if own := t.folder(t.own); own != "" {
		all = append(all, own)
	}
	// Only root gets out of the group it was started in, and then only where
	// that group cannot be used: the limits set on it are meant for us too.
	if top := t.mounts[0].point; os.Geteuid() == 0 && !slices.Contains(all, top) {
		all = append(all, top)
	}
	return all
}

func (r *Root) takeIn(parent string, v2 bool, want []string) (*place, obstacle) {
	p := &place{v2: v2, parent: parent, dir: filepath.Join(parent, r.name), lock: -1}
	// One that is there already, and that nobody holds, was ours before this
	// process executed itself anew.
	if err := r.host.mkdir(p.dir); err != nil && !errors.Is(err, unix.EEXIST) {
		return nil, obstacle{fileError("mkdir", p.dir, err), cureOf(err)}
	}
	var err error
	if p.lock, err = lockFolder(p.dir); err != nil {
		return nil, obstacle{err, cureAlone}
	}
	var why obstacle
	for _, c := range want {
		if !slices.Contains(words(filepath.Join(parent, "cgroup.controllers")), c) {
			continue
		}
		err := p.enable(r.host, c)
		if err == nil {
			p.controllers = append(p.controllers, c)
		} else if why.err == nil {
			why = obstacle{err, cureOf(err)}
		}
	}
	if v2 && slices.Contains(words(filepath.Join(p.dir, "cgroup.type")), "invalid") {
		p.leave(r.host, time.Now().Add(closeWait))
		return nil, obstacle{fmt.Errorf("cgroup: %s holds processes and gives controllers to groups below, in which nothing can run then: %w", parent, unix.EBUSY), cureAlone}
	}
	return p, why
}

// populated reports whether a group holds processes and, as every group but the
// top (which has no cgroup.type), may not do so and give controllers to groups
// below. Of cpu and pids the kernel takes it all the same, and makes those groups
// invalid (cgroups(7), threaded mode): so it must be asked before.
func populated(group string) bool {
	_, err := os.Stat(filepath.Join(group, "cgroup.type"))
	return err == nil && len(words(filepath.Join(group, "cgroup.procs"))) > 0
}

const subtree = "cgroup.subtree_control"

// enable gives a v2 controller to the groups in our folder: it must be on in
// the parent and in our folder.
func (p *place) enable(h Host, c string) error {
	if !slices.Contains(words(filepath.Join(p.parent, subtree)), c) {
		if populated(p.parent) {
			// If we are the only one in it, we can leave.
			if err := p.vacate(h); err != nil {
				return err
			}
			p.left = true
		}
		if err := writePath(filepath.Join(p.parent, subtree), "+"+c); err != nil {
			return err
		}
		if p.left {
			p.vacated = append(p.vacated, c)
		}
	}
	return writePath(filepath.Join(p.dir, subtree), "+"+c)
}

// vacate moves this process, and those it has started, out of the parent, into
// a leaf of our own. It is done once, at the start: the kernel takes 8 to 12 ms
// for it.
func (p *place) vacate(h Host) error {
	self := strconv.Itoa(os.Getpid())
	inside := words(filepath.Join(p.parent, "cgroup.procs"))
	if slices.ContainsFunc(inside, func(pid string) bool { return pid != self && h.parentOf(pid) != self }) {
		return fmt.Errorf("cgroup: %s holds other processes (%s) beside this one, so it cannot give controllers to groups below: %w",
			p.parent, strings.Join(inside, " "), unix.EBUSY)
	}
	leaf := filepath.Join(p.dir, selfLeaf)
	if err := h.mkdir(leaf); err != nil {
		return fileError("mkdir", leaf, err)
	}
	return moveTo(leaf, inside)
}

// moveTo is the one place where cgroup.procs is written. A process that has
// ended meanwhile need not be moved.
func moveTo(group string, pids []string) error {
	for _, pid := range pids {
		if err := writePath(filepath.Join(group, "cgroup.procs"), pid); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

// leave undoes takeIn and removes the folder. Controllers that were switched
// on in a parent that others use stay on: they may be using them by now.
func (p *place) leave(h Host, deadline time.Time) error {
	if p.lock >= 0 {
		unix.Close(p.lock)
		p.lock = -1
	}
	leaf := filepath.Join(p.dir, selfLeaf)
	if _, err := os.Stat(leaf); err == nil {
		for _, c := range p.vacated {
			if err := writePath(filepath.Join(p.dir, subtree), "-"+c); err != nil {
				return err
			}
			if err := writePath(filepath.Join(p.parent, subtree), "-"+c); err != nil {
				return err
			}
		}
		if err := moveTo(p.parent, words(filepath.Join(leaf, "cgroup.procs"))); err != nil {
			return err
		}
		if err := h.removeBy(leaf, deadline); err != nil {
			return err
		}
	}
	return h.removeBy(p.dir, deadline)
}
