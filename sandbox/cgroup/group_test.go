package cgroup

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"botarena/sandbox/hosttest"
)

const mib = 1 << 20

func TestMemoryIsMemory(t *testing.T) {
	r := open(t, Memory, Kill)
	g := group(t, r, Limits{Memory: 64 * mib})
	p := enter(t, g, "hog:1000")
	p.hear()
	p.say("go")
	if sig := p.end(); sig != syscall.SIGKILL {
		t.Errorf("the child ended by %v; want SIGKILL", sig)
	}
	if n, err := g.OOMKills(); err != nil || n < 1 {
		t.Errorf("OOMKills = %d, %v; want 1", n, err)
	}
	peak, err := g.MemoryPeak()
	if err != nil || peak < 60*mib || peak > 66*mib {
		t.Errorf("peak = %d KiB, %v; want about 64 MiB", peak/1024, err)
	}
	release(t, g)

	// The next run of the same group starts afresh, with more memory.
	again := group(t, r, Limits{Memory: 256 * mib})
	if again != g {
		t.Error("the group is not used again")
	}
	p = enter(t, again, "hog:100")
	p.hear()
	p.say("go")
	if got := p.hear(); got != "touched 100" {
		t.Errorf("under 256 MiB the child says %q", got)
	}
	if n, err := again.OOMKills(); err != nil || n != 0 {
		t.Errorf("OOMKills of the second run = %d, %v", n, err)
	}
	if peak, err := again.MemoryPeak(); err != nil || peak < 100*mib || peak > 140*mib && !raceEnabled {
		t.Errorf("peak of the second run = %d MiB, %v", peak/mib, err)
	}
	if err := again.Kill(); err != nil {
		t.Fatal(err)
	}
	if sig := p.end(); sig != syscall.SIGKILL {
		t.Errorf("ended by %v", sig)
	}
	if n, _ := again.OOMKills(); n != 0 {
		t.Error("a kill of ours is counted as one for memory")
	}
	release(t, again)

	g = group(t, r, Limits{})
	if peak, err := g.MemoryPeak(); err != nil || peak > 2*mib {
		t.Errorf("an empty group begins with a peak of %d KiB, %v", peak/1024, err)
	}
	release(t, g)
}

func TestForkBomb(t *testing.T) {
	r := open(t, Processes, Kill)
	best := time.Hour
	// The machine may be busy with other work: the best of three counts.
	for range 3 {
		g := group(t, r, Limits{Processes: 64})
		p := enter(t, g, "bomb")
		p.hear()
		p.say("go")
		if got := p.hear(); !strings.Contains(got, syscall.EAGAIN.Error()) {
			t.Errorf("the bomb is told %q; want EAGAIN", got)
		}
		if n, err := g.ProcessesNow(); err != nil || n < 60 || n > 64 {
			t.Errorf("%d processes, %v; want about 64", n, err)
		}
		if n, err := g.ProcessesPeak(); err != nil || n != 64 && n != -1 {
			t.Errorf("ProcessesPeak = %d, %v; want 64", n, err)
		}
		began := time.Now()
		if err := g.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := g.WaitEmpty(soon()); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(began))
		p.end()
		reap(t)
		release(t, g)
	}
	t.Logf("64 processes dead in %v", best)
	if want := hosttest.KillWithin(t); best > want {
		t.Errorf("dead after %v; want at most %v", best, want)
	}
	g := group(t, r, Limits{})
	if n, err := g.ProcessesPeak(); err != nil || n > 0 {
		t.Errorf("the next run begins with a peak of %d processes, %v", n, err)
	}
	release(t, g)
}

// A group that was killed as a whole takes children again.
func TestLifeAfterKill(t *testing.T) {
	r := open(t, Kill)
	g := group(t, r, Limits{})
	for i := range 3 {
		p := enter(t, g, "burn", "/bin/sh", "-c", "sleep 60 & echo ready; wait")
		p.hear()
		if i == 2 { // what Kill is for, in its other way
			unix.Kill(p.cmd.Process.Pid, unix.SIGKILL)
		}
		if err := g.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := g.WaitEmpty(soon()); err != nil {
			t.Fatal(err)
		}
		p.end()
		reap(t)
		release(t, g)
		if again := group(t, r, Limits{}); again != g {
			t.Fatal("the group is not used again")
		}
	}
	release(t, g)
}

