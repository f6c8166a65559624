package web

import (
	"context"
	"iter"
	"net/http"
	"strings"
	"testing"
	"time"

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
