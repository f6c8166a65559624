package web

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"botarena/arena/game"
)

// A heavy request has its place until all is encoded, and gives it back before
// it is sent to one who may read slowly.
func TestHeavyPlaces(t *testing.T) {
	s := open(t, Options{Results: shelfOf(t)}).server
	asked, outside := 0, 0
	for i, g := range s.o.Games {
		s.o.Games[i] = askedGame{g, func() {
			asked++
			if len(s.heavy) == 0 {
				outside++
			}
		}}
	}
	for path, status := range map[string]int{"/match": 200, "/match/data": 422, "/match/replay": 200, "/match/config": 200} {
		w := &placed{httptest.NewRecorder(), s, 0}
		s.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+link(path, "in", "league", "number", "0"), nil))
		if w.Code != status || w.most > 0 || len(s.heavy) > 0 {
			t.Errorf("%s: status %d, %d places taken while it was sent, %d after it", path, w.Code, w.most, len(s.heavy))
		}
	}
	if asked == 0 || outside > 0 {
		t.Errorf("the game was asked %d times, %d of them without a place", asked, outside)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+link("/match", "in", "league", "number", "99999"), nil))
	if w.Code != http.StatusNotFound || len(s.heavy) > 0 {
		t.Errorf("a match that is not there: status %d, %d places taken after it", w.Code, len(s.heavy))
	}
}

// askedGame tells when somebody works with the game. There is no board for it.
type askedGame struct {
	game.Game
	asked func()
}

func (g askedGame) Info() game.Info { g.asked(); return g.Game.Info() }

// placed counts the places taken while an answer is written.
type placed struct {
	*httptest.ResponseRecorder
	s    *Server
	most int
}

func (p *placed) Write(b []byte) (int, error) {
	p.most = max(p.most, len(p.s.heavy))
	return p.ResponseRecorder.Write(b)
}
