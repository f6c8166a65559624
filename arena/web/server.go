package web

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"sync"
	"time"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/web/handin"
	"botarena/arena/web/live"
)

//go:embed static
var staticFiles embed.FS

// Seater seats bots, and opens their programs before a match.
type Seater interface {
	match.Seater
	Open(*match.Spec) error
}

// Options say what a server shows and lets one do.
type Options struct {
	// Results is the folder with results: a championship's, or one with
	// championships in its folders, and replay files. Empty for none.
	Results string
	// Bots is the folder of the bots that can be played against; empty for none.
	Bots  string
	Games []game.Game
	// Boards are the Paper Soccer boards that can be played against, by name.
	Boards map[string]match.Serial
	// Seater seats the bots of matches that are begun here; nil where none is.
	Seater Seater
	// Token is what whoever changes something must have.
	Token string
	// StderrToAll shows everybody what bots wrote to stderr.
	StderrToAll bool
	// AnyHost answers requests whatever host they name, as a server must that
	// is reached by names of its network. Without it only this machine's are.
	AnyHost bool
	// HandIns answers /hand-in and what is below, where teams hand in; nil for
	// no such page. Teams have tokens of their own there, so that it sees to
	// who may write by itself.
	HandIns handin.Desk
	// Watchers is the most live streams at once; 0 for 1,000.
	Watchers int
}

// Server shows the pages. Close ends what it began.
type Server struct {
	o     Options
	hub   *live.Hub
	shelf *shelf
	stage *stage
	desks *desks

	stop  context.CancelFunc
	group sync.WaitGroup
	heavy chan struct{} // places for requests that unpack and encode replays
	doors *doors

	// changes is read-locked by requests that change something: they may begin
	// matches, which Close has to know of.
	changes sync.RWMutex
	closed  bool
}

// New returns a server. The error says that the folder of results cannot be
// read.
func New(o Options) (*Server, error) {
	if o.Watchers == 0 {
		o.Watchers = 1000
	}
	if o.Token == "" {
		o.Token = NewToken()
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{o: o, hub: live.NewHub(o.Watchers), stop: stop, heavy: make(chan struct{}, 4), doors: newDoors()}
	var err error
	if s.shelf, err = openShelf(o.Results); err != nil {
		stop()
		return nil, err
	}
	s.stage = newStage(ctx, s)
	s.desks = newDesks(s)
	s.group.Go(func() { s.shelf.follow(ctx) })
	s.group.Go(func() { s.desks.sweep(ctx) })
	return s, nil
}

// Close ends the streams, calls off the matches that were begun here, and
// waits for all that.
func (s *Server) Close() error {
	s.stop()
	s.hub.Close()
	s.changes.Lock()
	s.closed = true
	s.changes.Unlock()
	s.desks.close()
	s.stage.wait()
	s.group.Wait()
	return s.shelf.close()
}

// Handler returns all pages.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /standings", s.standings)
	mux.HandleFunc("GET /matches", s.matches)
	mux.HandleFunc("GET /match", s.match)
	mux.HandleFunc("GET /match/data", s.matchData)
	mux.HandleFunc("GET /match/replay", s.matchReplay)
	mux.HandleFunc("GET /match/config", s.matchConfig)
	mux.HandleFunc("GET /live", s.livePage)
	mux.HandleFunc("GET /live/events", s.liveEvents)
	mux.HandleFunc("GET /live/list", s.liveList)
	mux.HandleFunc("POST /live/start", s.liveStart)
	mux.HandleFunc("POST /live/begin", s.liveBegin)
	mux.HandleFunc("POST /live/stop", s.liveStop)
	mux.HandleFunc("GET /standings/events", s.standingsEvents)
	mux.HandleFunc("GET /hall", s.hall)
	mux.HandleFunc("GET /stage", s.stagePage)
	mux.HandleFunc("GET /play", s.playPage)
	mux.HandleFunc("POST /play", s.playBegin)
	mux.HandleFunc("GET /play/game", s.playGame)
	mux.HandleFunc("GET /play/events", s.playEvents)
	mux.HandleFunc("GET /play/state", s.playState)
	mux.HandleFunc("POST /play/move", s.playMove)
	mux.HandleFunc("POST /play/back", s.playBack)
	mux.HandleFunc("POST /play/resign", s.playResign)
	mux.HandleFunc("GET /own", s.own)
	if s.o.HandIns != nil {
		mux.HandleFunc(handin.Path, s.handIn)
		mux.HandleFunc(handin.Path+"/", s.handIn)
	}
	mux.Handle("GET /static/", statics())
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, http.StatusNotFound, "e.page") })
	return s.guard(mux)
}

// Serve answers on a listener until ctx ends, and then ends what is under way.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 20 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 20 * time.Second, MaxHeaderBytes: 16 << 10, ConnState: s.doors.state,
	}
	stopped := make(chan error, 1)
	end := context.AfterFunc(ctx, func() {
		s.hub.Close()
		limit, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		err := server.Shutdown(limit)
		if err != nil {
			err = server.Close()
		}
		stopped <- err
	})
	err := server.Serve(l)
	if end() { // the listener failed by itself
		s.hub.Close()
		return errors.Join(err, server.Close())
	}
	if err := <-stopped; err != nil {
		return fmt.Errorf("the web server could not be stopped: %w", err)
	}
	return nil
}

func sub(files fs.FS, dir string) fs.FS {
	f, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // dir is a constant
	}
	return f
}
