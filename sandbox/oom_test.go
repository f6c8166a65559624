package sandbox

import (
	"fmt"
	"os"
	"strings"
	"testing"
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
