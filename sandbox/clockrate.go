package sandbox

import (
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// CoresAt returns the share of a core of this host that gives as many clock
// cycles a second as a core running at hz, for [Limits.Cores]. The host's
// clock is the highest that its frequency driver names (cpuinfo_max_freq in
// the kernel's admin-guide/pm/cpufreq), else the highest in /proc/cpuinfo; an
// arm64 host without a driver names none, and its clock is measured.
func CoresAt(hz float64) float64 { return hz / hostClock() }

// hostClock returns the host's clock in Hz.
var hostClock = sync.OnceValue(func() float64 {
	var most float64
	drivers, _ := filepath.Glob("/sys/devices/system/cpu/cpu[0-9]*/cpufreq/cpuinfo_max_freq")
	for _, driver := range drivers {
		text, _ := os.ReadFile(driver)
		khz, _ := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
		most = max(most, khz*1e3)
	}
	if most > 0 {
		return most
	}
	text, _ := os.ReadFile("/proc/cpuinfo")
	if hz := cpuinfoClock(string(text)); hz > 0 {
		return hz
	}
	return measuredClock()
})

// cpuinfoClock returns the highest clock in /proc/cpuinfo; 0: it has none.
func cpuinfoClock(text string) (most float64) {
	for line := range strings.Lines(text) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "cpu MHz" {
			mhz, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			most = max(most, mhz*1e6)
		}
	}
	return most
}

// measuredClock times a chain of steps that wait for each other, a rotation and
// an exclusive or, which take a core one cycle each. What else the machine does
// makes a try longer: the shortest counts.
func measuredClock() float64 {
	const rounds, cycles = 50_000, 16
	best := time.Duration(math.MaxInt64)
	x := uint64(1)
	for range 20 {
		began := time.Now()
		for range rounds {
			for range cycles / 2 {
				x = bits.RotateLeft64(x, 1) ^ 0x9e3779b97f4a7c15
			}
		}
		best = min(best, time.Since(began))
	}
	runtime.KeepAlive(x) // or the compiler would leave the chain out
	return rounds * cycles / best.Seconds()
}
