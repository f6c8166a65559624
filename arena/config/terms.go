package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// TermsFile are the terms of play, which matches and championships have in
// common.
type TermsFile struct {
	// Clock says what a bot's time is: fair (wall time without the time in
	// which the host let the bot wait; the default), wall, cpu, or off.
	Clock string `yaml:"clock"`
	// Ponder says what a bot does between its turns: freeze (the default) or
	// allow, to let it think.
	Ponder string `yaml:"ponder"`
	// Limits bound each bot.
	Limits Limits `yaml:"limits"`
	// Jail says how much of the jail must be had: standard (the strongest
	// this host has; the default) or strict (every layer, or no match).
	Jail string `yaml:"jail"`
	// OnViolation says what an attempt at something forbidden costs:
	// disqualify (the default) ends the match for the bot, deny only fails the
	// attempt and counts it.
	OnViolation string `yaml:"on_violation"`
}

// Limits bound each bot of a match.
type Limits struct {
	// Move is the time for one answer. Default 1s.
	Move Duration `yaml:"move"`
	// Start is the time a bot may take until it is ready. Default 10s.
	Start Duration `yaml:"start"`
	// Total is the time for all answers of the match together. Default: none.
	Total Duration `yaml:"total"`
	// Grace is added to Move before an answer counts as late, and is not part
	// of what is reported as the limit. Default: none.
	Grace Duration `yaml:"grace"`
	// Memory is that of the bot's whole process tree. Default 1GiB.
	Memory Size `yaml:"memory"`
	// CPU is a number of cores or a clock rate. Default 1GHz in Gold Hunter
	// (the contest's rule), 1 elsewhere.
	CPU CPU `yaml:"cpu"`
}

// The words of ponder.
const freeze, allow = "freeze", "allow"

// defaultTerms returns the terms where a file says nothing of them.
func defaultTerms() TermsFile {
	return TermsFile{
		Clock:       record.ClockFair,
		Ponder:      freeze,
		Jail:        record.JailStandard,
		OnViolation: record.ViolationDisqualify,
		Limits:      Limits{Move: Duration(time.Second), Start: Duration(10 * time.Second), Memory: 1 << 30},
	}
}

// check checks the values that the struct's types leave open.
func (t *TermsFile) check(d *decoder) error {
	for _, c := range []struct {
		path, value string
		choices     []string
	}{
		{"clock", t.Clock, record.Clocks},
		{"ponder", t.Ponder, []string{freeze, allow}},
		{"jail", t.Jail, []string{record.JailStandard, record.JailStrict}},
		{"on_violation", t.OnViolation, []string{record.ViolationDisqualify, record.ViolationDeny}},
	} {
		if slices.Contains(c.choices, c.value) {
			continue
		}
		cure := pick(c.value, c.choices)
		if c.path == "jail" && c.value == record.JailOff {
			cure = "write standard or strict here; arena match --debug plays without the jail"
		}
		return d.failAt(c.path, cure, "%s: %s is none of %s", c.path, quote(c.value), strings.Join(c.choices, ", "))
	}
	return t.Limits.check(d)
}

// longestLimit bounds every limit of time.
const longestLimit = Duration(24 * time.Hour)

// Bounds of a bot's memory. With less not even a static program starts.
const leastMemory, mostMemory = Size(4 << 20), Size(1 << 40)

// ParseLimit reads a limit of time as a file has it: above 0, and at most a
// day. The error is a *[Slip].
func ParseLimit(text string) (time.Duration, error) {
	x, err := ParseDuration(text)
	if err == nil && (x == 0 || Duration(x) > longestLimit) {
		err = &Slip{fmt.Sprintf("%s is not between 0s and 24h", x), "write a time from 1ms to 24h, such as 1s"}
	}
	return x, err
}

// ParseMemory reads a bot's memory as a file has it: from 4 MiB to 1024 GiB.
// The error is a *[Slip].
func ParseMemory(text string) (int64, error) {
	x, err := ParseSize(text)
	if err == nil {
		err = checkMemory(Size(x))
	}
	return x, err
}

func checkMemory(s Size) error {
	if s >= leastMemory && s <= mostMemory {
		return nil
	}
	return &Slip{fmt.Sprintf("%d bytes is not between 4MiB and 1024GiB", s), "write a size from 4MiB to 1024GiB, such as 1GiB"}
}

func (l *Limits) check(d *decoder) error {
	for _, c := range []struct {
		path  string
		value Duration
		zero  bool // may be
	}{
		{"limits.move", l.Move, false},
		{"limits.start", l.Start, false},
		{"limits.total", l.Total, true},
		{"limits.grace", l.Grace, true},
	} {
		if c.value > longestLimit || c.value == 0 && !c.zero {
			return d.failAt(c.path, "write a time from 1ms to 24h, such as 1s; clock: off plays without limits", "%s: %s is not between 0s and 24h", c.path, time.Duration(c.value))
		}
	}
	var slip *Slip
	if errors.As(checkMemory(l.Memory), &slip) {
		return d.failAt("limits.memory", slip.Cure, "limits.memory: %s", slip.Problem)
	}
	return nil
}

// checkPaths checks the names of files and folders that a file gives, by their
// keys.
func (d *decoder) checkPaths(names map[string]string) error {
	for _, path := range slices.Sorted(maps.Keys(names)) {
		name := names[path]
		if _, given := d.at[path]; given && name == "" || strings.ContainsRune(name, 0) {
			return d.failAt(path, "write a path, or delete the line", "%s: %s is no path", path, quote(name))
		}
	}
	return nil
}

// terms returns the terms as a record has them.
func (t *TermsFile) terms(info game.Info) record.Terms {
	l := t.Limits
	cpu := cmp.Or(string(l.CPU), info.Usual.CPU, "1")
	return record.Terms{
		Clock: t.Clock,
		Move:  record.Duration(l.Move), Start: record.Duration(l.Start),
		Total: record.Duration(l.Total), Grace: record.Duration(l.Grace),
		Ponder: t.Ponder == allow,
		Memory: int64(l.Memory), CPU: cpu,
		Jail: t.Jail, OnViolation: t.OnViolation,
	}
}
