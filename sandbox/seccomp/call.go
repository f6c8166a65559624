package seccomp

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Call is a notified call, decoded for people and for Quiet.
type Call struct {
	Name    string // "openat"; "" if the number has none or is not ours
	Foreign bool   // of another architecture or of x32
	Args    [6]uint64

	// Path is the path argument, as its caller wrote it; "" if the call has
	// none or it could not be read. PathErr says that it could not.
	Path    string
	PathErr error
	Dir     int // the descriptor that a relative path starts from, or AT_FDCWD

	// Self says of a call that sends a signal that it goes to its own
	// process, a thread of it or its process group.
	Self bool

	// Reads is how many files of /proc had to be read to know.
	Reads int

	// Text names the attempt: `socket(AF_INET, SOCK_STREAM)`,
	// `openat("/etc/passwd")`, `clone(fork)`, `kill(-1, SIGKILL)`. It is
	// ASCII without control characters, and at most MaxText long, whatever
	// its caller wrote.
	Text string
}

// MaxText bounds Call.Text, in bytes.
const MaxText = 256

// pathArg tells where a call has its path: the argument, and the one of the
// folder it is relative to (-1: the working folder).
var pathArg = map[string]struct{ dir, path int }{
	"open": {-1, 0}, "openat": {0, 1}, "openat2": {0, 1}, "creat": {-1, 0},
	"mkdir": {-1, 0}, "mkdirat": {0, 1}, "mknod": {-1, 0}, "mknodat": {0, 1}, "rmdir": {-1, 0},
	"unlink": {-1, 0}, "unlinkat": {0, 1}, "truncate": {-1, 0},
	"rename": {-1, 1}, "renameat": {2, 3}, "renameat2": {2, 3}, "link": {-1, 1}, "linkat": {2, 3},
	"symlink": {-1, 1}, "symlinkat": {1, 2},
	"chmod": {-1, 0}, "fchmodat": {0, 1}, "fchmodat2": {0, 1}, "chown": {-1, 0}, "lchown": {-1, 0}, "fchownat": {0, 1},
	"utime": {-1, 0}, "utimes": {-1, 0}, "utimensat": {0, 1}, "futimesat": {0, 1},
	"chdir": {-1, 0}, "execve": {-1, 0}, "execveat": {0, 1},
	"mount": {-1, 1}, "umount2": {-1, 0}, "pivot_root": {-1, 0}, "chroot": {-1, 0}, "move_mount": {2, 3},
	"open_tree": {0, 1}, "fspick": {0, 1}, "mount_setattr": {0, 1}, "name_to_handle_at": {0, 1},
	"swapon": {-1, 0}, "swapoff": {-1, 0}, "acct": {-1, 0}, "inotify_add_watch": {-1, 1}, "fanotify_mark": {3, 4},
	"memfd_create": {-1, 0}, "mq_open": {-1, 0}, "mq_unlink": {-1, 0}, "fsopen": {-1, 0},
}

// Decode names a call, reading its path from the caller's memory. It returns
// ErrGone if the caller is no more.
func (l *Listener) Decode(n Notification) (Call, error) {
	c := Call{Args: n.Args, Foreign: n.foreign(), Dir: unix.AT_FDCWD}
	if c.Foreign {
		c.Text = foreignText(n)
		return c, nil
	}
	c.Name = Native().Call(n.Nr)
	if at, ok := pathArg[c.Name]; ok {
		if at.dir >= 0 {
			c.Dir = int(int32(n.Args[at.dir]))
		}
		c.Path, c.PathErr = readString(n.TID, n.Args[at.path])
	}
	var family string
	if c.Name == "connect" || c.Name == "bind" {
		var f [2]byte
		if readMemory(n.TID, n.Args[1], f[:]) == len(f) {
			family = familyName(uint32(f[0]) | uint32(f[1])<<8)
		}
	}
	c.Self, c.Reads = signalsSelf(c.Name, n.TID, c.Args)
	if !l.Valid(n) {
		return Call{}, ErrGone
	}
	c.Text = c.text(n.Nr, family)
	return c, nil
}

