package cgroup

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ClockHz is the clock of this host's fastest core in Hz: the largest
// cpuinfo_max_freq of the frequency driver (in kHz; the kernel's
// admin-guide/pm/cpufreq), and where there is none, as in most virtual
// machines, the largest "cpu MHz" of /proc/cpuinfo, which there is the nominal
// clock. arm64 has neither without a frequency driver: then it fails.
func (h Host) ClockHz() (float64, error) {
	h = h.withDefaults()
	var most float64
	drivers, _ := filepath.Glob(filepath.Join(h.Sys, "devices/system/cpu/cpu[0-9]*/cpufreq/cpuinfo_max_freq"))
	for _, path := range drivers {
		if f := words(path); len(f) == 1 {
			if khz, err := strconv.ParseFloat(f[0], 64); err == nil {
				most = max(most, khz*1e3)
			}
		}
	}
	if most > 0 {
		return most, nil
	}
	text, err := os.ReadFile(filepath.Join(h.Proc, "cpuinfo"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) != "cpu MHz" {
			continue
		}
		if mhz, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
			most = max(most, mhz*1e6)
		}
	}
	if most <= 0 {
		return 0, errors.New("cgroup: this host does not tell the clock of its processors: give cpu as a number of cores")
	}
	return most, nil
}

// QuotaForHz is the quota, in a period (0: 100 ms), that gives as many cycles
// a second as a core of hz: on a host of 2.5 GHz, 40 ms in 100 ms for 1 GHz.
// A slower host than asked for gives more than one core, which a process of
// one thread cannot use.
func (h Host) QuotaForHz(hz float64, period time.Duration) (time.Duration, error) {
	host, err := h.ClockHz()
	if err != nil {
		return 0, err
	}
	return QuotaOf(hz/host, period), nil
}
