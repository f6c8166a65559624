package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web/board"
	"botarena/arena/web/live"
)

const (
	// mostEnded is how many matches stay on the stage after their end.
	mostEnded = 20
	// mostStaged is how many matches may wait or be played at once.
	mostStaged = 8
	// mostFollowed is how many matches of a championship are followed at once.
	mostFollowed = 2
)

// stage is where live matches are: those begun here, and those that a command
// plays and lets be watched.
type stage struct {
	s     *Server
	ctx   context.Context
	topic *live.Topic // the list, whenever it changes
	turn  chan struct{}
	group sync.WaitGroup

	mu      sync.Mutex
	matches []*staged // the newest last
	last    time.Time // when the last one of a championship was followed
}

// staged is a match on the stage. The stage's lock guards it.
type staged struct {
	id     string
	spec   match.Spec
	roles  []string
	m      *live.Match
	cancel context.CancelFunc // nil for a command's
	queued bool               // others are played before it
	ended  bool
	replay string // the address of its page, once there is one
	unkept string // why there is none, where there was to be one
}

// liveMatch is a staged match as pages and scripts see it.
type liveMatch struct {
	ID    string    `json:"id"`
	Game  string    `json:"game"`
	Names []string  `json:"names"`
	State string    `json:"state"` // queued, starting, ready, playing, ended
	Steps int       `json:"steps"`
	Began time.Time `json:"began"`
	Page  string    `json:"page,omitempty"` // of the replay
	// Unkept says why there is no replay, where there was to be one.
	Unkept string `json:"unkept,omitempty"`
	Own    bool   `json:"own"` // begun here: it can be stopped
	// Missing are those who are not ready, where it waits for the cue.
	Missing []missing `json:"missing,omitempty"`
}

// missing is a seat of a match that waits for its cue, with nobody in it who will
// play.
type missing struct {
	live.Missing
	Name string `json:"name"`
	Role string `json:"role,omitempty"` // where both have the same name
}

func newStage(ctx context.Context, s *Server) *stage {
	st := &stage{s: s, ctx: ctx, topic: live.NewNewest(), turn: make(chan struct{}, 1)}
	st.tell() // to who still shows the matches of an arena that has ended
	return st
}

// drawing tells positions to pages.
func drawing(g game.Game, h *record.Header) ([]byte, live.Drawer, error) {
	head, err := board.Head(g, h)
	if err != nil {
		return nil, nil, err
	}
	enc, err := board.NewEncoder(g, h)
	return head, enc, err
}

// follow puts a match on the stage. It is nil for a game without a board,
// which is played all the same.
func (st *stage) follow(spec *match.Spec, onCue bool, cancel context.CancelFunc) *staged {
	g, err := st.s.game(spec.Header.Game)
	if err != nil {
		return nil
	}
	head, drawer, err := drawing(g, &spec.Header)
	if err != nil {
		return nil
	}
	m, err := live.Follow(g, spec, live.Options{Head: head, Drawer: drawer, OnCue: onCue, Told: st.tell})
	if err != nil {
		return nil
	}
	on := &staged{id: strings.ToLower(rand.Text()[:10]), spec: *spec, roles: g.Info().Seats, m: m, cancel: cancel}
	st.mu.Lock()
	st.matches = append(st.matches, on)
	for n := len(st.matches); n > mostEnded && st.matches[0].ended; n-- {
		st.matches = st.matches[1:]
	}
	st.mu.Unlock()
	st.tell()
	return on
}

// tell publishes the list.
func (st *stage) tell() {
	text, err := json.Marshal(st.list())
	if err == nil { // it holds texts and numbers
		st.topic.Publish(text)
	}
}

// list returns the matches, the newest first.
func (st *stage) list() []liveMatch {
	st.mu.Lock()
	defer st.mu.Unlock()
	found := []liveMatch{}
	for _, on := range slices.Backward(st.matches) {
		found = append(found, on.about())
	}
	return found
}

func (on *staged) about() liveMatch {
	a := liveMatch{ID: on.id, Game: on.spec.Header.Game, Began: on.m.Began(), Page: on.replay, Unkept: on.unkept, Own: on.cancel != nil, State: on.m.State()}
	for _, seat := range on.spec.Header.Seats {
		a.Names = append(a.Names, seat.Name)
	}
	on.m.Look(func(p live.Position) { a.Steps = p.Played })
	if a.State == live.Ready {
		for _, m := range on.m.Missing() {
			one := missing{Missing: m, Name: a.Names[m.Seat]}
			if a.Names[0] == a.Names[1] {
				one.Role = on.roles[m.Seat]
			}
			a.Missing = append(a.Missing, one)
		}
	}
	if on.queued && a.State == live.Starting {
		a.State = "queued"
	}
	return a
}

// find returns a match by its ID.
func (st *stage) find(id string) *staged {
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, on := range st.matches {
		if on.id == id {
			return on
		}
	}
	return nil
}

// end says what came of a match, and where its replay is.
func (st *stage) end(on *staged, o *match.Outcome, page string) {
	on.m.Ended(o)
	st.mu.Lock()
	on.ended, on.replay = true, page
	st.mu.Unlock()
	st.tell()
}

