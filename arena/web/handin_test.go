package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// The page for hand-ins sees to its writers by itself; the others stay
// guarded, and a host that is not meant reaches none.
func TestHandInsAreMounted(t *testing.T) {
	handIns := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hand in") })
	for _, c := range []struct {
		handIns            http.Handler
		method, path, host string
		status             int
	}{
		{handIns, "GET", "/hand-in", "localhost", 200},
		{handIns, "POST", "/hand-in/file", "localhost", 200},
		{handIns, "GET", "/hand-in", "evil.example", 421},
		{handIns, "GET", "/hand-inx", "localhost", 404},
		{handIns, "POST", "/play", "localhost", 403},
		{nil, "GET", "/hand-in", "localhost", 404},
	} {
		s, err := New(Options{HandIns: c.handIns})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Host = c.host
		s.Handler().ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s %s at %s: status %d, want %d", c.method, c.path, c.host, w.Code, c.status)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
