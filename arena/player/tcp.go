package player

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
	"botarena/arena/record"
)

// TCP is a client at the other end of a TCP connection. It is outside the
// jail, perhaps on another machine: it cannot be frozen or measured.
type TCP struct {
	mu     sync.Mutex // guards fd: Gone may be asked by others than the match
	fd     int
	peer   string
	began  time.Time
	closed func()
}

// lingerTime is how long a client may take to close its end after ours is
// closed. Closed at once, with bytes of the client's unread, the connection
// would be reset, and the closing message lost on its way.
const lingerTime = 200 * time.Millisecond

// NewTCP takes a connection over, which the caller must not use any more.
// closed, where not nil, is called when the endpoint is closed.
func NewTCP(conn *net.TCPConn, closed func()) (*TCP, error) {
	defer conn.Close()
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	c := &TCP{fd: -1, peer: conn.RemoteAddr().String(), began: time.Now(), closed: closed}
	var dup error
	// The copy stays non-blocking, and the runtime's poller does not know it.
	err = raw.Control(func(fd uintptr) { c.fd, dup = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0) })
	if err := errors.Join(err, dup); err != nil {
		return nil, fmt.Errorf("connection of %s: %w", c.peer, err)
	}
	return c, nil
}

// Gone reports whether the client has closed its end, or the endpoint is
// closed. Any goroutine may ask.
func (c *TCP) Gone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fd < 0 || HungUp(c.fd)
}

// Files implements [Endpoint].
func (c *TCP) Files() Files { return Files{In: c.fd, Out: c.fd, Log: -1, End: -1} }

// Freeze implements [Endpoint].
func (c *TCP) Freeze() error { return errors.ErrUnsupported }

// Thaw implements [Endpoint].
func (c *TCP) Thaw() error { return nil }

// CPU implements [Endpoint].
func (c *TCP) CPU() (time.Duration, bool) { return 0, false }

// Waiting implements [Endpoint].
func (c *TCP) Waiting() (time.Duration, bool) { return 0, false }

// Ended implements [Endpoint]. It is asked when the connection has ended.
func (c *TCP) Ended(time.Duration) (End, bool) {
	return End{Fault: game.Crash, Detail: "its connection ended"}, true
}

// CloseInput implements [InputCloser].
func (c *TCP) CloseInput() { unix.Shutdown(c.fd, unix.SHUT_WR) }

// Close implements [Endpoint].
func (c *TCP) Close(game.Fault) record.Run {
	run := record.Run{Status: "ok", Wall: record.Duration(time.Since(c.began)), Where: c.peer}
	if c.fd < 0 {
		return run
	}
	unix.Shutdown(c.fd, unix.SHUT_WR)
	var b [4096]byte
	for deadline := time.Now().Add(lingerTime); time.Now().Before(deadline) && readable(c.fd, time.Until(deadline)); {
		if n, err := unix.Read(c.fd, b[:]); n <= 0 && err != unix.EAGAIN && err != unix.EINTR {
			break
		}
	}
	c.mu.Lock()
	unix.Close(c.fd)
	c.fd = -1
	c.mu.Unlock()
	if c.closed != nil {
		c.closed()
	}
	return run
}
