package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sys/unix"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
	"botarena/arena/fleet/queue"
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
		work(b, c.Link(), simulation(), quietly)
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
		conn, err := c.server.Connect(b.Context())
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
	work(b, c.Link(), one, func(w *Worker) { quietly(w); w.Machine.Parallel = 1 })
	play(b, b.Context(), c, specs(sources, 100))
	b.ResetTimer()
	play(b, b.Context(), c, specs(sources, b.N))
	b.StopTimer()
	raw := time.Now()
	play(b, b.Context(), one, specs(sources, b.N))
	b.ReportMetric(float64(b.Elapsed().Microseconds()-time.Since(raw).Microseconds())/float64(b.N), "µs-overhead/match")
}

// BenchmarkMillion is the coordinator of a championship of 1,000,000 matches:
// at its beginning, when all of them are to come, and at its end, when the
// book has all the others; those between are played without a fleet. The peaks
// are of this process, in which four workers are too. Wanted: at most 1 GiB.
func BenchmarkMillion(b *testing.B) {
	const students, some = 1000, 20_000
	c := contest{Bots: students}
	for b.Loop() {
		c.Folder = b.TempDir()
		def, err := c.definition()
		if err != nil {
			b.Fatal(err)
		}
		def.Format = pairing.All{Entrants: students, Boards: 1}
		begin := peakMemory(b, func() { playSome(b, &c, def, some, true) })
		playSome(b, &c, def, students*students-2*some, false)
		end := peakMemory(b, func() {
			if s := playSome(b, &c, def, students*students, true); s.Done != students*students || s.Partial {
				b.Fatalf("%d matches count", s.Done)
			}
		})
		b.ReportMetric(begin, "begin-peak-MiB")
		b.ReportMetric(end, "end-peak-MiB")
	}
}

// playSome goes on with a championship for n matches, on a fleet or without.
func playSome(b *testing.B, c *contest, def *championship.Definition, n int, fleet bool) (s *championship.Standings) {
	r, err := championship.Start(b.Context(), journal.Folder(c.Folder), def, championship.Options{Resume: true})
	if err != nil {
		b.Fatal(err)
	}
	var by match.Dispatcher = simulation()
	if fleet {
		leader, err := Lead(b.Context(), Options{Server: queue.ServerOptions{Folder: c.fleet()}})
		if err != nil {
			b.Fatal(err)
		}
		defer leader.Close()
		for range 4 {
			defer work(b, leader.Link(), simulation(), quietly)()
		}
		by = leader
	}
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	played := r.Play(ctx, until{by, n, cancel})
	r.View(func(book *championship.Book) { s, err = book.Standings() })
	if err := errors.Join(err, r.Close(b.Context())); err != nil || played != nil && !errors.Is(played, context.Canceled) {
		b.Fatal(played, err)
	}
	return s
}

// until cancels after so many matches.
type until struct {
	match.Dispatcher
	left   int
	cancel context.CancelFunc
}

func (u until) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	return u.Dispatcher.Dispatch(ctx, specs, func(o match.Outcome) {
		done(o)
		if u.left--; u.left == 0 {
			u.cancel()
		}
	})
}

// peakMemory returns the most memory that this process had resident during a
// call, in MiB.
func peakMemory(b *testing.B, during func()) float64 {
	debug.FreeOSMemory()
	const resetPeak = "5" // proc_pid_clear_refs(5)
	if err := os.WriteFile("/proc/self/clear_refs", []byte(resetPeak), 0); err != nil {
		b.Fatal(err)
	}
	during()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("VmHWM:"))
	var kib float64
	if _, err := fmt.Sscan(string(rest), &kib); err != nil {
		b.Fatal(err)
	}
	return kib / 1024
}

func quietly(w *Worker) { w.Tell = nil }
