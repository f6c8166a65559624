package soak

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// sample is what was seen at one moment.
type sample struct {
	matches int // played so far, of all cups
	cup     *cup
	disk    int64 // bytes of the cup's results
	done    int   // matches of the cup in its journal
	kept    int   // and attempts that came out void
	figures figures
}

// leastSamples is how many a quarter needs for its median to mean anything.
const leastSamples = 5

// Medians may rise by so much from the first quarter to the last: what does not
// depend on the number of matches moves within these bounds, and what one match
// in a thousand left would not.
const (
	moreOfMost       = 6
	moreDescriptors  = 20  // of watchers, who come and go, and of what is read for them
	moreGroupFiles   = 400 // of some twenty processes more that were cleared away at once
	moreMemory       = 12 << 10
	memoryOfOneMatch = 2 // KiB: a championship and its pages keep a line of each
)

// flat holds the last quarter of the samples against the first, after a
// twentieth of them as a warm-up.
func (p *place) flat(what string, samples []sample, names func(string) bool) {
	p.Helper()
	samples = samples[len(samples)/20:]
	quarter := len(samples) / 4
	if quarter < leastSamples {
		p.Logf("%s: %d samples are too few to be compared", what, len(samples))
		return
	}
	first, last := samples[:quarter], samples[len(samples)-quarter:]
	between := last[quarter/2].matches - first[quarter/2].matches
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(last[0].figures)) {
		if !names(name) {
			continue
		}
		a, b := median(first, name), median(last, name)
		lines = append(lines, fmt.Sprintf("%s %d → %d", name, a, b))
		if b-a > allowedRise(name, between) {
			p.Errorf("%s: %s rose from %d to %d in %d matches", what, name, a, b, between)
		}
	}
	p.Logf("%s, first quarter → last, %d matches apart: %s", what, between, strings.Join(lines, ", "))
}

func allowedRise(name string, matches int) int64 {
	switch {
	case strings.HasSuffix(name, "memory"):
		return moreMemory + memoryOfOneMatch*int64(matches)
	case strings.HasSuffix(name, "descriptors"):
		return moreDescriptors
	case strings.HasSuffix(name, "cgroup files"):
		return moreGroupFiles
	case name == "cgroups":
		return 2 * moreGroupFiles / 20 // in up to ten hierarchies, of two arenas
	}
	return moreOfMost
}

func median(samples []sample, name string) int64 {
	var values []int64
	for _, s := range samples {
		if v, ok := s.figures[name]; ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// leastKept is how many matches each half of a cup needs for them to be alike.
const leastKept = 400

// linear holds what a match of a cup's first half takes on disk, or an attempt
// that came out void, against one of its second half.
func (p *place) linear(c *cup, samples []sample) {
	p.Helper()
	if len(samples) < 4*leastSamples {
		return
	}
	begin, middle, end := samples[leastSamples], samples[len(samples)/2], samples[len(samples)-1]
	each := func(a, b sample) float64 { return float64(b.disk-a.disk) / float64(max(1, b.kept-a.kept)) }
	first, second := each(begin, middle), each(middle, end)
	p.Logf("%s: %.0f bytes a match in the first half, %.0f in the second; %d bytes for %d matches", c.name, first, second, end.disk, end.kept)
	if middle.kept-begin.kept < leastKept || end.kept-middle.kept < leastKept {
		return
	}
	if second > 1.5*first || first > 1.5*second {
		p.Errorf("%s: a match takes %.0f bytes in the first half and %.0f in the second", c.name, first, second)
	}
}
