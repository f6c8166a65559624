package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// staged returns the live match that a request names; after a failure it has
// been answered.
func (s *Server) staged(w http.ResponseWriter, r *http.Request) *staged {
	on := s.stage.find(r.FormValue("id"))
	if on == nil {
		s.fail(w, r, http.StatusNotFound, "e.live")
	}
	return on
}

// liveOne returns what a page says of one live match.
func (s *Server) liveOne(on *staged) liveMatch {
	s.stage.mu.Lock()
	defer s.stage.mu.Unlock()
	return on.about()
}

// livePage shows a match while it is played.
func (s *Server) livePage(w http.ResponseWriter, r *http.Request) {
	on := s.staged(w, r)
	if on == nil {
		return
	}
	one := s.liveOne(on)
	s.show(w, r, http.StatusOK, "live", "live", strings.Join(one.Names, " – "), one)
}

// liveEvents sends the positions of one match or, without an ID, the list of
// the live matches whenever it changes.
func (s *Server) liveEvents(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("id") == "" {
		s.serveTopic(w, r, s.stage.topic)
		return
	}
	if on := s.staged(w, r); on != nil {
		s.serveTopic(w, r, on.m.Topic)
	}
}

// scenes is what a hall can show.
type scenes struct {
	Live   []liveMatch `json:"live"`
	Newest *scene      `json:"newest"` // the match that was played last
	Tables []string    `json:"tables"` // addresses of standings
}

type scene struct {
	Data  string `json:"data"` // the address of its board
	Title string `json:"title"`
}

// liveList tells a script what there is to show.
func (s *Server) liveList(w http.ResponseWriter, r *http.Request) {
	all := scenes{Live: s.stage.list(), Tables: []string{}}
	for _, in := range s.shelf.championships() {
		b, err := s.shelf.book(in)
		if err != nil {
			continue // it has just gone
		}
		v, err := b.view()
		if err != nil {
			continue // its own page says what is wrong with it
		}
		all.Tables = append(all.Tables, link("/standings", "in", in, "part", "1"))
		if number := v.Newest(); number >= 0 && all.Newest == nil {
			m := v.Rows[number]
			at := ref{In: in, Number: number}
			all.Newest = &scene{at.href("/match/data"), v.Name(m.Entrants[0]) + " – " + v.Name(m.Entrants[1])}
		}
	}
	if files, err := s.shelf.replayNames(""); err == nil && len(files) > 0 && all.Newest == nil {
		f := s.shelf.about(files[0])
		if f.Err == nil {
			all.Newest = &scene{ref{File: f.Name}.href("/match/data"), f.Seat(0) + " – " + f.Seat(1)}
		}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	json.NewEncoder(w).Encode(all) // a browser that has left is no error
}

// hall shows the match in play and the table in turn, large, to people who
// have no mouse.
func (s *Server) hall(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "hall", "hall", languageOf(r).plain("t.hall"), nil)
}

type stageData struct {
	Games    []gameBots
	Problems []string
	Live     []liveMatch
}

// stagePage shows the live matches, and the form that begins one.
func (s *Server) stagePage(w http.ResponseWriter, r *http.Request) {
	d := stageData{Live: s.stage.list()}
	if s.canPlay() {
		var err error
		if d.Games, d.Problems, err = s.offers(); err != nil {
			s.fail(w, r, http.StatusInternalServerError, "e.bots", plainError(err))
			return
		}
	}
	s.show(w, r, http.StatusOK, "stage", "live", languageOf(r).plain("t.live"), d)
}

// liveBegin begins a match of two bots, which wait for the cue where the form
// says so.
func (s *Server) liveBegin(w http.ResponseWriter, r *http.Request) {
	o, err := s.newOrder(r)
	if err == nil && s.stage.busy() >= mostStaged {
		err = wrong("e.stage")
	}
	for seat := 0; err == nil && seat < len(o.spec.Header.Seats); seat++ {
		n := strconv.Itoa(seat)
		err = o.seat(s, seat, r.PostFormValue("bot"+n), r.PostFormValue("args"+n))
	}
	if err == nil {
		o.named()
		err = o.open(s)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	on := s.stage.begin(o.spec, r.PostFormValue("cue") != "")
	if on == nil {
		s.fail(w, r, http.StatusUnprocessableEntity, "e.game", o.spec.Header.Game)
		return
	}
	http.Redirect(w, r, link("/live", "id", on.id), http.StatusSeeOther)
}

// liveStart gives the cue.
func (s *Server) liveStart(w http.ResponseWriter, r *http.Request) {
	if on := s.staged(w, r); on != nil {
		on.m.Start()
		s.done(w, r, on)
	}
}

// liveStop calls off a match that was begun here.
func (s *Server) liveStop(w http.ResponseWriter, r *http.Request) {
	on := s.staged(w, r)
	if on == nil {
		return
	}
	if on.cancel == nil {
		s.fail(w, r, http.StatusConflict, "e.notours")
		return
	}
	on.cancel()
	s.done(w, r, on)
}

// done answers a button: a script has seen it work, a browser goes back.
func (s *Server) done(w http.ResponseWriter, r *http.Request, on *staged) {
	if r.Header.Get("Sec-Fetch-Dest") == "empty" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, link("/live", "id", on.id), http.StatusSeeOther)
}