// busy counts the matches that have not ended.
func (st *stage) busy() int {
	st.mu.Lock()
	defer st.mu.Unlock()
	n := 0
	for _, on := range st.matches {
		if !on.ended {
			n++
		}
	}
	return n
}

// rested reports whether the last match of a championship was followed a
// second ago or more, and if so notes that another one is.
func (st *stage) rested() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	if time.Since(st.last) < time.Second {
		return false
	}
	st.last = time.Now()
	return true
}

// begin plays a match here, when those before it are over: each has the
// machine for itself, as its times must be true.
func (st *stage) begin(spec match.Spec, onCue bool) *staged {
	ctx, cancel := context.WithCancel(st.ctx)
	first := st.follow(&spec, onCue, cancel)
	if first == nil {
		cancel()
		return nil
	}
	st.group.Go(func() {
		defer cancel()
		now := first
		var last *match.Outcome
		if !st.awaitTurn(ctx, first) {
			st.end(first, nil, "")
			return
		}
		defer func() { <-st.turn }()
		local := &match.Local{
			Games: st.s.game, Seater: st.s.o.Seater,
			Watch: func(*match.Spec) match.Watcher {
				if last != nil { // a void match is played again
					again := st.follow(&spec, false, cancel)
					if again == nil {
						return nil
					}
					now, last = again, nil
				}
				return now.m
			},
		}
		match.One(ctx, local, spec, func(o match.Outcome) {
			last = &o
			page, err := st.s.keep(&o)
			if err != nil {
				st.mu.Lock()
				now.unkept = plainError(err)
				st.mu.Unlock()
			}
			st.end(now, &o, page)
		})
		if last == nil {
			st.end(now, nil, "")
		}
	})
	return first
}

// awaitTurn waits until the matches before this one are over; false where it is
// called off first.
func (st *stage) awaitTurn(ctx context.Context, on *staged) bool {
	queue := func(queued bool) {
		st.mu.Lock()
		on.queued = queued
		st.mu.Unlock()
		st.tell()
	}
	select {
	case st.turn <- struct{}{}:
		return true
	default:
	}
	queue(true)
	defer queue(false)
	select {
	case st.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// wait waits for the matches that were begun here; the context has ended.
func (st *stage) wait() {
	st.group.Wait()
	st.topic.End()
}

// keep writes a match's replay onto the shelf and returns its page's address;
// empty where there is no record, or no shelf.
func (s *Server) keep(o *match.Outcome) (page string, err error) {
	if o.Record == nil || s.o.Results == "" {
		return "", nil
	}
	name, err := o.Record.WriteFile(s.o.Results)
	if err != nil {
		return "", err
	}
	return ref{File: filepath.Base(name)}.href("/match"), nil
}

// Watch is for match.Local: it lets a match that somebody else plays be
// watched here. [Server.Ended] must be called with each of its outcomes.
func (s *Server) Watch(spec *match.Spec) match.Watcher { return s.watch(spec, false) }

// WatchOnCue is [Server.Watch] for matches that begin when a reader who has
// the token says so.
func (s *Server) WatchOnCue(spec *match.Spec) match.Watcher { return s.watch(spec, true) }

func (s *Server) watch(spec *match.Spec, onCue bool) match.Watcher {
	if on := s.stage.follow(spec, onCue, nil); on != nil {
		return on.m
	}
	return nil
}

// WatchSome is [Server.Watch] for the matches of a championship, which may be
// many and short: one is followed where somebody watches, not more than a few
// at once, and not more than one a second. It returns nil for the others.
// [Server.EndedMatch] must be called with each outcome.
func (s *Server) WatchSome(spec *match.Spec) match.Watcher {
	if s.hub.Watchers() == 0 || s.stage.busy() >= mostFollowed || !s.stage.rested() {
		return nil
	}
	return s.watch(spec, false)
}

// EndedMatch says what came of a match of the shelf's own championship; see
// [Server.WatchSome].
func (s *Server) EndedMatch(o match.Outcome, number int) {
	s.ended(o, ref{Number: number}.href("/match"))
}

// Ended says what came of a match that is watched; see [Server.Watch]. file
// is the name of its replay on the shelf, or empty.
func (s *Server) Ended(o match.Outcome, file string) {
	page := ""
	if file != "" {
		page = ref{File: file}.href("/match")
	}
	s.ended(o, page)
}

func (s *Server) ended(o match.Outcome, page string) {
	s.stage.mu.Lock()
	var on *staged
	for _, other := range s.stage.matches {
		if other.cancel == nil && !other.ended && other.spec.ID == o.Spec.ID {
			on = other
		}
	}
	s.stage.mu.Unlock()
	if on == nil {
		return
	}
	s.stage.end(on, &o, page)
}

// LivePath returns the path of the page of the newest live match of an ID.
func (s *Server) LivePath(id string) string {
	s.stage.mu.Lock()
	defer s.stage.mu.Unlock()
	for _, on := range slices.Backward(s.stage.matches) {
		if on.spec.ID == id {
			return link("/live", "id", on.id)
		}
	}
	return "/"
}
