package sandbox

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"botarena/sandbox/cgroup"

	"golang.org/x/sys/unix"
)

// TestProtectedArena: what keeps an arena alive when the host's memory is at its end
// does not keep its bots alive.
func TestProtectedArena(t *testing.T) {
	own := "/proc/self/" + oomScoreFile
	before, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	allowed := os.WriteFile(own, []byte("-500"), 0) == nil
	defer os.WriteFile(own, before, 0)
	s := newSandbox(t, testOptions())
	if !allowed { // only for root with CAP_SYS_RESOURCE
		s.protected = true
	}
	if !s.protected {
		t.Error("a sandbox does not see that it is protected")
	}
	p := start(t, s, Command{Program: open(t, s, cProgram(t, "behave"))}, "echo")
	got, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", p.PID(), oomScoreFile))
	if err != nil || strings.TrimSpace(string(got)) != killedFirst {
		t.Errorf("the bot of a protected arena has %s = %s (%v)", oomScoreFile, got, err)
	}
}

// TestKilledWithTheHostStarved: without a cgroup, a program that was killed while the
// kernel killed for memory is not to blame; at any other time it is.
func TestKilledWithTheHostStarved(t *testing.T) {
	grouped := newSandbox(t, testOptions())
	if !grouped.works(cgroup.Memory) {
		missing(t, "a memory cgroup, in which the kernel kills")
	}
	s := newSandbox(t, Options{Without: []string{layerMemory, layerCPU, layerProcesses, layerKill, layerFreeze, layerWaiting}})
	for starved, want := range map[bool]Status{false: StatusSignalled, true: StatusArenaFault} {
		p := start(t, s, Command{}, "echo")
		if starved {
			run(t, grouped, Command{Limits: Limits{Memory: 32 * mib}}, "memory")
		}
		if err := unix.Kill(p.PID(), unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		if f := p.Wait(t.Context()); f.Status != want || f.Signal != unix.SIGKILL || starved == (f.Fault == "") {
			t.Errorf("starved %v: %s, %+v", starved, f.Reason(), f)
		}
	}
}
