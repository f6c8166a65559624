package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"botarena/arena/player"
	"botarena/protocol"
)

// door is a port at which clients are waited for.
type door struct {
	listener *net.TCPListener
	tell     func(format string, args ...any)
	wg       sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed and made anew at every change
	seats   int           // how many clients there may be
	greets  bool          // they begin with their name
	limit   time.Duration // for saying it; 0 for none
	guests  []*client     // in the order in which they came
	closed  bool
}

// client is somebody at the door, or already in a seat.
type client struct {
	conn  *net.TCPConn // nil once it is seated
	peer  string
	name  string
	ready bool // may be seated
	seat  int  // reserved for it; -1 for none
	ep    *player.TCP
}

// NoClientError says that no client came in time.
type NoClientError struct {
	Address string
	Wait    time.Duration
}

func (e *NoClientError) Error() string {
	return fmt.Sprintf("no client connected to %s within %v", e.Address, e.Wait)
}

// newDoor takes an address; nobody is let in before open.
func newDoor(address string, tell func(string, ...any)) (*door, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("wait for clients: %w", err)
	}
	return &door{listener: l.(*net.TCPListener), tell: tell, changed: make(chan struct{})}, nil
}

// open begins to let clients in, as far as admit allows.
func (d *door) open() {
	d.wg.Go(d.accept)
	d.tell("waiting for clients at %s", d.listener.Addr())
}

// admit says how many clients there may be, whether they begin with their
// name, and how long they may take for it.
func (d *door) admit(seats int, greets bool, limit time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seats, d.greets, d.limit = seats, greets, limit
}

// change calls do and wakes who waits for a change.
func (d *door) change(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do()
	close(d.changed)
	d.changed = make(chan struct{})
}

// accept takes connections until the door is closed.
func (d *door) accept() {
	for {
		conn, err := d.listener.AcceptTCP()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files: those who leave make room
			time.Sleep(10 * time.Millisecond)
			continue
		}
		g := &client{conn: conn, peer: conn.RemoteAddr().String(), seat: -1}
		if !d.enter(g) {
			d.tell("a client from %s was turned away: no seat is free", g.peer)
			conn.Close()
		}
	}
}

// enter lets a client in if there is a seat for it.
func (d *door) enter(g *client) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	// One that has left makes room although its seat has not noticed yet.
	here := 0
	for _, other := range d.guests {
		if other.ep == nil || !other.ep.Gone() {
			here++
		}
	}
	if d.closed || here >= d.seats {
		return false
	}
	d.guests = append(d.guests, g)
	greets, limit := d.greets, d.limit
	d.wg.Go(func() { d.greet(g, greets, limit) })
	return true
}

// greet waits for a client's name, which stays in the connection to be read
// again in the match. One that says nothing, or leaves, makes room for others.
func (d *door) greet(g *client, greets bool, limit time.Duration) {
	if greets {
		if limit > 0 {
			g.conn.SetReadDeadline(time.Now().Add(limit))
		}
		line, err := peekLine(g.conn)
		if err != nil {
			d.tell("the client from %s was sent away: %v", g.peer, err)
			g.conn.Close()
			d.remove(g)
			return
		}
		g.conn.SetReadDeadline(time.Time{})
		var m protocol.GsonMessage
		if m.Parse(line, protocol.GsonIDs{}) == nil && m.Command == protocol.GsonTeam {
			g.name = cleanName(m.Name)
		}
	}
	conn := g.conn // give takes it away
	d.tell("%q connected from %s", g.name, g.peer)
	d.change(func() { g.ready = true })
	if !left(conn) {
		return
	}
	waited := false
	d.change(func() {
		if waited = g.ep == nil; waited {
			d.guests = slices.DeleteFunc(d.guests, func(o *client) bool { return o == g })
		}
	})
	if waited {
		conn.Close()
		d.tell("%q from %s has left before the match", g.name, g.peer)
	}
}

// left waits until the other end of a connection is closed; false where this
// end was closed first.
func left(conn *net.TCPConn) bool {
	raw, err := conn.SyscallConn()
	return err == nil && raw.Read(func(fd uintptr) bool { return player.HungUp(int(fd)) }) == nil
}

// remove forgets a client.
func (d *door) remove(g *client) {
	d.change(func() { d.guests = slices.DeleteFunc(d.guests, func(o *client) bool { return o == g }) })
}

