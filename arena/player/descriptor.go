package player

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

func readNow(fd int, p []byte) (int, error)  { return callNow(unix.SYS_READ, fd, p) }
func writeNow(fd int, p []byte) (int, error) { return callNow(unix.SYS_WRITE, fd, p) }

// callNow calls the kernel without telling Go's scheduler, which saves a tenth of a
// microsecond. That is only right because every descriptor of an endpoint is
// non-blocking: the call returns at once.
func callNow(call uintptr, fd int, p []byte) (int, error) {
	n, _, errno := unix.RawSyscall(call, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}

// ended reports whether nothing more can be read where a read gave this.
func ended(n int, err error) bool {
	// EIO is how a terminal says that the other side is gone.
	return n == 0 && err == nil || err != nil && err != unix.EAGAIN && err != unix.EINTR
}

// readable waits for so long until a descriptor can be read, and reports whether it can.
func readable(fd int, d time.Duration) bool {
	deadline := time.Now().Add(d)
	for {
		ts := unix.NsecToTimespec(int64(max(0, time.Until(deadline))))
		n, err := unix.Ppoll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, &ts, nil)
		if err != unix.EINTR {
			return n > 0
		}
	}
}

// HungUp reports whether the other end of a connection was closed, or the
// connection is lost. What came before can still be read.
func HungUp(fd int) bool {
	p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
	n, err := unix.Poll(p, 0)
	return err == nil && n > 0
}
