package web

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/web/relay"
)

// watchingAt names the variable with the address of a stream that this program
// is to watch many times over, instead of running tests: people's browsers are
// not on the arena's machine, and what they cost is not the arena's.
const watchingAt = "WEB_TEST_WATCH"

// watchMany reads streams until they end and prints how many bytes came.
func watchMany(address string) int {
	relay.StandBack()
	n, err := strconv.Atoi(os.Getenv(watchingAt + "_N"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var group sync.WaitGroup
	var total atomic.Int64
	for range n {
		group.Go(func() {
			resp, err := http.Get(address)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				return
			}
			defer resp.Body.Close()
			read, err := io.Copy(io.Discard, resp.Body)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			total.Add(read)
		})
	}
	group.Wait()
	fmt.Println(total.Load())
	return 0
}

// watchers has another process watch a match so many times. wait waits until
// all streams have ended, and returns how many bytes came.
func watchers(s *site, id string, n int) (wait func() (bytes int64)) {
	s.Helper()
	if n == 0 {
		return func() int64 { return 0 }
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", watchingAt+"="+s.http.URL+"/live/events?id="+url.QueryEscape(id), watchingAt+"_N="+strconv.Itoa(n))
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		s.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); s.server.hub.Watchers() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatalf("only %d of %d watchers came: %s", s.server.hub.Watchers(), n, errs.String())
		}
	}
	return func() int64 {
		if err := cmd.Wait(); err != nil || errs.Len() > 0 {
			s.Errorf("the watchers: %v: %.500s", err, errs.String())
		}
		bytes, err := strconv.ParseInt(strings.TrimSpace(out.String()), 10, 64)
		if err != nil {
			s.Error(err)
		}
		return bytes
	}
}

// trial is what one match was like.
type trial struct {
	median, high time.Duration // of its turns' wall times, high the 99th percentile
	arena, relay time.Duration // CPU time of this process, and of the relay's, while it was played
}

// liveTurns plays a match with so many watchers, each of which must get every
// byte.
func liveTurns(s *site, name, setup string, seed uint64, n int) (got trial) {
	s.Helper()
	g := must(all.Game(name))(s)
	o := &order{g: g, spec: match.Spec{ID: "watched", Header: header(s, name, setup, seed, "a", "b"), Sources: make([]match.Source, 2)}}
	for seat := range 2 {
		if err := o.seat(s.server, seat, name, "--level sensible"); err != nil {
			s.Fatal(err)
		}
	}
	o.named()
	if err := o.open(s.server); err != nil {
		s.Fatal(err)
	}
	on := s.server.stage.begin(o.spec, true)
	wait := watchers(s, on.id, n)
	for !on.m.Waiting() {
		time.Sleep(time.Millisecond)
	}
	runtime.GC() // what it took to let the watchers in is over
	arena, others := cpuTimes(s)
	on.m.Start()
	for {
		if _, over := on.m.Outcome(); over {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	got.arena, got.relay = cpuTimes(s)
	got.arena, got.relay = got.arena-arena, got.relay-others
	events, _, _, _ := on.m.Topic.From(0)
	each := len("retry: 2000\n\n") + len(events) + len("event: end\ndata: {}\n\n")
	if bytes := wait(); bytes != int64(n*each) {
		s.Errorf("%d watchers got %d bytes, want %d each", n, bytes, each)
	}
	out, _ := on.m.Outcome()
	if out == nil || out.Record == nil || out.Void() {
		s.Fatalf("the match did not count: %+v", out)
	}
	var turns []time.Duration
	for _, seat := range out.Record.Measured.Seats {
		for _, turn := range seat.Turns {
			turns = append(turns, time.Duration(turn.Wall)*time.Microsecond)
		}
	}
	slices.Sort(turns)
	got.median, got.high = turns[len(turns)/2], turns[len(turns)*99/100]
	return got
}

// cpuTimes returns the CPU time that this process, and the relays it started,
// have used until now.
func cpuTimes(t testing.TB) (own, relays time.Duration) {
	t.Helper()
	var use unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &use); err != nil {
		t.Fatal(err)
	}
	own = time.Duration(use.Utime.Nano() + use.Stime.Nano())
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		dir := filepath.Dir(line)
		if text, _ := os.ReadFile(line); string(text) != "arena: relay\x00" {
			continue
		}
		status, _ := os.ReadFile(dir + "/status")
		if !strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", os.Getpid())) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			t.Fatal(err)
		}
		var used unix.Timespec
		if unix.ClockGettime(int32(^pid<<3|2), &used) == nil { // clock_getcpuclockid(3)
			relays += time.Duration(used.Nano())
		}
	}
	return own, relays
}

