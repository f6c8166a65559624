package seccomp

import (
	"runtime"

	"golang.org/x/sys/unix"
)

//go:generate go run gen.go

// Arch is a processor architecture as the kernel's filters see it.
type Arch struct {
	Name  string   // as Go names it: "amd64"
	audit uint32   // AUDIT_ARCH_*: what seccomp_data.arch must say
	x32   bool     // numbers from 0x40000000 on are calls of a second ABI
	calls []string // names by number; "" where the kernel has no call
	nr    map[string]int
}

// x32Bit marks a call of the x32 ABI: the same table entered a second time,
// with other argument layouts (arch/x86/include/uapi/asm/unistd.h).
const x32Bit = 0x40000000

// The architectures that filters can be made for.
var (
	AMD64 = newArch("amd64", unix.AUDIT_ARCH_X86_64, true, x8664Calls[:])
	ARM64 = newArch("arm64", unix.AUDIT_ARCH_AARCH64, false, aarch64Calls[:])
)

func newArch(name string, audit uint32, x32 bool, calls []string) *Arch {
	a := &Arch{Name: name, audit: audit, x32: x32, calls: calls, nr: make(map[string]int, len(calls))}
	for n, c := range calls {
		if c != "" {
			a.nr[c] = n
		}
	}
	return a
}

// Native is the architecture this program was built for, nil if filters
// cannot be made for it.
func Native() *Arch {
	switch runtime.GOARCH {
	case AMD64.Name:
		return AMD64
	case ARM64.Name:
		return ARM64
	}
	return nil
}

// Number is the number of a call, -1 if the architecture has none of that
// name.
func (a *Arch) Number(call string) int {
	if n, ok := a.nr[call]; ok {
		return n
	}
	return -1
}

// Call is the name of a number, "" if there is none.
func (a *Arch) Call(nr int) string {
	if nr < 0 || nr >= len(a.calls) {
		return ""
	}
	return a.calls[nr]
}

// known reports whether some architecture has a call of that name.
func known(call string) bool { return AMD64.Number(call) >= 0 || ARM64.Number(call) >= 0 }
