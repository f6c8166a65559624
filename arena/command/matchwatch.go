package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"

	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/arena/web"
)

// watching lets the match of arena match --watch be seen in a browser, where
// it also gets its cue: otherwise it would be over before anybody has looked.
type watching struct {
	out    io.Writer
	server *web.Server
	token  string
	url    func(path string) string
	begun  bool
	end    context.CancelFunc
	served chan error
}

// newWatching begins to serve pages on a port of its own. close must be called.
func newWatching(ctx context.Context, out io.Writer, replays string) (*watching, error) {
	w := &watching{out: out, token: web.NewToken(), served: make(chan error, 1)}
	var err error
	if w.server, err = web.New(web.Options{Results: replays, Games: all.Games(), Token: w.token, StderrToAll: true}); err != nil {
		return nil, err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, w.server.Close())
	}
	w.url = func(path string) string { return pageURL(l, path, w.token) }
	// The pages stay after Ctrl-C has ended the match, until close.
	serving, end := context.WithCancel(context.WithoutCancel(ctx))
	w.end = end
	go func() { w.served <- w.server.Serve(serving, l) }()
	return w, nil
}

// watch returns what is told of an attempt at the match.
func (w *watching) watch(spec *match.Spec, beside match.Watcher) match.Watcher {
	var page match.Watcher
	if w.begun { // a void match is played again without another cue
		page = w.server.Watch(spec)
	} else {
		page = w.server.WatchOnCue(spec)
	}
	if page == nil { // there is no board for the game
		return beside
	}
	if !w.begun {
		w.begun = true
		url := w.url(w.server.LivePath(spec.ID))
		fmt.Fprintf(w.out, "The match begins when it is told so here:\n%s\n", url)
		openBrowser(url)
	}
	return both{page, beside, func(m match.Missing) {
		fmt.Fprintf(w.out, "%s is not ready: %s: %s\n", oneLine(spec.Header.Seats[m.Seat].Name), m.Fault, oneLine(m.Detail))
	}}
}

// close ends the pages.
func (w *watching) close() error {
	w.end()
	return errors.Join(<-w.served, w.server.Close())
}

// both tells two watchers. The page gives the cue; who is missing then is also
// said by tell.
type both struct {
	page, beside match.Watcher
	tell         func(match.Missing)
}

func (b both) Position(round int, s game.State, answers []record.SeatAnswer) {
	b.page.Position(round, s, answers)
	b.beside.Position(round, s, answers)
}

// Ready implements match.Cue.
func (b both) Ready(ctx context.Context, missing func() []match.Missing) error {
	cue, ok := b.page.(match.Cue)
	if !ok {
		return nil
	}
	told := map[int]bool{}
	return cue.Ready(ctx, func() []match.Missing {
		now := missing()
		for _, m := range now {
			if !told[m.Seat] {
				told[m.Seat] = true
				b.tell(m)
			}
		}
		return now
	})
}

// openBrowser opens an address where there is a screen. Nothing depends on it:
// the address is printed too.
func openBrowser(url string) {
	opener, err := exec.LookPath("xdg-open")
	if err != nil || os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return
	}
	cmd := exec.Command(opener, url)
	if cmd.Start() == nil {
		go cmd.Wait() // the browser outlives this command where it wants to
	}
}

// ended tells the pages of an attempt, and of its replay where one was written.
func (w *watching) ended(o match.Outcome, file string) {
	if file != "" {
		file = filepath.Base(file)
	}
	w.server.Ended(o, file)
}
