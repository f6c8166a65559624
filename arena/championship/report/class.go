// Package report makes from a championship what students and course systems
// are given: grades as tables, a printable page a student with every lost
// match, and results.json files in the form of autograders.
//
// A report is a function of the journal, the roster and the policy: no clock
// is read, so that grading again gives the same bytes.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"

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

// Grade grades a championship by the policy. Without a roster every entrant
// is graded; with one, students have the names that it gives. The errors are those of championship.Load and of the policy.
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
	c.Partial, c.Status = s.Partial, "final"
	if s.Partial {
		c.Status = fmt.Sprintf("partial: %d of %d matches", s.Done, s.Total)
	}
	switch n := len(s.Void); {
	case n == 1:
		c.Status += ", 1 void match left out"
	case n > 1:
		c.Status += fmt.Sprintf(", %d void matches left out", n)
	}
	students, err := c.book.Students(roster)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, e := range roster {
		names[grade.Fold(e.ID)] = e.Name
	}
	for i := range students {
		// On the table stands the bot's name, in the grades the student's.
		if name := names[grade.Fold(students[i].ID)]; name != "" {
			students[i].Name = name
		}
		for _, r := range c.book.Touching(students[i].ID) {
			students[i].Rulings = append(students[i].Rulings, r.String())
		}
	}
	c.findMissing(students, roster)
	c.Grades, err = grade.Compute(students, p)
	return c, err
}

// findMissing finds who handed in and does not play.
func (c *Class) findMissing(students []grade.Student, roster []grade.Entry) {
	absent := map[string]bool{}
	for i := range students {
		absent[students[i].ID] = students[i].Absent
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
	Policy       policyJSON            `json:"policy"`
	Rulings      []championship.Ruling `json:"rulings,omitempty"`
	Grades       []grade.Grade         `json:"grades"`
}

// policyJSON has exact fractions as texts, as the grades have.
type policyJSON struct {
	Gate     string     `json:"gate"`
	Low      string     `json:"low"`
	High     string     `json:"high"`
	Below    string     `json:"below"`
	Parts    []partJSON `json:"parts"`
	Decimals int        `json:"decimals"`
}

type partJSON struct {
	Measure grade.Measure `json:"measure"`
	Weight  string        `json:"weight"`
	Bots    []string      `json:"bots,omitempty"`
}

// WriteJSON writes the grades as one indented object.
func (c *Class) WriteJSON(w io.Writer) error {
	p := &c.Policy
	j := classJSON{
		Championship: c.Facts.Name, Game: c.Facts.Game, Status: c.Status, Partial: c.Partial, Rulings: c.Rulings, Grades: c.Grades,
		Policy: policyJSON{Gate: text(p.Gate), Low: text(p.Low), High: text(p.High), Below: text(p.Below), Decimals: p.Decimals},
	}
	for _, part := range p.Parts {
		j.Policy.Parts = append(j.Policy.Parts, partJSON{part.Measure, text(part.Weight), part.Bots})
	}
	if j.Grades == nil {
		j.Grades = []grade.Grade{}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(j)
}

func text(r *big.Rat) string { return r.RatString() }

// Undone reports whether a later ruling undid the one of this number.
func (c *Class) Undone(number int) bool { return c.book.Undone(number) }