func (c *Call) text(nr int, family string) string {
	if c.Name == "" {
		return fmt.Sprintf("call %d", nr)
	}
	a := &c.Args
	var args []string
	if _, ok := pathArg[c.Name]; ok {
		args = append(args, quote(c.Path, c.PathErr))
	}
	switch c.Name {
	case "open", "openat":
		flags := a[1]
		if c.Name == "openat" {
			flags = a[2]
		}
		if s := openFlags(flags); s != "" {
			args = append(args, s)
		}
	case "socket", "socketpair":
		args = append(args, familyName(uint32(a[0])), typeName(uint32(a[1])))
	case "connect", "bind":
		args = append(args, family)
	case "clone":
		args = append(args, cloneName(a[0]))
	case "unshare":
		args = append(args, bits(uint64(uint32(a[0])), namespaces))
	case "setns":
		args = append(args, bits(uint64(uint32(a[1])), namespaces))
	case "kill", "tkill", "rt_sigqueueinfo":
		args = append(args, integer(a[0]), signal(a[1]))
	case "tgkill", "rt_tgsigqueueinfo":
		args = append(args, integer(a[0]), signal(a[2]))
	case "pidfd_open":
		args = append(args, integer(a[0]))
	case "ptrace":
		args = append(args, name(uint32(a[0]), ptraceNames), integer(a[1]))
	case "process_vm_readv", "process_vm_writev":
		args = append(args, integer(a[0]))
	case "prctl":
		args = append(args, name(uint32(a[0]), prctlNames))
	case "fcntl":
		args = append(args, name(uint32(a[1]), fcntlNames))
	case "ioctl":
		args = append(args, name(uint32(a[1]), ioctlNames))
	}
	return c.Name + "(" + strings.Join(args, ", ") + ")"
}

// maxQuoted bounds a quoted path, so that what stands around it still fits
// into MaxText.
const maxQuoted = 160

// quote makes a string of a bot's safe to print, and short.
func quote(s string, err error) string {
	if err != nil {
		return "?"
	}
	q := strconv.QuoteToASCII(s)
	for cut := len(s); len(q) > maxQuoted; {
		// Each byte becomes up to four: cut in proportion, and look again.
		cut = cut * maxQuoted / len(q)
		q = strconv.QuoteToASCII(s[:cut]) + "..."
	}
	return q
}

// foreignText names a call that did not come in by the native table.
func foreignText(n Notification) string {
	a := Native()
	switch {
	case a == nil || n.Arch != a.audit:
	case n.Nr < 0:
		return fmt.Sprintf("call %d", n.Nr)
	case a.x32:
		if c := a.Call(n.Nr &^ x32Bit); c != "" {
			return "x32 " + c
		}
		return fmt.Sprintf("x32 call %d", uint32(n.Nr)&^x32Bit)
	}
	switch n.Arch {
	case unix.AUDIT_ARCH_I386:
		return fmt.Sprintf("int 0x80 (i386 call %s)", name(uint32(n.Nr), i386Names))
	case unix.AUDIT_ARCH_ARM:
		return fmt.Sprintf("32-bit arm call %d", n.Nr)
	}
	return fmt.Sprintf("call %d of architecture %#x", n.Nr, n.Arch)
}

// readString reads a C string of a path's length at most from a process.
func readString(tid int, addr uint64) (string, error) {
	var room [unix.PathMax]byte
	buf := room[:]
	n := readMemory(tid, addr, buf)
	if n == 0 {
		return "", unix.EFAULT
	}
	if end := bytes.IndexByte(buf[:n], 0); end >= 0 {
		return string(buf[:end]), nil
	}
	if n < len(buf) {
		return "", unix.EFAULT // runs into memory that is not there
	}
	return string(buf), nil
}

// readMemory reads as much as there is, and returns how much that was.
func readMemory(tid int, addr uint64, buf []byte) int {
	// The kernel copies whole ranges only: one ends at the page, for the next
	// page may be missing.
	page := uint64(unix.Getpagesize())
	first := min(uint64(len(buf)), page-addr%page)
	remote := []unix.RemoteIovec{{Base: uintptr(addr), Len: int(first)}}
	if rest := uint64(len(buf)) - first; rest > 0 {
		remote = append(remote, unix.RemoteIovec{Base: uintptr(addr + first), Len: int(rest)})
	}
	local := []unix.Iovec{{Base: (*byte)(unsafe.Pointer(&buf[0]))}}
	local[0].SetLen(len(buf))
	n, err := unix.ProcessVMReadv(tid, local, remote, 0)
	if err != nil {
		return 0
	}
	return n
}
