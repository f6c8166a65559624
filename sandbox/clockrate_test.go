package sandbox

import "testing"

func TestCPUInfoClock(t *testing.T) {
	hz, err := cpuinfoClock([]byte("processor\t: 0\nmodel name\t: X\ncpu MHz\t\t: 2299.998\n"))
	if err != nil || hz < 2299.9e6 || hz > 2300e6 {
		t.Errorf("got %v, %v", hz, err)
	}
	if _, err := cpuinfoClock([]byte("Processor: AArch64\n")); err == nil {
		t.Error("no clock, no error")
	}
}
