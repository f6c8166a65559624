package sandbox

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The si_code of a child's end (sigaction(2)).
const (
	cldExited = 1
	cldKilled = 2
	cldDumped = 3
)

// exitOf reads si_code and si_status from what waitid filled in. x/sys leaves
// the kernel's union as padding: pid, uid and status are its first three
// 4-byte fields, at offset 16 on 64-bit machines.
func exitOf(info *unix.Siginfo) (code, status int) {
	return int(info.Code), int(*(*int32)(unsafe.Add(unsafe.Pointer(info), 24)))
}

func signalName(s syscall.Signal) string {
	if n := unix.SignalName(s); n != "" {
		return n
	}
	return "signal " + s.String()
}
