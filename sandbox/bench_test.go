package sandbox

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
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
// pause before each, and returns both medians.
func launchRatio(tb testing.TB, s *Sandbox, c *Command, n int, pause time.Duration) (ours, theirs time.Duration) {
	a, b := make([]time.Duration, n), make([]time.Duration, n)
	for i := range n {
		time.Sleep(pause)
		t0 := time.Now()
		startEnd(tb, s, c)
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

func benchmarkLaunch(b *testing.B, c Command, pause time.Duration, resident int) {
	s := newSandbox(b, Options{})
	c.Program = open(b, s, cProgram(b, "exit"))
	held := make([]byte, resident)
	for i := 0; i < len(held); i += os.Getpagesize() {
		held[i] = 1
	}
	b.ResetTimer()
	ours, theirs := launchRatio(b, s, &c, b.N, pause)
	runtime.KeepAlive(held)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ours.Nanoseconds())/1e3, "µs/launch")
	b.ReportMetric(float64(theirs.Nanoseconds())/1e3, "µs/os-exec")
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
}

// As a match starts its bots: on one core, which holds the limit of one core.
var pinned = Command{CPUs: []int{0}}

func BenchmarkLaunchBackToBack(b *testing.B) { benchmarkLaunch(b, pinned, 0, 0) }
func BenchmarkLaunch50msApart(b *testing.B)  { benchmarkLaunch(b, pinned, 50*time.Millisecond, 0) }
func BenchmarkLaunch512MiBHeld(b *testing.B) { benchmarkLaunch(b, pinned, 0, 512<<20) }

// On any core, with a quota of one.
func BenchmarkLaunchFloating(b *testing.B) { benchmarkLaunch(b, Command{}, 0, 0) }

// BenchmarkLaunchRate launches from all cores at once.
func BenchmarkLaunchRate(b *testing.B) {
	s := newSandbox(b, Options{})
	prog := open(b, s, cProgram(b, "exit"))
	b.ResetTimer()
	var wg sync.WaitGroup
	jobs := make(chan struct{}, b.N)
	for range b.N {
		jobs <- struct{}{}
	}
	close(jobs)
	for w := range 2 * len(s.opts.Cores) {
		wg.Go(func() {
			for range jobs {
				startEnd(b, s, &Command{Program: prog, CPUs: s.opts.Cores[w%len(s.opts.Cores):][:1]})
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "launches/s")
}
