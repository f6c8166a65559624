package cgroup

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Host is where the kernel's files are seen. The zero value is this host;
// tests point it at a tree of their own.
type Host struct {
	Proc string // "/proc"

	// The kernel fills a new folder with files; a test's folder needs help.
	mkdir func(string) error
	rmdir func(string) error
	birth func() error
}

func (h Host) withDefaults() Host {
	if h.Proc == "" {
		h.Proc = "/proc"
	}
	if h.mkdir == nil {
		h.mkdir = func(p string) error { return unix.Mkdir(p, 0o755) }
	}
	if h.rmdir == nil {
		h.rmdir = unix.Rmdir
	}
	if h.birth == nil {
		h.birth = tryBirth
	}
	return h
}

// startTime reads when a process began, in clock ticks since the boot: with
// the process id it names a process once and for all (field 22 of
// proc_pid_stat(5)). "" if there is no such process.
func (h Host) startTime(pid string) string { return h.stat(pid, 22) }

// parentOf reads the id of a process' parent (field 4).
func (h Host) parentOf(pid string) string { return h.stat(pid, 4) }

// stat reads a field of proc_pid_stat(5), from the third on.
func (h Host) stat(pid string, field int) string {
	text, err := os.ReadFile(filepath.Join(h.Proc, pid, "stat"))
	if err != nil {
		return ""
	}
	// The second field is the program's name in brackets, which may hold both.
	f := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(f) <= field-3 {
		return ""
	}
	return f[field-3]
}

// pidNamespace names the namespace in which process ids mean what they say.
func (h Host) pidNamespace() string {
	link, err := os.Readlink(filepath.Join(h.Proc, "self/ns/pid"))
	if err != nil {
		return "0"
	}
	return strings.TrimSuffix(strings.TrimPrefix(link, "pid:["), "]")
}

func words(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

// tryBirth asks clone3(2) for a child in the group of a descriptor that cannot
// be open. No child can come of it: a kernel that knows CLONE_INTO_CGROUP
// answers EBADF, and one before 5.7 refuses the longer arguments.
func tryBirth() error {
	const intoCgroup = 0x200000000
	args := struct {
		flags, pidfd, childTID, parentTID, exitSignal, stack, stackSize, tls, setTID, setTIDSize, cgroup uint64
	}{flags: unix.CLONE_VM | unix.CLONE_VFORK | intoCgroup, cgroup: math.MaxInt32}
	_, _, errno := unix.Syscall(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)), unsafe.Sizeof(args), 0)
	if errno == unix.EBADF {
		return nil
	}
	return fmt.Errorf("cgroup: clone3(CLONE_INTO_CGROUP): %w", errno)
}
