package abuse

import (
	"fmt"
	"testing"

	"botarena/sandbox"
)

// TestSuccessor: what one bot took is not held against the next in its place,
// which starts at once, with whatever limit it has.
func TestSuccessor(t *testing.T) {
	s := jail(t, sandbox.Options{})
	prog, err := s.Open(program(t, "memory"), sandbox.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Close()
	for _, first := range []string{"page-tables-read 128", "touch 300", "shared 300", "pairs", "pipes"} {
		for _, limit := range []int64{128 * mib, 16 * mib} {
			if err := succeed(t, s, prog, first, limit); err != nil {
				t.Error(err)
			}
		}
	}
}

func succeed(t *testing.T, s *sandbox.Sandbox, prog *sandbox.Program, first string, limit int64) error {
	t.Helper()
	p, err := s.Start(&sandbox.Command{Program: prog, Args: words(first), Limits: sandbox.Limits{Memory: 128 * mib}})
	if err != nil {
		return fmt.Errorf("%s: %w", first, err)
	}
	f := p.Wait(t.Context())
	p.Close()
	q, err := s.Start(&sandbox.Command{Program: prog, Args: []string{"touch", fmt.Sprint(limit / mib * 3 / 4)}, Limits: sandbox.Limits{Memory: limit}})
	if err != nil {
		return fmt.Errorf("after %s (%s), with %d MiB: %w", first, f.Reason(), limit/mib, err)
	}
	defer q.Close()
	g := q.Wait(t.Context())
	if g.Status != sandbox.StatusOK || g.OOM || g.PeakMemory > limit {
		return fmt.Errorf("after %s (%s), with %d MiB and touching three quarters of it: %s, oom %v", first, f.Reason(), limit/mib, g.Reason(), g.OOM)
	}
	return nil
}
