package page

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"botarena/arena/submission"
	"botarena/arena/submission/build"
	"botarena/arena/submission/store"
	"botarena/arena/web/handin"
)

// view looks up a team's history. What was not looked at yet, or was left by
// a server that ended, is begun.
func (p *Page) view(ctx context.Context, team string) (*handin.View, error) {
	v := &handin.View{Team: team, Final: p.o.Final, Deadline: p.o.Deadline, Zone: p.o.Zone}
	history, err := p.o.Office.History(team)
	if err != nil {
		return nil, err
	}
	counts, late, err := p.o.Office.Counts(team)
	if err != nil {
		return nil, err
	}
	for _, h := range slices.Backward(history) {
		l := handin.HandIn{N: h.N, At: h.At, Name: build.Printable(h.Name), Size: h.Size}
		if l.Counts = counts != nil && counts.N == h.N; l.Counts && late > 0 {
			l.Late = late.Round(time.Second)
		}
		l.Open = h.N == len(history)
		if err := p.describe(ctx, &l, h); err != nil {
			return nil, err
		}
		v.Waiting = v.Waiting || l.State == handin.Waiting
		v.HandIns = append(v.HandIns, l)
	}
	return v, nil
}

// describe fills in what was found of a hand-in.
func (p *Page) describe(ctx context.Context, l *handin.HandIn, h store.HandIn) error {
	r, err := p.o.Office.Known(ctx, h)
	if err != nil {
		return err
	}
	if r == nil {
		p.mu.Lock()
		waiting, failed := p.waiting[h.Hash], p.failed[h.Hash]
		r = p.passing[h.Hash]
		p.mu.Unlock()
		switch {
		case waiting:
			l.State, r = handin.Waiting, nil
		case r != nil:
		case failed:
			l.State = handin.Failed
		case l.Open || l.Counts:
			l.State = handin.Waiting
			p.look(h)
		default:
			l.State = handin.Older
		}
	}
	if r == nil {
		return nil
	}
	l.State, l.Wrong, l.Cure = handin.State(r.State), r.Problem, r.Cure
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
