package live

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"botarena/arena/web/relay"
)

// pause is the least time between two pieces of a topic that watchers are
// sent: what comes meanwhile goes in one. Five pictures a second are enough to
// follow a match.
const pause = 200 * time.Millisecond

// Hub serves topics to watchers, by a [relay.Relay] that it starts for the
// first of them.
type Hub struct {
	most  int
	pumps sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	relay    *relay.Relay // nil before the first watcher
	feeds    map[*Topic]*feed
	last     uint32 // channel
	watchers int
	from     map[string]int // how many of them by address
}

// feed is a topic that somebody watches.
type feed struct {
	relay    *relay.Relay
	channel  uint32
	watchers int
	stop     context.CancelFunc
}

// share is the part of the watchers that one address may have: a hall behind
// one address is served, and one client cannot shut out the rest.
const share = 4

// NewHub returns a hub for at most this many watchers at once. Close must be
// called.
func NewHub(most int) *Hub {
	return &Hub{most: most, feeds: map[*Topic]*feed{}, from: map[string]int{}}
}

// flush is how long watchers may take to be sent what is left when a hub is
// closed.
const flush = time.Second

// Close ends all streams, when what was published has been sent.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	for _, f := range h.feeds {
		f.stop()
	}
	r := h.relay
	h.mu.Unlock()
	if r == nil {
		return
	}
	late := time.AfterFunc(flush, r.Close)
	h.pumps.Wait()
	late.Stop()
	r.Close()
}

// Watchers returns how many there are now.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.watchers
}

// enter counts a watcher in and returns what it is to watch; nil where there
// are too many. leave must be called once.
func (h *Hub) enter(address string, t *Topic) (*feed, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.watchers >= h.most || h.from[address] >= (h.most+share-1)/share {
		return nil, nil
	}
	if h.relay == nil || h.relay.Over() {
		r, err := relay.Start()
		if err != nil {
			return nil, err
		}
		h.relay = r
	}
	f := h.feeds[t]
	if f == nil || f.relay != h.relay {
		h.last++
		ctx, stop := context.WithCancel(context.Background())
		f = &feed{relay: h.relay, channel: h.last, stop: stop}
		h.feeds[t] = f
		h.pumps.Go(func() { f.pump(ctx, t) })
	}
	f.watchers++
	h.watchers++
	h.from[address]++
	return f, nil
}

func (h *Hub) leave(address string, t *Topic, f *feed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchers--
	if h.from[address]--; h.from[address] == 0 {
		delete(h.from, address)
	}
	if f.watchers--; f.watchers == 0 {
		f.stop()
		if h.feeds[t] == f {
			delete(h.feeds, t)
		}
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
// or takes nothing for a while, or the hub is closed. It returns at once, with
// the connection given to the relay; left is called once, when the stream is
// over or cannot begin, and must return at once. A browser that connects again
// goes on where it was. The last event of a topic that has ended is named "end".
// With too many watchers, or too many from one address, it answers 503.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, t *Topic, left func()) {
	head := w.Header()
	head.Set("Content-Type", "text/event-stream; charset=utf-8")
	head.Set("Cache-Control", "no-store")
	head.Set("X-Accel-Buffering", "no")
	if r.Method == http.MethodHead {
		left()
		return
	}
	address := addressOf(r)
	f, err := h.enter(address, t)
	if f == nil {
		why := "too many watchers"
		if err != nil {
			why = err.Error()
		}
		head.Set("Retry-After", "10")
		http.Error(w, why, http.StatusServiceUnavailable)
		left()
		return
	}
	over := func() {
		h.leave(address, t, f)
		left()
	}
	if err := f.hand(w, r, over); err != nil {
		over()
	}
}

// hand gives a request's connection to the relay.
func (f *feed) hand(w http.ResponseWriter, r *http.Request, left func()) error {
	last, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if err != nil {
		last = -1
	}
	head := bytes.NewBufferString("HTTP/1.1 200 OK\r\n")
	w.Header().Set("Connection", "close") // where the stream ends
	w.Header().Write(head)
	head.WriteString("\r\nretry: 2000\n\n")
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, "this connection cannot be a stream", http.StatusHTTPVersionNotSupported)
		return err
	}
	defer conn.Close()
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return fmt.Errorf("live: a connection of type %T cannot be given away", conn)
	}
	conn.SetWriteDeadline(time.Now().Add(time.Second)) // it is new, and there is room for this
	if _, err := conn.Write(head.Bytes()); err != nil {
		return err
	}
	return f.relay.Watch(tcp, f.channel, last, left)
}

// pump sends the relay what is new in a topic, until ctx ends.
func (f *feed) pump(ctx context.Context, t *Topic) {
	defer f.relay.Send(f.channel, relay.Forget, nil)
	how := relay.How(0)
	if t.newest {
		how = relay.Replace
	}
	for next, last := 0, false; ; {
		events, n, ended, changed := t.From(next)
		next = n
		if ended {
			how |= relay.Ended
			changed = nil
		}
		if (ended || len(events) > 0) && f.relay.Send(f.channel, how, events) != nil || last {
			return
		}
		select {
		case <-time.After(pause):
			select {
			case <-changed:
			case <-ctx.Done():
				last = true
			}
		case <-ctx.Done():
			last = true
		}
	}
}
