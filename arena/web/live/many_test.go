package live

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// request asks a server for its stream, from one of this machine's addresses.
func request(t *testing.T, s *httptest.Server, from string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	return conn
}

// until waits for something.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not %s", what)
		}
	}
}

// readUntil reads a stream up to a text.
func readUntil(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	var all strings.Builder
	for buf := make([]byte, 4096); !strings.Contains(all.String(), text); {
		n, err := conn.Read(buf)
		all.Write(buf[:n])
		if err != nil {
			t.Fatalf("the stream ended before %q: %v: %.500s", text, err, all.String())
		}
	}
}

// TestThousand: a thousand watchers are all there may be; they leave nothing in
// this process, neither a goroutine nor a descriptor; and each is served.
func TestThousand(t *testing.T) {
	const most = 1000
	topic, hub := NewTopic(), NewHub(most)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hub.Serve(w, r, topic, func() {}) }))
	defer s.Close()
	defer hub.Close()
	files := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	conns := []net.Conn{request(t, s, "127.0.0.1")}
	until(t, "one watcher", func() bool { return hub.Watchers() == 1 })
	readUntil(t, conns[0], "retry")
	goroutines, open := runtime.NumGoroutine(), files()
	for i := 1; i < most; i++ {
		conns = append(conns, request(t, s, fmt.Sprintf("127.0.0.%d", 1+i%share)))
	}
	until(t, "all in", func() bool { return hub.Watchers() == most })
	until(t, "as many goroutines as for one", func() bool { return runtime.NumGoroutine() <= goroutines+2 })
	if now := files(); now > open+most-1+2 { // those are the clients' ends
		t.Errorf("%d descriptors for %d watchers and their own", now-open, most-1)
	}
	for i := range share {
		readUntil(t, request(t, s, fmt.Sprintf("127.0.0.%d", 1+i)), "503 Service Unavailable")
	}
	topic.Publish([]byte("news"))
	for _, c := range conns {
		readUntil(t, c, "data: news\n\n")
	}
	for _, c := range conns[1:] {
		c.Close()
	}
	until(t, "gone", func() bool { return hub.Watchers() == 1 })
	topic.End()
	readUntil(t, conns[0], "event: end")
	until(t, "empty", func() bool { return hub.Watchers() == 0 })
}

// TestAgain: a relay that has ended costs its watchers their streams, and the
// next one gets another, which has all that was said.
func TestAgain(t *testing.T) {
	topic, hub := NewTopic(), NewHub(3*share)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hub.Serve(w, r, topic, func() {}) }))
	defer s.Close()
	defer hub.Close()
	topic.Publish([]byte("one"))
	first := request(t, s, "127.0.0.1")
	readUntil(t, first, "data: one\n\n")
	hub.relay.Close()
	if _, err := first.Read(make([]byte, 1)); err == nil {
		t.Error("the stream goes on without the relay")
	}
	if n := hub.Watchers(); n != 0 {
		t.Errorf("%d watchers of a relay that is gone", n)
	}
	topic.Publish([]byte("two"))
	readUntil(t, request(t, s, "127.0.0.1"), "data: one\n\nid: 1\ndata: two\n\n")
	resp, err := http.Head(s.URL)
	if err != nil || resp.Header.Get("Content-Type") != "text/event-stream; charset=utf-8" {
		t.Errorf("HEAD: %v, %v", resp, err)
	}
	if err == nil {
		resp.Body.Close()
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestFlush: what was published before a hub is closed is sent.
func TestFlush(t *testing.T) {
	topic, hub := NewTopic(), NewHub(share)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hub.Serve(w, r, topic, func() {}) }))
	defer s.Close()
	topic.Publish([]byte("one"))
	watcher := request(t, s, "127.0.0.1")
	readUntil(t, watcher, "data: one\n\n")
	topic.Publish([]byte("two"))
	topic.Publish([]byte("three"))
	hub.Close()
	readUntil(t, watcher, "data: two\n\nid: 2\ndata: three\n\n")
	readUntil(t, request(t, s, "127.0.0.1"), "503 Service Unavailable")
	if n := hub.Watchers(); n != 0 {
		t.Errorf("%d watchers of a hub that is closed", n)
	}
}
