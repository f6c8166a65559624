package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web/person"
)

const (
	// mostDesks is how many people may play at once.
	mostDesks = 8
	// idle is how long a game waits for a person who does nothing.
	idle = time.Hour
)

// desks are where people play.
type desks struct {
	s *Server

	mu  sync.Mutex
	all map[string]*desk
}

// desk is one person's game.
type desk struct {
	ID    string
	Game  string
	Seat  int
	Roles []string
	Names []string
	Limit time.Duration // of the person's moves; 0 for none
	game  *person.Game

	mu     sync.Mutex
	page   string // of the last replay
	unkept string // why there is none of the last match
}

// Run returns how often the game was begun.
func (d *desk) Run() int {
	_, number := d.game.Now()
	return number
}

func newDesks(s *Server) *desks { return &desks{s: s, all: map[string]*desk{}} }

func (d *desks) find(id string) *desk {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.all[id]
}

// sweep ends games that nobody plays any more, until ctx ends.
func (d *desks) sweep(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			d.closeWhere(func(desk *desk) bool { return now.Sub(desk.game.Used()) > idle })
		}
	}
}

func (d *desks) close() { d.closeWhere(func(*desk) bool { return true }) }

func (d *desks) closeWhere(wanted func(*desk) bool) {
	d.mu.Lock()
	var gone []*desk
	for id, desk := range d.all {
		if wanted(desk) {
			gone = append(gone, desk)
			delete(d.all, id)
		}
	}
	d.mu.Unlock()
	for _, desk := range gone {
		desk.game.Close()
	}
}

// makeRoom reports whether one more may play. Where all places are taken, games
// that are over end, and those left alone for ten minutes.
func (d *desks) makeRoom() bool {
	d.mu.Lock()
	full := len(d.all) >= mostDesks
	d.mu.Unlock()
	if full {
		d.closeWhere(func(desk *desk) bool {
			m, _ := desk.game.Now()
			_, over := m.Outcome()
			return over || time.Since(desk.game.Used()) > 10*time.Minute
		})
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.all) < mostDesks
}

type playData struct {
	Games    []gameBots
	Problems []string
}

// playPage shows the form that begins a game against a bot.
func (s *Server) playPage(w http.ResponseWriter, r *http.Request) {
	l := languageOf(r)
	if !s.canPlay() {
		s.fail(w, r, http.StatusNotFound, "e.noplay")
		return
	}
	games, problems, err := s.offers()
	if err != nil {
		s.fail(w, r, http.StatusInternalServerError, "e.bots", plainError(err))
		return
	}
	s.show(w, r, http.StatusOK, "play", "play", l.plain("t.play"), playData{Games: games, Problems: problems})
}

// playBegin begins a game.
func (s *Server) playBegin(w http.ResponseWriter, r *http.Request) {
	d, err := s.seatPerson(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, link("/play/game", "id", d.ID), http.StatusSeeOther)
}

func (s *Server) seatPerson(r *http.Request) (*desk, error) {
	o, err := s.newOrder(r)
	if err != nil {
		return nil, err
	}
	info := o.g.Info()
	seat, err := strconv.Atoi(r.PostFormValue("seat"))
	if err != nil || seat < 0 || seat >= len(info.Seats) {
		return nil, wrong("e.seat", r.PostFormValue("seat"))
	}
	limit := time.Duration(person.Unhurried)
	if text := r.PostFormValue("limit"); text != "" {
		if limit, err = config.ParseDuration(text); err != nil || limit <= 0 || limit > time.Duration(person.Unhurried) {
			return nil, wrong("e.limit", text)
		}
	}
	name := strings.TrimSpace(r.PostFormValue("name"))
	if name == "" || utf8.RuneCountInString(name) > 64 || strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsPrint(c) }) {
		name = languageOf(r).plain("play.you")
	}
	o.person(seat, name, record.Duration(limit))
	if err := o.seat(s, 1-seat, r.PostFormValue("bot"), r.PostFormValue("args")); err != nil {
		return nil, err
	}
	o.named()
	if err := o.open(s); err != nil {
		return nil, err
	}
	if !s.desks.makeRoom() {
		return nil, wrong("e.desks")
	}
	d := &desk{ID: strings.ToLower(rand.Text()), Game: info.Name, Seat: seat, Roles: info.Seats}
	if limit < time.Duration(person.Unhurried) {
		d.Limit = limit
	}
	for _, seat := range o.spec.Header.Seats {
		d.Names = append(d.Names, seat.Name)
	}
	d.game, err = person.Play(o.g, o.spec, seat, s.o.Seater, drawing, func(out *match.Outcome) {
		page, err := s.keep(out)
		d.mu.Lock()
		defer d.mu.Unlock()
		d.page, d.unkept = page, ""
		if err != nil {
			d.unkept = plainError(err)
		}
	})
	if err != nil {
		return nil, err
	}
	s.desks.mu.Lock()
	s.desks.all[d.ID] = d
	s.desks.mu.Unlock()
	return d, nil
}

