package live

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	// beat is how often a quiet stream says that it is still there, so that
	// proxies and browsers keep it.
	beat = 15 * time.Second
	// writeLimit is how long a watcher may take to read what it is sent
	// before it is dropped.
	writeLimit = 10 * time.Second
	// pause is the least time between two writes to one watcher: what comes
	// meanwhile goes in one. It bounds what hundreds of watchers cost the
	// bots that share the processor with them; five pictures a second are
	// enough to follow a match.
	pause = 200 * time.Millisecond
)

// Hub serves topics to watchers.
type Hub struct {
	most int
	stop context.Context
	end  context.CancelFunc

	mu       sync.Mutex
	watchers int
	from     map[string]int // how many of them by address
}

// share is the part of the watchers that one address may have: a hall behind
// one address is served, and one client cannot shut out the rest.
const share = 4

// NewHub returns a hub for at most this many watchers at once. Its streams end
// when ctx does, or Close is called.
func NewHub(ctx context.Context, most int) *Hub {
	h := &Hub{most: most, from: map[string]int{}}
	h.stop, h.end = context.WithCancel(ctx)
	return h
}

// Close ends all streams; it does not wait for them: the server does.
func (h *Hub) Close() { h.end() }

// Watchers returns how many there are now.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.watchers
}

func (h *Hub) enter(address string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers >= h.most || h.from[address] >= (h.most+share-1)/share || h.stop.Err() != nil {
		return false
	}
	h.watchers++
	h.from[address]++
	return true
}

func (h *Hub) leave(address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchers--
	if h.from[address]--; h.from[address] == 0 {
		delete(h.from, address)
	}
}

// addressOf returns where a request comes from, without the port.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Serve sends a topic as server-sent events until it ends, the watcher leaves
// or can no longer be written to, or the hub is closed. A browser that
// connects again goes on where it was. The last event of a topic that has
// ended is named "end". With too many watchers, or too many from one address,
// it answers 503.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, t *Topic) {
	address := addressOf(r)
	if !h.enter(address) {
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many watchers", http.StatusServiceUnavailable)
		return
	}
	defer h.leave(address)
	s := &stream{w: w, control: http.NewResponseController(w)}
	if id, err := strconv.Atoi(r.Header.Get("Last-Event-ID")); err == nil && id >= 0 && id < 1<<40 {
		s.next = id + 1
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	if s.send([]byte("retry: 2000\n\n")) != nil {
		return
	}
	for {
		events, next, ended, changed := t.From(s.next)
		s.next = next
		if len(events) > 0 && s.send(events) != nil {
			return
		}
		if ended {
			s.send([]byte("event: end\ndata: {}\n\n"))
			return
		}
		if len(events) > 0 && !h.wait(r, time.After(pause), nil) {
			return
		}
		quiet := time.NewTimer(beat)
		ok := h.wait(r, quiet.C, changed)
		fired := !quiet.Stop()
		if !ok || fired && s.send([]byte(": still here\n\n")) != nil {
			return
		}
	}
}

// wait waits for one of the two; false when the stream is over.
func (h *Hub) wait(r *http.Request, timer <-chan time.Time, changed <-chan struct{}) bool {
	select {
	case <-timer:
	case <-changed:
	case <-r.Context().Done():
		return false
	case <-h.stop.Done():
		return false
	}
	return true
}

// stream is one watcher's.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	next    int // the number of the next message
}

func (s *stream) send(text []byte) error {
	// A server without deadlines, such as a test's recorder, has none to set.
	s.control.SetWriteDeadline(time.Now().Add(writeLimit))
	if _, err := s.w.Write(text); err != nil {
		return err
	}
	return s.control.Flush()
}
