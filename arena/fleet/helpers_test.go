package fleet

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"botarena/arena/championship/simulated"
	"botarena/arena/fleet/join"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

func TestMain(m *testing.M) {
	if code, is := childMain(); is {
		os.Exit(code)
	}
	// nats.go 1.55 starts it with the first message that is published, and it
	// may come to look for its channel when the connection is closed already.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect"))
}

// machine is this one, measured once; four matches at once.
var machine = sync.OnceValue(func() Machine {
	m := Inspect([]sandbox.Layer{{Name: "root", InForce: true}})
	m.Parallel, m.Late = 4, 0 // other tests may be running beside this one
	return m
})

// bots writes two bots, a file and a folder, and returns their sources.
func bots(t testing.TB) []match.Source {
	t.Helper()
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"a": 0o755, "b/main.py": 0o644, "b/data": 0o644} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(name[len(dir):]), mode); err != nil {
			t.Fatal(err)
		}
	}
	return []match.Source{
		{Process: &match.Process{Path: filepath.Join(dir, "a")}},
		{Process: &match.Process{Path: filepath.Join(dir, "b/main.py"), Folder: filepath.Join(dir, "b"), Runtime: "python"}},
	}
}

// specs yields n matches.
func specs(sources []match.Source, n int) iter.Seq[match.Spec] {
	return func(yield func(match.Spec) bool) {
		for i := range n {
			s := match.Spec{ID: fmt.Sprint(i), Sources: sources, Header: record.Header{
				Version: record.Version, Game: "sim", Setup: []byte(`{"size": 11}`), Seed: uint64(i),
				Seats: []record.Seat{{Name: "a", Kind: "process", Hash: "aa"}, {Name: "b", Kind: "process"}},
			}}
			if !yield(s) {
				return
			}
		}
	}
}

// outcomes collects what a Dispatcher gives: the hash of the game part of the
// matches that count, by ID, and what is wrong with the calls of done.
type outcomes struct {
	mu     sync.Mutex
	hashes map[string]string
	voids  map[string]int
	errs   map[string]error
	wrong  []string
}

func (o *outcomes) done(out match.Outcome) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hashes == nil {
		o.hashes, o.voids, o.errs = map[string]string{}, map[string]int{}, map[string]error{}
	}
	id := out.Spec.ID
	switch {
	case out.Err != nil:
		o.errs[id] = out.Err
	case out.Void():
		if o.voids[id]++; out.Attempt != o.voids[id] || out.Final != (out.Attempt == match.Attempts) {
			o.wrong = append(o.wrong, fmt.Sprintf("match %s: attempt %d, final %v", id, out.Attempt, out.Final))
		}
	case o.hashes[id] != "":
		o.wrong = append(o.wrong, "match "+id+" counts twice")
	default:
		text, err := out.Record.Game()
		if err != nil || !out.Final {
			o.wrong = append(o.wrong, fmt.Sprintf("match %s: %v, final %v", id, err, out.Final))
		}
		o.hashes[id] = record.Hash(text)
	}
}

// dispatch plays n matches by a Dispatcher.
func play(t testing.TB, ctx context.Context, d match.Dispatcher, s iter.Seq[match.Spec]) *outcomes {
	t.Helper()
	var o outcomes
	if err := d.Dispatch(ctx, s, o.done); err != nil {
		t.Fatal(err)
	}
	return &o
}

// compare wants the same results as on one machine.
func compare(t *testing.T, got, want *outcomes) {
	t.Helper()
	for _, w := range got.wrong {
		t.Error(w)
	}
	if !maps.Equal(got.hashes, want.hashes) {
		for _, id := range slices.Sorted(maps.Keys(want.hashes)) {
			if got.hashes[id] != want.hashes[id] {
				t.Errorf("match %s: %.8q, want %.8q; %v", id, got.hashes[id], want.hashes[id], got.errs[id])
				break
			}
		}
		t.Fatalf("%d results, want %d", len(got.hashes), len(want.hashes))
	}
	if !maps.Equal(got.voids, want.voids) {
		t.Errorf("void %v, want %v", got.voids, want.voids)
	}
}

// lead starts a coordinator that is closed with the test.
func lead(t testing.TB, o Options) *Coordinator {
	t.Helper()
	if o.Server.Folder == "" {
		o.Server.Folder = t.TempDir()
	}
	if o.AckWait == 0 {
		o.AckWait = time.Second
	}
	if o.Tell == nil {
		o.Tell = func(line string) { t.Log(line) }
	}
	c, err := Lead(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// work lets a worker play until the test ends, or stop is called, which waits
// for it and returns Run's error.
func work(t testing.TB, l join.Link, by match.Dispatcher, change func(*Worker)) (stop func() error) {
	t.Helper()
	w := Worker{Link: l, Name: "w", Tell: func(line string) { t.Log("w:", line) }, Machine: machine(), Player: by, Folder: t.TempDir(), Beat: 200 * time.Millisecond}
	if change != nil {
		change(&w)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { stop() })
	return stop
}

// simulation plays as many matches at once as the machine says.
func simulation() *simulated.Dispatcher {
	return &simulated.Dispatcher{Parallel: machine().Parallel, Pot: 500, Counters: 2}
}

// slowly yields one match after the other with a pause between them.
func slowly(s iter.Seq[match.Spec], pause time.Duration) iter.Seq[match.Spec] {
	return func(yield func(match.Spec) bool) {
		for spec := range s {
			time.Sleep(pause)
			if !yield(spec) {
				return
			}
		}
	}
}
