package sandbox

import (
	"sync/atomic"
	"unsafe"

	"botarena/sandbox/seccomp"

	"golang.org/x/sys/unix"
)

// call is one system call that the child makes between clone3 and exec. The
// assembly knows this layout.
type call struct {
	nr   uintptr
	args [6]uintptr
	want uintptr // the one right answer, another is ESRCH; 0: any but an error
}

// fault is where the child, which shares our memory, leaves what went wrong.
type fault struct {
	errno uintptr
	at    uintptr // address of the call that failed
}

type cloneArgs struct {
	flags      uint64
	pidfd      uint64
	childTID   uint64
	parentTID  uint64
	exitSignal uint64
	_          [5]uint64 // stack, stack_size, tls, set_tid, set_tid_size
	cgroup     uint64
}

// A child is one clone3 and the list of calls its child makes. It lives on the
// heap, as must all that the calls point at: they hold addresses, which do not
// follow a stack that moves. Whoever builds the list keeps that alive.
type child struct {
	args  cloneArgs
	key   uintptr // what lets the calls through the thread's filter; 0 without one
	fd    int32
	fault fault
	pid   int32
	state *uint32 // 0: it has left our memory; above: it has not yet; below: why it was not born
	own   uint32  // what state points at, unless birth has another
	old   kernelSigset
	none  kernelSigset // stays empty: the mask the program starts with
	calls []call
	steps []string // what each call is, for LaunchError
}

// kernelSigset is the kernel's signal set, which is smaller than libc's.
type kernelSigset uint64

var allSignals = ^kernelSigset(0)

func (c *child) add(step string, nr uintptr, args ...uintptr) {
	k := call{nr: nr}
	copy(k.args[:], args)
	c.calls = append(c.calls, k)
	c.steps = append(c.steps, step)
}

// become adds what makes the child somebody else: the id, unless it is 0; then the
// death with the arena, which a change of id would undo; and its signals back.
// An arena that has ended before that would not be missed: so the child looks whether
// its parent still is the process arena, unless that is 0.
func (c *child) become(seat uint32, arena int) {
	if id := uintptr(seat); id != 0 {
		c.add("setgroups", unix.SYS_SETGROUPS, 0, 0)
		c.add("setresgid", unix.SYS_SETRESGID, id, id, id)
		c.add("setresuid", unix.SYS_SETRESUID, id, id, id)
	}
	c.add("prctl(PR_SET_PDEATHSIG)", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	if arena != 0 {
		c.add("getppid", unix.SYS_GETPPID)
		c.calls[len(c.calls)-1].want = uintptr(arena)
	}
	c.add("rt_sigprocmask", unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&c.none)), 0, unsafe.Sizeof(c.none))
}

// kept is what addresses among a child's calls point at: Go's collector does not see
// those.
type kept []any

// str and strs are addresses of a C string and of a list like argv.
func (k *kept) str(s string) uintptr {
	b := append([]byte(s), 0)
	*k = append(*k, b)
	return uintptr(unsafe.Pointer(&b[0]))
}

func (k *kept) strs(list []string) uintptr {
	p := make([]uintptr, len(list)+1)
	for i, s := range list {
		p[i] = k.str(s)
	}
	*k = append(*k, p)
	return uintptr(unsafe.Pointer(&p[0]))
}

// step names the call at an address.
func (c *child) step(at uintptr) string {
	i := (at - uintptr(unsafe.Pointer(&c.calls[0]))) / unsafe.Sizeof(call{})
	if i >= uintptr(len(c.steps)) {
		return "exec"
	}
	return c.steps[i]
}

//go:noescape
func cloneAndRun(args *cloneArgs, size uintptr, calls *call, n uintptr, f *fault, key uintptr) (errno uintptr)

