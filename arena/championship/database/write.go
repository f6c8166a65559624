package database

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// writer fills the tables within one transaction.
type writer struct {
	tx        *sql.Tx
	book      *championship.Book
	facts     championship.Facts
	standings *championship.Standings
	removed   map[string]bool
	// now has what each match is as the rulings in force have it.
	now []current
	// void are the matches that came out void and that nobody has decided.
	void map[int]bool
}

// current is what a match counts as; a million of them must fit.
type current struct {
	counts   bool
	forfeit  [2]bool
	outcomes [2]game.Outcome
	points   [2]table.Points
}

// insertion adds rows to one table.
type insertion struct {
	table string
	stmt  *sql.Stmt
}

func (w *writer) insert(table string, columns int) (*insertion, error) {
	stmt, err := w.tx.Prepare("INSERT INTO " + table + " VALUES (?" + strings.Repeat(", ?", columns-1) + ")")
	return &insertion{table, stmt}, err
}

func (i *insertion) row(values ...any) error {
	if _, err := i.stmt.Exec(values...); err != nil {
		return fmt.Errorf("%s: %w", i.table, err)
	}
	return nil
}

// write fills all tables.
func (w *writer) write(ctx context.Context, d journal.Disk) error {
	var err error
	if w.book, err = championship.Load(d); err != nil {
		return err
	}
	w.facts = w.book.Facts()
	if w.standings, err = w.book.Standings(); err != nil {
		return err
	}
	w.look()
	for _, step := range []func() error{w.championship, w.entrants, w.rulings, w.voids, w.changes} {
		if err := step(); err != nil {
			return err
		}
	}
	m, err := w.openMatches()
	if err != nil {
		return err
	}
	seen := make([]bool, w.book.Matches())
	_, err = championship.LoadPlayed(d, func(p *championship.Played) error {
		if p.Number >= len(seen) || w.state(p.Number) == "open" {
			return ctx.Err() // came after the book was read
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		seen[p.Number] = true
		return m.played(p)
	})
	if err != nil {
		return err
	}
	for number := range seen {
		if !seen[number] {
			if err := m.unplayed(number); err != nil {
				return err
			}
		}
	}
	return nil
}

// look takes from the book what the rows of matches need.
func (w *writer) look() {
	w.removed, w.void = map[string]bool{}, map[int]bool{}
	for _, l := range w.standings.Lines {
		w.removed[l.ID] = l.Removed != ""
	}
	for _, v := range w.standings.Void {
		w.void[v.Number] = w.book.InForce(v.Number) == nil
	}
	w.now = make([]current, w.book.Matches())
	for r := range w.book.Results() {
		c := current{counts: true}
		for seat, s := range r.Seats {
			if s.Struck {
				c.forfeit[seat] = true // and no outcome
				continue
			}
			c.outcomes[seat], c.points[seat], c.forfeit[seat] = s.Outcome, s.Points, s.Forfeit
		}
		w.now[r.Match] = c
	}
}

// state says what a match counts as.
func (w *writer) state(number int) string {
	_, _, entrants, _ := w.book.Match(number)
	switch {
	case w.removed[entrants[0]] || w.removed[entrants[1]]:
		return "removed"
	case w.now[number].counts:
		return "counts"
	case w.void[number]:
		return "void"
	case w.book.InForce(number) != nil:
		return "out"
	}
	return "open"
}

func null(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func float(p table.Points) float64 {
	x, _ := strconv.ParseFloat(p.String(), 64)
	return x
}

func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339Nano)
}
