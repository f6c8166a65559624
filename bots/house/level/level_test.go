package level

import (
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for _, l := range All {
		if got, err := Parse(string(l)); err != nil || got != l {
			t.Errorf("%s: %s, %v", l, got, err)
		}
	}
	for _, name := range []string{"", "Master", "grandmaster"} {
		if _, err := Parse(name); err == nil || !strings.Contains(err.Error(), "want random, sensible, novice, club, master") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestClock: sleeping counts by the wall, computing by the processor.
func TestClock(t *testing.T) {
	c := StartClock()
	time.Sleep(20 * time.Millisecond)
	if e, cpu := c.Elapsed(), c.CPU(); e < 20*time.Millisecond || cpu > e {
		t.Errorf("after sleeping for 20 ms: %v, CPU %v", e, cpu)
	}
	before := c.CPU()
	for began := time.Now(); c.CPU()-before < 5*time.Millisecond; {
		if time.Since(began) > 10*time.Second {
			t.Fatal("computing costs no processor time")
		}
	}
}
