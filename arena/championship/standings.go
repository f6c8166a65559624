package championship

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"botarena/arena/championship/grade"
	"botarena/arena/championship/pairing"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// Standings are the table with all that has to be said beside it.
type Standings struct {
	Name   string   `json:"name"`
	Game   string   `json:"game"`
	Format string   `json:"format"`
	Seats  []string `json:"seats"`
	// Done and Total count matches: those that count, and all that there will
	// be as far as that is known. Left counts those that are still to be
	// played: matches of removed entrants and void ones are not.
	Done  int `json:"done"`
	Total int `json:"total"`
	Left  int `json:"left"`
	// Partial says that matches or rounds are missing.
	Partial bool `json:"partial"`
	*table.Table
	// Void lists the matches that were played, do not count and are not
	// played again by themselves: the organiser decides.
	Void []Void `json:"void,omitempty"`
	// Undecided lists those of them that no ruling is about, between entrants
	// that are in.
	Undecided []Void   `json:"-"`
	Rulings   []Ruling `json:"rulings,omitempty"` // all, undone ones too
	Changes   []Change `json:"changes,omitempty"`
}

// Standings makes the table of all that counts now.
func (b *Book) Standings() (*Standings, error) {
	p, err := newPast(b)
	if err != nil {
		return nil, err
	}
	places := pairing.Places(p)
	for e, place := range places {
		p.entrants[e].Place = place
	}
	if p.err != nil {
		return nil, p.err
	}
	t, err := table.Make(p.entrants, b.results(&p.force, p.entrants, 0, len(b.rounds)), b.tableOptions())
	if err != nil {
		return nil, err
	}
	if len(places) > 0 {
		t.Chain = append([]string{"place in the knock-out"}, t.Chain...)
	}
	s := &Standings{
		Name: b.plan.Name, Game: b.plan.Game, Format: b.plan.Format, Seats: b.plan.Seats, Table: t,
		Done: b.counted(&p.force), Total: b.total(), Rulings: b.rulings, Changes: b.changes,
	}
	s.Left = b.left(&p.force)
	s.Partial = s.Left > 0 || b.more()
	s.Void, s.Undecided = b.void(), b.undecided(&p.force, p.entrants)
	return s, nil
}

// more reports whether rounds are still to be drawn.
func (b *Book) more() bool {
	return len(b.rounds) < b.plan.Rounds && (b.end == nil || b.end.Rounds != len(b.rounds))
}

// total returns how many matches there will be as far as that is known.
func (b *Book) total() int {
	if !b.more() {
		return len(b.matches)
	}
	return max(b.plan.Matches, len(b.matches))
}

// left counts the matches of the rounds drawn so far that are to be played.
func (b *Book) left(f *force) int {
	n := 0
	for number := range b.matches {
		if b.toPlay(number, f) {
			n++
		}
	}
	return n
}

// toPlay reports whether a match is open and its entrants are in. One before
// the match that removed an entrant is played: it may have been under way when
// the championship was interrupted.
func (b *Book) toPlay(number int, f *force) bool {
	m := b.matches[number]
	if b.store.status[number] != open || f.after(number, m) {
		return false
	}
	for _, e := range m.Seats {
		if r := f.removed[e]; r != nil && r.Kind != RuleReinstate {
			return false
		}
	}
	return true
}

// counted returns how many matches with a result count.
func (b *Book) counted(f *force) int {
	n := b.done
	if f.faults == nil {
		return n
	}
	for number, m := range b.matches {
		if b.store.counts(number) && f.after(number, m) {
			n--
		}
	}
	return n
}

// Results yields every match that counts, in the order of their numbers, as
// the rulings in force and the rule for removed entrants have them: for whom it
// does not count it is struck, and to whom it is a win for that alone it is
// given. Counters are valid until the next one.
func (b *Book) Results() table.Results { return b.judged(false) }

// AsPlayed yields the matches of [Book.Results] as they were played, or ruled:
// who won at the board against an entrant that is removed, or lost, has done so.
func (b *Book) AsPlayed() table.Results { return b.judged(true) }

