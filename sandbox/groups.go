package sandbox

import (
	"os"
	"slices"
	"strings"

	"botarena/sandbox/cgroup"
)

// openGroups finds out what cgroups the host gives and reports it, layer by
// layer, with what takes their place.
func (s *Sandbox) openGroups() error {
	var o cgroup.Options
	for layer, f := range featureOf {
		if !s.report.wants(layer) {
			o.Without = append(o.Without, f...)
		}
	}
	root, err := cgroup.Open(o)
	if err != nil {
		return &HostError{Layer: layerMemory, Step: "open the cgroup file systems", Err: err, Cure: cureCgroup}
	}
	rep := root.Report()
	used := false
	for _, layer := range []string{layerMemory, layerCPU, layerProcesses, layerKill, layerFreeze, layerWaiting} {
		works, by, missing, cure := true, []string(nil), "", ""
		for _, f := range featureOf[layer] {
			st := rep.Of(f)
			used = used || st.Works
			if works = works && st.Works; !st.Works {
				missing, cure = st.Missing, st.Cure
			}
			by = append(by, st.By)
		}
		if !s.report.wants(layer) {
			continue
		}
		if works {
			s.report.holds(layer, strings.Join(by, ", "))
			continue
		}
		s.report.lacks(layer, missing, cure)
	}
	if used {
		s.groups = root
	} else if err := root.Close(); err != nil {
		return &HostError{Layer: layerMemory, Step: "close the cgroup file systems", Err: err}
	}
	s.substitutes()
	return nil
}

// featureOf are the cgroup features that make a layer.
var featureOf = map[string][]cgroup.Feature{
	layerMemory:    {cgroup.Memory},
	layerCPU:       {cgroup.CPU},
	layerProcesses: {cgroup.Processes},
	layerKill:      {cgroup.Kill},
	layerFreeze:    {cgroup.Freeze},
	layerWaiting:   {cgroup.Pressure},
}

// substitutes names what holds a promise where cgroups do not. They are
// weaker: a strict jail does not take them.
func (s *Sandbox) substitutes() {
	for layer, by := range map[string]string{
		layerMemory: "RLIMIT_DATA and a watcher every 5 ms that adds up the pages (PSS)",
		layerCPU:    "one core each (sched_setaffinity); a share of less is not held",
		layerKill:   "SIGKILL to the process, which has no children",
		layerFreeze: "SIGSTOP",
	} {
		if !s.report.has(layer) && s.report.wants(layer) && !s.opts.Strict {
			s.report.stands(layer, by)
		}
	}
}

// works reports whether trees have a feature of the host's cgroups.
func (s *Sandbox) works(f cgroup.Feature) bool { return s.groups != nil && s.groups.Works(f) }

func (s *Sandbox) newTree() (tree, error) {
	if s.groups == nil {
		return &ungrouped{watch: !slices.Contains(s.opts.Without, layerMemory), sharesID: s.seats.base == 0}, nil
	}
	g, err := newGrouped(s.groups)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// cgroupDelegation reports whether the kernel takes cgroup namespaces for
// borders that processes may not be moved across (mount option nsdelegate).
func cgroupDelegation() bool {
	b, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) >= 4 && f[2] == "cgroup2" && slices.Contains(strings.Split(f[3], ","), "nsdelegate") {
			return true
		}
	}
	return false
}
