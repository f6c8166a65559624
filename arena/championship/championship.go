// Package championship plays many matches and says what came of them.
//
// A [Definition] says who plays, in which format and under which terms.
// [Start] begins it in a folder or goes on with what is there, and
// [Run.Play] hands its matches to a match.Dispatcher. What happens is kept in
// a journal, and all that can be asked afterwards is asked of the [Book] that
// the journal gives: standings, grades, ratings, void matches, rulings. A Book
// is a function of the journal's game parts and rulings alone, so that a
// championship which was killed and resumed has the same one as one that was
// not.
//
// Below are packages that know no more of each other than they need: pairing
// (who meets whom), journal, table (standings), rating, grade, sprt and
// comparison (is B better than A); and what brings results out: report (pages,
// and where grading begins), sheet (CSV), database (SQLite), outfile.
package championship

import (
	"encoding/json"
	"fmt"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Program is what an entrant plays with in one seat.
type Program struct {
	// Seat becomes the match's seat; its Name is set to the entrant's, its
	// Hash must be there for a change to be noticed.
	Seat   record.Seat
	Source match.Source
}

// Entrant is who takes part: a student, a team, a bot.
type Entrant struct {
	ID   string
	Name string
	// Programs holds one for each of the game's seats, the same one twice
	// where one program plays all. A missing one forfeits its matches; who has
	// none at all is no entrant.
	Programs [2]*Program
}

// Definition says all about a championship.
type Definition struct {
	Name string
	Info game.Info
	// Seed gives every board its seed and everything that is drawn by lot.
	Seed uint64
	// Setups are the resolved set-ups of the boards; board k has number k
	// modulo their number.
	Setups   []json.RawMessage
	Terms    record.Terms
	Format   pairing.Format
	Entrants []Entrant
	Table    table.Options
	// RemoveFor lists faults that remove an entrant from the whole
	// championship, such as a violation in Gold Hunter's contest. Its matches after
	// that one, by their numbers, count as not played. An organiser can
	// reinstate it.
	RemoveFor []game.Fault
	// Grade is the policy for grades; nil for none. Like Table it decides
	// nothing that is played and may change at any time.
	Grade *grade.Policy
}

// Check reports what makes the definition unplayable, naming the entrant.
func (d *Definition) Check() error {
	switch {
	case len(d.Info.Seats) != 2:
		return fmt.Errorf("%s has %d seats: championships are for games of two", d.Info.Name, len(d.Info.Seats))
	case len(d.Setups) == 0:
		return fmt.Errorf("no set-up: want at least one")
	case d.Format == nil:
		return fmt.Errorf("no format")
	case len(d.Entrants) == 0:
		return fmt.Errorf("nobody takes part: want at least one entrant")
	}
	if rounds, _ := d.Format.Rounds(); rounds == 0 {
		return fmt.Errorf("%s with %d entrants has no match: want at least two entrants", d.Format.Name(), len(d.Entrants))
	}
	seen := map[string]string{}
	for _, e := range d.Entrants {
		if e.Programs[0] == nil && e.Programs[1] == nil {
			return fmt.Errorf("entrant %q has no program: leave it out", e.ID)
		}
		for what, text := range map[string]string{"id": e.ID, "name": e.Name} {
			folded := grade.Fold(text)
			if folded == "" {
				return fmt.Errorf("entrant %q (%q): no %s", e.ID, e.Name, what)
			}
			key := what + " " + folded
			if other, twice := seen[key]; twice {
				return fmt.Errorf("two entrants have the %s %q: %q and %q; give one another %s", what, text, other, e.ID, what)
			}
			seen[key] = e.ID
		}
	}
	if _, err := table.Make(nil, func(func(table.Result) bool) {}, d.tableOptions()); err != nil {
		return err
	}
	return nil
}

// tableOptions returns the options with the game's counters.
func (d *Definition) tableOptions() table.Options {
	o := d.Table
	o.Counters = d.Info.Counters
	return o
}

// spec returns the match to play for a match of the schedule.
func (d *Definition) spec(number int, m pairing.Match) match.Spec {
	s := match.Spec{
		ID: fmt.Sprint(number),
		Header: record.Header{
			Version: record.Version, Game: d.Info.Name,
			Setup: d.Setups[int(m.Board)%len(d.Setups)],
			Seed:  pairing.BoardSeed(d.Seed, int(m.Board)),
			Seats: make([]record.Seat, 2), Terms: d.Terms,
		},
		Sources: make([]match.Source, 2),
	}
	for seat, e := range m.Seats {
		entrant := &d.Entrants[e]
		p := entrant.Programs[seat]
		s.Header.Seats[seat], s.Sources[seat] = p.Seat, p.Source
		s.Header.Seats[seat].Name = entrant.Name
	}
	return s
}

// walkover returns the result of a match in which a program is missing, or
// nil where none is: a program that is not there has made an invalid first
// move, and where both are missing nobody has anything, which is our choice.
func (d *Definition) walkover(m pairing.Match) *game.Result {
	var missing [2]bool
	for seat, e := range m.Seats {
		missing[seat] = d.Entrants[e].Programs[seat] == nil
	}
	if !missing[0] && !missing[1] {
		return nil
	}
	r := &game.Result{Reason: string(game.DidNotStart), Seats: make([]game.SeatResult, 2)}
	for seat := range r.Seats {
		s := &r.Seats[seat]
		s.Outcome = game.Win
		if missing[seat] {
			s.Outcome, s.Fault = game.Lose, game.DidNotStart
		}
	}
	return r
}