func (b *Book) judged(asPlayed bool) table.Results {
	f := b.inForce()
	entrants, o := b.entrants(&f), b.tableOptions()
	return func(yield func(table.Result) bool) {
		for r := range b.results(&f, entrants, 0, len(b.rounds)) {
			for seat := range r.Seats {
				s, ok := o.Counted(entrants, &r, seat)
				if !asPlayed {
					r.Seats[seat] = s
				}
				r.Seats[seat].Struck, r.Seats[seat].Given = !ok, s.Given
			}
			if !yield(r) {
				return
			}
		}
	}
}

// Match returns a match of the schedule: the round's name, the board, and the
// entrants' IDs by seat; false where there is none.
func (b *Book) Match(number int) (round string, board int, entrants [2]string, ok bool) {
	if number < 0 || number >= len(b.matches) {
		return "", 0, entrants, false
	}
	m := b.matches[number]
	for seat, e := range m.Seats {
		entrants[seat] = b.plan.Entrants[e].ID
	}
	return b.rounds[m.Round].Name, int(m.Board), entrants, true
}

// Entrants returns the IDs of the entrants: Results speaks of them by index.
func (b *Book) Entrants() []string {
	ids := make([]string, len(b.plan.Entrants))
	for i, e := range b.plan.Entrants {
		ids[i] = e.ID
	}
	return ids
}

// Students returns what is graded, in the order of the IDs: every entrant
// that the roster has, and everybody on the roster who is no entrant, as
// somebody who handed in nothing. Without a roster everybody is graded.
func (b *Book) Students(roster []grade.Entry) ([]grade.Student, error) {
	s, err := b.Standings()
	if err != nil {
		return nil, err
	}
	entries := map[string]grade.Entry{}
	for _, e := range roster {
		entries[grade.Fold(e.ID)] = e
	}
	beaten := b.beaten()
	var students []grade.Student
	for _, l := range s.Lines {
		e, listed := entries[grade.Fold(l.ID)]
		if roster != nil && !listed {
			continue // a bot of the house
		}
		delete(entries, grade.Fold(l.ID))
		students = append(students, grade.Student{
			ID: l.ID, Name: l.Name, Removed: l.Removed, Points: l.Points.Rat(), Played: l.Played, Valid: l.Valid, Self: l.Self,
			Wins: l.Wins, Rank: l.Rank, Handed: e.Handed, Note: e.Note,
			Beaten: func(id string) bool {
				bot, known := b.byID[id]
				return known && beaten(l.Entrant, bot)
			},
		})
	}
	for _, e := range entries {
		students = append(students, grade.Student{ID: e.ID, Name: e.Name, Absent: true, Points: new(big.Rat), Handed: e.Handed, Note: e.Note})
	}
	slices.SortFunc(students, func(x, y grade.Student) int {
		return cmp.Or(strings.Compare(x.ID, y.ID), strings.Compare(x.Name, y.Name))
	})
	return students, nil
}

// Policy returns the policy for grades that the championship was given last,
// or nil.
func (b *Book) Policy() *grade.Policy { return b.plan.Grade }

// Grades grades the students of [Book.Students] by a policy. With a roster
// they have the names that it gives, where the table has the bots'; the
// rulings that touch them are told. The errors are those of the table and of
// [grade.Policy.Check].
func (b *Book) Grades(roster []grade.Entry, p grade.Policy) ([]grade.Grade, error) {
	students, err := b.Students(roster)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, e := range roster {
		names[grade.Fold(e.ID)] = e.Name
	}
	for i := range students {
		s := &students[i]
		if name := names[grade.Fold(s.ID)]; name != "" {
			s.Name = name
		}
		for _, r := range b.Touching(s.ID) {
			s.Rulings = append(s.Rulings, r.String())
		}
	}
	return grade.Compute(students, p)
}

// beaten returns a function that tells whether one entrant has beaten another:
// more matches won than lost between the two.
func (b *Book) beaten() func(winner, loser int) bool {
	n := len(b.plan.Entrants)
	balance := make([]int32, n*n)
	for r := range b.Results() {
		for seat := range r.Seats {
			at := r.Seats[seat].Entrant*n + r.Seats[1-seat].Entrant
			switch {
			case r.Self() || r.Seats[seat].Struck:
			case r.Seats[seat].Outcome == game.Win:
				balance[at]++
			case r.Seats[seat].Outcome == game.Lose:
				balance[at]--
			}
		}
	}
	return func(winner, loser int) bool { return balance[winner*n+loser] > 0 }
}
