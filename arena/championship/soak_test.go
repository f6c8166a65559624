//go:build soak

package championship

import "testing"

// TestSIGKILLSoak kills at 200 random moments.
func TestSIGKILLSoak(t *testing.T) { testKills(t, 200) }