// desk returns the game that a request names; after a failure it has been
// answered. A game is its player's: its ID is no one else's to know.
func (s *Server) desk(w http.ResponseWriter, r *http.Request) *desk {
	d := s.desks.find(r.FormValue("id"))
	if d == nil {
		s.fail(w, r, http.StatusNotFound, "e.desk")
	}
	return d
}

// playGame shows a game that is being played.
func (s *Server) playGame(w http.ResponseWriter, r *http.Request) {
	if d := s.desk(w, r); d != nil {
		s.show(w, r, http.StatusOK, "game", "play", d.Names[0]+" – "+d.Names[1], d)
	}
}

// playEvents sends the positions of a game's match.
func (s *Server) playEvents(w http.ResponseWriter, r *http.Request) {
	d := s.desk(w, r)
	if d == nil {
		return
	}
	m, number := d.game.Now()
	if want := r.FormValue("run"); want != "" && want != strconv.Itoa(number) {
		s.fail(w, r, http.StatusGone, "e.run")
		return
	}
	s.serveTopic(w, r, m.Topic)
}

// answer is what a script is told after it did something.
type answer struct {
	OK       bool   `json:"ok"`
	Run      int    `json:"run"`
	Diverged bool   `json:"diverged"`
	Problem  string `json:"problem,omitempty"`
	Page     string `json:"page,omitempty"`   // of the replay, once there is one
	Unkept   string `json:"unkept,omitempty"` // why there is none
}

func (s *Server) playMove(w http.ResponseWriter, r *http.Request) {
	d := s.desk(w, r)
	if d == nil {
		return
	}
	position, err := strconv.Atoi(r.PostFormValue("position"))
	if err == nil {
		err = d.game.Move(position, []byte(r.PostFormValue("move")))
	}
	s.answer(w, r, d, err)
}

// playState tells where a game stands.
func (s *Server) playState(w http.ResponseWriter, r *http.Request) {
	if d := s.desk(w, r); d != nil {
		s.answer(w, r, d, nil)
	}
}

func (s *Server) playBack(w http.ResponseWriter, r *http.Request) {
	if d := s.desk(w, r); d != nil {
		s.answer(w, r, d, d.game.Back())
	}
}

func (s *Server) playResign(w http.ResponseWriter, r *http.Request) {
	if d := s.desk(w, r); d != nil {
		s.answer(w, r, d, d.game.GiveUp())
	}
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, d *desk, err error) {
	l := languageOf(r)
	run := d.Run()
	d.mu.Lock()
	a := answer{OK: err == nil, Run: run, Diverged: d.game.Diverged(), Page: d.page, Unkept: d.unkept}
	d.mu.Unlock()
	var illegal *game.IllegalMove
	status := http.StatusOK
	switch {
	case err == nil:
	case errors.As(err, &illegal):
		a.Problem, status = illegal.Why, http.StatusUnprocessableEntity
	case errors.Is(err, person.ErrNothing):
		a.Problem, status = l.plain("play.nothing"), http.StatusConflict
	case errors.Is(err, person.ErrAway):
		a.Problem, status = l.plain("play.away"), http.StatusConflict
	default:
		a.Problem, status = plainError(err), http.StatusUnprocessableEntity
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(a) // a browser that has left is no error
}
