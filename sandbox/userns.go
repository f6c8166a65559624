package sandbox

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strconv"
	"syscall"
	"unsafe"

	"botarena/sandbox/tinyelf"

	"golang.org/x/sys/unix"
)

// An ordinary user gets the namespaces by way of a user namespace, in which
// this process has every capability over what is made in it, and none over
// anything else. A process of several threads, as every Go program is from
// its first line on, cannot enter one. So Init executes a tiny program in our
// place that enters it, maps our id, arranges for the capabilities to outlive
// an exec, and executes us again: the same process, with the same arguments,
// environment and descriptors.

//lint:ignore U1000 its code is copied, not called
func trampoline()

func trampolinePC() unsafe.Pointer

// trampolineSize is what the list of calls follows at: the assembly knows its
// address, tinyelf.Entry + trampolineSize.
const trampolineSize = 336

// usernsMark in the environment says that this has been tried.
const usernsMark = "ARENA_SANDBOX_USER_NAMESPACE"

// userNamespace is what came of it: in force, or why not.
var userNamespace struct {
	inForce bool
	missing error
}

// wantedCaps are those that a launcher needs to build its jail.
var wantedCaps = []uint{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP, unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_SYS_PTRACE, unix.CAP_KILL, unix.CAP_DAC_READ_SEARCH}

func enterUserNamespace() {
	if os.Getenv(usernsMark) != "" {
		os.Unsetenv(usernsMark)
		if userNamespace.inForce = hasCap(unix.CAP_SYS_ADMIN); !userNamespace.inForce {
			userNamespace.missing = unix.EPERM
		}
		return
	}
	if hasCap(unix.CAP_SYS_ADMIN) {
		return // it needs none
	}
	userNamespace.missing = execTrampoline() // returns on failure only
}

func execTrampoline() error {
	exe, err := unix.Open("/proc/self/exe", unix.O_RDONLY, 0) // not close-on-exec: the trampoline needs it
	if err != nil {
		return &stepError{"open /proc/self/exe", err}
	}
	defer unix.Close(exe)
	prog, err := executable("userns", tinyelf.Image(append(slices.Clone(unsafe.Slice((*byte)(trampolinePC()), trampolineSize)), usernsCalls(exe)...)))
	if err != nil {
		return err
	}
	defer unix.Close(prog)
	env := append(os.Environ(), usernsMark+"=1")
	return &stepError{"execve", syscall.Exec("/proc/self/fd/"+strconv.Itoa(prog), os.Args, env)}
}

// lastResult as a first argument is what the call before answered.
const lastResult = ^uintptr(999) // -1000

// usernsCalls are the calls of the trampoline, and what they point at, as they
// will lie in its memory.
func usernsCalls(exe int) []byte {
	uid, gid := strconv.Itoa(os.Getuid()), strconv.Itoa(os.Getgid())
	type item struct {
		nr   uintptr
		args [6]uintptr
		ptr  map[int][]byte // arguments that point at data
	}
	str := func(s string) []byte { return append([]byte(s), 0) }
	var calls []item
	write := func(file, text string) {
		cwd := unix.AT_FDCWD
		calls = append(calls,
			item{unix.SYS_OPENAT, [6]uintptr{0: uintptr(cwd), 2: unix.O_WRONLY | unix.O_CLOEXEC}, map[int][]byte{1: str(file)}},
			item{unix.SYS_WRITE, [6]uintptr{0: lastResult, 2: uintptr(len(text))}, map[int][]byte{1: []byte(text)}},
		)
	}
	calls = append(calls, item{unix.SYS_UNSHARE, [6]uintptr{unix.CLONE_NEWUSER}, nil})
	write("/proc/self/setgroups", "deny")
	write("/proc/self/uid_map", uid+" "+uid+" 1\n")
	write("/proc/self/gid_map", gid+" "+gid+" 1\n")
	// Capabilities of an id other than 0 outlive an exec only as ambient ones.
	var mask uint64
	for _, c := range wantedCaps {
		mask |= 1 << c
	}
	var caps bytes.Buffer
	for _, half := range []uint32{uint32(mask), uint32(mask >> 32)} {
		binary.Write(&caps, binary.NativeEndian, [3]uint32{half, half, half})
	}
	header := binary.NativeEndian.AppendUint32(nil, unix.LINUX_CAPABILITY_VERSION_3)
	header = binary.NativeEndian.AppendUint32(header, 0)
	calls = append(calls, item{unix.SYS_CAPSET, [6]uintptr{}, map[int][]byte{0: header, 1: caps.Bytes()}})
	for _, c := range wantedCaps {
		calls = append(calls, item{unix.SYS_PRCTL, [6]uintptr{unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, uintptr(c)}, nil})
	}
	calls = append(calls,
		item{unix.SYS_FCNTL, [6]uintptr{uintptr(exe), unix.F_SETFD, unix.FD_CLOEXEC}, nil},
		item{^uintptr(0), [6]uintptr{uintptr(exe)}, map[int][]byte{1: {0}}}, // the exec
	)
	const entry = 56
	data := make([]byte, entry*len(calls))
	for i, c := range calls {
		for a, b := range c.ptr {
			for len(data)%8 != 0 {
				data = append(data, 0)
			}
			c.args[a] = tinyelf.Entry + trampolineSize + uintptr(len(data))
			data = append(data, b...)
		}
		binary.NativeEndian.PutUint64(data[entry*i:], uint64(c.nr))
		for a, v := range c.args {
			binary.NativeEndian.PutUint64(data[entry*i+8+8*a:], uint64(v))
		}
	}
	return data
}
