package page

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"botarena/arena/submission"
	"botarena/arena/submission/build"
	"botarena/arena/submission/store"
)

// view is what the template shows.
type view struct {
	Team          string // empty: a token is asked for
	Problem, Hint string
	Deadline      string
	Final         bool
	Waiting       bool // something is being looked at: the page comes again
	HandIns       []handIn
}

// handIn is a line of the history.
type handIn struct {
	N             int
	At, Name      string
	Size          int64
	State         string
	Counts        bool
	Late          string
	Looked, Open  bool
	Problem, Cure string
	Text          string
}

func (p *Page) show(w http.ResponseWriter, r *http.Request) {
	team, err := p.team(r)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if team == "" {
		p.write(w, http.StatusOK, view{})
		return
	}
	v, err := p.view(r.Context(), team)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.write(w, http.StatusOK, *v)
}

// refuse shows a team its page with what went wrong.
func (p *Page) refuse(w http.ResponseWriter, r *http.Request, team, problem, hint string) {
	v, err := p.view(r.Context(), team)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v.Problem, v.Hint = problem, hint
	p.write(w, http.StatusBadRequest, *v)
}

// view looks up a team's history. What was not looked at yet, or was left by
// a server that ended, is begun.
func (p *Page) view(ctx context.Context, team string) (*view, error) {
	v := &view{Team: team, Final: p.o.Final}
	if !p.o.Deadline.IsZero() {
		v.Deadline = p.o.Deadline.In(p.o.Zone).Format("2006-01-02 15:04 MST")
	}
	history, err := p.o.Office.History(team)
	if err != nil {
		return nil, err
	}
	counts, late, err := p.o.Office.Counts(team)
	if err != nil {
		return nil, err
	}
	for _, h := range slices.Backward(history) {
		l := handIn{N: h.N, At: h.At.In(p.o.Zone).Format("2006-01-02 15:04:05"), Name: build.Printable(h.Name), Size: h.Size}
		if l.Counts = counts != nil && counts.N == h.N; l.Counts && late > 0 {
			l.Late = late.Round(time.Second).String()
		}
		l.Open = h.N == len(history)
		if err := p.describe(ctx, &l, h); err != nil {
			return nil, err
		}
		v.Waiting = v.Waiting || l.State == stateWaiting
		v.HandIns = append(v.HandIns, l)
	}
	return v, nil
}

const (
	stateWaiting = "being looked at"
	stateOlder   = "not looked at"
	stateFailed  = "could not be looked at; the organiser has been told"
)

// describe fills in what was found of a hand-in.
func (p *Page) describe(ctx context.Context, l *handIn, h store.HandIn) error {
	r, err := p.o.Office.Known(ctx, h)
	if err != nil {
		return err
	}
	if r == nil {
		p.mu.Lock()
		waiting, failed := p.waiting[h.Hash], p.failed[h.Hash]
		p.mu.Unlock()
		switch {
		case waiting:
			l.State = stateWaiting
		case failed:
			l.State = stateFailed
		case l.Open || l.Counts:
			l.State = stateWaiting
			p.look(h)
		default:
			l.State = stateOlder
		}
		return nil
	}
	l.State, l.Looked, l.Problem, l.Cure = string(r.State), true, r.Problem, r.Cure
	var b strings.Builder
	write := p.o.Describe
	if write == nil {
		write = log
	}
	if err := write(&b, &h, r); err != nil {
		return err
	}
	l.Text = b.String()
	return nil
}

// log writes the build's log.
func log(w io.Writer, _ *store.HandIn, r *submission.Report) error {
	if r.Build == nil {
		return nil
	}
	for _, c := range r.Build.Commands {
		if _, err := fmt.Fprintf(w, "$ %s\n%s\n", build.Printable(c.Line), c.End); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, r.Build.Output)
	return err
}
