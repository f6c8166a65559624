package page

import (
	"testing"
	"time"
)

// TestClosedWhole: Close waits for who is about to have a hand-in looked at;
// otherwise that would begin after it, in an office that is closed.
func TestClosedWhole(t *testing.T) {
	p := New(Options{})
	closed := make(chan struct{})
	p.mu.Lock() // as look does
	go func() {
		defer close(closed)
		p.Close()
	}()
	select {
	case <-p.ctx.Done():
		t.Error("it was closed in between")
	case <-time.After(100 * time.Millisecond):
	}
	p.mu.Unlock()
	<-closed
}
