package sandbox

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"botarena/sandbox/tinyelf"

	"golang.org/x/sys/unix"
)

// startEnd is one launch with three pipes, until its seat can be used again.
func startEnd(tb testing.TB, s *Sandbox, c *Command) {
	p, err := s.Start(c)
	if err != nil {
		tb.Fatal(err)
	}
	if f := p.Wait(context.Background()); f.Status != StatusOK {
		tb.Fatalf("%v %+v", f.Reason(), f)
	}
	p.Close()
}

// osExec is the same with os/exec, without any jail.
func osExec(tb testing.TB, path string) {
	c := exec.Command(path)
	c.Env = []string{"LANG=C.UTF-8"}
	in, err := c.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, _ := c.StdoutPipe()
	errs, _ := c.StderrPipe()
	if err := c.Start(); err != nil {
		tb.Fatal(err)
	}
	_, _, _ = in, out, errs
	if err := c.Wait(); err != nil {
		tb.Fatal(err)
	}
}

// launchRatio interleaves jailed launches and os/exec ones, n of each, with a
// pause before each, and returns both medians. Where the command has processors
// they are taken in turn, one a launch, as matches take them: of two virtual ones
// one can be slower for minutes.
func launchRatio(tb testing.TB, s *Sandbox, c *Command, n int, pause time.Duration) (ours, theirs time.Duration) {
	a, b := make([]time.Duration, n), make([]time.Duration, n)
	for i := range n {
		one := *c
		if c.CPUs != nil {
			one.CPUs = []int{c.CPUs[i%len(c.CPUs)]}
		}
		time.Sleep(pause)
		t0 := time.Now()
		startEnd(tb, s, &one)
		a[i] = time.Since(t0)
		time.Sleep(pause)
		t0 = time.Now()
		osExec(tb, c.Program.Path)
		b[i] = time.Since(t0)
	}
	slices.Sort(a)
	slices.Sort(b)
	return a[n/2], b[n/2]
}

// fewest is how many launches the medians are of at least: those of ten, which one
// second of launches 50 ms apart makes, differ by a fifth from run to run.
const fewest = 60

// benchmarkLaunch launches a program: pinned, as a match starts its bots, on one
// core, which holds the limit of one core; else on any core, with a quota of one.
func benchmarkLaunch(b *testing.B, path string, pinned bool, pause time.Duration, resident int) {
	s := newSandbox(b, Options{})
	c := Command{Program: open(b, s, path)}
	if pinned {
		c.CPUs = s.opts.Cores
	}
	held := make([]byte, resident)
	for i := 0; i < len(held); i += os.Getpagesize() {
		held[i] = 1
	}
	b.ResetTimer()
	ours, theirs := launchRatio(b, s, &c, max(b.N, fewest), pause)
	runtime.KeepAlive(held)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ours.Nanoseconds())/1e3, "µs/launch")
	b.ReportMetric(float64(theirs.Nanoseconds())/1e3, "µs/os-exec")
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
}

func BenchmarkLaunchBackToBack(b *testing.B) { benchmarkLaunch(b, cProgram(b, "exit"), true, 0, 0) }
func BenchmarkLaunchFloating(b *testing.B)   { benchmarkLaunch(b, cProgram(b, "exit"), false, 0, 0) }

func BenchmarkLaunch50msApart(b *testing.B) {
	benchmarkLaunch(b, cProgram(b, "exit"), true, 50*time.Millisecond, 0)
}

func BenchmarkLaunch512MiBHeld(b *testing.B) {
	benchmarkLaunch(b, cProgram(b, "exit"), true, 0, 512<<20)
}

// BenchmarkLaunchMusl launches a program whose own start is next to nothing: what
// the jail adds stands out.
func BenchmarkLaunchMusl(b *testing.B) { benchmarkLaunch(b, muslProgram(b, "exit"), true, 0, 0) }

// BenchmarkLaunchRate launches from all cores at once, and does the same with
// os/exec, and with a C program that does nothing but vfork, execve and wait. A
// static C program's own start costs most of it in a virtual machine, where each
// of the 20 cpuid instructions in its C library is a trap.
func BenchmarkLaunchRate(b *testing.B) { benchmarkRate(b, cProgram(b, "exit")) }

