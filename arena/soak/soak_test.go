//go:build soak

package soak

import (
	"os"
	"strconv"
	"testing"
)

// TestSoakWhole plays ARENA_SOAK_MATCHES matches, or the hundred thousand that
// the arena is measured by.
func TestSoakWhole(t *testing.T) {
	matches := 100_000
	if text := os.Getenv("ARENA_SOAK_MATCHES"); text != "" {
		var err error
		if matches, err = strconv.Atoi(text); err != nil || matches < 1 {
			t.Fatalf("ARENA_SOAK_MATCHES=%q is not a number from 1 on", text)
		}
	}
	testWhole(t, matches)
}
