package fleet

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"strconv"
	"testing"
	"time"

	"botarena/arena/match"
)

// BenchmarkMatches sends simulated matches through one server to four workers
// and back, TLS and all. Wanted: at least 2,000 a second.
func BenchmarkMatches(b *testing.B) {
	c := lead(b, Options{AckWait: defaultAckWait, Tell: func(string) {}})
	sources := bots(b)
	for range 4 {
		work(b, c.Link(), simulation(), nil)
	}
	play(b, b.Context(), c, specs(sources, 100)) // the workers have joined
	b.ResetTimer()
	o := play(b, b.Context(), c, specs(sources, b.N))
	b.StopTimer()
	if len(o.hashes) != b.N || len(o.wrong) > 0 {
		b.Fatalf("%d results of %d, %v", len(o.hashes), b.N, o.wrong)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
}

// BenchmarkOverhead plays one match after the other, as long ones come, each
// of a worker that has room for one: what the queue adds to a match. Wanted:
// at most 2 ms.
func BenchmarkOverhead(b *testing.B) {
	c := lead(b, Options{AckWait: defaultAckWait, Window: 1, Tell: func(string) {}})
	sources := bots(b)
	one := simulation()
	one.Parallel = 1
	work(b, c.Link(), one, func(w *Worker) { w.Machine.Parallel = 1 })
	play(b, b.Context(), c, specs(sources, 100))
	b.ResetTimer()
	play(b, b.Context(), c, specs(sources, b.N))
	b.StopTimer()
	raw := time.Now()
	play(b, b.Context(), one, specs(sources, b.N))
	b.ReportMetric(float64(b.Elapsed().Microseconds()-time.Since(raw).Microseconds())/float64(b.N), "µs-overhead/match")
}

// BenchmarkMillion queues a million matches, all at once, and reads how much
// memory this process took at most; and once with the window as it is.
// Wanted: at most 1 GiB.
func BenchmarkMillion(b *testing.B) {
	const million = 1_000_000
	for name, window := range map[string]int{"window": 0, "all": million + 1} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c := lead(b, Options{AckWait: time.Hour, Window: window, Tell: func(string) {}})
				ctx, cancel := context.WithCancel(b.Context())
				queued := 0
				err := c.Dispatch(ctx, count(specs(bots(b), million), &queued, func() {
					if queued == million || window == 0 && queued > minWindow {
						time.AfterFunc(time.Second, cancel)
					}
				}), func(match.Outcome) {})
				if !errors.Is(err, context.Canceled) {
					b.Fatal(err)
				}
				b.ReportMetric(float64(queued), "queued")
				c.Close()
			}
			b.ReportMetric(peakMemory(b)/(1<<20), "peak-MiB")
		})
	}
}

func count(s iter.Seq[match.Spec], n *int, each func()) iter.Seq[match.Spec] {
	return func(yield func(match.Spec) bool) {
		for spec := range s {
			*n++
			each()
			if !yield(spec) {
				return
			}
		}
	}
}

// peakMemory returns the most memory that this process had resident, in bytes.
func peakMemory(b *testing.B) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if after, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kib, err := strconv.Atoi(string(bytes.TrimSuffix(bytes.TrimSpace(after), []byte(" kB"))))
			if err != nil {
				b.Fatal(err)
			}
			return float64(kib) * 1024
		}
	}
	b.Fatal("/proc/self/status has no VmHWM")
	return 0
}
