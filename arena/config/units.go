package config

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Slip says what is wrong with one value, and what to write instead.
type Slip struct{ Problem, Cure string }

func (s *Slip) Error() string { return s.Problem }

// Hint returns the cure.
func (s *Slip) Hint() string { return s.Cure }

// readQuantity reads a value with a unit by one of the functions below.
func readQuantity[T any](d *decoder, path string, n *yaml.Node, parse func(string) (T, error)) (value T, err error) {
	text, err := d.text(path, n)
	if err != nil {
		return value, err
	}
	value, err = parse(text)
	var slip *Slip
	if errors.As(err, &slip) {
		err = d.fail(n, slip.Cure, "%s%s", label(path), slip.Problem)
	}
	return value, err
}

// Duration is a time with its unit: 500ms, 1s, 1m30s. It is never negative.
type Duration time.Duration

func (v *Duration) read(d *decoder, path string, n *yaml.Node) error {
	x, err := readQuantity(d, path, n, ParseDuration)
	*v = Duration(x)
	return err
}

var (
	bareNumber   = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
	numberPrefix = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?`)
	daysForm     = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?) ?(d|day|days)$`)
	durationForm = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(us|ms|s|m|h))+$`)
)

// ParseDuration reads a time with its unit. The error is a *[Slip].
func ParseDuration(text string) (time.Duration, error) {
	// How long a day is depends on the zone: twice a year 23 or 25 hours.
	if m := daysForm.FindStringSubmatch(strings.ToLower(text)); m != nil {
		if days, err := strconv.ParseFloat(m[1], 64); err == nil {
			return 0, &Slip{quote(text) + " is not a time: days are written in hours", fmt.Sprintf("write %sh", strconv.FormatFloat(24*days, 'f', -1, 64))}
		}
	}
	if !durationForm.MatchString(text) {
		return 0, timeQuantity.wrong(text)
	}
	x, err := time.ParseDuration(text)
	if err != nil {
		return 0, &Slip{quote(text) + " is too long a time", "write a shorter time"}
	}
	return x, nil
}

// Size is a number of bytes with its unit: B, KiB, MiB, GiB (powers of 1024)
// or KB, MB, GB (powers of 1000).
type Size int64

func (v *Size) read(d *decoder, path string, n *yaml.Node) error {
	x, err := readQuantity(d, path, n, ParseSize)
	*v = Size(x)
	return err
}

var sizeUnits = map[string]float64{
	"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "KB": 1e3, "MB": 1e6, "GB": 1e9,
}

// ParseSize reads a number of bytes with its unit. The error is a *[Slip].
func ParseSize(text string) (int64, error) {
	number := numberPrefix.FindString(text)
	unit, ok := sizeUnits[text[len(number):]]
	if number == "" || !ok {
		return 0, sizeQuantity.wrong(text)
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || f*unit >= math.MaxInt64 {
		return 0, &Slip{quote(text) + " is too large", "write a smaller size"}
	}
	return int64(f * unit), nil
}

// CPU is a share of the processor: a number of cores, such as 1 or 0.5, or
// the clock rate of one core, such as 1GHz or 800MHz. Its text is that of
// record.Terms: a number, or a number of GHz.
type CPU string

func (v *CPU) read(d *decoder, path string, n *yaml.Node) error {
	x, err := readQuantity(d, path, n, ParseCPU)
	*v = x
	return err
}

// ParseCPU reads a share of the processor. The error is a *[Slip].
func ParseCPU(text string) (CPU, error) {
	const most = 1024 // cores, or GHz: more is a slip
	number := numberPrefix.FindString(text)
	f, err := strconv.ParseFloat(number, 64)
	unit := text[len(number):]
	if unit == "MHz" {
		f /= 1e3
	}
	switch {
	case err != nil || unit != "" && unit != "GHz" && unit != "MHz":
		return "", cpuQuantity.wrong(text)
	case f <= 0 || f > most:
		return "", &Slip{fmt.Sprintf("%s is not between 0 and %d", quote(text), most), "write " + cpuQuantity.form}
	case unit == "":
		return CPU(formatNumber(f)), nil
	}
	return CPU(formatNumber(f) + "GHz"), nil
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

// wrong returns the *[Slip] for a text that is no such quantity.
func (q quantity) wrong(text string) error {
	if bareNumber.MatchString(text) {
		return &Slip{quote(text) + " has no unit", fmt.Sprintf("write %s%s, or another unit", text, q.unit)}
	}
	slip := &Slip{fmt.Sprintf("%s is not %s", quote(text), q.what), "write " + q.form}
	number := numberPrefix.FindString(text)
	meant := strings.ToLower(strings.TrimSpace(text[len(number):]))
	if unit, ok := q.slips[meant]; ok && number != "" {
		slip.Cure = "write " + number + unit
	}
	return slip
}
