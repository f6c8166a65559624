package soak

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/championship/journal"
)

// TestWhole is the soak in small, so that it stays in order.
func TestWhole(t *testing.T) { testWhole(t, 150) }

// soak is the state that those who disturb, watch and measure share.
type soak struct {
	seed    int
	serve   *running
	playing atomic.Pointer[running] // the championship's arena; nil between two
	cup     atomic.Pointer[cup]
	matches atomic.Int64 // in the cup's journal when it was last looked at
	did     disturbances

	mu      sync.Mutex
	arenas  []*running // every one so far
	samples []sample   // of the goroutine that measures, until it has ended
}

func (s *soak) knows(r *running) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.arenas = append(s.arenas, r)
}

// known returns the processes of all arenas so far.
func (s *soak) known() map[int]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[int]bool{}
	for _, r := range s.arenas {
		all[r.cmd.Process.Pid] = true
	}
	return all
}

// living returns those that have not ended: the number of one that has may be
// another process's by now.
func (s *soak) living() map[int]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	some := map[int]bool{}
	for _, r := range s.arenas {
		select {
		case <-r.ended:
		default:
			some[r.cmd.Process.Pid] = true
		}
	}
	return some
}

// plays notes which arena plays which cup; nil for none.
func (s *soak) plays(c *cup, r *running) {
	if c != nil {
		s.cup.Store(c)
		s.knows(r)
	}
	s.playing.Store(r)
}

func testWhole(t *testing.T, matches int) {
	if os.Getuid() != 0 {
		t.Skip("not root: the jail's cgroups and ids are part of what is looked at")
	}
	// What a killed arena leaves becomes a child of this process.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	p := newPlace(t)
	s := &soak{seed: rand.IntN(1 << 30)}
	planned := cups(matches)
	s.cup.Store(&planned[0])
	began := time.Now()
	s.serve = p.start(true, "serve", "--results", p.results, "--bots", p.bots, "--listen", "127.0.0.1:0")
	if s.serve.page == nil {
		t.Fatalf("arena serve: %s", s.serve.errs.String())
	}
	s.knows(s.serve)

	ctx, stop := context.WithCancel(t.Context())
	audience := p.gather(ctx, s)
	audience.group.Go(func() { p.killBots(ctx, s) })
	measured := make(chan struct{})
	go func() {
		defer close(measured)
		p.measure(ctx, s, min(time.Second, time.Duration(matches)*100*time.Microsecond))
	}()
	tables := make([]string, len(planned))
	for i := range planned {
		tables[i] = p.play(&planned[i], s)
	}
	took := time.Since(began)
	stop()
	<-measured
	audience.group.Wait()
	http.DefaultClient.CloseIdleConnections()
	if code := s.serve.stop(syscall.SIGINT); code != 0 || s.serve.errs.Len() > 200 {
		t.Errorf("arena serve: exit code %d\n%s", code, s.serve.errs.String())
	}

	sum := tally{faults: map[string]int{}}
	for i := range planned {
		p.checkBook(&planned[i], tables[i], &sum)
	}
	p.judge(planned, s)
	p.nothingLeft(s)
	t.Logf("%d matches in %v (%.0f a second), %d attempts void; %d bots killed, which cost %d seats their match; arenas killed %d times and interrupted %d times",
		sum.matches, took.Round(time.Second), float64(sum.matches)/took.Seconds(), sum.voids, s.did.bots.Load(), sum.killed, s.did.kills.Load(), s.did.interrupts.Load())
	t.Logf("watched by %d streams with %d events and %d pages; %d matches begun there; faults: %v",
		audience.streams.Load(), audience.events.Load(), audience.pages.Load(), audience.begun.Load(), sum.faults)
}

// killBots kills bots of all arenas at random moments.
func (p *place) killBots(ctx context.Context, s *soak) {
	for rest(ctx, time.Duration(rand.IntN(600))*time.Millisecond) {
		bots := slices.DeleteFunc(processes(s.living()), func(one process) bool {
			return one.name != "memfd:bot" || one.state == "Z"
		})
		if len(bots) == 0 {
			continue
		}
		if unix.Kill(bots[rand.IntN(len(bots))].pid, unix.SIGKILL) == nil {
			s.did.bots.Add(1)
		}
	}
}

// measure takes a sample every so often until ctx ends.
func (p *place) measure(ctx context.Context, s *soak, every time.Duration) {
	played := map[*cup]int{}
	for rest(ctx, every) {
		c, r := s.cup.Load(), s.playing.Load()
		one := sample{cup: c, figures: figures{}}
		dir := filepath.Join(p.results, c.name)
		// The file may be cut while it is read: a torn end is no match.
		text, _ := os.ReadFile(filepath.Join(dir, journal.Name))
		one.done, one.disk = bytes.Count(text, []byte(`{"match":{"number":`)), size(dir)
		one.kept = one.done + bytes.Count(text, []byte(`{"void":{"number":`))
		played[c] = one.done
		for _, n := range played {
			one.matches += n
		}
		s.matches.Store(int64(one.done))
		if err := one.figures.arena("serve: ", s.serve.cmd.Process.Pid); err != nil {
			p.Errorf("arena serve: %v", err)
			return
		}
		if r == nil || one.figures.arena("championship: ", r.cmd.Process.Pid) != nil {
			continue // between two, or killed just now
		}
		if err := one.figures.host(p, s); err != nil {
			p.Error(err)
		}
		s.samples = append(s.samples, one)
	}
}

// judge holds what was measured against what must be flat.
func (p *place) judge(planned []cup, s *soak) {
	p.Helper()
	own := func(name string) bool { return strings.HasPrefix(name, "championship: ") }
	p.flat("all", s.samples, func(name string) bool { return !own(name) })
	for i := range planned {
		c := &planned[i]
		var of []sample
		for _, one := range s.samples {
			if one.cup == c {
				of = append(of, one)
			}
		}
		p.linear(c, of)
		if !c.kill { // an arena that lived through all of it
			p.flat(c.name, of, own)
		}
	}
}

// nothingLeft wants the host as it was. What a killed arena left, the next one
// has taken away; a last one does so for the last.
func (p *place) nothingLeft(s *soak) {
	p.Helper()
	p.must("run", "--", p.bot("broken"), "crlf")
	// The kernel clears away in its own time.
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		processes, groups := processes(s.living()), groups(s.known())
		files, err := p.temporary()
		if err != nil {
			p.Fatal(err)
		}
		if len(processes)+len(groups)+len(files) == 0 {
			return
		}
		if time.Now().After(deadline) {
			p.Errorf("left: processes %v, cgroups %q, files %q", processes, groups, files)
			return
		}
	}
}