// fork starts a child that runs the list, for await to wait for. It needs nothing
// of Go's runtime: a thread may call it in the middle of what the runtime takes for
// a system call.
//
//go:nosplit
//go:norace
func (c *child) fork() {
	// No signal may come to the child as long as it has our memory: a handler
	// would be ours.
	sigmask(&allSignals, &c.old)
	errno := cloneAndRun(&c.args, unsafe.Sizeof(c.args), unsafe.SliceData(c.calls), uintptr(len(c.calls)), &c.fault, c.key)
	sigmask(&c.old, nil)
	if errno != 0 {
		*c.state = uint32(-errno)
		unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(c.state)), futexWake, 1, 0, 0, 0)
	}
}

// Of futex(2); not private to the process, as the kernel's own wake-up is not.
const (
	futexWait = 0
	futexWake = 1
)

// await returns once the child has made its last call, the exec, or has failed and
// ended: the kernel then clears its state (CLONE_CHILD_CLEARTID). An error is that
// of a child that was not born. CLONE_VFORK would hold the thread that forks, which
// would have to wake whoever waits here.
func (c *child) await() unix.Errno {
	for {
		s := atomic.LoadUint32(c.state)
		if int32(s) <= 0 {
			return unix.Errno(-int32(s))
		}
		unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(c.state)), futexWait, uintptr(s), 0, 0, 0)
	}
}

// birth is where and how a child is born.
type birth struct {
	cgroupFD int     // the folder of a cgroup v2 group, or -1
	ownPID   *uint32 // where the kernel writes the child's own id, or nil
	key      uintptr // what lets the calls through the thread's filter; 0 without one
}

// run starts the child on the calling thread, which must be locked. It is a
// child of this process whatever namespaces it is born into.
func (c *child) run(b birth) (pid, pidfd int, err error) {
	c.prepare(b)
	c.fork()
	return c.outcome()
}

// prepare makes the child ready for fork.
func (c *child) prepare(b birth) {
	c.key, c.fd, c.fault, c.state = b.key, -1, fault{}, &c.own
	args := &c.args
	*args = cloneArgs{
		// CLEAR_SIGHAND: the child must not run a handler of ours when it
		// takes its signals back before the exec.
		flags:      unix.CLONE_VM | unix.CLONE_PIDFD | unix.CLONE_CLEAR_SIGHAND | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID,
		pidfd:      uint64(uintptr(unsafe.Pointer(&c.fd))),
		parentTID:  uint64(uintptr(unsafe.Pointer(&c.pid))),
		exitSignal: uint64(unix.SIGCHLD),
	}
	for i := range c.calls {
		c.calls[i].args[seccomp.KeyArg] = b.key
	}
	if b.cgroupFD >= 0 {
		args.flags |= unix.CLONE_INTO_CGROUP
		args.cgroup = uint64(b.cgroupFD)
	}
	if b.ownPID != nil {
		args.flags |= unix.CLONE_CHILD_SETTID
		c.state = b.ownPID
	}
	args.childTID = uint64(uintptr(unsafe.Pointer(c.state)))
	*c.state = 1
}

// outcome is what fork has come to.
func (c *child) outcome() (pid, pidfd int, err error) {
	if errno := c.await(); errno != 0 {
		return 0, -1, &LaunchError{stepClone, errno}
	}
	if c.fault.errno != 0 {
		// It has ended already and never was anybody's process.
		waitPidfd(int(c.fd), nil)
		unix.Close(int(c.fd))
		return 0, -1, &LaunchError{c.step(c.fault.at), unix.Errno(c.fault.errno)}
	}
	return int(c.pid), int(c.fd), nil
}

const stepClone = "clone3"

// sigmask cannot fail: its arguments are right.
//
//go:nosplit
func sigmask(set, old *kernelSigset) {
	unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK,
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), unsafe.Sizeof(*set), 0, 0)
}

// waitPidfd waits for the end of a child and reaps it.
func waitPidfd(pidfd int, ru *unix.Rusage) (unix.Siginfo, error) {
	var info unix.Siginfo
	for {
		err := unix.Waitid(unix.P_PIDFD, pidfd, &info, unix.WEXITED, ru)
		if err != unix.EINTR {
			return info, err
		}
	}
}
