package database

import (
	"fmt"
	"strconv"
)

func (w *writer) championship() error {
	f, s := &w.facts, w.standings
	one, err := w.insert("championship", 8)
	if err != nil {
		return err
	}
	if err := one.row(f.Name, f.Game, f.Format, strconv.FormatUint(f.Seed, 10), f.Terms, s.Done, s.Total, s.Partial); err != nil {
		return err
	}
	setups, err := w.insert("setups", 2)
	if err != nil {
		return err
	}
	for i, hash := range f.Setups {
		if err := setups.row(i, hash); err != nil {
			return err
		}
	}
	return nil
}

// entrants writes the table, with the ratings beside it, and the programs.
func (w *writer) entrants() error {
	type rated struct{ elo, low, high, island any }
	ratings := map[string]rated{}
	for _, p := range w.book.Ratings().Players {
		if p.Elo != nil {
			ratings[p.ID] = rated{p.Elo.Elo, p.Elo.Low, p.Elo.High, p.Island}
		}
	}
	add, err := w.insert("entrants", 17)
	if err != nil {
		return err
	}
	for _, l := range w.standings.Lines {
		r := ratings[l.ID]
		if err := add.row(l.ID, l.Name, l.Rank, float(l.Points), l.Played, l.Wins, l.Draws, l.Losses, l.Self, l.Byes, l.Valid,
			null(l.Removed), null(l.Broke), r.elo, r.low, r.high, r.island); err != nil {
			return err
		}
	}
	programs, err := w.insert("programs", 3)
	if err != nil {
		return err
	}
	for _, e := range w.facts.Entrants {
		for seat, hash := range e.Programs {
			if hash == "missing" {
				hash = ""
			}
			if err := programs.row(e.ID, w.facts.Seats[seat], null(hash)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) rulings() error {
	add, err := w.insert("rulings", 9)
	if err != nil {
		return err
	}
	for _, r := range w.book.Rulings() {
		var match, undoes any
		switch r.Kind {
		case "void", "forfeit", "result":
			match = r.Match
		case "undo":
			undoes = r.Undo
		}
		if err := add.row(r.Number, string(r.Kind), r.Reason, stamp(r.Time), null(r.By), match, null(r.Entrant), undoes, w.book.Undone(r.Number)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) voids() error {
	add, err := w.insert("voids", 4)
	if err != nil {
		return err
	}
	for n := range w.book.Matches() {
		for _, v := range w.book.Attempts(n) {
			if err := add.row(n, v.Attempt, v.Final, v.Why); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) changes() error {
	add, err := w.insert("changes", 5)
	if err != nil {
		return err
	}
	for _, c := range w.standings.Changes {
		if err := add.row(fmt.Sprint(c), c.From, c.To, c.Redo, stamp(c.Time)); err != nil {
			return err
		}
	}
	return nil
}
