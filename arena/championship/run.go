package championship

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"botarena/arena/championship/journal"
	"botarena/arena/championship/pairing"
)

// OnChange says what to do when a bot, a set-up or the terms have changed
// since some matches were played.
type OnChange int

// What to do about changes.
const (
	Refuse   OnChange = iota // Start fails with *ChangedError
	Continue                 // what was played counts, the rest is played with what is there now
	Redo                     // matches played with what has changed are played again
)

// Options say how a championship is begun or gone on with.
type Options struct {
	// Resume goes on with what is in the folder, and begins where there is
	// nothing. Without it a journal that is there is an error, fs.ErrExist.
	Resume   bool
	OnChange OnChange
	// RetryVoid plays again the void matches that were given up.
	RetryVoid bool
	// Journal bounds what is synced together; see journal.Options. Its
	// Committed is called after the book knows the lines: they are the
	// results as they come.
	Journal journal.Options
	// Now tells the time for rulings, changes and progress; nil for time.Now.
	Now func() time.Time
}

// Run is a championship that is being played. Its methods may be called by
// several goroutines; Play by one at a time.
type Run struct {
	def     *Definition
	o       Options
	journal *journal.Journal

	mu    sync.Mutex // guards book and what follows
	book  *Book
	began time.Time // of Play
	base  int       // matches that counted then
	bad   error     // why the book could not take an entry

	queueMu sync.Mutex // held while an entry is appended, so that queue has the journal's order
	queue   []*entry   // appended, not yet safe
}

// Start begins the championship in a folder, or goes on with it. The errors
// are those of [Definition.Check], *[ChangedError], *[OtherError],
// fs.ErrExist, journal.ErrLocked, and those of the disk and of a damaged
// journal.
func Start(ctx context.Context, d journal.Disk, def *Definition, o Options) (*Run, error) {
	if err := def.Check(); err != nil {
		return nil, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	p, err := def.plan()
	if err != nil {
		return nil, err
	}
	r := &Run{def: def, o: o, book: new(Book)}
	jo := o.Journal
	jo.Committed = r.committed
	r.journal, err = journal.Open(d, jo, r.book.read)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.journal, err = journal.Create(d, jo)
	case err == nil && !o.Resume && r.book.store != nil:
		err = &fs.PathError{Op: "create", Path: journal.Name, Err: fs.ErrExist}
	}
	if err == nil {
		err = r.begin(ctx, p)
	}
	if err != nil {
		if r.journal != nil {
			err = errors.Join(err, r.journal.Close(ctx))
		}
		return nil, err
	}
	return r, nil
}

// begin writes into the journal what must be there before any match.
func (r *Run) begin(ctx context.Context, p *plan) error {
	if r.book.store == nil {
		if err := r.append(ctx, &entry{Plan: p}, nil); err != nil {
			return err
		}
	} else if err := r.resume(ctx, p); err != nil {
		return err
	}
	if err := r.sync(ctx); err != nil {
		return err
	}
	if r.o.RetryVoid {
		r.mu.Lock()
		for number := range r.book.store.status {
			if r.book.store.status[number] == voidLast {
				r.book.store.status[number] = open
			}
		}
		r.mu.Unlock()
	}
	if r.def.Format.Adaptive() {
		return nil
	}
	return r.drawAll(ctx)
}

// drawAll writes down the rounds of a fixed format that are not there yet.
func (r *Run) drawAll(ctx context.Context) error {
	var p drawn
	r.View(func(b *Book) { p.rounds = slices.Clone(b.rounds) })
	for {
		round, ok := r.def.Format.Next(&p)
		if !ok {
			return r.sync(ctx)
		}
		if err := r.append(ctx, &entry{Round: newRoundEntry(len(p.rounds), round)}, nil); err != nil {
			return err
		}
		// A fixed format asks for no more than the number of rounds.
		p.rounds = append(p.rounds, pairing.Round{})
	}
}

// drawn is the past of a fixed format.
type drawn struct {
	pairing.Past
	rounds []pairing.Round
}

func (d *drawn) Rounds() []pairing.Round { return d.rounds }

