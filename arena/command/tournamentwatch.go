package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/web"
)

// tournamentPages shows a championship in a browser while it is played: its
// standings, and matches as they are played. The zero value shows nothing.
type tournamentPages struct {
	server *web.Server
	end    context.CancelFunc
	served chan error
}

// open begins to serve the pages of a folder of results.
func (p *tournamentPages) open(ctx context.Context, out io.Writer, address, results string) error {
	anyHost, err := reachable("watch", address)
	if err != nil {
		return err
	}
	token := web.NewToken()
	server, err := web.New(web.Options{Results: results, Games: all.Games(), Token: token, AnyHost: anyHost})
	if err != nil {
		return bad("name another folder with --results DIR", "the folder of results cannot be read: %v", err)
	}
	l, err := listenOn(ctx, "watch", address)
	if err != nil {
		return errors.Join(err, server.Close())
	}
	// The pages stay after Ctrl-C has ended the matches, until close.
	serving, end := context.WithCancel(context.WithoutCancel(ctx))
	p.server, p.end, p.served = server, end, make(chan error, 1)
	go func() { p.served <- server.Serve(serving, l) }()
	fmt.Fprintf(out, "%s\nFor a projector: %s\n", pageURL(l, "/", token), pageURL(l, "/hall", token))
	return nil
}

// watch returns what is told of a match, or nil.
func (p *tournamentPages) watch(spec *match.Spec) match.Watcher {
	if p.server == nil {
		return nil
	}
	return p.server.WatchSome(spec)
}

// ended tells the pages of an outcome.
func (p *tournamentPages) ended(o match.Outcome) {
	if number, err := strconv.Atoi(o.Spec.ID); err == nil && p.server != nil {
		p.server.EndedMatch(o, number)
	}
}

// close lets people look until ctx ends, where wait says so, and ends the pages.
func (p *tournamentPages) close(ctx context.Context, out io.Writer, wait bool) error {
	if p.server == nil {
		return nil
	}
	if wait && ctx.Err() == nil {
		fmt.Fprintln(out, "The pages stay until Ctrl-C.")
		<-ctx.Done()
	}
	p.end()
	return errors.Join(<-p.served, p.server.Close())
}
