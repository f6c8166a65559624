package command

import (
	"strings"
	"testing"

	"botarena/sandbox"
)

// What a host does not count is no figure.
func TestRunUnmeasured(t *testing.T) {
	var errs strings.Builder
	r := &jailRun{Streams: Streams{Err: &errs}}
	if err := r.print(sandbox.Facts{PeakMemory: -1, PeakProcesses: -1}, "", ""); err != nil || !strings.Contains(errs.String(), ", memory -, threads - at most, ") {
		t.Errorf("%v, %q", err, errs.String())
	}
}
