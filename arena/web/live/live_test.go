package live

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// texts returns the data of events, joined by a blank.
func texts(events []byte) string { return strings.Join(lines(events), " ") }

func lines(events []byte) []string {
	var all []string
	for line := range strings.Lines(string(events)) {
		if text, ok := strings.CutPrefix(line, "data: "); ok {
			all = append(all, strings.TrimSuffix(text, "\n"))
		}
	}
	return all
}

func TestTopic(t *testing.T) {
	all, newest := NewTopic(), NewNewest()
	began := newest.first
	for i := range 5 {
		m := []byte(fmt.Sprint(i))
		all.Publish(m)
		newest.Publish(m)
	}
	for _, c := range []struct {
		topic *Topic
		from  int
		want  string
	}{
		{all, 0, "0 1 2 3 4"},
		{all, 3, "3 4"},
		{all, 5, ""},
		{all, 6, "0 1 2 3 4"},
		{all, -1, "0 1 2 3 4"},
		{newest, 0, "4"},
		{newest, began + 4, "4"},
		{newest, began + 5, ""},
		{newest, began + 900, "4"},
	} {
		want := 5
		if c.topic == newest {
			want += began
		}
		got, next, ended, changed := c.topic.From(c.from)
		if texts(got) != c.want || next != want || ended {
			t.Errorf("From(%d) = %q, %d, %v; want %q, %d, false", c.from, texts(got), next, ended, c.want, want)
		}
		select {
		case <-changed:
			t.Errorf("From(%d): changed before anything did", c.from)
		default:
		}
	}
	_, _, _, changed := all.From(5)
	all.End()
	<-changed
	all.Publish([]byte("late"))
	if got, next, ended, _ := all.From(5); len(got) != 0 || next != 5 || !ended {
		t.Errorf("after the end: %q, %d, %v", texts(got), next, ended)
	}
}

// events reads a stream's data lines until it ends.
func events(t *testing.T, url, last string) (data []string, end bool) {
	t.Helper()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", last)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		switch text, isData := strings.CutPrefix(lines.Text(), "data: "); {
		case lines.Text() == "event: end":
			end = true
		case isData && !end:
			data = append(data, text)
		}
	}
	return data, end
}

func TestServe(t *testing.T) {
	topic := NewTopic()
	hub := NewHub(3 * share)
	defer hub.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hub.Serve(w, r, topic, func() {}) }))
	defer s.Close()
	topic.Publish([]byte("a"), []byte("b"))
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			if data, end := events(t, s.URL, ""); fmt.Sprint(data) != "[a b c]" || !end {
				t.Errorf("read %q, end %v", data, end)
			}
		})
	}
	group.Go(func() {
		if data, end := events(t, s.URL, "0"); fmt.Sprint(data) != "[b c]" || !end {
			t.Errorf("read %q after event 0, end %v", data, end)
		}
	})
	for hub.Watchers() < 3 {
		time.Sleep(time.Millisecond)
	}
	resp, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("the fourth watcher of three got %s", resp.Status)
	}
	topic.Publish([]byte("c"))
	topic.End()
	group.Wait()
}

// TestSlow has a watcher that reads nothing: who publishes does not wait, and
// the others get everything.
func TestSlow(t *testing.T) {
	topic := NewTopic()
	hub := NewHub(3 * share)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hub.Serve(w, r, topic, func() {}) }))
	defer s.Close()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	for hub.Watchers() < 1 {
		time.Sleep(time.Millisecond)
	}
	const pieces = 24
	big := []byte(strings.Repeat("x", 1<<20))
	publish := func(t *Topic) time.Duration {
		began := time.Now()
		for range pieces { // more than any socket's buffers hold
			t.Publish(big)
		}
		return time.Since(began)
	}
	alone := publish(NewTopic())
	if took := publish(topic); took > 10*alone+time.Second { // it would wait for ever
		t.Errorf("publishing took %v with a watcher that does not read, %v with none", took, alone)
	}
	topic.End()
	resp, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	n := 0
	for lines := bufio.NewReaderSize(resp.Body, 2<<20); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		if strings.HasPrefix(line, "data: x") {
			n++
		}
	}
	if n != pieces {
		t.Errorf("the other watcher got %d of %d messages", n, pieces)
	}
	conn.Close()
	hub.Close()
}
