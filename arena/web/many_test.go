package web

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"os"
	"os/exec"
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
)

// TestTenThousand lists a championship of 10,000 matches: any page of them
// comes without delay, whatever is chosen.
func TestTenThousand(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir+"/large", 101, randomly{}) // 101 × 100 matches
	s := open(t, Options{Results: dir})
	began := time.Now()
	s.get("/matches?in=large")
	t.Logf("10,100 matches, read for the first time: %v", time.Since(began))
	for _, query := range []string{"page=1", "page=101", "page=202", "page=9999", "of=e7", "only=faults", "of=e7&only=open"} {
		best := time.Hour
		var body string
		for range 3 {
			began := time.Now()
			body = s.get("/matches?in=large&" + query)
			best = min(best, time.Since(began))
		}
		rows := strings.Count(body, "<tr>") - 1
		t.Logf("%s: %d rows, %v, %d kB", query, rows, best, len(body)/1000)
		if best > 100*time.Millisecond {
			t.Errorf("%s took %v, want 100 ms at most", query, best)
		}
		if rows > perPage {
			t.Errorf("%s lists %d matches, want %d at most", query, rows, perPage)
		}
	}
	if body := s.get("/matches?in=large&page=2"); !strings.Contains(body, "number=50\"") || !strings.Contains(body, "number=99\"") || strings.Contains(body, "number=100\"") {
		t.Error("page 2 does not hold the matches 50 to 99")
	}
}

// TestGrowing watches a championship while it is played: every change is told,
// and in the end the standings are those of the championship.
func TestGrowing(t *testing.T) {
	dir := t.TempDir()
	champion(t, dir, 4, &stopping{after: 5})
	s := open(t, Options{Results: dir})
	if body := s.get("/standings"); !strings.Contains(body, "5</bdi> of") {
		t.Fatalf("before: %.2000s", body)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", s.http.URL+"/standings/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	read := func(want string) {
		t.Helper()
		var all strings.Builder
		buf := make([]byte, 4096)
		for !strings.Contains(all.String(), want) {
			n, err := resp.Body.Read(buf)
			all.Write(buf[:n])
			if err != nil {
				t.Fatalf("the stream ended before %q: %v: %s", want, err, all.String())
			}
		}
	}
	read(`"done":5,"total":12`)
	champion(t, dir, 4, randomly{})
	read(`"done":12,"total":12`)
	if body := s.get("/standings"); !strings.Contains(body, "12</bdi> of") {
		t.Error("the page is an old one")
	}
}

// stopping plays some matches and then stops.
type stopping struct{ after int }

func (d *stopping) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	left := d.after
	return randomly{}.Dispatch(ctx, func(yield func(match.Spec) bool) {
		for spec := range specs {
			if left == 0 || !yield(spec) {
				return
			}
			left--
		}
	}, done)
}

// watchingAt names the variable with the address of a stream that this program
// is to watch many times over, instead of running tests: people's browsers are
// not on the arena's machine, and what they cost is not the arena's.
const watchingAt = "WEB_TEST_WATCH"

// watchMany reads streams until they end and prints how many bytes came.
func watchMany(address string) int {
	unix.Setpriority(unix.PRIO_PROCESS, 0, 19) // where it is not allowed the figures are too large
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

// watchers has another process watch a match so many times.
func watchers(s *site, id string, n int) (wait func() (bytes int64)) {
	s.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), watchingAt+"="+s.http.URL+"/live/events?id="+url.QueryEscape(id), watchingAt+"_N="+strconv.Itoa(n))
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

// liveTurns plays a match with so many watchers and returns the median and the
// 99th percentile of its turns' wall times.
func liveTurns(s *site, name, setup string, seed uint64, n int) (median, high time.Duration, bytes int64) {
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
	on.m.Start()
	for {
		if _, over := on.m.Outcome(); over {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	bytes = wait()
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
	return turns[len(turns)/2], turns[len(turns)*99/100], bytes
}

// TestWatchersCostNothing plays the same match by turns with nobody and with
// 200 watchers: its turns take as long.
func TestWatchersCostNothing(t *testing.T) {
	s := open(t, Options{Results: t.TempDir(), Bots: bots, Seater: jailed(t), Watchers: 1000})
	const rounds = 5
	var none, many []time.Duration
	for seed := range uint64(rounds) {
		a, _, _ := liveTurns(s, "goldhunter", `{"stages":1000}`, seed, 0)
		b, _, bytes := liveTurns(s, "goldhunter", `{"stages":1000}`, seed, 200)
		none, many = append(none, a), append(many, b)
		t.Logf("median turn: %v with nobody, %v with 200 watchers, who got %d kB", a, b, bytes/1000)
		if bytes < 200*5000 {
			t.Errorf("the watchers got %d bytes: they saw no match", bytes)
		}
	}
	a, b := slices.Min(none), slices.Min(many)
	t.Logf("the best medians: %v and %v, ratio %.3f", a, b, float64(b)/float64(a))
	if b > a*5/4+20*time.Microsecond {
		t.Errorf("a turn takes %v with 200 watchers and %v without", b, a)
	}
}

// BenchmarkWatchers prints what 200 watchers do to the turns of a match, as
// the ratio to the same match without, of the same run.
func BenchmarkWatchers(b *testing.B) {
	s := open(b, Options{Results: b.TempDir(), Bots: bots, Seater: jailed(b), Watchers: 1000})
	var none, many, highNone, highMany []time.Duration
	seed := uint64(0)
	for b.Loop() {
		seed++
		m, h, _ := liveTurns(s, "goldhunter", `{"stages":1000}`, seed, 0)
		none, highNone = append(none, m), append(highNone, h)
		m, h, _ = liveTurns(s, "goldhunter", `{"stages":1000}`, seed, 200)
		many, highMany = append(many, m), append(highMany, h)
	}
	b.ReportMetric(float64(slices.Min(many))/float64(slices.Min(none)), "median-ratio")
	b.ReportMetric(float64(slices.Min(highMany))/float64(slices.Min(highNone)), "p99-ratio")
	b.ReportMetric(float64(slices.Min(many).Microseconds()), "µs/turn")
}
