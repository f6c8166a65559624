package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkClass plays Catch the Cat's championship of 100 students (20 with
// -short), each with a trivial static bot: n² matches. Beside it stands what
// the same takes without an arena, on the same processors: two launches a match
// by os/exec, and for each turn a raw exchange over two pipes in C and 14 µs.
// Wanted: at most 1.3 times as long, and at most 64 MiB for the arena.
func BenchmarkClass(b *testing.B) {
	students := 100
	if testing.Short() {
		students = 20
	}
	bot := static(b, "testdata/classbot.c")
	pingpong := static(b, "../match/testdata/pingpong.c")
	cores := processors(b)
	var ours, raw []float64
	peak, turns := 0, 0
	for b.Loop() {
		results := filepath.Join(b.TempDir(), "results")
		took, memory := playClass(b, bot, students, results)
		ours, peak = append(ours, took.Seconds()), max(peak, memory)
		turns = classTurns(b, results, students*students)
		launches := bareLaunches(b, bot, cores, 2*students*students)
		turn := rawTurn(b, pingpong, cores) + 14e-6
		raw = append(raw, launches.Seconds()+float64(turns)*turn/float64(len(cores)))
		b.Logf("%d matches, %d turns: %.2f s; bare: %.2f s of launches, %.1f µs a turn, %.2f s in all", students*students, turns, took.Seconds(), launches.Seconds(), turn*1e6, raw[len(raw)-1])
	}
	least := func(v []float64) float64 {
		m := v[0]
		for _, x := range v {
			m = min(m, x)
		}
		return m
	}
	b.ReportMetric(least(ours), "s/championship")
	b.ReportMetric(least(raw), "s/raw")
	b.ReportMetric(least(ours)/least(raw), "×raw")
	b.ReportMetric(float64(students*students)/least(ours), "matches/s")
	b.ReportMetric(float64(peak)/1024, "peak-MiB")
	b.ReportMetric(0, "ns/op")
}

// static builds a C program.
func static(b *testing.B, source string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), strings.TrimSuffix(filepath.Base(source), ".c"))
	if out, err := exec.Command("gcc", "-O2", "-static", "-o", path, source).CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			b.Fatalf("the trivial bots need a C compiler: %v\n%s", err, out)
		}
		b.Skipf("the trivial bots need a C compiler (Debian: gcc libc6-dev): %v\n%s", err, out)
	}
	return path
}

// processors lists those that this process may use: both sides use them all.
func processors(b *testing.B) (cores []int) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		b.Fatal(err)
	}
	for c := range len(set) * 64 {
		if set.IsSet(c) {
			cores = append(cores, c)
		}
	}
	return cores
}

// playClass plays the championship by the program arena, and returns how long
// that took and the arena's own peak memory in KiB.
func playClass(b *testing.B, bot string, students int, results string) (time.Duration, int) {
	b.Helper()
	var config strings.Builder
	config.WriteString("game: catchcat\nseed: 11\nentrants:\n")
	for i := range students {
		fmt.Fprintf(&config, "  - {id: student%03d, bot: %s}\n", i, bot)
	}
	file := filepath.Join(filepath.Dir(results), "class.yaml")
	if err := os.WriteFile(file, []byte(config.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	var errs bytes.Buffer
	cmd := exec.Command(filepath.Join(binaries, "arena"), "tournament", file, "--results", results, "--quiet")
	cmd.Stderr = &errs
	began := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	peak := make(chan int, 1)
	quit := make(chan struct{})
	go func() { peak <- watchPeak(cmd.Process.Pid, quit) }()
	err := cmd.Wait()
	took := time.Since(began)
	close(quit)
	if err != nil {
		b.Fatalf("%v\n%s", err, errs.String())
	}
	return took, <-peak
}

// watchPeak reads a process's peak memory until it is told to stop. What
// wait4 says is no use: it includes the bots'.
func watchPeak(pid int, quit <-chan struct{}) (kib int) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-quit:
			return kib
		case <-tick.C:
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), "VmHWM:")
		var n int
		if _, err := fmt.Sscan(rest, &n); err == nil {
			kib = max(kib, n)
		}
	}
}

// classTurns counts the moves of all matches.
func classTurns(b *testing.B, results string, matches int) int {
	b.Helper()
	turns, seen := 0, 0
	for line := range strings.Lines(must(b, "table", results, "--matches", "--json")) {
		var m struct {
			Result struct{ Moves int }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			b.Fatal(err)
		}
		turns += m.Result.Moves
		seen++
	}
	if seen != matches || turns < 2*matches {
		b.Fatalf("%d matches with %d turns, want %d matches", seen, turns, matches)
	}
	return turns
}

// bareLaunches launches a program so many times by os/exec, with three pipes,
// a thread of its own on each processor.
func bareLaunches(b *testing.B, program string, cores []int, launches int) time.Duration {
	b.Helper()
	var wg sync.WaitGroup
	errs := make([]error, len(cores))
	began := time.Now()
	for i, core := range cores {
		wg.Go(func() {
			runtime.LockOSThread() // and never unlocked: the thread ends here
			var set unix.CPUSet
			set.Set(core)
			if errs[i] = unix.SchedSetaffinity(0, &set); errs[i] != nil {
				return
			}
			for range launches / len(cores) {
				if errs[i] = launchOnce(program); errs[i] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(began)
}

func launchOnce(program string) error {
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if _, err := cmd.StdoutPipe(); err != nil {
		return err
	}
	if _, err := cmd.StderrPipe(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	in.Close()
	return cmd.Wait()
}

// rawTurn returns the seconds of one exchange with one of two programs in
// turn, on all processors at the same time.
func rawTurn(b *testing.B, pingpong string, cores []int) float64 {
	b.Helper()
	const turns = 50_000
	took := make([]float64, len(cores))
	var wg sync.WaitGroup
	for i, core := range cores {
		wg.Go(func() {
			out, err := exec.Command(pingpong, "drive", strconv.Itoa(turns), strconv.Itoa(core), "2").Output()
			if err == nil {
				took[i], err = strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
			}
			if err != nil {
				b.Error(err)
			}
		})
	}
	wg.Wait()
	sum := 0.0
	for _, t := range took {
		sum += t / 1e9
	}
	return sum / float64(len(cores))
}