// many is how many watchers must cost a match nothing, and contests how many
// times three matches are compared for that.
const (
	many     = 200
	contests = 10
)

// three plays the same match three times, the one with watchers before, between
// or after those without, and adds to the contests.
func three(s *site, n int, setup string, median, high *contest) (without, with trial) {
	s.Helper()
	var got [3]trial
	for i := range got {
		watching := 0
		if i == n%3 {
			watching = many
		}
		got[i] = liveTurns(s, "goldhunter", setup, uint64(n), watching)
	}
	with, without1, without2 := got[n%3], got[(n+1)%3], got[(n+2)%3]
	median.add(float64(without1.median), float64(with.median), float64(without2.median))
	high.add(float64(without1.high), float64(with.high), float64(without2.high))
	return without1, with
}

// TestWatchersCostNothing plays the same match with nobody and with 200
// watchers: what its turns take differs by no more than between two matches
// that nobody watches.
func TestWatchersCostNothing(t *testing.T) {
	s := open(t, Options{Results: t.TempDir(), Bots: bots, Seater: jailed(t), Watchers: 1000})
	var median, high contest
	for n := range contests {
		without, with := three(s, n, `{"stages":1000}`, &median, &high)
		t.Logf("median and 99th percentile of a turn: %v and %v without watchers, %v and %v with", without.median, without.high, with.median, with.high)
	}
	for name, c := range map[string]*contest{"median turn": &median, "99th percentile": &high} {
		t.Logf("%s: %v", name, c)
		if c.measurable() {
			t.Errorf("%s: watchers can be measured: %v", name, c)
		}
	}
}

// BenchmarkWatchers prints what 200 watchers do to the turns of a match, as
// the ratio to the same match without, of the same run, and what two matches
// without them differ by.
func BenchmarkWatchers(b *testing.B) {
	s := open(b, Options{Results: b.TempDir(), Bots: bots, Seater: jailed(b), Watchers: 1000})
	var median, high contest
	var none, some []trial
	for b.Loop() {
		for range contests {
			without, with := three(s, len(none), `{"stages":3000}`, &median, &high)
			none, some = append(none, without), append(some, with)
		}
	}
	b.Logf("median turn: %v", &median)
	b.Logf("99th percentile: %v", &high)
	report := func(name string, c *contest) {
		ratio, _, _ := c.middle()
		b.ReportMetric(ratio, name+"-ratio")
		b.ReportMetric(c.spread(), name+"-alone")
	}
	report("median", &median)
	report("p99", &high)
	least := func(all []trial, of func(trial) time.Duration) float64 {
		best := slices.MinFunc(all, func(x, y trial) int { return int(of(x) - of(y)) })
		return float64(of(best).Microseconds())
	}
	b.ReportMetric(least(none, func(t trial) time.Duration { return t.median }), "µs/turn")
	b.ReportMetric(least(none, func(t trial) time.Duration { return t.high }), "µs/p99")
	b.ReportMetric(least(none, func(t trial) time.Duration { return t.arena }), "µs/arena-alone")
	b.ReportMetric(least(some, func(t trial) time.Duration { return t.arena }), "µs/arena")
	b.ReportMetric(least(some, func(t trial) time.Duration { return t.relay }), "µs/relay")
}
