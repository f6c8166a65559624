package relay

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// event is one as a topic makes it.
func event(id int, text string) string { return fmt.Sprintf("id: %d\ndata: %s\n\n", id, text) }

// pair returns a watcher of a channel and what is at the other end of its
// connection, which holds little.
func pair(t *testing.T, c *channel, id int64) (w *watcher, far int) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		unix.Close(fds[0])
		unix.Close(fds[1])
	})
	return &watcher{fd: fds[0], on: c, id: id, since: time.Unix(0, 0)}, fds[1]
}

// took returns what has come at an end.
func took(t *testing.T, fd int) string {
	t.Helper()
	var all []byte
	buf := make([]byte, 1<<20)
	for {
		n, err := unix.Read(fd, buf)
		if err == unix.EAGAIN {
			return string(all)
		}
		if err != nil || n == 0 {
			t.Fatalf("read %d: %v", n, err)
		}
		all = append(all, buf[:n]...)
	}
}

// TestPush: where a watcher begins, and what it is sent from there on.
func TestPush(t *testing.T) {
	a, b, c := event(10, "a"), event(11, `id: 10`), event(12, "c")
	for _, test := range []struct {
		name  string
		how   How
		id    int64
		first string // when it came
		then  string // when there was one more, and no more to come
	}{
		{"from the beginning", 0, -1, a + b, c + string(theEnd)},
		{"after the first", 0, 10, b, c + string(theEnd)},
		{"after the last", 0, 11, "", c + string(theEnd)},
		{"an id of long ago", 0, 1, a + b, c + string(theEnd)},
		{"of which the newest counts", Replace, 11, "", c + string(theEnd)},
	} {
		ch := &channel{}
		ch.add(0, []byte(a+b))
		w, far := pair(t, ch, test.id)
		now := time.Unix(1, 0)
		if ok := w.push(now); !ok {
			t.Errorf("%s: let go", test.name)
		}
		if got := took(t, far); got != test.first {
			t.Errorf("%s: sent %q, want %q", test.name, got, test.first)
		}
		ch.add(test.how|Ended, []byte(c))
		if ok := w.push(now); ok {
			t.Errorf("%s: kept after the end", test.name)
		}
		if got := took(t, far); got != test.then {
			t.Errorf("%s: then sent %q, want %q", test.name, got, test.then)
		}
	}
}

// TestQuiet: where nothing comes, a stream says that it is still there, and no
// sooner than that anything is done for it.
func TestQuiet(t *testing.T) {
	w, far := pair(t, &channel{}, -1)
	s := &server{watchers: []*watcher{w}}
	began := time.Unix(100, 0)
	w.since = began
	if ms := s.timeout(began); ms < int(beat.Milliseconds()) {
		t.Errorf("a quiet stream is looked at after %d ms", ms)
	}
	for _, at := range []struct {
		after time.Duration
		want  string
	}{{beat - time.Millisecond, ""}, {beat, string(stillHere)}, {beat + time.Second, ""}, {2 * beat, string(stillHere)}} {
		if !w.push(began.Add(at.after)) || took(t, far) != at.want {
			t.Errorf("after %v: want %q alone", at.after, at.want)
		}
	}
}

// TestStuck: a watcher that reads nothing has no buffer of its own, misses what
// does not count any more, and is let go in the end.
func TestStuck(t *testing.T) {
	ch := &channel{}
	ch.add(0, bytes.Repeat([]byte("x"), 8<<20)) // more than the connection holds
	w, far := pair(t, ch, -1)
	now := time.Unix(100, 0)
	if !w.push(now) || len(w.rest) == 0 {
		t.Fatal("all was sent to one who does not read")
	}
	if &w.rest[0] != &ch.events[len(ch.events)-len(w.rest)] {
		t.Error("what is to be sent was copied")
	}
	ch.add(Replace, []byte(event(1, "skipped")))
	ch.add(Replace, []byte(event(2, "kept")))
	if s := (&server{watchers: []*watcher{w}}); s.timeout(now) > int(writeLimit.Milliseconds())+1 {
		t.Errorf("looked at in %d ms only", s.timeout(now))
	}
	if !w.push(now.Add(writeLimit - time.Second)) {
		t.Error("let go too soon")
	}
	slow := *w
	if slow.push(now.Add(writeLimit)) {
		t.Error("kept for ever")
	}
	var all strings.Builder
	for len(w.rest) > 0 {
		all.WriteString(took(t, far))
		if !w.push(now.Add(writeLimit - time.Second)) {
			t.Fatal("let go while it read")
		}
	}
	all.WriteString(took(t, far))
	if text := all.String(); !strings.HasSuffix(text, "x"+event(2, "kept")) || strings.Contains(text, "skipped") {
		t.Errorf("sent %d bytes that end in %q", len(text), text[max(0, len(text)-80):])
	}
}

// TestPieces cuts a stream of pieces wherever it breaks.
func TestPieces(t *testing.T) {
	whole := appendHeader(nil, 7, Replace, 3)
	whole = append(whole, "abc"...)
	for n := range len(whole) {
		if _, _, _, rest, ok := cutPiece(whole[:n]); ok || len(rest) != n {
			t.Errorf("%d of %d bytes make a piece", n, len(whole))
		}
	}
	channel, how, events, rest, ok := cutPiece(append(whole, 1, 2))
	if !ok || channel != 7 || how != Replace || string(events) != "abc" || !bytes.Equal(rest, []byte{1, 2}) {
		t.Errorf("channel %d, how %d, %q, rest %v, %v", channel, how, events, rest, ok)
	}
}
