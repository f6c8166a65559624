package cgroup

import (
	"fmt"
	"strings"
)

// Feature is one thing that groups can do for a process tree.
type Feature string

const (
	Memory    Feature = "memory"    // limit, peak, out-of-memory kills
	Processes Feature = "pids"      // limit, peak
	CPU       Feature = "cpu"       // quota, time lost to it
	Usage     Feature = "cpu usage" // CPU time used
	Pressure  Feature = "pressure"  // CPU time waited for
	Freeze    Feature = "freeze"    // stop and go on
	Kill      Feature = "kill"      // kill all at once
	Birth     Feature = "birth"     // a child is born into its group (CLONE_INTO_CGROUP)
	CPUSet    Feature = "cpuset"    // listed for completeness: cores are chosen by sched_setaffinity
	FreezerV1 Feature = "freezer"   // listed for completeness: a process in it survives the arena's death
)

// Features lists all of them in the order of a report.
var Features = []Feature{Memory, Processes, CPU, Usage, Pressure, Freeze, Kill, Birth, CPUSet, FreezerV1}

// Status says of one feature whether it works here.
type Status struct {
	Feature Feature `json:"feature"`
	Works   bool    `json:"works"`             // tried, not only found
	Used    bool    `json:"used"`              // false for what is listed for completeness
	Version int     `json:"version,omitempty"` // 1 or 2; 0 where the host has it in neither
	By      string  `json:"by,omitempty"`      // the mechanism: "cgroup v1 memory.limit_in_bytes"
	Path    string  `json:"path,omitempty"`    // the folder in which groups are made
	Missing string  `json:"missing,omitempty"` // why it does not work
	Cure    string  `json:"cure,omitempty"`    // what to do about it
}

// Mode is how a host divides its controllers between the versions.
type Mode string

const (
	None   Mode = "none"
	V1     Mode = "v1"
	V2     Mode = "v2"
	Hybrid Mode = "hybrid" // v1 trees, and a v2 tree beside them
)

// Report is what a host gives, feature by feature.
type Report struct {
	Mode     Mode     `json:"mode"`
	Features []Status `json:"features"`
}

// Of returns the status of one feature.
func (r *Report) Of(f Feature) Status {
	for _, s := range r.Features {
		if s.Feature == f {
			return s
		}
	}
	return Status{Feature: f, Missing: "unknown feature"}
}

// Lines are the report in words, one feature a line.
func (r *Report) Lines() []string {
	lines := []string{"cgroup hierarchies: " + string(r.Mode)}
	for _, s := range r.Features {
		var b strings.Builder
		fmt.Fprintf(&b, "%s: ", s.Feature)
		switch {
		case s.Works && s.Used:
			fmt.Fprintf(&b, "%s in %s", s.By, s.Path)
		case s.Works:
			fmt.Fprintf(&b, "%s, not used", s.By)
		default:
			fmt.Fprintf(&b, "missing: %s", s.Missing)
			if s.Cure != "" && s.Used {
				fmt.Fprintf(&b, " (%s)", s.Cure)
			}
		}
		lines = append(lines, b.String())
	}
	return lines
}

// MissingError is the answer to a use of what the host does not give.
type MissingError struct{ Status }

func (e *MissingError) Error() string {
	return fmt.Sprintf("cgroup: no %s: %s", e.Feature, e.Missing)
}

// The cures, by what is wrong.
const (
	cureContainer  = "in a container: docker run --cgroupns=host -v /sys/fs/cgroup:/sys/fs/cgroup:rw, or --privileged"
	cureDelegate   = "start the arena with systemd-run --user --scope -p Delegate=yes; cpu needs Delegate=cpu memory pids in user@.service once (systemctl edit user@.service); or run as root"
	cureAlone      = "start the arena in a group of its own: systemd-run --user --scope -p Delegate=yes arena …, or as the first process of its container"
	cureController = "boot with the controller on: remove cgroup_disable= from, or add cgroup_enable=memory to, the kernel's command line"
	cureMount      = "mount the cgroup file system: mount -t cgroup2 none /sys/fs/cgroup"
	curePSI        = "boot with psi=1, on a kernel with CONFIG_PSI"
	cureKernel     = "use a newer kernel: birth needs 5.7, freeze 5.2, kill 5.14, the full line of cpu.pressure 5.13"
	cureMountV2    = "mount a v2 tree beside the v1 ones: mkdir /sys/fs/cgroup/unified && mount -t cgroup2 none /sys/fs/cgroup/unified"
)
