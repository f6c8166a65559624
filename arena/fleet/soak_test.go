//go:build soak

package fleet

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// soakTime is how long each of the soaks goes on: ARENA_SOAK_FLEET, or five
// minutes.
func soakTime(t *testing.T) time.Duration {
	text := os.Getenv("ARENA_SOAK_FLEET")
	if text == "" {
		return 5 * time.Minute
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 10*time.Second {
		t.Fatalf("ARENA_SOAK_FLEET=%q is not a time from 10s on", text)
	}
	return d
}

// onHosts returns three hosts, and checks in the end that nothing runs there
// any more and that the hosts are gone.
func onHosts(t *testing.T) []*host {
	t.Cleanup(func() {
		if out, err := exec.Command("ip", "netns", "list").Output(); err != nil || bytes.Contains(out, fmt.Append(nil, "arena-test-", os.Getpid(), "-")) {
			t.Errorf("namespaces are left: %s, %v", out, err)
		}
		children, err := filepath.Glob("/proc/self/task/*/children")
		if err != nil || len(children) == 0 {
			t.Errorf("%q, %v", children, err)
		}
		for _, name := range children {
			if pids, _ := os.ReadFile(name); len(pids) > 0 {
				t.Errorf("processes are left: %s", pids)
			}
		}
	})
	hosts := []*host{newHost(t, 0), newHost(t, 1), newHost(t, 2)}
	t.Cleanup(func() { // before the hosts go
		for _, h := range hosts {
			if pids, err := exec.Command("ip", "netns", "pids", h.name).Output(); err != nil || len(pids) > 0 {
				t.Errorf("processes are left on %s: %s, %v", h.name, pids, err)
			}
		}
	})
	return hosts
}

// TestSoakChampionships plays one championship after the other on three hosts,
// with workers killed, frozen, ended and cut off, the coordinator killed and
// resumed, and the queue's server with it, whose files are lost now and then;
// in every second one that server stands by itself, and is killed by itself.
// Each must have the journal and the table of one machine.
func TestSoakChampionships(t *testing.T) {
	end := time.Now().Add(soakTime(t))
	alone := contest{Folder: t.TempDir(), Bots: 16, Boards: 64}
	if err := alone.play(t.Context(), simulation()); err != nil {
		t.Fatal(err)
	}
	want := alone.outcome(t)
	hosts, rnd := onHosts(t), chance(t)
	done, rounds := map[string]int{}, 0
	for ; time.Now().Before(end) && !t.Failed(); rounds++ {
		many := contest{Folder: t.TempDir(), Bots: alone.Bots, Boards: alone.Boards, Listen: "0.0.0.0"}
		r := &soakRound{contest: &many, rnd: rnd, done: done}
		r.play(t, hosts, rounds%2 == 1)
		if got := many.outcome(t); got != want {
			t.Fatalf("championship %d:\n%s\nwant\n%s", rounds, got, want)
		}
		t.Logf("championship %d is as it is on one machine; %v", rounds, done)
	}
	t.Logf("%d championships of %d matches; %v", rounds, 5*alone.Bots/2*alone.Boards*2, done)
}

// soakRound is one championship in a storm.
type soakRound struct {
	*contest
	rnd     *game.Rand
	done    map[string]int
	leader  *child
	server  *child // nil where the coordinator has it
	address string // of that
}

func (r *soakRound) play(t *testing.T, hosts []*host, outside bool) {
	if outside {
		l, err := net.Listen("tcp", "0.0.0.0:0")
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := net.SplitHostPort(l.Addr().String())
		l.Close()
		r.address, r.Outside = "0.0.0.0:"+port, outsideURL("127.0.0.1:"+port)
		r.startServer(t)
		defer func() { r.server.kill() }()
	}
	r.leader = r.lead(t)
	defer func() { r.leader.kill() }()
	link := r.link(t, r.leader)
	s := newStorm(t, r.rnd, len(hosts), func(i int) *child {
		return startWorker(t, hosts[i].link(link), filepath.Join(r.Folder, "worker", fmt.Sprint(i)), "20ms", hosts[i].command()...)
	})
	defer s.pass()
	s.done = r.done
	s.cut = func(i int, off bool) { hosts[i].cut(t, off) }
	// The time between two strikes grows, so that a slow machine comes to the end too.
	for most := time.Second; ; most += most / 50 {
		select {
		case <-r.leader.ended:
			if r.leader.err != nil {
				t.Fatal(r.leader.err)
			}
			return
		case <-time.After(100*time.Millisecond + time.Duration(r.rnd.IntN(int(most)))):
		}
		switch r.rnd.IntN(6) {
		case 0:
			r.killLeader(t)
		case 1:
			if r.server == nil {
				r.killLeader(t)
				continue
			}
			r.awaitLeader(t, link)
			r.done["server killed"]++
			r.server.kill()
			sleep(t.Context(), time.Duration(r.rnd.IntN(int(2*time.Second))))
			r.startServer(t)
		default:
			s.strike(t.Context())
		}
	}
}

// startServer starts the server that stands by itself, and waits for it: a
// coordinator that finds none when it begins says so and ends.
func (r *soakRound) startServer(t *testing.T) {
	r.server = startChild(t, []string{childServer + "=" + r.address, childFolder + "=" + filepath.Join(r.Folder, "server")})
	for {
		if conn, err := net.Dial("tcp", r.address); err == nil {
			conn.Close()
			return
		}
		select {
		case <-r.server.ended:
			t.Fatal(r.server.err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// awaitLeader waits until the coordinator leads, or has ended.
func (r *soakRound) awaitLeader(t *testing.T, l join.Link) {
	for {
		if _, err := Ask(t.Context(), l); err == nil {
			return
		}
		select {
		case <-r.leader.ended:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// killLeader kills the coordinator and resumes it after a while. It may have
// come to its end by itself.
func (r *soakRound) killLeader(t *testing.T) {
	r.leader.signal(syscall.SIGKILL)
	if <-r.leader.ended; r.leader.err == nil {
		return
	}
	r.done["coordinator killed"]++
	if r.server == nil && r.rnd.IntN(4) == 0 {
		r.done["queue lost"]++
		if err := os.RemoveAll(filepath.Join(r.fleet(), "streams")); err != nil {
			t.Error(err)
		}
	}
	sleep(t.Context(), time.Duration(r.rnd.IntN(int(2*time.Second))))
	r.leader = r.lead(t)
}

// TestSoakCoordinator keeps one coordinator, in this process, leading matches
// while the storm goes on and its server is restarted: each match counts once
// and is as on one machine, and it needs in the end what it needed in the
// middle.
func TestSoakCoordinator(t *testing.T) {
	lasts := soakTime(t)
	hosts, rnd := onHosts(t), chance(t)
	c := lead(t, Options{Server: queue.ServerOptions{Folder: t.TempDir(), Listen: "0.0.0.0"}, Tell: func(string) {}})
	folder := t.TempDir()
	s := newStorm(t, rnd, len(hosts), func(i int) *child {
		return startWorker(t, hosts[i].link(c.Link()), filepath.Join(folder, fmt.Sprint(i)), "20ms", hosts[i].command()...)
	})
	s.cut = func(i int, off bool) { hosts[i].cut(t, off) }
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var (
		wg      sync.WaitGroup
		samples []sample
	)
	wg.Go(func() {
		for sleep(ctx, 100*time.Millisecond+time.Duration(rnd.IntN(int(2*time.Second)))) {
			if rnd.IntN(6) > 0 {
				s.strike(ctx)
				continue
			}
			s.done["server restarted"]++
			if err := c.Server().Restart(); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Go(func() {
		for sleep(ctx, lasts/100) {
			samples = append(samples, takeSample(t))
		}
	})
	ledger := ledger{t: t}
	n := 0
	err := c.Dispatch(t.Context(), func(yield func(match.Spec) bool) {
		for spec := range specs(bots(t), 1<<40) {
			if ctx.Err() != nil || !yield(spec) {
				return
			}
			n++
		}
	}, ledger.done)
	wg.Wait()
	s.pass()
	if err != nil {
		t.Fatal(err)
	}
	if missing := slices.Index(ledger.counted, false); len(ledger.counted) != n || missing >= 0 {
		t.Errorf("%d matches count of %d; the first that does not: %d", len(ledger.counted), n, missing)
	}
	status := c.Status()
	middle, last := samples[len(samples)*4/10:len(samples)*6/10], samples[len(samples)*8/10:]
	t.Logf("%d matches; %v; %d void attempts, %d duplicates dropped, %d missing jobs queued again; in the middle %v, in the end %v",
		n, s.done, status.Void, status.Duplicates, status.Missed, median(middle), median(last))
	if m, l := median(middle), median(last); l.goroutines > m.goroutines+10 || l.files > m.files+10 || l.heap > m.heap+16 {
		t.Errorf("it grows: %v in the middle, %v in the end", m, l)
	}
}

// ledger checks outcomes as they come.
type ledger struct {
	t       *testing.T
	counted []bool // by number
}

func (l *ledger) done(o match.Outcome) {
	if o.Void() && !o.Final {
		return
	}
	var number int
	if _, err := fmt.Sscan(o.Spec.ID, &number); err != nil || o.Err != nil || o.Void() {
		l.t.Errorf("match %s: %v, void %v, %v", o.Spec.ID, o.Err, o.Void(), err)
		return
	}
	for len(l.counted) <= number {
		l.counted = append(l.counted, false)
	}
	got, err := o.Record.Game()
	if err != nil || l.counted[number] {
		l.t.Errorf("match %d: %v, counted already: %v", number, err, l.counted[number])
	}
	l.counted[number] = true
	alone := play(l.t, l.t.Context(), simulation(), func(yield func(match.Spec) bool) { yield(o.Spec) })
	if want := alone.hashes[o.Spec.ID]; record.Hash(got) != want {
		l.t.Errorf("match %d: %.8s, want %.8s", number, record.Hash(got), want)
	}
}

// sample is what this process needs at a moment; the heap in MiB.
type sample struct{ goroutines, files, heap int }

func (s sample) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %d MiB", s.goroutines, s.files, s.heap)
}

func takeSample(t *testing.T) sample {
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Error(err)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return sample{runtime.NumGoroutine(), len(files), int(m.HeapAlloc >> 20)}
}

func median(of []sample) sample {
	pick := func(what func(sample) int) int {
		var all []int
		for _, s := range of {
			all = append(all, what(s))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return sample{
		pick(func(s sample) int { return s.goroutines }), pick(func(s sample) int { return s.files }), pick(func(s sample) int { return s.heap }),
	}
}
