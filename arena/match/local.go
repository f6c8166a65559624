package match

import (
	"context"
	"iter"
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"

	"botarena/arena/game"
)

// Local plays matches in this process, each on a thread of its own.
type Local struct {
	// Games finds a game by its name.
	Games func(name string) (game.Game, error)
	// Seater brings the players.
	Seater Seater
	// Cores are the processors to play on; none for all that this process may use.
	Cores []int
	// Parallel is how many matches are played at once at most; 0 for as many
	// as the cores carry with true timing: one core a match where seats
	// answer in turn, one core a seat where they answer at once.
	Parallel int
	// Watch, where set, returns who is told what happens in a match, or nil.
	Watch func(spec *Spec) Watcher
}

var _ Dispatcher = (*Local)(nil)

// Dispatch implements [Dispatcher].
func (l *Local) Dispatch(ctx context.Context, specs iter.Seq[Spec], done func(Outcome)) error {
	// The threads that play sit in system calls most of the time; with a
	// processor of Go's for each, none waits for another one's.
	if need := runtime.NumCPU() + l.most(); runtime.GOMAXPROCS(0) < need {
		runtime.GOMAXPROCS(need)
	}
	var (
		mu    sync.Mutex // guards done and again
		again []Outcome
		wg    sync.WaitGroup
	)
	pool := newCorePool(l.cores(), l.Parallel)
	finish := func(o Outcome) {
		mu.Lock()
		defer mu.Unlock()
		o.Final = !o.Void() || o.Attempt >= Attempts || ctx.Err() != nil
		if !o.Final {
			again = append(again, o)
		}
		done(o)
	}
	for spec := range specs {
		place, give, err := pool.take(ctx, l.need(&spec))
		if err != nil {
			break
		}
		wg.Go(func() {
			defer give()
			finish(l.play(ctx, spec, place, 1))
		})
	}
	wg.Wait()
	for len(again) > 0 && ctx.Err() == nil {
		next := again[0]
		again = again[1:]
		place, give, err := pool.take(ctx, l.need(&next.Spec))
		if err != nil {
			break
		}
		wg.Go(func() {
			defer give()
			finish(l.play(ctx, next.Spec, place, next.Attempt+1))
		})
		wg.Wait()
	}
	return ctx.Err()
}

// need returns how many cores a match wants.
func (l *Local) need(spec *Spec) int {
	if g, err := l.Games(spec.Header.Game); err == nil && g.Info().Simultaneous {
		return len(g.Info().Seats)
	}
	return 1
}

// Carries returns how many matches like this one are played at once.
func (l *Local) Carries(spec *Spec) int {
	if l.Parallel > 0 {
		return l.Parallel
	}
	return max(1, len(l.cores())/l.need(spec))
}

func (l *Local) most() int {
	if l.Parallel > 0 {
		return l.Parallel
	}
	return len(l.cores())
}

// cores returns the processors to play on.
func (l *Local) cores() []int {
	if len(l.Cores) > 0 {
		return l.Cores
	}
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	var cores []int
	for c := range len(set) * 64 {
		if set.IsSet(c) {
			cores = append(cores, c)
		}
	}
	return cores
}

// play plays one match on a thread that ends with it: a thread whose
// processor and priority were changed must not serve other goroutines.
func (l *Local) play(ctx context.Context, spec Spec, place Place, attempt int) Outcome {
	o := Outcome{Spec: spec, Attempt: attempt}
	g, err := l.Games(spec.Header.Game)
	if err != nil {
		o.Err = err
		return o
	}
	var watch Watcher
	if l.Watch != nil {
		watch = l.Watch(&spec)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		prepareThread(place)
		place.Hurry, place.Awake = hurryThread, keepAwake
		o.Record, o.Err = Play(ctx, g, &spec, l.Seater, place, watch)
	}()
	<-ended
	return o
}

