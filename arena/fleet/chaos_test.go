package fleet

import (
	"context"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
)

// storm does to workers what happens to machines.
type storm struct {
	t       testing.TB
	rnd     *game.Rand
	start   func(i int) *child
	cut     func(i int, off bool) // nil where there is no cable
	workers []*child
	healing sync.WaitGroup
	done    map[string]int // how often what was done
}

// endTime is how long a worker that was told to end may take: it may be cut
// off, and has results to return.
const endTime = 30 * time.Second

// newStorm starts n workers.
func newStorm(t testing.TB, rnd *game.Rand, n int, start func(i int) *child) *storm {
	s := &storm{t: t, rnd: rnd, start: start, done: map[string]int{}}
	for i := range n {
		s.workers = append(s.workers, start(i))
	}
	return s
}

// strike kills one worker, freezes it for a while, ends it with a word, or
// pulls its cable for a while.
func (s *storm) strike(ctx context.Context) {
	i := s.rnd.IntN(len(s.workers))
	w := s.workers[i]
	// Often longer than AckWait, which is a second here.
	while := 300*time.Millisecond + time.Duration(s.rnd.IntN(int(3*time.Second)))
	kinds := 3
	if s.cut != nil {
		kinds++
	}
	switch s.rnd.IntN(kinds) {
	case 0:
		s.done["killed"]++
		w.kill()
		s.workers[i] = s.start(i)
	case 1:
		s.done["frozen"]++
		w.signal(syscall.SIGSTOP)
		s.healing.Go(func() {
			sleep(ctx, while)
			w.signal(syscall.SIGCONT)
		})
	case 2:
		s.done["ended"]++
		w.signal(syscall.SIGCONT)
		w.signal(syscall.SIGTERM)
		select {
		case <-w.ended:
		case <-time.After(endTime):
			s.t.Errorf("a worker did not end within %v of SIGTERM", endTime)
			w.kill()
		}
		s.workers[i] = s.start(i)
	case 3:
		s.done["cut off"]++
		s.cut(i, true)
		s.healing.Go(func() {
			sleep(ctx, while)
			s.cut(i, false)
		})
	}
}

// pass kills what is left.
func (s *storm) pass() {
	s.healing.Wait()
	for _, w := range s.workers {
		w.kill()
	}
}

// chance returns a source for a storm, whose seed the log has.
func chance(t testing.TB) *game.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return game.NewRand(seed, "storm")
}

// TestDisturbed wants the results of one machine from workers that are killed,
// frozen and ended at random, with a server that is restarted. However quick
// the machine is, there are matches until some of that has happened.
func TestDisturbed(t *testing.T) {
	const n, least, most = 800, 4, 15
	sources := bots(t)
	c := lead(t, Options{Tell: func(string) {}})
	folder := t.TempDir()
	s := newStorm(t, chance(t), 3, func(int) *child { return startWorker(t, c.Link(), folder, "") })
	ctx, cancel := context.WithCancel(t.Context())
	var storming sync.WaitGroup
	var happened atomic.Int32
	storming.Go(func() {
		defer s.pass()
		defer happened.Store(least) // where it ends early, there is nothing to wait for
		for range most {
			if !sleep(ctx, time.Duration(250+s.rnd.IntN(500))*time.Millisecond) {
				return
			}
			happened.Add(1)
			if s.rnd.IntN(4) > 0 {
				s.strike(ctx)
				continue
			}
			s.done["server restarted"]++
			if err := c.Server().Restart(); err != nil {
				t.Error(err)
				return
			}
		}
		<-ctx.Done() // the workers stay until all is played
	})
	ordered := 0
	got := play(t, t.Context(), c, func(yield func(match.Spec) bool) {
		for spec := range specs(sources, 100_000) {
			if ordered >= n && happened.Load() >= least {
				return
			}
			ordered++
			if !yield(spec) {
				return
			}
		}
	})
	cancel()
	storming.Wait()
	plain := chaotic()
	plain.Wait = 0
	compare(t, got, play(t, t.Context(), plain, specs(sources, ordered)))
	status := c.Status()
	t.Logf("%d matches; %v; %d duplicates dropped, %d missing jobs queued again", ordered, s.done, status.Duplicates, status.Missed)
	total := 0
	for _, times := range s.done {
		total += times
	}
	if total < least {
		t.Error("it was over before enough happened")
	}
}
