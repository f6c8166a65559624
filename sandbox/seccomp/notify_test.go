package seccomp

import (
	"io"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// poll(2) must not be called with too short a time: it would be called again
// and again until the moment has come.
func TestPatience(t *testing.T) {
	if got := patience(time.Time{}); got != -1 {
		t.Errorf("without a time: %d", got)
	}
	if got := patience(time.Now().Add(-time.Hour)); got != 0 {
		t.Errorf("a time that has passed: %d", got)
	}
	if got := patience(time.Now().Add(5 * time.Second)); got < 4000 || got > 5000 {
		t.Errorf("in 5 s: %d ms", got)
	}
	if got := patience(time.Now().Add(100 * time.Microsecond)); got > 1 {
		t.Errorf("in 0.1 ms: %d ms", got)
	}
	if got := patience(time.Now().Add(1000 * time.Hour)); got != 3_600_000 {
		t.Errorf("in a thousand hours: %d ms", got)
	}
}

// A look at the listener that a signal interrupts shows POLLERR: it is looked at again,
// and Stop still ends that.
func TestReceiveInterrupted(t *testing.T) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	unix.Close(ends[0]) // poll shows POLLERR for a pipe that nobody reads
	l, err := NewListener(ends[1])
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := make(chan error, 1)
	go func() {
		_, err := l.Receive(time.Time{})
		got <- err
	}()
	select {
	case err := <-got:
		t.Errorf("it ends with %v", err)
	case <-time.After(10 * time.Millisecond):
		l.Stop()
		if err := <-got; err != io.EOF {
			t.Errorf("stopped, it says %v", err)
		}
	}
}
