package cgroup

import (
	"fmt"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// file is one of the files of a group that are kept open.
type file uint8

const (
	memoryLimit file = iota
	memorySwap
	memoryPeak
	memoryUsage
	memoryEvents
	memoryWhole
	pidsLimit
	pidsNow
	pidsPeak
	cpuQuota
	cpuPeriod
	cpuThrottled
	usage
	pressure
	freeze
	kill
	events
	procs
	numFiles
)

// knob is how a file is named in either version, and whether it must be there
// for its feature to work. Empty: that version has none, or needs none.
type knob struct {
	feature  Feature
	v1, v2   string
	flags    int
	required bool
}

// knobs is indexed by file. Names and meanings: the kernel's
// admin-guide/cgroup-v1 and admin-guide/cgroup-v2.
var knobs = [numFiles]knob{
	memoryLimit:  {Memory, "memory.limit_in_bytes", "memory.max", unix.O_RDWR, true},
	memorySwap:   {Memory, "memory.memsw.limit_in_bytes", "memory.swap.max", unix.O_RDWR, false}, // absent without CONFIG_SWAP or swapaccount
	memoryPeak:   {Memory, "memory.max_usage_in_bytes", "memory.peak", unix.O_RDWR, false},       // v2: from 5.19, reset from 6.12
	memoryUsage:  {Memory, "memory.usage_in_bytes", "memory.current", unix.O_RDONLY, true},
	memoryEvents: {Memory, "memory.oom_control", "memory.events", unix.O_RDONLY, true},
	memoryWhole:  {Memory, "", "memory.oom.group", unix.O_RDWR, false},
	pidsLimit:    {Processes, "pids.max", "pids.max", unix.O_RDWR, true},
	pidsNow:      {Processes, "pids.current", "pids.current", unix.O_RDONLY, true},
	pidsPeak:     {Processes, "pids.peak", "pids.peak", unix.O_RDONLY, false}, // from 6.11
	cpuQuota:     {CPU, "cpu.cfs_quota_us", "cpu.max", unix.O_RDWR, true},
	cpuPeriod:    {CPU, "cpu.cfs_period_us", "", unix.O_RDWR, true},
	cpuThrottled: {CPU, "cpu.stat", "cpu.stat", unix.O_RDONLY, true},
	usage:        {Usage, "cpuacct.usage", "cpu.stat", unix.O_RDONLY, true},
	pressure:     {Pressure, "", "cpu.pressure", unix.O_RDONLY, true},
	freeze:       {Freeze, "", "cgroup.freeze", unix.O_RDWR, true},
	kill:         {Kill, "", "cgroup.kill", unix.O_WRONLY, true},
	events:       {Birth, "", "cgroup.events", unix.O_RDONLY, true},
	procs:        {Birth, "", "cgroup.procs", unix.O_RDONLY, true}, // v1: see listed
}

func (k knob) name(v2 bool) string {
	if v2 {
		return k.v2
	}
	return k.v1
}

// A fault of a file names the file, and what was to be done with it.
func fileError(op, path string, err error) error {
	return fmt.Errorf("cgroup: %s %s: %w", op, path, err)
}

func openFile(folder, name string, flags int) (int, error) {
	path := filepath.Join(folder, name)
	for {
		fd, err := unix.Open(path, flags|unix.O_CLOEXEC, 0)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return -1, fileError("open", path, err)
		}
		return fd, nil
	}
}

// read fills a buffer from the beginning of a file and allocates nothing.
func read(fd int, buf []byte) (int, error) {
	for {
		n, err := unix.Pread(fd, buf, 0)
		if err != unix.EINTR {
			return n, err
		}
	}
}

// write gives the kernel a whole value at once.
func write(fd int, value []byte) error {
	for {
		_, err := unix.Pwrite(fd, value, 0)
		if err != unix.EINTR {
			return err
		}
	}
}

func writePath(path, value string) error {
	fd, err := unix.Open(path, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fileError("open", path, err)
	}
	defer unix.Close(fd)
	if err := write(fd, []byte(value)); err != nil {
		return fileError("write "+value+" to", path, err)
	}
	return nil
}
