package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"testing"
	"time"
)

// TestDoors: one address has half of the connections, all addresses have no
// more than there may be, and what is closed makes room.
func TestDoors(t *testing.T) {
	s := open(t, Options{}).server
	if s.doors.most < 16 || s.doors.most > mostDoors {
		t.Errorf("there may be %d connections", s.doors.most)
	}
	s.doors.most = 8
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	defer func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}()
	// enter opens a connection from an address and reports whether it is let in.
	enter := func(from string) (net.Conn, bool) {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		c, err := dialer.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		c.SetDeadline(time.Now().Add(10 * time.Second))
		fmt.Fprint(c, "GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
		n, err := io.ReadAtLeast(c, make([]byte, 4096), 1)
		return c, n > 0 && err == nil
	}
	var in []net.Conn
	for i, c := range []struct {
		from string
		in   bool
	}{
		{"127.0.0.2", true},
		{"127.0.0.2", true},
		{"127.0.0.2", true},
		{"127.0.0.2", true},
		{"127.0.0.2", false},
		{"127.0.0.3", true},
		{"127.0.0.3", true},
		{"127.0.0.4", true},
		{"127.0.0.5", true},
		{"127.0.0.6", false},
	} {
		conn, got := enter(c.from)
		if got != c.in {
			t.Fatalf("connection %d, from %s: let in %v, want %v", i, c.from, got, c.in)
		}
		if got {
			in = append(in, conn)
		}
	}
	in[0].Close()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, got := enter("127.0.0.6"); got {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("what was closed makes no room")
		}
	}
}