// resume compares the journal's plan with the definition.
func (r *Run) resume(ctx context.Context, p *plan) error {
	changes, err := r.book.plan.compare(p, r.o.Now().UTC())
	if err != nil {
		return err
	}
	if len(changes) > 0 && r.o.OnChange == Refuse {
		return &ChangedError{changes}
	}
	same, err := r.book.plan.sameRules(p)
	if err != nil {
		return err
	}
	for _, c := range changes {
		c.Redo = r.o.OnChange == Redo
		if err := r.append(ctx, &entry{Change: &c}, nil); err != nil {
			return err
		}
	}
	if !same {
		if err := r.append(ctx, &entry{Plan: p}, nil); err != nil {
			return err
		}
	}
	return nil
}

// drawRound draws the next round and writes it down; false where there is
// none. The rounds of an adaptive format are safe before they are played.
func (r *Run) drawRound(ctx context.Context) (bool, error) {
	r.mu.Lock()
	p := &past{b: r.book}
	if r.def.Format.Adaptive() {
		var err error
		if p, err = newPast(r.book); err != nil {
			r.mu.Unlock()
			return false, err
		}
		if void := r.book.undecided(&p.force, p.entrants); len(void) > 0 && r.book.more() {
			r.mu.Unlock()
			return false, &UndecidedError{void}
		}
	}
	number := len(r.book.rounds)
	round, ok := r.def.Format.Next(p)
	r.mu.Unlock()
	if p.err != nil || !ok {
		return false, p.err
	}
	if err := r.append(ctx, &entry{Round: newRoundEntry(number, round)}, nil); err != nil {
		return false, err
	}
	return true, r.sync(ctx)
}

// append gives an entry to the journal; the book takes it when it is safe.
func (r *Run) append(ctx context.Context, e *entry, replay []byte) error {
	text, err := e.encode()
	if err != nil {
		return err
	}
	r.queueMu.Lock()
	defer r.queueMu.Unlock()
	r.mu.Lock()
	r.queue = append(r.queue, e)
	r.mu.Unlock()
	if err := r.journal.Append(ctx, text, replay); err != nil {
		r.mu.Lock()
		r.queue = r.queue[:len(r.queue)-1]
		r.mu.Unlock()
		return err
	}
	return nil
}

// committed is told by the journal what is safe.
func (r *Run) committed(lines []journal.Line) {
	r.mu.Lock()
	for i := range lines {
		if err := r.book.add(r.queue[i], lines[i].Replay); err != nil && r.bad == nil {
			r.bad = fmt.Errorf("report this: the journal has what the book refuses: %w", err)
		}
		r.queue[i] = nil
	}
	r.queue = r.queue[len(lines):]
	r.mu.Unlock()
	if r.o.Journal.Committed != nil {
		r.o.Journal.Committed(lines)
	}
}

// sync waits until the book knows everything that was appended.
func (r *Run) sync(ctx context.Context) error {
	if err := r.journal.Sync(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bad
}

// View calls f with the book, which it must not keep: matches that are not
// yet safe are not in it.
func (r *Run) View(f func(*Book)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(r.book)
}

// Close ends the work on the journal. What is not safe when the context ends
// is played again by who goes on.
func (r *Run) Close(ctx context.Context) error { return r.journal.Close(ctx) }

// prepare numbers and checks a ruling.
func (b *Book) prepare(r *Ruling, now time.Time) error {
	r.Number, r.Time = len(b.rulings)+1, now.UTC().Truncate(time.Second)
	return b.checkRuling(r)
}

// Rule makes a ruling in a championship that nobody is playing now, and
// returns the book with it.
func Rule(ctx context.Context, d journal.Disk, ruling Ruling, now time.Time) (*Book, error) {
	b := new(Book)
	j, err := journal.Open(d, journal.Options{}, b.read)
	if err != nil {
		return nil, err
	}
	if err := b.rule(ctx, j, &ruling, now); err != nil {
		return nil, errors.Join(err, j.Close(ctx))
	}
	return b, j.Close(ctx)
}

func (b *Book) rule(ctx context.Context, j *journal.Journal, r *Ruling, now time.Time) error {
	if err := b.whole(); err != nil {
		return err
	}
	if err := b.prepare(r, now); err != nil {
		return err
	}
	e := &entry{Ruling: r}
	text, err := e.encode()
	if err != nil {
		return err
	}
	if err := j.Append(ctx, text, nil); err != nil {
		return err
	}
	if err := j.Sync(ctx); err != nil {
		return err
	}
	return b.add(e, journal.Replay{})
}