// BenchmarkLaunchRateMusl does so with the same C program and another C library,
// which has no cpuid instruction in its start.
func BenchmarkLaunchRateMusl(b *testing.B) { benchmarkRate(b, muslProgram(b, "exit")) }

// BenchmarkLaunchRateBare does so with a program that only ends: what is left is
// the launch itself.
func BenchmarkLaunchRateBare(b *testing.B) { benchmarkRate(b, bareProgram(b)) }

// rateRound is how many launches one way makes before the next has its turn: what
// else the machine does falls on all of them.
const rateRound = 200

func benchmarkRate(b *testing.B, path string) {
	s := newSandbox(b, Options{})
	prog, vforks := open(b, s, path), cProgram(b, "vforks")
	cores := s.opts.Cores
	workers := 2 * len(cores) // each core has the next launch when one waits
	all := func(launch func(core int)) func() {
		return func() {
			var wg sync.WaitGroup
			for w := range workers {
				wg.Go(func() {
					for range rateRound / workers {
						launch(cores[w%len(cores)])
					}
				})
			}
			wg.Wait()
		}
	}
	ways := []struct {
		name      string
		round     func()
		wall, cpu time.Duration
	}{
		{name: "jailed", round: all(func(core int) { startEnd(b, s, &Command{Program: prog, CPUs: []int{core}}) })},
		{name: "os-exec", round: all(func(int) { osExec(b, path) })},
		{name: "vfork-in-C", round: func() {
			if out, err := exec.Command(vforks, path, strconv.Itoa(rateRound/workers), strconv.Itoa(workers)).CombinedOutput(); err != nil {
				b.Fatalf("%v\n%s", err, out)
			}
		}},
	}
	rounds := max(1, b.N/rateRound)
	b.ResetTimer()
	for range rounds {
		for i := range ways {
			w := &ways[i]
			t0, before := time.Now(), cpuUsed(b)
			w.round()
			w.wall += time.Since(t0)
			w.cpu += cpuUsed(b) - before
		}
	}
	b.ReportMetric(0, "ns/op")
	made := float64(rounds * (rateRound / workers) * workers)
	for _, w := range ways {
		b.ReportMetric(made/w.wall.Seconds(), w.name+"/s")
		b.ReportMetric(float64(w.cpu.Microseconds())/made, "CPU-µs/"+w.name)
	}
}

// cpuUsed is the processor time of this process and of the children it has
// waited for: unlike a rate, it says the same on a busy machine.
func cpuUsed(b *testing.B) (d time.Duration) {
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var ru unix.Rusage
		if err := unix.Getrusage(who, &ru); err != nil {
			b.Fatal(err)
		}
		d += time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	}
	return d
}

// BenchmarkForkBomb says how long after the kill a bomb of 64 processes is gone.
func BenchmarkForkBomb(b *testing.B) {
	s := newSandbox(b, testOptions())
	var took []time.Duration
	for b.Loop() {
		took = append(took, forkBomb(b, s))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1e3, "ms/gone")
	b.ReportMetric(0, "ns/op")
}

// muslProgram compiles testdata/NAME.c as cProgram does, with the C library musl.
func muslProgram(b *testing.B, name string) string {
	path := filepath.Join(b.TempDir(), name)
	out, err := exec.Command("musl-gcc", "-static", "-O1", "-o", path, filepath.Join("testdata", name+".c")).CombinedOutput()
	if err != nil {
		b.Fatalf("musl-gcc %s.c: %v (in Debian's package musl-tools)\n%s", name, err, out)
	}
	return path
}

// bareProgram is an executable that makes one system call: exit(0).
func bareProgram(b *testing.B) string {
	code := []byte{0xb8, 60, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05} // mov $60, %eax; xor %edi, %edi; syscall
	if runtime.GOARCH == "arm64" {
		code = []byte{0xa8, 0x0b, 0x80, 0xd2, 0, 0, 0x80, 0xd2, 1, 0, 0, 0xd4} // mov x8, #93; mov x0, #0; svc #0
	}
	path := filepath.Join(b.TempDir(), "bare")
	if err := os.WriteFile(path, tinyelf.Image(code), 0o755); err != nil {
		b.Fatal(err)
	}
	return path
}
