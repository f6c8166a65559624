package seccomp

import (
	"io"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestPatience(t *testing.T) {
	if got := patience(time.Time{}); got != nil {
		t.Errorf("without a time: %v", got)
	}
	if got := patience(time.Now().Add(-time.Hour)); got.Nano() != 0 {
		t.Errorf("a time that has passed: %d ns", got.Nano())
	}
	for _, left := range []time.Duration{50 * time.Microsecond, 5 * time.Second, 1000 * time.Hour} {
		until := time.Now().Add(left)
		got := time.Duration(patience(until).Nano())
		if least := time.Until(until); got < least || got > left {
			t.Errorf("in %v: %v", left, got)
		}
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
