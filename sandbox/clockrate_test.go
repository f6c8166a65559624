package sandbox

import "testing"

func TestHostClock(t *testing.T) {
	if hz := cpuinfoClock("processor\t: 0\ncpu MHz\t\t: 1800.0\n\nprocessor\t: 1\ncpu MHz\t\t: 2299.998\n"); hz != 2299.998e6 {
		t.Errorf("got %v", hz)
	}
	if hz := cpuinfoClock("Processor: AArch64\n"); hz != 0 {
		t.Errorf("no clock: got %v", hz)
	}
	told, measured := hostClock(), measuredClock()
	t.Logf("told %.2f GHz, measured %.2f GHz", told/1e9, measured/1e9)
	// A core may run faster than it tells, or do half a step a cycle.
	if measured < told/8 || measured > told*4 {
		t.Errorf("the host tells %.0f Hz, measured are %.0f", told, measured)
	}
}
