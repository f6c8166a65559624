package cgroup

import (
	"testing"
	"time"
)

// operations are what a launch and a turn call.
func operations(t testing.TB, r *Root) []struct {
	name string
	do   func(*Group) error
} {
	l := []Limits{{Memory: 1 << 30, Processes: 64}, {Memory: 1 << 29, Processes: 32}}
	if r.Works(CPU) {
		l[1].Quota = 50 * time.Millisecond
	}
	i := 0
	return []struct {
		name string
		do   func(*Group) error
	}{
		{"Set/same", func(g *Group) error { return g.Set(l[0]) }},
		{"Set/other", func(g *Group) error { i++; return g.Set(l[i%2]) }},
		{"Begin", func(g *Group) error { return g.Begin(l[0]) }},
		{"CPU", func(g *Group) error { return errOf(g.CPU()) }},
		{"Waiting", func(g *Group) error { return errOf(g.Waiting()) }},
		{"Throttled", func(g *Group) error { return errOf(g.Throttled()) }},
		{"MemoryPeak", func(g *Group) error { return errOf(g.MemoryPeak()) }},
		{"MemoryNow", func(g *Group) error { return errOf(g.MemoryNow()) }},
		{"OOMKills", func(g *Group) error { return errOf(g.OOMKills()) }},
		{"ProcessesPeak", func(g *Group) error { return errOf(g.ProcessesPeak()) }},
		{"Empty", func(g *Group) error { return errOf(g.Empty()) }},
		{"TaskFDs", func(g *Group) error { g.TaskFDs(); return nil }},
		{"FreezeThaw", func(g *Group) error {
			if err := g.Freeze(); err != nil {
				return err
			}
			return g.Thaw()
		}},
		{"FreezeWait", func(g *Group) error {
			if err := g.FreezeWait(soon()); err != nil {
				return err
			}
			return g.Thaw()
		}},
		{"CPUNow", func(g *Group) error { _, _, err := g.CPUNow(); return err }},
	}
}

func TestNothingAllocated(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	r := open(t, Memory, Processes, Usage, Pressure, Freeze)
	g := group(t, r, Limits{})
	p := enter(t, g, "burn")
	p.hear()
	for _, op := range operations(t, r) {
		if n := testing.AllocsPerRun(10, func() {
			if err := op.do(g); err != nil {
				t.Fatalf("%s: %v", op.name, err)
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times", op.name, n)
		}
	}
	p.in.Close()
	p.end()
	renews := g.fds[memoryPeak] >= 0 && !g.peakResets // a new folder for each run: v2 before 6.12
	if n := testing.AllocsPerRun(10, func() {
		g.Kill()
		if err := g.Recycle(soon()); err != nil {
			t.Fatal(err)
		}
	}); n != 0 && !renews {
		t.Errorf("Recycle allocates %v times", n)
	}
	release(t, g)
}

// The group holds a process that is blocked, as a bot between its turns.
func BenchmarkGroup(b *testing.B) {
	r := open(b, Memory, Processes, Usage, Pressure, Freeze)
	g := group(b, r, Limits{})
	p := enter(b, g, "burn")
	p.hear()
	for _, op := range operations(b, r) {
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := op.do(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	p.in.Close()
	p.end()
	release(b, g)
}

// What a slot costs between two runs: prepared, empty, given back.
func BenchmarkCycle(b *testing.B) {
	r := open(b, Memory, Processes)
	for name, spoil := range map[string]func(*Group){
		"clean":  func(*Group) {},
		"killed": func(g *Group) { g.killed = true },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g := group(b, r, Limits{Memory: 1 << 30, Processes: 64})
				spoil(g)
				if err := g.Kill(); err != nil {
					b.Fatal(err)
				}
				release(b, g)
			}
		})
	}
}

func BenchmarkOpenClose(b *testing.B) {
	for b.Loop() {
		if _, err := Detect(Options{Prefix: testPrefix}); err != nil {
			b.Fatal(err)
		}
	}
}
