//go:build soak

package fleet

import (
	"testing"
	"time"
)

// TestSoakDisturbed is TestDisturbed for a long time.
func TestSoakDisturbed(t *testing.T) { disturbed(t, 40_000, 600*time.Millisecond, 1<<30) }

// TestSoakCoordinatorKilled is TestCoordinatorKilled again and again.
func TestSoakCoordinatorKilled(t *testing.T) {
	for range 20 {
		coordinatorKilled(t, 6)
	}
}
