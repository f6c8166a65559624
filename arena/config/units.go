package config

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// Duration is a time with its unit: 500ms, 1s, 1m30s. It is never negative.
type Duration time.Duration

func (v *Duration) read(d *decoder, path string, n *yaml.Node) error {
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	x, problem, cure := parseDuration(text)
	if problem != "" {
		return d.fail(n, cure, "%s%s", label(path), problem)
	}
	*v = Duration(x)
	return nil
}

var (
	bareNumber   = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
	numberPrefix = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?`)
	durationForm = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(us|ms|s|m|h))+$`)
)

func parseDuration(text string) (x time.Duration, problem, cure string) {
	if durationForm.MatchString(text) {
		x, err := time.ParseDuration(text)
		if err != nil {
			return 0, quote(text) + " is too long a time", "write a shorter time"
		}
		return x, "", ""
	}
	problem, cure = timeQuantity.wrong(text)
	return 0, problem, cure
}

// Size is a number of bytes with its unit: B, KiB, MiB, GiB (powers of 1024)
// or KB, MB, GB (powers of 1000).
type Size int64

func (v *Size) read(d *decoder, path string, n *yaml.Node) error {
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	x, problem, cure := parseSize(text)
	if problem != "" {
		return d.fail(n, cure, "%s%s", label(path), problem)
	}
	*v = Size(x)
	return nil
}

var sizeUnits = map[string]float64{
	"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "KB": 1e3, "MB": 1e6, "GB": 1e9,
}

func parseSize(text string) (x int64, problem, cure string) {
	number := numberPrefix.FindString(text)
	unit, ok := sizeUnits[text[len(number):]]
	if number == "" || !ok {
		problem, cure = sizeQuantity.wrong(text)
		return 0, problem, cure
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || f*unit >= math.MaxInt64 {
		return 0, quote(text) + " is too large", "write a smaller size"
	}
	return int64(f * unit), "", ""
}

// CPU is a share of the processor: a number of cores, such as 1 or 0.5, or
// the clock rate of one core, such as 1GHz or 800MHz. Its text is that of
// record.Terms: a number, or a number of GHz.
type CPU string

func (v *CPU) read(d *decoder, path string, n *yaml.Node) error {
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	c, problem, cure := parseCPU(text)
	if problem != "" {
		return d.fail(n, cure, "%s%s", label(path), problem)
	}
	*v = c
	return nil
}

func parseCPU(text string) (c CPU, problem, cure string) {
	const most = 1024 // cores, or GHz: more is a slip
	number := numberPrefix.FindString(text)
	f, err := strconv.ParseFloat(number, 64)
	unit := text[len(number):]
	if unit == "MHz" {
		f /= 1e3
	}
	switch {
	case err != nil || unit != "" && unit != "GHz" && unit != "MHz":
		problem, cure = cpuQuantity.wrong(text)
		return "", problem, cure
	case f <= 0 || f > most:
		return "", fmt.Sprintf("%s is not between 0 and %d", quote(text), most), "write " + cpuQuantity.form
	case unit == "":
		return CPU(formatNumber(f)), "", ""
	}
	return CPU(formatNumber(f) + "GHz"), "", ""
}

func formatNumber(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// quantity is what a number with a unit measures, for errors.
type quantity struct {
	what string // "a time"
	form string // how it is written
	unit string // the likely unit of a bare number
	// slips are units that people write, in small letters and without
	// spaces, and what they are called here.
	slips map[string]string
}

var (
	timeQuantity = quantity{"a time", "a time with its unit, such as 500ms, 1s or 2m", "s", map[string]string{
		"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "ms": "ms", "msec": "ms", "millis": "ms", "milliseconds": "ms",
		"m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m", "h": "h", "hour": "h", "hours": "h", "µs": "us",
	}}
	sizeQuantity = quantity{"a size", "a size with its unit, such as 512MiB or 1GiB", "MiB", map[string]string{
		"b": "B", "byte": "B", "bytes": "B", "k": "KiB", "m": "MiB", "g": "GiB", "kib": "KiB", "mib": "MiB", "gib": "GiB", "kb": "KB", "mb": "MB", "gb": "GB",
	}}
	cpuQuantity = quantity{"a share of the processor", "a number of cores, such as 1 or 0.5, or a clock rate, such as 1GHz", "", map[string]string{
		"core": "", "cores": "", "cpu": "", "cpus": "", "ghz": "GHz", "mhz": "MHz", "g": "GHz",
	}}
)

// wrong says what is wrong with a text that is no such quantity, and what to
// write.
func (q quantity) wrong(text string) (problem, cure string) {
	if bareNumber.MatchString(text) {
		return fmt.Sprintf("%s has no unit", quote(text)), fmt.Sprintf("write %s%s, or another unit", text, q.unit)
	}
	problem, cure = fmt.Sprintf("%s is not %s", quote(text), q.what), "write "+q.form
	number := numberPrefix.FindString(text)
	slip := strings.ToLower(strings.TrimSpace(text[len(number):]))
	if unit, ok := q.slips[slip]; ok && number != "" {
		cure = "write " + number + unit
	}
	return problem, cure
}
