// Package relay sends streams of server-sent events to any number of watchers
// from a process of its own, which runs only where nothing else wants to.
//
// What watchers cost is nearly all in the kernel, a write for each and event,
// and threads of the arena's own process cannot be made to stand back for the
// bots: one that is held up while it has a processor of Go's holds up the
// garbage collector, and with it the thread that measures a turn. So the arena
// hands each event over once, however many watch, and a watcher's connection
// as soon as it is accepted. The process is this program, started again.
package relay

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Relay is the arena's end. Its methods may be called by several goroutines.
type Relay struct {
	process *exec.Cmd
	control *net.UnixConn // connections there, the numbers of watchers that left back
	text    *os.File      // pieces

	sending sync.Mutex // of pieces, each whole

	mu   sync.Mutex // guards what follows
	last uint64
	left map[uint64]func()
	over bool

	done chan struct{}
}

// ErrOver says that the relay was closed, or has ended by itself.
var ErrOver = errors.New("relay: it has ended")

// Start starts a relay. Close must be called.
func Start() (*Relay, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("relay: socketpair: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "relay"), os.NewFile(uintptr(pair[1]), "relay")
	defer ours.Close()
	defer theirs.Close()
	out, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("relay: %w", err)
	}
	defer out.Close()
	r := &Relay{text: in, left: map[uint64]func(){}, done: make(chan struct{})}
	conn, err := net.FileConn(ours)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("relay: %w", err), in.Close())
	}
	r.control = conn.(*net.UnixConn)
	r.process = &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{name}, Env: append(os.Environ(), "GOMAXPROCS=1"),
		Stderr: os.Stderr, ExtraFiles: []*os.File{theirs, out},
		// Not of the arena's process group: the terminal's Ctrl-C ends a match,
		// whose pages outlive it. Of its session: what groups of processes have
		// of the processor it shares with the arena.
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
	if err := r.process.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("relay: %w", err), in.Close(), conn.Close())
	}
	go r.listen()
	return r, nil
}

// listen learns who has left, until the process ends.
func (r *Relay) listen() {
	defer close(r.done)
	note := make([]byte, noteSize)
	for {
		n, err := r.control.Read(note)
		if n != noteSize || err != nil {
			break
		}
		id := order.Uint64(note)
		r.mu.Lock()
		left := r.left[id]
		delete(r.left, id)
		r.mu.Unlock()
		if left != nil {
			left()
		}
	}
	r.mu.Lock()
	r.over = true
	all := r.left
	r.left = nil
	r.mu.Unlock()
	for _, left := range all {
		left()
	}
	r.process.Wait() // how it ended changes nothing: browsers connect again
	r.control.Close()
	r.text.Close()
}

// Over reports whether the relay has ended.
func (r *Relay) Over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.over
}

// Send adds events to a channel, in full and in order, each with an id. How
// says what else becomes of the channel. It waits where the relay is behind.
func (r *Relay) Send(channel uint32, how How, events []byte) error {
	r.sending.Lock()
	defer r.sending.Unlock()
	for _, part := range [][]byte{appendHeader(nil, channel, how, len(events)), events} {
		if _, err := r.text.Write(part); err != nil {
			return ErrOver
		}
	}
	return nil
}

// Watch gives a connection away: it is sent a channel's events from the one
// after the given id on, or all where that is not known, until it is closed.
// The caller closes its own end at once. When the watcher has left, was
// dropped, or the relay has ended, left is called, on a goroutine of the
// relay's, and must return at once; it is not called after an error.
func (r *Relay) Watch(conn syscall.Conn, channel uint32, id int64, left func()) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	r.mu.Lock()
	if r.over {
		r.mu.Unlock()
		return ErrOver
	}
	r.last++
	number := r.last
	r.left[number] = left
	r.mu.Unlock()
	note := appendJoin(nil, number, channel, id)
	var sent error
	err = raw.Control(func(fd uintptr) {
		_, _, sent = r.control.WriteMsgUnix(note, unix.UnixRights(int(fd)), nil)
	})
	if err = errors.Join(err, sent); err == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, waits := r.left[number]; !waits {
		return nil // left was called
	}
	delete(r.left, number)
	return err
}

// patience is how long a relay may take to send what it has when it is closed.
const patience = time.Second

// Close ends the relay, and with it all connections, once it has sent what it
// was given to all that take it at once.
func (r *Relay) Close() {
	r.control.CloseWrite()
	kill := time.AfterFunc(patience, func() { r.process.Process.Kill() })
	defer kill.Stop()
	<-r.done
}
