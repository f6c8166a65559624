//go:build soak

package sandbox

import (
	"os"
	"strconv"
	"testing"
)

// soakLaunches is how many launches the soak makes: ARENA_SOAK_LAUNCHES, or the
// hundred thousand that the arena is measured by.
func soakLaunches(t *testing.T) int {
	text := os.Getenv("ARENA_SOAK_LAUNCHES")
	if text == "" {
		return 100_000
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 100 {
		t.Fatalf("ARENA_SOAK_LAUNCHES=%q is not a number from 100 on", text)
	}
	return n
}

// TestLaunchSoak is TestNothingLeftBehind at length: nine launches in ten are
// one arena's, in the tenth arenas are killed with SIGKILL at random points.
func TestLaunchSoak(t *testing.T) {
	n := soakLaunches(t)
	t.Run("one arena", func(t *testing.T) { testNothingLeft(t, n*9/10) })
	t.Run("arenas killed", func(t *testing.T) {
		before := countHost(t)
		kills := 0
		made := testArenaKilled(t, func(k, launches int) bool { kills = k; return launches < n/10 || k < n/200 })
		if after := countHost(t); after != before {
			t.Errorf("before %+v, after %+v", before, after)
		}
		t.Logf("%d arenas killed, which had made %d launches", kills, made)
	})
}
