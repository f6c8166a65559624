package fleet

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sys/unix"

	"botarena/arena/match"
)

// BenchmarkMatches sends simulated matches through one server to four workers
// and back, TLS and all, beside a raw baseline: four bare clients that take a
// message of the same size, publish one, and acknowledge. Wanted: at least
// 2,000 matches a second.
func BenchmarkMatches(b *testing.B) {
	c := lead(b, Options{AckWait: defaultAckWait, Tell: func(string) {}})
	sources := bots(b)
	for range 4 {
		work(b, c.Link(), simulation(), nil)
	}
	play(b, b.Context(), c, specs(sources, 100)) // the workers have joined
	cpu := processorTime(b)
	b.ResetTimer()
	o := play(b, b.Context(), c, specs(sources, b.N))
	b.StopTimer()
	cpu = processorTime(b) - cpu
	if len(o.hashes) != b.N || len(o.wrong) > 0 {
		b.Fatalf("%d results of %d, %v", len(o.hashes), b.N, o.wrong)
	}
	rate := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "matches/s")
	// On a busy machine the rate says little; this does.
	b.ReportMetric(float64(cpu.Microseconds())/float64(b.N), "cpu-µs/match")
	b.ReportMetric(rate/rawRate(b, c, b.N), "of-raw-rate")
}

// rawRate returns how many messages a second go through the same server,
// fetched one by one by four clients, each answered and acknowledged.
func rawRate(b *testing.B, c *Coordinator, n int) float64 {
	ctx := b.Context()
	stream := func(name string) jetstream.Stream {
		s, err := c.js.CreateStream(ctx, jetstream.StreamConfig{Name: name, Subjects: []string{name}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	in := stream("raw-in")
	stream("raw-out")
	if _, err := in.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: "raw", AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: -1}); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	var (
		wg   sync.WaitGroup
		left atomic.Int64
	)
	left.Store(int64(n))
	for range 4 {
		conn, err := c.server.Connect()
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		js, err := jetstream.New(conn)
		if err != nil {
			b.Fatal(err)
		}
		from, err := js.Consumer(ctx, "raw-in", "raw")
		if err != nil {
			b.Fatal(err)
		}
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				err := take(ctx, from, 1, func(m jetstream.Msg) {
					if _, err := js.Publish(ctx, "raw-out", m.Data()); err != nil {
						b.Error(err)
					}
					m.Ack()
				})
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	message := make([]byte, 700)
	for range n {
		if _, err := c.js.PublishAsync("raw-in", message); err != nil {
			b.Fatal(err)
		}
	}
	wg.Wait()
	return float64(n) / time.Since(began).Seconds()
}

// processorTime returns the processor time of this process so far.
func processorTime(b *testing.B) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
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

// BenchmarkMillion leads a million matches with no worker there, by the window
// as it is and by larger ones, and reads how much memory this process took at
// most: the queue's is that of its window. Wanted: at most 1 GiB.
func BenchmarkMillion(b *testing.B) {
	const million = 1_000_000
	for _, window := range []int{minWindow, 16 * minWindow} {
		b.Run(strconv.Itoa(window), func(b *testing.B) {
			for b.Loop() {
				c := lead(b, Options{AckWait: time.Hour, Window: window, Tell: func(string) {}})
				ctx, cancel := context.WithCancel(b.Context())
				drawn := 0
				err := c.Dispatch(ctx, count(specs(bots(b), million), &drawn, func() {
					if drawn == window+1 { // the one that waits for room
						time.AfterFunc(time.Second, cancel)
					}
				}), func(match.Outcome) {})
				if !errors.Is(err, context.Canceled) || drawn != window+1 {
					b.Fatalf("%d drawn, %v", drawn, err)
				}
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
