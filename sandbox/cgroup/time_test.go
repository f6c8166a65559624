package cgroup

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestCPUIsRight(t *testing.T) {
	r := open(t, Usage)
	g := group(t, r, Limits{})
	p := enter(t, g, "burn")
	p.hear()
	for _, ms := range []int{1, 10, 100, 1, 10, 100} {
		before, _, err := g.CPUNow()
		if err != nil {
			t.Fatal(err)
		}
		p.say("%d", ms)
		told, err := strconv.ParseInt(p.hear(), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		after, exact, err := g.CPUNow()
		if err != nil {
			t.Fatal(err)
		}
		if r.Works(Freeze) && !exact {
			t.Log("not exact: on this busy machine the child did not stop within 5 ms")
		}
		if off := after - before - time.Duration(told); off < -time.Millisecond || off > time.Millisecond {
			t.Errorf("%d ms: read %v, the child says %v", ms, after-before, time.Duration(told))
		}
	}
	all, err := g.CPU()
	if err != nil {
		t.Error(err)
	}
	p.in.Close()
	p.end()
	total, err := g.CPU()
	if err != nil || total < all {
		t.Errorf("the dead do not count: %v after %v, %v", total, all, err)
	}
	release(t, g)
	g = group(t, r, Limits{})
	if now, err := g.CPU(); err != nil || now != 0 {
		t.Errorf("the next run begins with %v, %v", now, err)
	}
	release(t, g)
}

func TestCPUNowOfARunningTree(t *testing.T) {
	r := open(t, Usage, Freeze)
	g := group(t, r, Limits{})
	page := filepath.Join(t.TempDir(), "page")
	if err := os.WriteFile(page, make([]byte, 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	told := shared(page)
	cores := cores(t)
	p := enter(t, g, fmt.Sprintf("spin:%d,%s", cores[len(cores)-1], page))
	p.hear()
	p.say("go")
	for told.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := g.FreezeWait(soon()); err != nil {
		t.Fatal(err)
	}
	// The process's own clock begins with the shell, as the group's does.
	if read, clock := must(g.CPU()), clockOf(t, p); (read - clock).Abs() > time.Millisecond {
		t.Errorf("frozen: read %v, its clock says %v", read, clock)
	}
	if err := g.Thaw(); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		time.Sleep(time.Duration(i%7+1) * time.Millisecond)
		early := time.Duration(told.Load())
		now, exact, err := g.CPUNow()
		if err != nil {
			t.Fatal(err)
		}
		late := clockOf(t, p)
		if !exact { // a busy machine: it had no core to stop on
			continue
		}
		// What the child said before, and its clock after, which lags by a tick.
		if now < early || now > late+8*time.Millisecond {
			t.Errorf("read %v, between %v and %v by the child", now, early, late)
		}
	}
	if err := g.FreezeWait(soon()); err != nil {
		t.Fatal(err)
	}
	stopped := must(g.CPU())
	if clock := clockOf(t, p); (stopped - clock).Abs() > time.Millisecond {
		t.Errorf("frozen: read %v, its clock says %v", stopped, clock)
	}
	time.Sleep(50 * time.Millisecond)
	// It counts as frozen a moment before it is off its core.
	if later := must(g.CPU()); later > stopped+100*time.Microsecond {
		t.Errorf("a frozen tree has burnt %v", later-stopped)
	}
	began := time.Now()
	if err := g.Kill(); err != nil {
		t.Fatal(err)
	}
	if sig := p.end(); sig != syscall.SIGKILL {
		t.Errorf("ended by %v", sig)
	}
	t.Logf("a frozen process is dead after %v", time.Since(began))
	release(t, g)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// clockOf reads the CPU clock of a process (clock_getcpuclockid(3)).
func clockOf(t testing.TB, p *proc) time.Duration {
	t.Helper()
	var ts unix.Timespec
	if err := unix.ClockGettime(int32(^p.cmd.Process.Pid<<3|2), &ts); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ts.Nano())
}

func cores(t testing.TB) (all []int) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	for c := 0; len(all) < set.Count(); c++ {
		if set.IsSet(c) {
			all = append(all, c)
		}
	}
	return all
}

// spinner is a process of one thread on one core; it spins when told to go.
func spinner(t *testing.T, g *Group, core int) *proc {
	t.Helper()
	p := enter(t, g, "", "/bin/sh", "-c", "echo ready; read x; while :; do :; done")
	p.hear()
	var set unix.CPUSet
	set.Set(core)
	if err := unix.SchedSetaffinity(p.cmd.Process.Pid, &set); err != nil {
		t.Fatal(err)
	}
	return p
}

// spun lets a tree spin on one core for a while and reads everything of it
// once it is frozen.
func spun(t *testing.T, g *Group, core int, d time.Duration) (wall, cpu, waiting, throttled time.Duration) {
	t.Helper()
	p := spinner(t, g, core)
	time.Sleep(20 * time.Millisecond) // until it blocks in its read
	cpu0, _ := g.CPU()
	waiting0, err := g.Waiting()
	if err != nil {
		t.Fatal(err)
	}
	throttled0, _ := g.Throttled()
	p.say("go")
	began := time.Now()
	time.Sleep(d)
	if err := g.FreezeWait(soon()); err != nil {
		t.Fatal(err)
	}
	wall = time.Since(began)
	cpu, _ = g.CPU()
	waiting, _ = g.Waiting()
	throttled, _ = g.Throttled()
	t.Logf("wall %v: cpu %v, waiting %v, throttled %v", wall, cpu-cpu0, waiting-waiting0, throttled-throttled0)
	if err := g.Kill(); err != nil {
		t.Fatal(err)
	}
	p.end()
	release(t, g)
	return wall, cpu - cpu0, waiting - waiting0, throttled - throttled0
}

func TestWaitingBesideAHog(t *testing.T) {
	r := open(t, Usage, Pressure, Freeze, Kill)
	all := cores(t)
	core := all[len(all)-1]
	hog := group(t, r, Limits{})
	p := spinner(t, hog, core)
	p.say("go")
	wall, cpu, waiting, _ := spun(t, group(t, r, Limits{}), core, 600*time.Millisecond)
	hog.Kill()
	p.end()
	release(t, hog)
	if off := wall - cpu - waiting; off.Abs() > 50*time.Millisecond {
		t.Errorf("of %v, %v is neither CPU nor waiting", wall, off)
	}
	if waiting < 200*time.Millisecond {
		t.Errorf("beside a hog it waited %v of %v", waiting, wall)
	}
}

func TestThrottlingIsNotWaiting(t *testing.T) {
	r := open(t, Usage, Pressure, Freeze, Kill, CPU)
	all := cores(t)
	const period = 20 * time.Millisecond
	g := group(t, r, Limits{Quota: time.Millisecond, Period: period})
	wall, cpu, waiting, throttled := spun(t, g, all[len(all)-1], 600*time.Millisecond)
	if throttled < wall/4 {
		t.Errorf("a twentieth of a core was throttled for %v of %v only", throttled, wall)
	}
	if cpu > wall/10+period {
		t.Errorf("a twentieth of a core gave %v in %v", cpu, wall)
	}
	if off := wall - cpu - waiting - throttled; off.Abs() > 50*time.Millisecond {
		t.Errorf("of %v, %v is neither CPU nor waiting nor the quota", wall, off)
	}
}