// prepareThread puts the calling thread onto its match's cores. Bots in the
// jail do not inherit it: their launchers start them.
func prepareThread(place Place) {
	var set unix.CPUSet
	for _, cores := range place.Cores {
		for _, c := range cores {
			set.Set(c)
		}
		if place.apart() {
			break // at home on the first seat's core
		}
	}
	if set.Count() > 0 {
		unix.SchedSetaffinity(0, &set)
	}
}

// hurryThread puts the calling thread before ordinary ones, where the host
// allows it: on a busy core an ordinary thread wakes milliseconds late
// (measured). Children do not inherit it (sched(7), SCHED_RESET_ON_FORK). Such a
// thread must not wait for the end of processes: the kernel was seen to spin in
// it for a second, while the last thread of a killed bot waited for its core.
func hurryThread() (calm func()) {
	unix.SchedSetAttr(0, &unix.SchedAttr{
		Size:     unix.SizeofSchedAttr,
		Policy:   unix.SCHED_FIFO,
		Flags:    unix.SCHED_FLAG_RESET_ON_FORK,
		Priority: 1,
	}, 0)
	return func() {
		unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL, Flags: unix.SCHED_FLAG_RESET_ON_FORK}, 0)
	}
}

// keepAwake keeps the host's idle cores from going to sleep until release is
// called, where the host allows it: waking one takes a virtual machine ten times
// as long as a quick turn (measured). The kernel forgets the wish of a process
// that is gone (Documentation/power/pm_qos_interface.rst).
func keepAwake() (release func()) {
	wish, err := os.OpenFile("/dev/cpu_dma_latency", os.O_WRONLY, 0)
	if err != nil {
		return func() {}
	}
	wish.Write(make([]byte, 4)) // microseconds, as a 32-bit number
	return func() { wish.Close() }
}

// corePool hands out cores.
type corePool struct {
	mu       sync.Mutex
	changed  chan struct{} // closed and made anew at every change
	free     []int
	all      []int
	parallel int // matches played at once at most; 0 for as many as there are cores for
	playing  int
}

func newCorePool(cores []int, parallel int) *corePool {
	p := &corePool{all: cores, free: append([]int(nil), cores...), parallel: parallel, changed: make(chan struct{})}
	return p
}

// take waits for need cores, or as many as there are if that is fewer, and
// for a place among the matches that may be played at once.
func (p *corePool) take(ctx context.Context, need int) (Place, func(), error) {
	for {
		p.mu.Lock()
		place, taken, ok := p.tryTake(need)
		changed := p.changed
		p.mu.Unlock()
		if ok {
			return place, func() { p.give(taken) }, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Place{}, nil, ctx.Err()
		}
	}
}

// tryTake takes cores if there are enough. When more matches are wanted at
// once than the cores carry, they share them, each free to use all.
func (p *corePool) tryTake(need int) (place Place, taken []int, ok bool) {
	if p.parallel > 0 {
		if p.playing >= p.parallel {
			return Place{}, nil, false
		}
		if p.parallel*need > len(p.all) {
			p.playing++
			return Place{}, nil, true
		}
	}
	n := min(need, len(p.all))
	if len(p.free) < n {
		return Place{}, nil, false
	}
	taken = append([]int(nil), p.free[:n]...)
	p.free = p.free[n:]
	p.playing++
	for i := range max(need, 2) {
		if n > 0 {
			place.Cores = append(place.Cores, taken[i%n:i%n+1])
		}
	}
	return place, taken, true
}

func (p *corePool) give(taken []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing--
	p.free = append(p.free, taken...)
	close(p.changed)
	p.changed = make(chan struct{})
}

// One plays a single match by a Dispatcher and returns its last outcome.
func One(ctx context.Context, d Dispatcher, spec Spec, each func(Outcome)) (Outcome, error) {
	var last Outcome
	err := d.Dispatch(ctx, func(yield func(Spec) bool) { yield(spec) }, func(o Outcome) {
		last = o
		if each != nil {
			each(o)
		}
	})
	return last, err
}
