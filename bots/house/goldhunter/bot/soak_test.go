//go:build soak

package bot

import "testing"

// TestLevelsSoak plays the 200 matches a pairing of the README.
func TestLevelsSoak(t *testing.T) { testSteps(t, 200) }
