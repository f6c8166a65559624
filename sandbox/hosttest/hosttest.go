// Package hosttest measures, for tests, what the host's own kernel takes for what a
// jail does: limits in milliseconds hold on hosts that can keep them at all.
package hosttest

import (
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// wanted is how long 64 processes may take to be gone (jail page).
const wanted = 15 * time.Millisecond

// KillWithin returns how long 64 processes that are killed at once may take to be
// gone: 15 ms, but where the host takes more than 10 ms for 64 of its own by one
// kill(2), as a virtual machine without nested page tables does (33 ms), half as long
// again as it takes.
func KillWithin(t testing.TB) time.Duration {
	t.Helper()
	best := time.Hour
	for range 3 {
		best = min(best, kill64(t))
	}
	t.Logf("64 processes outside of any jail were gone %v after kill(2)", best)
	return max(wanted, best*3/2)
}

func kill64(t testing.TB) time.Duration {
	t.Helper()
	var all []*exec.Cmd
	group := 0
	for range 64 {
		c := exec.Command("sleep", "60")
		c.SysProcAttr = &unix.SysProcAttr{Setpgid: true, Pgid: group, Pdeathsig: unix.SIGKILL}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if group == 0 {
			group = c.Process.Pid
		}
		all = append(all, c)
	}
	time.Sleep(50 * time.Millisecond) // all sleep
	began := time.Now()
	if err := unix.Kill(-group, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		c.Wait() //nolint:errcheck // it tells the signal
	}
	return time.Since(began)
}
