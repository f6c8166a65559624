package abuse

import (
	"slices"
	"testing"

	"botarena/sandbox"
)

// unclaimed are the layers that stop no act of a bot by themselves, and why.
var unclaimed = map[string]string{
	"cgroup namespace": "it hides the host's names of cgroups, of which nothing in the jail tells: /proc/self/cgroup is closed by root and landlock",
	"waiting time":     "it stops nothing: it tells how long a bot waited for a core (TestWaitingBesideAHog of sandbox/cgroup)",
}

// TestEveryLayerIsClaimed: a layer without a claim would be held by no test of
// TestEachLayerAlone and its kin, and nobody would see it.
func TestEveryLayerIsClaimed(t *testing.T) {
	var known []string
	for _, l := range jail(t, sandbox.Options{}).Layers() {
		known = append(known, l.Name)
		claimed := slices.ContainsFunc(Claims(), func(c Claim) bool { return c.Layer == l.Name })
		if _, excused := unclaimed[l.Name]; claimed == excused {
			t.Errorf("layer %q: a claim in claims.go: %v, a reason for none here: %v; want one of the two", l.Name, claimed, excused)
		}
	}
	for _, c := range Claims() {
		if !slices.Contains(known, c.Layer) {
			t.Errorf("claims.go claims for a layer %q that there is not", c.Layer)
		}
	}
	for name := range unclaimed {
		if !slices.Contains(known, name) {
			t.Errorf("there is no layer %q", name)
		}
	}
}