// mostGreeting bounds a client's first line.
const mostGreeting = 4 << 10

// peekLine waits for the first line of a connection and leaves it there.
func peekLine(conn *net.TCPConn) ([]byte, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	b := make([]byte, mostGreeting)
	var line []byte
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		n, _, err := unix.Recvfrom(int(fd), b, unix.MSG_PEEK)
		end := bytes.IndexByte(b[:max(n, 0)], '\n')
		switch {
		case err == unix.EAGAIN || err == unix.EINTR:
			return false
		case err != nil:
			failed = fmt.Errorf("its connection ended: %w", err)
		case end >= 0:
			line = b[:end]
		case n == len(b):
			failed = fmt.Errorf("its first line is longer than %d bytes", len(b))
		case n == 0 || player.HungUp(int(fd)):
			failed = errors.New("it left before it had said its name")
		default:
			return false
		}
		return true
	})
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errors.New("it did not say its name in time")
	}
	return line, errors.Join(err, failed)
}

// mostClientName bounds a client's name, in characters, as a bot's is.
const mostClientName = 64

// cleanName makes a client's name fit to be printed.
func cleanName(name string) string {
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, name)), " ")
	if utf8.RuneCountInString(name) > mostClientName {
		name = strings.TrimSpace(string([]rune(name)[:mostClientName]))
	}
	return name
}

// gather waits until there is a client for each seat.
func (d *door) gather(ctx context.Context, limit time.Duration) error {
	return d.await(ctx, limit, func() bool { return d.waiting() >= d.seats })
}

// waiting counts the clients that can be seated.
func (d *door) waiting() int {
	n := 0
	for _, g := range d.guests {
		if g.waits() {
			n++
		}
	}
	return n
}

// waits reports whether the client can be seated.
func (g *client) waits() bool { return g.ready && g.ep == nil }

// reserve keeps a client for each of these seats, in the order in which they came,
// and puts down their names by the seats. It reports whether there were enough.
func (d *door) reserve(seats []int, names map[int]string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, g := range d.guests {
		if !g.waits() {
			continue
		}
		g.seat = -1 // what was reserved for a match that did not begin is void
		if len(seats) > 0 {
			g.seat, names[seats[0]] = seats[0], g.name
			seats = seats[1:]
		}
	}
	return len(seats) == 0
}

// has reports whether a client that fits is waiting.
func (d *door) has(fits func(*client) bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(d.guests, func(g *client) bool { return g.waits() && fits(g) })
}

// wait waits for a client that fits and seats it.
func (d *door) wait(ctx context.Context, limit time.Duration, fits func(*client) bool) (ep player.Endpoint, name string, err error) {
	var failed error
	err = d.await(ctx, limit, func() bool {
		i := slices.IndexFunc(d.guests, func(g *client) bool { return g.waits() && fits(g) })
		if i < 0 {
			return false
		}
		name = d.guests[i].name
		ep, failed = d.give(d.guests[i])
		return true
	})
	return ep, name, errors.Join(err, failed)
}

// await waits until a condition holds, which it looks at with d.mu held.
func (d *door) await(ctx context.Context, limit time.Duration, holds func() bool) error {
	var late <-chan time.Time
	if limit > 0 {
		t := time.NewTimer(limit)
		defer t.Stop()
		late = t.C
	}
	for {
		d.mu.Lock()
		closed, changed := d.closed, d.changed
		ok := !closed && holds()
		d.mu.Unlock()
		switch {
		case closed:
			return fmt.Errorf("wait for clients: %w", net.ErrClosed)
		case ok:
			return nil
		}
		select {
		case <-changed:
		case <-late:
			return &NoClientError{d.listener.Addr().String(), limit}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// give hands a client over to its seat.
func (d *door) give(g *client) (player.Endpoint, error) {
	ep, err := player.NewTCP(g.conn, func() { d.remove(g) })
	if err != nil {
		d.guests = slices.DeleteFunc(d.guests, func(o *client) bool { return o == g })
		return nil, err
	}
	g.conn, g.ep = nil, ep
	return ep, nil
}

// close turns everybody away who has no seat, ends the waiting for others, and
// waits for the door's own goroutines.
func (d *door) close() error {
	err := d.listener.Close()
	d.change(func() {
		d.closed = true
		for _, g := range d.guests {
			if g.conn != nil {
				g.conn.Close()
			}
		}
	})
	d.wg.Wait()
	return err
}
