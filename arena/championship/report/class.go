// Package report makes from a championship what students and course systems
// are given: grades as tables, a printable page a student with every lost
// match, and results.json files in the form of autograders.
//
// A report is a function of the journal, the roster and the policy: no clock
// is read, so that grading again gives the same bytes.
package report

import (
	"encoding/json"
	"io"

	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/sheet"
)

// Class is a championship with its grades.
type Class struct {
	Facts championship.Facts
	// Title is the game's name for people; the one in Facts until it is set.
	Title  string
	Policy grade.Policy
	Grades []grade.Grade // in the order of the IDs
	// Partial says that matches are still to be played; Status says so in
	// words, as does a match that was left out.
	Partial bool
	Status  string
	// Rulings are all that were made, undone ones too.
	Rulings []championship.Ruling
	// Missing lists students of the roster who handed something in and are no
	// entrants: a slip of the roster or of the championship's list.
	Missing []grade.Entry

	book *championship.Book
	ends map[int]end
	disk journal.Disk
}

// end is how a match ended.
type end struct {
	reason   string
	moves    int
	walkover bool
}

// Out writes a file of a report: name has slashes and is safe, and write
// writes what is in it. The file must appear whole or not at all.
type Out func(name string, write func(io.Writer) error) error

// Grade grades a championship by the policy, with the students of
// [championship.Book.Grades]. The errors are those of championship.Load and of
// the policy.
func Grade(d journal.Disk, roster []grade.Entry, p grade.Policy) (*Class, error) {
	c := &Class{Policy: p, disk: d, ends: map[int]end{}}
	var err error
	c.book, err = championship.LoadPlayed(d, func(m *championship.Played) error {
		c.ends[m.Number] = end{m.Result.Reason, m.Result.Moves, m.Walkover}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.Facts, c.Rulings = c.book.Facts(), c.book.Rulings()
	c.Title = c.Facts.Game
	s, err := c.book.Standings()
	if err != nil {
		return nil, err
	}
	c.Partial, c.Status = s.Partial, s.Status()
	if c.Grades, err = c.book.Grades(roster, p); err != nil {
		return nil, err
	}
	c.findMissing(roster)
	return c, nil
}

// findMissing finds who handed in and does not play.
func (c *Class) findMissing(roster []grade.Entry) {
	absent := map[string]bool{}
	for i := range c.Grades {
		absent[c.Grades[i].Student.ID] = c.Grades[i].Student.Absent
	}
	for _, e := range roster {
		if absent[e.ID] && len(e.Programs) > 0 {
			c.Missing = append(c.Missing, e)
		}
	}
}

// WriteCSV writes the grades as a table.
func (c *Class) WriteCSV(w io.Writer, o sheet.Options) error {
	return grade.WriteCSV(w, o, c.Status, c.Grades)
}

type classJSON struct {
	Championship string                `json:"championship"`
	Game         string                `json:"game"`
	Status       string                `json:"status"`
	Partial      bool                  `json:"partial"`
	Policy       grade.Policy          `json:"policy"`
	Rulings      []championship.Ruling `json:"rulings,omitempty"`
	Grades       []grade.Grade         `json:"grades"`
}

// WriteJSON writes the grades as one indented object.
func (c *Class) WriteJSON(w io.Writer) error {
	j := classJSON{
		Championship: c.Facts.Name, Game: c.Facts.Game, Status: c.Status, Partial: c.Partial,
		Policy: c.Policy, Rulings: c.Rulings, Grades: c.Grades,
	}
	if j.Grades == nil {
		j.Grades = []grade.Grade{}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(j)
}

// Undone reports whether a later ruling undid the one of this number.
func (c *Class) Undone(number int) bool { return c.book.Undone(number) }