func TestKillOneByOne(t *testing.T) {
	// What is left on a pure v1 host.
	r, err := Open(Options{Prefix: testPrefix, Without: []Feature{Usage, Pressure, Freeze, Kill, Birth}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if !r.Works(Processes) || r.Report().Of(Processes).Version != 1 {
		lacking(t, "pids is not a v1 controller here")
	}
	g := group(t, r, Limits{Processes: 64})
	p := enter(t, g, "bomb")
	p.hear()
	p.say("go")
	p.hear()
	if err := g.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := g.WaitEmpty(soon()); err != nil {
		t.Fatal(err)
	}
	if sig := p.end(); sig != syscall.SIGKILL {
		t.Errorf("ended by %v", sig)
	}
	reap(t)
	release(t, g)
	again := group(t, r, Limits{Processes: 64})
	p = enter(t, again, "burn")
	if p.hear() != "ready" {
		t.Error("after a kill the group lets nobody in")
	}
	p.in.Close()
	p.end()
	release(t, again)
}

func TestReleaseOfWhatIsNotEmpty(t *testing.T) {
	r := open(t, Kill)
	g := group(t, r, Limits{})
	p := enter(t, g, "burn")
	p.hear()
	err := g.Release(time.Now().Add(5 * time.Millisecond))
	if err == nil || !strings.Contains(err.Error(), strconv.Itoa(p.cmd.Process.Pid)) {
		t.Errorf("a group in use is taken back: %v", err)
	}
	if other, err := r.Group(); err != nil || other == g {
		t.Errorf("the group in use is given again: %v", err)
	}
	done := make(chan struct{})
	go func() { p.end(); close(done) }()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	<-done
	if _, err := r.Group(); err == nil {
		t.Error("a closed root gives groups")
	}
}

func TestMissingIsRefused(t *testing.T) {
	r, err := Open(Options{Prefix: testPrefix, Without: Features})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	g, err := r.Group()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []Limits{{Memory: mib}, {Processes: 4}, {Quota: time.Millisecond}} {
		if _, ok := g.Set(l).(*MissingError); !ok {
			t.Errorf("%+v is set without the feature", l)
		}
	}
	if err := g.Begin(Limits{}); err != nil {
		t.Error(err)
	}
	if g.Freeze() == nil {
		t.Error("freezes without the feature")
	}
	if _, err := g.Waiting(); err == nil {
		t.Error("waiting without the feature")
	}
}

// What a run was the first to read of a file stays in memory for whoever else reads
// it, and is not charged to the next run.
func TestFilesStayCached(t *testing.T) {
	r := open(t, Memory)
	path := filepath.Join(t.TempDir(), "library")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(make([]byte, 16*mib)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Sync(), unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)); err != nil {
		t.Fatal(err)
	}
	if n := cached(t, f); n > mib {
		lacking(t, "a folder for temporary files on a disk")
	}
	g := group(t, r, Limits{Memory: 256 * mib})
	p := enter(t, g, "", "/bin/dd", "if="+path, "of=/dev/null", "bs=1M", "status=none")
	if sig := p.end(); sig != -1 {
		t.Fatalf("dd: %v", sig)
	}
	if n, err := g.MemoryNow(); err != nil || n < 16*mib {
		t.Errorf("the reader was charged for %d KiB, %v", n>>10, err)
	}
	release(t, g)
	if n := cached(t, f); n < 15*mib {
		t.Errorf("after its end %d KiB of the file are left in memory", n>>10)
	}
	g = group(t, r, Limits{Memory: 256 * mib})
	if n, err := g.MemoryNow(); err != nil || n > 2*mib {
		t.Errorf("the next run begins with %d KiB, %v", n>>10, err)
	}
	release(t, g)
}

// cached is how many bytes of a file are in memory.
func cached(t *testing.T, f *os.File) (n int) {
	t.Helper()
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	b, err := unix.Mmap(int(f.Fd()), 0, int(st.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(b)
	pages := make([]byte, len(b)/unix.Getpagesize())
	if _, _, e := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), uintptr(unsafe.Pointer(&pages[0]))); e != 0 {
		t.Fatal(e)
	}
	for _, p := range pages {
		n += int(p&1) * unix.Getpagesize()
	}
	return n
}
