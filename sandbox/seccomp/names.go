package seccomp

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Names of the arguments that violations are told by. What is not in them is
// printed as a number.

var families = map[uint32]string{
	unix.AF_UNIX: "AF_UNIX", unix.AF_INET: "AF_INET", unix.AF_INET6: "AF_INET6", unix.AF_NETLINK: "AF_NETLINK",
	unix.AF_PACKET: "AF_PACKET", unix.AF_ALG: "AF_ALG", unix.AF_VSOCK: "AF_VSOCK", unix.AF_BLUETOOTH: "AF_BLUETOOTH",
	unix.AF_CAN: "AF_CAN", unix.AF_TIPC: "AF_TIPC", unix.AF_KEY: "AF_KEY", unix.AF_RDS: "AF_RDS", unix.AF_XDP: "AF_XDP",
	unix.AF_QIPCRTR: "AF_QIPCRTR", unix.AF_SMC: "AF_SMC", unix.AF_KCM: "AF_KCM", unix.AF_PPPOX: "AF_PPPOX",
	unix.AF_NFC: "AF_NFC", unix.AF_IUCV: "AF_IUCV", unix.AF_UNSPEC: "AF_UNSPEC", unix.AF_AX25: "AF_AX25", unix.AF_APPLETALK: "AF_APPLETALK",
}

var socketTypes = map[uint32]string{
	unix.SOCK_STREAM: "SOCK_STREAM", unix.SOCK_DGRAM: "SOCK_DGRAM", unix.SOCK_RAW: "SOCK_RAW",
	unix.SOCK_SEQPACKET: "SOCK_SEQPACKET", unix.SOCK_RDM: "SOCK_RDM", unix.SOCK_PACKET: "SOCK_PACKET",
}

func familyName(f uint32) string {
	if s, ok := families[f]; ok {
		return s
	}
	return "family " + strconv.FormatUint(uint64(f), 10)
}

func typeName(t uint32) string {
	return name(t&^(unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK), socketTypes)
}

var ptraceNames = map[uint32]string{
	unix.PTRACE_TRACEME: "PTRACE_TRACEME", unix.PTRACE_ATTACH: "PTRACE_ATTACH", unix.PTRACE_SEIZE: "PTRACE_SEIZE",
	unix.PTRACE_PEEKDATA: "PTRACE_PEEKDATA", unix.PTRACE_POKEDATA: "PTRACE_POKEDATA",
}

var prctlNames = map[uint32]string{
	unix.PR_SET_PDEATHSIG: "PR_SET_PDEATHSIG", unix.PR_SET_DUMPABLE: "PR_SET_DUMPABLE",
	unix.PR_SET_SECCOMP: "PR_SET_SECCOMP", unix.PR_SET_PTRACER: "PR_SET_PTRACER",
}

var fcntlNames = map[uint32]string{
	unix.F_SETOWN: "F_SETOWN", unix.F_SETOWN_EX: "F_SETOWN_EX", unix.F_SETSIG: "F_SETSIG",
	unix.F_SETLEASE: "F_SETLEASE", unix.F_NOTIFY: "F_NOTIFY",
}

var ioctlNames = map[uint32]string{unix.TIOCSTI: "TIOCSTI", ioctlTIOCLINUX: "TIOCLINUX", unix.TIOCSCTTY: "TIOCSCTTY"}

// i386Names are the calls that a 64-bit program might make by int 0x80 to get
// around a filter (arch/x86/entry/syscalls/syscall_32.tbl).
var i386Names = map[uint32]string{
	1: "exit", 2: "fork", 3: "read", 4: "write", 5: "open", 11: "execve", 20: "getpid", 26: "ptrace", 37: "kill",
	102: "socketcall", 117: "ipc", 120: "clone", 190: "vfork", 295: "openat", 310: "unshare", 358: "execveat",
	359: "socket", 425: "io_uring_setup",
}

func name(v uint32, names map[uint32]string) string {
	if s, ok := names[v]; ok {
		return s
	}
	if v > 9999 {
		return fmt.Sprintf("%#x", v)
	}
	return strconv.FormatUint(uint64(v), 10)
}

type bit struct {
	mask uint64
	name string
}

var namespaces = []bit{
	{unix.CLONE_NEWUSER, "CLONE_NEWUSER"},
	{unix.CLONE_NEWNS, "CLONE_NEWNS"},
	{unix.CLONE_NEWPID, "CLONE_NEWPID"},
	{unix.CLONE_NEWNET, "CLONE_NEWNET"},
	{unix.CLONE_NEWIPC, "CLONE_NEWIPC"},
	{unix.CLONE_NEWUTS, "CLONE_NEWUTS"},
	{unix.CLONE_NEWCGROUP, "CLONE_NEWCGROUP"},
	{unix.CLONE_NEWTIME, "CLONE_NEWTIME"},
}

// bits names the bits that are set; what has no name is left as a number.
func bits(v uint64, names []bit) string {
	var out []string
	for _, b := range names {
		if v&b.mask == b.mask {
			out = append(out, b.name)
			v &^= b.mask
		}
	}
	if v != 0 || len(out) == 0 {
		out = append(out, fmt.Sprintf("%#x", v))
	}
	return strings.Join(out, "|")
}

// cloneName says what a clone would have made.
func cloneName(flags uint64) string {
	switch {
	case flags&newNamespace != 0:
		return bits(flags&newNamespace, namespaces)
	case flags&unix.CLONE_THREAD != 0:
		return fmt.Sprintf("thread, flags %#x", flags)
	case flags&unix.CLONE_VFORK != 0:
		return "vfork"
	}
	return "fork"
}

// openFlags names what makes an opening more than a reading.
func openFlags(flags uint64) string {
	names := []bit{{unix.O_CREAT, "O_CREAT"}, {unix.O_TRUNC, "O_TRUNC"}, {unix.O_TMPFILE, "O_TMPFILE"}}
	var out []string
	switch flags & unix.O_ACCMODE {
	case unix.O_WRONLY:
		out = append(out, "O_WRONLY")
	case unix.O_RDWR:
		out = append(out, "O_RDWR")
	}
	for _, b := range names {
		if flags&b.mask == b.mask {
			out = append(out, b.name)
		}
	}
	return strings.Join(out, "|")
}

func integer(v uint64) string { return strconv.Itoa(int(int32(v))) }

func signal(v uint64) string {
	s := int32(v)
	if n := unix.SignalName(unix.Signal(s)); n != "" {
		return n
	}
	return strconv.Itoa(int(s))
}
