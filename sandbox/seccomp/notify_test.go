package seccomp

import (
	"testing"
	"time"
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
