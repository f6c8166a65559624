package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"botarena/arena/game/all"
)

// TestClosed: a request that comes, or goes on, while the server is closed
// begins nothing that nobody would end.
func TestClosed(t *testing.T) {
	s, err := New(Options{Bots: bots, Seater: jailed(t), Games: all.Games(), Token: token})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for path, form := range map[string]url.Values{
		"/play":       {"game": {"catchcat"}, "seat": {"0"}, "bot": {"catchcat"}},
		"/live/begin": {"game": {"catchcat"}, "bot0": {"catchcat"}, "bot1": {"catchcat"}},
	} {
		r := httptest.NewRequest("POST", "http://localhost"+path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != http.StatusServiceUnavailable || len(s.desks.all) > 0 || len(s.stage.list()) > 0 {
			t.Errorf("POST %s: %d %s; %d games and %d matches are there", path, w.Code, w.Body, len(s.desks.all), len(s.stage.list()))
			s.desks.close()
			s.stage.wait()
		}
	}
}
