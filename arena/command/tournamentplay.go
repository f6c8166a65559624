package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"sync/atomic"
	"syscall"
	"text/tabwriter"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/fleet"
	"botarena/arena/game/all"
	"botarena/arena/match"
)

// How long what was played may take to be written in the end, and how long on a
// disk that is full: it may have room at this moment.
const (
	closeWithin     = 20 * time.Second
	closeFullWithin = time.Second
)

// play plays the championship and prints its table.
func (t *tournament) play(ctx context.Context) (err error) {
	jailed, box, err := t.jail(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if closed := errors.Join(jailed.Close(), box.Close()); closed != nil {
			fmt.Fprintln(t.Err, "warning: the jail could not be taken down:", oneLine(closed.Error()))
		}
	}()
	if err := t.config.Definition.Check(); err != nil {
		return usage("correct "+t.file, "%s: %v", t.file, err)
	}
	t.warn(box)
	disk, err := journal.OpenFolder(t.results)
	if err != nil {
		return bad("name another folder with --results DIR", "%v", err)
	}
	news := &tournamentNews{tournament: t, progress: newTournamentProgress(t.Err, !t.quiet, t.config.Serial)}
	t.options.Journal.Committed, t.options.Journal.Trouble = news.committed, news.trouble
	run, err := championship.Start(ctx, disk, &t.config.Definition, t.options)
	if err != nil {
		return t.startError(err)
	}
	by := t.dispatcher(jailed)
	var leader *fleet.Coordinator
	if t.fleet {
		if leader, err = t.lead(ctx); err != nil {
			return errors.Join(err, run.Close(ctx))
		}
		by = leader
	}
	news.begin(run)
	played := run.Play(ctx, by)
	news.progress.stop()
	if leader != nil {
		t.endFleet(leader, played == nil)
	}
	within := closeWithin
	if news.full.Load() {
		within = closeFullWithin
	}
	closing, stop := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer stop()
	if closed := run.Close(closing); closed != nil && news.full.Load() {
		played = errDiskFull
	} else if played == nil {
		played = closed
	}
	return t.finish(run, news, played)
}

// errDiskFull says that what was played could not be kept.
var errDiskFull = errors.New("the disk is full")

// dispatcher plays programs in the jail and boards that the operator connects.
func (t *tournament) dispatcher(jailed *match.Jailed) match.Dispatcher {
	return &asksAgain{
		Local:  match.Local{Games: all.Game, Seater: match.Seaters{Process: jailed, Serial: t.boards}, Parallel: t.parallelFor(), Watch: t.pages.watch},
		boards: t.boards,
		pages:  &t.pages,
	}
}

// asksAgain asks the operator again for the boards of a match that came out
// void: one may have been unplugged.
type asksAgain struct {
	match.Local
	boards *operator
	pages  *tournamentPages
}

func (a *asksAgain) Dispatch(ctx context.Context, specs iter.Seq[match.Spec], done func(match.Outcome)) error {
	return a.Local.Dispatch(ctx, specs, func(o match.Outcome) {
		if o.Void() {
			a.boards.forget(&o.Spec)
		}
		a.pages.ended(o)
		done(o)
	})
}

// parallelFor returns 0, the dispatcher's own choice with each match on its
// own processors, where that is as many as are wanted.
func (t *tournament) parallelFor() int {
	if t.parallel == t.carried {
		return 0
	}
	return t.parallel
}

// startError says what to do about a championship that cannot begin or go on.
func (t *tournament) startError(err error) error {
	var (
		changed *championship.ChangedError
		other   *championship.OtherError
	)
	switch {
	case errors.As(err, &changed):
		cure := "--on-change continue keeps what was played, --on-change redo plays again what the change touches, as in: " + t.again("--resume --on-change redo")
		return usage(cure, "%v", changed)
	case errors.As(err, &other):
		return usage("begin another championship with --results DIR, or put back what was changed in "+t.file, "%s: %v", t.results, other)
	case errors.Is(err, journal.ErrLocked):
		return bad("wait for it, or end it with Ctrl-C", "%v", err)
	case errors.Is(err, fs.ErrExist):
		return usage(t.again("--resume")+" goes on with it; --results DIR begins another one elsewhere", "%s holds a championship already", t.results)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return bad("make room, then "+t.again("--resume"), "nothing can be written into %s: %v", t.results, err)
	case errors.Is(err, context.Canceled):
		return bad(t.again("--resume"), "interrupted before the first match")
	}
	return damagedResults(t.results, err)
}

