package relay

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// connection returns the two ends of one.
func connection(t *testing.T) (near, far *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	n, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return n.(*net.TCPConn), c.(*net.TCPConn)
}

// watch gives a connection to a relay and returns its other end, and what is
// told when it is over.
func watch(t *testing.T, r *Relay, channel uint32, id int64) (far *net.TCPConn, left chan struct{}) {
	t.Helper()
	near, far := connection(t)
	left = make(chan struct{})
	if err := r.Watch(near, channel, id, func() { close(left) }); err != nil {
		t.Fatal(err)
	}
	near.Close()
	return far, left
}

func start(t *testing.T) *Relay {
	t.Helper()
	r, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func wait(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("%s was not told", what)
	}
}

// TestRelay: two watchers of a channel and one of another, which come and go.
func TestRelay(t *testing.T) {
	r := start(t)
	a, aLeft := watch(t, r, 1, -1)
	first, large := event(0, "a"), event(1, strings.Repeat("b", 3<<20))
	r.Send(1, 0, []byte(first))
	r.Send(1, 0, []byte(large))
	b, bLeft := watch(t, r, 1, 0)
	c, cLeft := watch(t, r, 2, -1)
	c.Close()
	wait(t, "that a watcher left", cLeft)
	r.Send(1, Ended, nil)
	for _, w := range []struct {
		conn *net.TCPConn
		left chan struct{}
		want string
	}{{a, aLeft, first + large}, {b, bLeft, large}} {
		got, err := io.ReadAll(w.conn)
		// On busy cores 15 s pass before the relay, which stands back, has more to say.
		if strings.ReplaceAll(string(got), string(stillHere), "") != w.want+string(theEnd) || err != nil {
			t.Errorf("%d bytes came, want %d and the end: %v", len(got), len(w.want), err)
		}
		wait(t, "that a stream has ended", w.left)
	}
}

// TestIdle: the relay's threads run where no other wants to.
func TestIdle(t *testing.T) {
	r := start(t)
	_, left := watch(t, r, 1, -1) // when it is answered, the process stands
	r.Send(1, Ended, nil)
	wait(t, "that a stream has ended", left)
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", r.process.Process.Pid))
	if err != nil || len(tasks) == 0 {
		t.Fatalf("threads of the relay: %v, %v", tasks, err)
	}
	for _, task := range tasks {
		var id int
		fmt.Sscan(task.Name(), &id)
		if attr, err := unix.SchedGetAttr(id, 0); err == nil && attr.Policy != unix.SCHED_IDLE {
			t.Errorf("thread %d has the policy %d", id, attr.Policy)
		}
	}
}

// TestKilled: when the process is gone, all who watched have left.
func TestKilled(t *testing.T) {
	r := start(t)
	far, left := watch(t, r, 1, -1)
	r.process.Process.Kill()
	wait(t, "that the relay is gone", left)
	if _, err := far.Read(make([]byte, 1)); err == nil {
		t.Error("the stream goes on")
	}
	near, _ := connection(t)
	defer near.Close()
	<-r.done
	if err := r.Watch(near, 1, -1, func() { t.Error("left a relay that was over") }); !errors.Is(err, ErrOver) || !r.Over() {
		t.Errorf("to watch: %v, over: %v", err, r.Over())
	}
	if err := r.Send(1, 0, []byte("x")); !errors.Is(err, ErrOver) {
		t.Errorf("to send: %v", err)
	}
}
