package database

import (
	"time"

	"botarena/arena/championship"
	"botarena/arena/game"
)

// matches writes the rows of single matches.
type matches struct {
	w                        *writer
	matches, seats, counters *insertion
}

func (w *writer) openMatches() (*matches, error) {
	m := &matches{w: w}
	for _, t := range []struct {
		into    **insertion
		name    string
		columns int
	}{{&m.matches, "matches", 13}, {&m.seats, "seats", 8}, {&m.counters, "counters", 4}} {
		var err error
		if *t.into, err = w.insert(t.name, t.columns); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// played writes a match that has a result.
func (m *matches) played(p *championship.Played) error {
	w := m.w
	var starter, attempt, wall any
	if !p.Walkover {
		starter, attempt, wall = w.facts.Seats[p.Starter], p.Attempt, float64(p.Wall)/float64(time.Millisecond)
	}
	if err := m.matches.row(p.Number, p.Round, p.Board, w.state(p.Number), p.Walkover, p.Result.Reason, p.Result.Moves, starter,
		null(p.Hash), attempt, stamp(p.Began), wall, w.ruling(p.Number)); err != nil {
		return err
	}
	for seat, s := range p.Result.Seats {
		if err := m.seat(p.Number, seat, p.Entrants[seat], string(s.Outcome), s.Points, s.Fault); err != nil {
			return err
		}
		for i, value := range s.Counters {
			if i < len(w.facts.Counters) {
				if err := m.counters.row(p.Number, w.facts.Seats[seat], w.facts.Counters[i].Name, value); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// unplayed writes a match that has no result of its own: one still to be
// played, a void one, or one that a ruling alone decided.
func (m *matches) unplayed(number int) error {
	w := m.w
	round, board, entrants, _ := w.book.Match(number)
	if err := m.matches.row(number, round, board, w.state(number), false, nil, nil, nil, nil, nil, nil, nil, w.ruling(number)); err != nil {
		return err
	}
	for seat, entrant := range entrants {
		if err := m.seat(number, seat, entrant, "", 0, game.NoFault); err != nil {
			return err
		}
	}
	return nil
}

// seat writes one side of a match; outcome and points are those played.
func (m *matches) seat(number, seat int, entrant, outcome string, points int, fault game.Fault) error {
	var countsPoints, playedPoints any
	now := &m.w.now[number]
	if now.counts && !now.forfeit[seat] {
		countsPoints = float(now.points[seat])
	}
	if outcome != "" {
		playedPoints = float64(points)
	}
	return m.seats.row(number, m.w.facts.Seats[seat], entrant, null(string(now.outcomes[seat])), countsPoints, null(string(fault)), null(outcome), playedPoints)
}

func (w *writer) ruling(number int) any {
	if r := w.book.InForce(number); r != nil {
		return r.Number
	}
	return nil
}
