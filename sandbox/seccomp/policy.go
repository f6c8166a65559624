package seccomp

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// Action is what the kernel does with a call: the value a filter returns
// (seccomp(2)). Where several filters are in force, the most severe of their
// answers is taken: KillProcess, then Errno, then Notify, then Allow.
type Action uint32

const (
	Allow       Action = unix.SECCOMP_RET_ALLOW
	KillProcess Action = unix.SECCOMP_RET_KILL_PROCESS // as by an unblockable SIGSYS

	// Notify stops the caller until the owner of the filter's Listener has
	// answered. Where there is no listener, the kernel answers ENOSYS.
	Notify Action = 0x7fc00000 // SECCOMP_RET_USER_NOTIF
)

// Errno answers an error in the kernel's stead; Errno(0) is a call that
// claims to have succeeded.
func Errno(e unix.Errno) Action { return unix.SECCOMP_RET_ERRNO | Action(e) }

// String is the action as the tables print it: "allow", "notify", "EPERM".
func (a Action) String() string {
	switch {
	case a == Allow:
		return "allow"
	case a == KillProcess:
		return "kill"
	case a == Notify:
		return "notify"
	case a == Errno(0):
		return "pretend"
	case a&unix.SECCOMP_RET_ACTION_FULL == unix.SECCOMP_RET_ERRNO:
		return unix.ErrnoName(unix.Errno(a & unix.SECCOMP_RET_DATA))
	}
	return fmt.Sprintf("action %#x", uint32(a))
}

// Policy says what may be called. The first rule that names a call and whose
// conditions all hold decides it.
type Policy struct {
	Name string

	// Default decides the calls that no rule decides, numbers without a call
	// among them.
	Default Action

	// Foreign decides calls of another architecture and of the x32 ABI, whose
	// numbers mean something else (int 0x80 on amd64). It must not be Allow
	// unless Default is: in a filter that only adds to another.
	Foreign Action

	Rules []Rule
}

// Rule decides some calls.
type Rule struct {
	// Calls are names, separated by spaces. One that the architecture does
	// not have is passed over (arm64 has no open); one that no architecture
	// has is an error.
	Calls string
	When  []Cond // nil: always
	Do    Action
	Why   string // one line: who needs the call, or what it would open
}

// Cond is a condition on one argument: (argument & Mask) is one of In.
type Cond struct {
	Arg  int    // 0 to 5
	Mask uint64 // bits compared; both halves of the register are
	In   []uint64

	// Own holds if the argument is the process's own id, which is known only
	// once it has been born: see Program.OwnPID. Mask and In are unused.
	Own bool
}

// Int compares an argument which the kernel takes as a 32-bit integer: it
// does not look at the upper half, where a compiler may leave anything.
func Int(arg int, in ...uint32) Cond {
	c := Cond{Arg: arg, Mask: 0xffffffff}
	for _, v := range in {
		c.In = append(c.In, uint64(v))
	}
	return c
}

// Long compares all 64 bits of an argument: an address, a size, an unsigned
// long of flags.
func Long(arg int, in ...uint64) Cond { return Cond{Arg: arg, Mask: ^uint64(0), In: in} }

// Without holds if an argument has none of the bits.
func Without(arg int, bits uint64) Cond { return Cond{Arg: arg, Mask: bits, In: []uint64{0}} }

// Own holds if an argument is the process's own id.
func Own(arg int) Cond { return Cond{Arg: arg, Own: true} }

// check finds mistakes that the compiler cannot give a meaning to.
func (p Policy) check() error {
	if p.Foreign == Allow && p.Default != Allow {
		return fmt.Errorf("seccomp: policy %s allows foreign calls, whose numbers it does not know", p.Name)
	}
	for i, r := range p.Rules {
		calls := strings.Fields(r.Calls)
		if len(calls) == 0 {
			return fmt.Errorf("seccomp: policy %s: rule %d names no call", p.Name, i)
		}
		for _, c := range calls {
			if !known(c) {
				return fmt.Errorf("seccomp: policy %s: rule %d: no architecture has a call %q", p.Name, i, c)
			}
		}
		for _, c := range r.When {
			if err := c.check(); err != nil {
				return fmt.Errorf("seccomp: policy %s: rule %d (%s): %w", p.Name, i, calls[0], err)
			}
		}
	}
	return nil
}

func (c Cond) check() error {
	if c.Arg < 0 || c.Arg > 5 {
		return fmt.Errorf("there is no argument %d", c.Arg)
	}
	if c.Own {
		return nil
	}
	if c.Mask == 0 || len(c.In) == 0 {
		return fmt.Errorf("condition on argument %d compares nothing", c.Arg)
	}
	for _, v := range c.In {
		if v&^c.Mask != 0 {
			return fmt.Errorf("argument %d: %#x has bits outside the mask %#x: never true", c.Arg, v, c.Mask)
		}
	}
	return nil
}
