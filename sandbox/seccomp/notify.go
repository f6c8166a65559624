package seccomp

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Listener receives the calls that a filter notifies: each of its callers
// stands still until it is answered. One goroutine receives; any may answer
// and Stop. No thread under the filter may do either, or it would wait for
// itself.
type Listener struct {
	fd   int
	wake int // an eventfd that ends Receive
	buf  []byte
}

// Notification is a call that waits for an answer.
type Notification struct {
	ID   uint64
	TID  int // the calling thread, as this process numbers it
	Arch uint32
	Nr   int
	Args [6]uint64
}

// ErrGone says that a notified call is no more: its thread was killed, or a
// signal interrupted it.
var ErrGone = errors.New("seccomp: the notified call is gone")

// The kernel's structures and requests (linux/seccomp.h).
type (
	notif struct {
		id    uint64
		pid   uint32
		flags uint32
		nr    int32
		arch  uint32
		ip    uint64
		args  [6]uint64
	}
	notifResp struct {
		id    uint64
		val   int64
		error int32
		flags uint32
	}
	notifSizes struct{ notif, resp, data uint16 }
)

const (
	notifIDValid  = 0x40082102 // SECCOMP_IOCTL_NOTIF_ID_VALID
	notifSetFlags = 0x40082104 // SECCOMP_IOCTL_NOTIF_SET_FLAGS, since Linux 6.6
)

// NewListener takes over a descriptor that Load returned. On an error it is
// still the caller's.
func NewListener(fd int) (*Listener, error) {
	var size notifSizes
	if _, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_NOTIF_SIZES, 0, uintptr(unsafe.Pointer(&size))); e != 0 {
		return nil, fmt.Errorf("seccomp(SECCOMP_GET_NOTIF_SIZES): %w", e)
	}
	wake, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("eventfd: %w", err)
	}
	// The caller waits for us and we for it: being woken on the same core is
	// right. Kernels without the flag are only slower.
	unix.Syscall(unix.SYS_IOCTL, uintptr(fd), notifSetFlags, unix.SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP)
	return &Listener{
		fd:   fd,
		wake: wake,
		// A kernel newer than our structures reads and writes more than they
		// hold.
		buf: make([]byte, max(int(size.notif), int(unsafe.Sizeof(notif{})))),
	}, nil
}

// Receive waits for the next call, until a time if that is not zero: then it
// returns os.ErrDeadlineExceeded. It returns io.EOF once Stop was called, or
// when no process is left under the filter.
func (l *Listener) Receive(until time.Time) (Notification, error) {
	for {
		fds := []unix.PollFd{{Fd: int32(l.fd), Events: unix.POLLIN}, {Fd: int32(l.wake), Events: unix.POLLIN}}
		ready, err := unix.Ppoll(fds, patience(until), nil)
		switch {
		case err == unix.EINTR:
			continue
		case err == nil && ready == 0:
			return Notification{}, os.ErrDeadlineExceeded
		case err != nil:
			return Notification{}, fmt.Errorf("poll on a seccomp listener: %w", err)
		case fds[1].Revents != 0:
			return Notification{}, io.EOF
		case fds[0].Revents == unix.POLLHUP:
			return Notification{}, io.EOF
		case fds[0].Revents&unix.POLLERR != 0:
			continue // a signal came while the kernel looked; the ioctl might wait, and Stop not end that
		}
		clear(l.buf) // the kernel insists
		_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&l.buf[0])))
		if e == unix.ENOENT || e == unix.EINTR {
			continue // killed between poll and here
		}
		if e != 0 {
			return Notification{}, fmt.Errorf("ioctl(SECCOMP_IOCTL_NOTIF_RECV): %w", e)
		}
		n := (*notif)(unsafe.Pointer(&l.buf[0]))
		return Notification{ID: n.id, TID: int(n.pid), Arch: n.arch, Nr: int(n.nr), Args: n.args}, nil
	}
}

// patience is the time left, for ppoll(2): nil is for ever.
func patience(until time.Time) *unix.Timespec {
	if until.IsZero() {
		return nil
	}
	left := unix.NsecToTimespec(int64(max(0, time.Until(until))))
	return &left
}

// Stop makes Receive return io.EOF, now and for ever.
func (l *Listener) Stop() {
	one := [8]byte{1}
	unix.Write(l.wake, one[:]) // cannot fail but by being full, which does as well
}

// Close closes the descriptors; whoever receives must have ended (Stop). Calls
// that wait, and all that would be notified from now on, are answered ENOSYS
// by the kernel.
func (l *Listener) Close() error {
	return errors.Join(unix.Close(l.fd), unix.Close(l.wake))
}

// Valid reports whether the call still waits. What was read of its caller in
// the meantime is its caller's, and not that of another process with the same
// number, only if the call is valid afterwards.
func (l *Listener) Valid(n Notification) bool {
	_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), notifIDValid, uintptr(unsafe.Pointer(&n.ID)))
	return e == 0
}

// Refuse answers an error; with 0 the call claims to have succeeded. It
// returns ErrGone if nobody waits any more.
func (l *Listener) Refuse(n Notification, err unix.Errno) error {
	return l.send(notifResp{id: n.ID, error: -int32(err)})
}

// Continue lets the kernel carry the call out. Another thread may meanwhile
// have changed what its pointers point at, so what was read from memory must
// not be what the decision rests on: only arguments are certain. A call of
// another architecture is refused instead (ENOSYS): no other filter has
// looked at it.
func (l *Listener) Continue(n Notification) error {
	if n.foreign() {
		return l.Refuse(n, unix.ENOSYS)
	}
	return l.send(notifResp{id: n.ID, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE})
}

func (l *Listener) send(r notifResp) error {
	for {
		_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&r)))
		switch e {
		case 0:
			return nil
		case unix.ENOENT:
			return ErrGone
		case unix.EINTR:
		default:
			return fmt.Errorf("ioctl(SECCOMP_IOCTL_NOTIF_SEND): %w", e)
		}
	}
}

// foreign reports whether a call is of another architecture or of x32.
func (n Notification) foreign() bool {
	a := Native()
	return a == nil || n.Arch != a.audit || a.x32 && uint32(n.Nr) >= x32Bit
}
