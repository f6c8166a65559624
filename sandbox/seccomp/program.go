package seccomp

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Program is a filter in the kernel's form. It is made once and loaded as
// often as wanted.
type Program struct {
	insns []unix.SockFilter
	fprog *unix.SockFprog
	own   int // the instruction that holds the process's own id, or -1
}

func newProgram(p Policy, c code) (*Program, error) {
	prog := &Program{insns: make([]unix.SockFilter, len(c)), own: -1}
	for i, in := range c {
		prog.insns[i] = in.SockFilter
		if !in.own {
			continue
		}
		if prog.own >= 0 {
			// The kernel writes the id of a newborn process to one place.
			return nil, fmt.Errorf("seccomp: policy %s asks twice for the process's own id", p.Name)
		}
		prog.own = i
	}
	prog.fprog = &unix.SockFprog{Len: uint16(len(c)), Filter: &prog.insns[0]}
	pins := new(runtime.Pinner)
	pins.Pin(prog.fprog)
	pins.Pin(&prog.insns[0])
	runtime.AddCleanup(prog, (*runtime.Pinner).Unpin, pins)
	return prog, nil
}

// Len is the number of instructions.
func (p *Program) Len() int { return len(p.insns) }

// Fprog is what seccomp(SECCOMP_SET_MODE_FILTER) takes: for a child that must
// make the call itself, without running Go code. It and what it points at stay
// where they are; they live as long as the Program, which the caller keeps
// alive.
func (p *Program) Fprog() *unix.SockFprog { return p.fprog }

// OwnPID is where the program holds the id of the process it is loaded in, as
// that process sees it (in its own process namespace); nil if its policy has
// no Own condition. Whoever loads the program writes it first. For a child
// that shares our memory the kernel does it, with CLONE_CHILD_SETTID and this
// address. A program with such a place serves one child at a time.
func (p *Program) OwnPID() *uint32 {
	if p.own < 0 {
		return nil
	}
	return &p.insns[p.own].K
}

// LoadError says why the kernel did not take a filter.
type LoadError struct {
	Err error
}

func (e *LoadError) Error() string {
	why := ""
	switch {
	case errors.Is(e.Err, unix.EBUSY):
		why = " (a filter in force has a listener already; there can be one)"
	case errors.Is(e.Err, unix.EACCES):
		why = " (no_new_privs is not set)"
	case errors.Is(e.Err, unix.ENOSYS):
		why = " (this kernel has no seccomp filters)"
	}
	return "seccomp(SECCOMP_SET_MODE_FILTER): " + e.Err.Error() + why
}

func (e *LoadError) Unwrap() error { return e.Err }

// Load puts the calling thread, and all that it will start, under the filter
// for ever. The goroutine must be locked to it, and no_new_privs be set.
//
// With SECCOMP_FILTER_FLAG_NEW_LISTENER among flags it returns the descriptor
// of the filter's listener (close-on-exec), for NewListener; -1 otherwise.
// SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (since Linux 5.19) is left out where
// the kernel does not have it. The error is a *LoadError.
func Load(p *Program, flags uint) (listener int, err error) {
	r, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, uintptr(flags), uintptr(unsafe.Pointer(p.fprog)))
	if e == unix.EINVAL && flags&unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV != 0 {
		return Load(p, flags&^unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
	}
	runtime.KeepAlive(p)
	if e != 0 {
		return -1, &LoadError{e}
	}
	if flags&unix.SECCOMP_FILTER_FLAG_NEW_LISTENER == 0 {
		return -1, nil
	}
	return int(r), nil
}
