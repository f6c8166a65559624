package sandbox

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"strings"
)

// CoresAt returns the share of a core of this host that gives as many clock
// cycles a second as a core running at hz, for [Limits.Cores]. The host's
// clock is the highest that its frequency driver names, else the one in
// /proc/cpuinfo. The error says that the host names neither.
func CoresAt(hz float64) (float64, error) {
	host, err := hostClock()
	if err != nil {
		return 0, err
	}
	return hz / host, nil
}

// hostClock returns the host's clock in Hz.
func hostClock() (float64, error) {
	if text, err := os.ReadFile("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"); err == nil {
		if khz, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil && khz > 0 {
			return khz * 1e3, nil
		}
	}
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return 0, err
	}
	return cpuinfoClock(text)
}

// cpuinfoClock returns the clock of the first processor in /proc/cpuinfo.
func cpuinfoClock(text []byte) (float64, error) {
	for line := range bytes.Lines(text) {
		name, value, ok := strings.Cut(string(line), ":")
		if !ok || strings.TrimSpace(name) != "cpu MHz" {
			continue
		}
		if mhz, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && mhz > 0 {
			return mhz * 1e6, nil
		}
	}
	return 0, errors.New("this host does not tell the clock of its processors: give cpu as a number of cores")
}