// finish prints the table, and returns why the championship is not at its end.
func (t *tournament) finish(run *championship.Run, news *tournamentNews, played error) error {
	var (
		s   *championship.Standings
		err error
	)
	run.View(func(b *championship.Book) {
		if s, err = b.Standings(); err != nil {
			return
		}
		if t.json {
			err = news.encode(standingsLine{s})
		} else {
			err = writeStandings(t.Out, s, b, t.results)
		}
		if err == nil && !s.Partial {
			err = t.grades(b)
		}
		if !t.quiet {
			t.suspects(b)
		}
	})
	if errors.Is(played, context.Canceled) && s != nil && !s.Partial {
		played = nil // Ctrl-C came after the last match
	}
	decide := t.again("--resume --retry-void") + " plays again what is void; arena help rule says how to decide it"
	switch {
	case errors.Is(played, context.Canceled) && s != nil:
		return bad(t.again("--resume")+" goes on", "interrupted: %d of %s are played and kept in %s", s.Done, countMatches(s.Total), t.results)
	case errors.Is(played, errDiskFull) && s != nil:
		return bad("make room, then "+t.again("--resume")+" goes on", "the disk is full: %d of %s are kept in %s, the rest is still to be played", s.Done, countMatches(s.Total), t.results)
	case errors.As(played, new(*championship.UndecidedError)):
		return bad(decide, "%v", played)
	case played != nil:
		return bad(t.again("--resume")+" goes on when that is cured", "%v", played)
	case err != nil:
		return err
	case len(s.Undecided) > 0:
		return bad(decide, "%s came out void and nobody has decided", countMatches(len(s.Undecided)))
	}
	if !t.quiet {
		fmt.Fprintf(t.Err, "results: %s\n", t.results)
	}
	return nil
}

// grades prints the grades where the championship has a policy for them.
func (t *tournament) grades(b *championship.Book) error {
	policy := b.Policy()
	if policy == nil || t.json || t.ungraded {
		return nil
	}
	grades, err := b.Grades(nil, *policy)
	if err != nil {
		return err
	}
	if !policy.Late.Deadline.IsZero() && !t.quiet {
		fmt.Fprintln(t.Err, "warning:", noTimes)
	}
	if n := policy.Few(grades); n > 0 && !t.quiet {
		fmt.Fprintf(t.Err, ofFew+"\n", n)
	}
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nentrant\tgrade\twhy")
	for _, g := range grades {
		fmt.Fprintf(w, "%s\t%s\t%s\n", named(g.Student.ID, g.Student.Name), g.Shown, dash(g.Why))
	}
	return w.Flush()
}

// suspects warns where losses on time may be the host's fault.
func (t *tournament) suspects(b *championship.Book) {
	if t.parallel <= t.carried {
		return
	}
	late := 0
	for r := range b.Results() {
		for _, s := range r.Seats {
			if s.Fault == "timeout" {
				late++
				break
			}
		}
	}
	if late > 0 {
		fmt.Fprintf(t.Err, "warning: %s lost on time while more matches were played at once than the processors carry: play again with --parallel %d\n", countMatches(late), t.carried)
	}
}

// tournamentNews tells what happens while a championship is played: results as
// JSON lines, progress, a full disk.
type tournamentNews struct {
	*tournament
	progress *tournamentProgress
	full     atomic.Bool // the disk
	writeErr error
}

// begin says what is about to be played, and shows progress from now on.
func (n *tournamentNews) begin(run *championship.Run) {
	def := &n.config.Definition
	if !n.quiet {
		p := run.Progress()
		where := fmt.Sprintf("%d at once", n.parallel)
		if n.fleet {
			where = "on a fleet"
		}
		n.progress.say(fmt.Sprintf("%s: %s, seed %d, %s, %s, %s, results in %s",
			def.Name, def.Info.Title, def.Seed, countEntrants(len(def.Entrants)), countMatches(p.Total), where, n.results))
		if p.Done > 0 {
			n.progress.say(fmt.Sprintf("goes on: %d played already", p.Done))
		}
	}
	n.progress.start(func() string { return progressLine(run) })
}

// trouble is told when the disk is full, and with nil when it has room again.
func (n *tournamentNews) trouble(err error) {
	n.full.Store(err != nil)
	if err != nil {
		n.progress.say(fmt.Sprintf("the disk is full: the championship waits until there is room (%v)", err))
		return
	}
	n.progress.say("the disk has room again: the championship goes on")
}

// committed prints the results that have become safe, a JSON object a line.
func (n *tournamentNews) committed(lines []journal.Line) {
	if !n.json {
		return
	}
	for _, l := range lines {
		var e struct {
			Match, Void, Change json.RawMessage
		}
		if err := json.Unmarshal(l.Text, &e); err != nil || e.Match == nil && e.Void == nil && e.Change == nil {
			continue
		}
		n.encode(resultLine{Match: e.Match, Void: e.Void, Change: e.Change})
	}
}

// resultLine is one line of --json: exactly one field is set, and what is in
// it is as in the journal.
type resultLine struct {
	Match  json.RawMessage `json:"match,omitempty"`
	Void   json.RawMessage `json:"void,omitempty"`
	Change json.RawMessage `json:"change,omitempty"`
}

// standingsLine is the last line of --json.
type standingsLine struct {
	Standings *championship.Standings `json:"standings"`
}

func (n *tournamentNews) encode(value any) error {
	if n.writeErr != nil {
		return n.writeErr // whoever read has gone
	}
	enc := json.NewEncoder(n.Out)
	enc.SetEscapeHTML(false)
	n.writeErr = enc.Encode(value)
	return n.writeErr
}
