package seccomp

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Gate lets the launcher alone make some calls through a filter that it
// shares with the bots: the filter lets them pass if their pointer argument is
// one secret address out of some 2^43, in the launcher's own memory. A filter
// compares the address and cannot see what lies there; a bot that knew it
// could map the same address in its own memory. Nothing tells it: neither the
// pointers of execveat nor the filter reach the new program, and a wrong
// guess at execveat or seccomp is a violation.
//
// Only this makes "may exec this descriptor and nothing else" true: a filter
// cannot read a path, and execveat(fd, "/bin/sh", AT_EMPTY_PATH) does not look
// at fd at all.
//
// A Gate belongs to one launcher, which starts one child at a time.
type Gate struct {
	mem  []byte
	base int // of the slots in the page
}

// Slots of the page, from its base on.
const (
	slotPath  = 0
	slotClone = 8
	slotFprog = slotClone + 128
	slotCPUs  = slotFprog + 16
	slotLimit = slotCPUs + 128
	slotsEnd  = slotLimit + rlimits*16

	rlimits = 16 // RLIM_NLIMITS
)

// NewGate maps the page. Close unmaps it; a filter that knows it lives on and
// lets nobody pass.
func NewGate() (*Gate, error) {
	size := unix.Getpagesize()
	for range 64 {
		var r [8]byte
		rand.Read(r[:]) // never fails: crypto/rand
		at := binary.LittleEndian.Uint64(r[:]) & (1<<47 - 1)
		base := int(at) % (size - slotsEnd) &^ 7
		page := uintptr(at) &^ uintptr(size-1)
		// A kernel before 4.17 takes the address as a hint.
		p, err := unix.MmapPtr(-1, 0, unsafe.Add(nil, page), uintptr(size), unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_FIXED_NOREPLACE)
		if err != nil {
			continue // taken, or outside the address space
		}
		g := &Gate{mem: unsafe.Slice((*byte)(p), size), base: base}
		if uintptr(p) != page {
			g.Close()
			continue
		}
		return g, nil
	}
	return nil, fmt.Errorf("seccomp: no page could be had at a random address")
}

// Close unmaps the page.
func (g *Gate) Close() error { return unix.MunmapPtr(unsafe.Pointer(&g.mem[0]), uintptr(len(g.mem))) }

func (g *Gate) slot(at int) unsafe.Pointer { return unsafe.Pointer(&g.mem[g.base+at]) }

// Path is the empty path for execveat(fd, path, argv, envp, AT_EMPTY_PATH).
func (g *Gate) Path() *byte { return (*byte)(g.slot(slotPath)) }

// CloneArgs is the place of the struct clone_args (up to 128 bytes) for clone3.
func (g *Gate) CloneArgs() unsafe.Pointer { return g.slot(slotClone) }

// Fprog is the place of the filter that the child loads for itself: a copy of
// p's own, which the caller keeps alive.
func (g *Gate) Fprog(p *Program) *unix.SockFprog {
	f := (*unix.SockFprog)(g.slot(slotFprog))
	*f = *p.fprog
	return f
}

// CPUSet is the place of the mask for sched_setaffinity.
func (g *Gate) CPUSet() *unix.CPUSet { return (*unix.CPUSet)(g.slot(slotCPUs)) }

// Rlimit is the place of a limit for prlimit64: one for each resource (0 to
// 15).
func (g *Gate) Rlimit(resource int) *unix.Rlimit {
	if resource < 0 || resource >= rlimits {
		panic("seccomp: no such resource")
	}
	return (*unix.Rlimit)(g.slot(slotLimit + 16*resource))
}

func address(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) }
