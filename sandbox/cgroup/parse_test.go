package cgroup

import (
	"fmt"
	"math"
	"testing"
)

const cpuStatV2 = `usage_usec 1234567
user_usec 1000000
system_usec 234567
nice_usec 0
core_sched.force_idle_usec 0
nr_periods 12
nr_throttled 3
throttled_usec 240001
nr_bursts 0
burst_usec 0
`

func TestField(t *testing.T) {
	for _, c := range []struct {
		text, key string
		want      uint64
		ok        bool
	}{
		{cpuStatV2, "usage_usec", 1234567, true},
		{cpuStatV2, "user_usec", 1000000, true},
		{cpuStatV2, "throttled_usec", 240001, true},
		{cpuStatV2, "burst_usec", 0, true},
		{cpuStatV2, "usec", 0, false},
		{cpuStatV2, "usage", 0, false},
		{"oom 3\noom_kill 2\noom_group_kill 1\n", "oom_kill", 2, true},
		{"oom_kill_disable 0\nunder_oom 0\noom_kill 7\n", "oom_kill", 7, true},
		{"oom_kill 7", "oom_kill", 7, true},
		{"oom_kill ", "oom_kill", 0, false},
		{"oom_kill x", "oom_kill", 0, false},
		{"populated 1\nfrozen 0\n", "frozen", 0, true},
		{"max 18446744073709551616\n", "max", math.MaxUint64, true},
		{"", "max", 0, false},
		{"\n\n", "max", 0, false},
	} {
		if got, ok := field([]byte(c.text), c.key); got != c.want || ok != c.ok {
			t.Errorf("field(%q, %q) = %d, %v; want %d, %v", c.text, c.key, got, ok, c.want, c.ok)
		}
	}
}

func TestFullTotal(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
		ok   bool
	}{
		{"some avg10=0.00 avg60=0.00 avg300=0.00 total=999\nfull avg10=1.20 avg60=0.00 avg300=0.00 total=500123\n", 500123, true},
		{"full avg10=0.00 avg60=0.00 avg300=0.00 total=0", 0, true},
		{"some avg10=0.00 avg60=0.00 avg300=0.00 total=999\n", 0, false}, // before 5.13
		{"full avg10=0.00\n", 0, false},
		{"full total=\n", 0, false},
		{"", 0, false},
	} {
		if got, ok := fullTotal([]byte(c.text)); got != c.want || ok != c.ok {
			t.Errorf("fullTotal(%q) = %d, %v; want %d, %v", c.text, got, ok, c.want, c.ok)
		}
	}
}

func FuzzFigures(f *testing.F) {
	f.Add([]byte(cpuStatV2), uint64(7))
	f.Add([]byte("full avg10=0.00 total=5\n"), uint64(math.MaxUint64))
	f.Add([]byte("some\nfull"), uint64(0))
	f.Fuzz(func(t *testing.T, text []byte, n uint64) {
		field(text, "usage_usec")
		fullTotal(text)
		number(text)
		digits := appendNumber(nil, n)
		if string(digits) != fmt.Sprint(n) {
			t.Fatalf("appendNumber(%d) = %q", n, digits)
		}
		line := append(append([]byte("key "), digits...), '\n')
		if got, ok := field(append(line, text...), "key"); !ok || got != n {
			t.Fatalf("field of %q = %d, %v", line, got, ok)
		}
	})
}
