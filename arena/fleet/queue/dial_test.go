package queue

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/fleet/join"
)

// TestDialEnds checks that who dials hears the end of the context at once,
// whatever the server is doing meanwhile, and so does who has been connected
// and dials again.
func TestDialEnds(t *testing.T) {
	at := start(t, ServerOptions{}).Link()
	for what, address := range map[string]string{"no answer to a connection": unanswered(t), "no word after it": silent(t)} {
		l := at
		l.Address = address
		outside := join.Link{Outside: "nats://" + address, Fleet: "0123456789ab"}
		for as, dial := range map[string]func(context.Context) error{
			"worker":         func(ctx context.Context) error { _, err := DialWorker(ctx, l); return err },
			"viewer":         func(ctx context.Context) error { _, err := DialViewer(ctx, l); return err },
			"worker outside": func(ctx context.Context) error { _, err := DialWorker(ctx, outside); return err },
			"coordinator out": func(ctx context.Context) error {
				_, err := start(t, ServerOptions{Outside: outside.Outside}).Connect(ctx)
				return err
			},
		} {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			began := time.Now()
			err := dial(ctx)
			if took := time.Since(began); took > dialTime/2 || !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: %v after %v", as, what, err, took)
			}
		}
	}
}

// TestDialAgainEnds checks that a connection that is coming back, which takes
// what is asked of it the time of a dial, ends with the context.
func TestDialAgainEnds(t *testing.T) {
	s := start(t, ServerOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	c, err := DialWorker(ctx, s.Link())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	l, err := net.Listen("tcp", s.Link().Address)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conn, err := l.Accept() // and not a word
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	began := time.Now()
	cancel()
	c.Close()
	if took := time.Since(began); took > dialTime/2 {
		t.Errorf("closing took %v", took)
	}
}

// silent returns the address of a server that accepts and says nothing.
func silent(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// unanswered returns an address that drops whoever wants to connect, as one
// behind a firewall does: that of a server whose queue of connections is full.
func unanswered(t *testing.T) string {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	if err := errors.Join(unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}), unix.Listen(fd, 0)); err != nil {
		t.Fatal(err)
	}
	name, err := unix.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	address := (&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: name.(*unix.SockaddrInet4).Port}).String()
	for range 64 {
		c, err := net.DialTimeout("tcp", address, 100*time.Millisecond)
		if err != nil {
			return address
		}
		t.Cleanup(func() { c.Close() })
	}
	t.Fatal("the queue of connections does not get full")
	return ""
}
