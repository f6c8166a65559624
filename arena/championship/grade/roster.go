package grade

import (
	"fmt"
	"io"
	"strings"
	"time"

	"botarena/arena/championship/sheet"
)

// Entry is one student of the roster.
type Entry struct {
	ID   string // as text: leading zeros stay
	Name string
	// Programs lists what was handed in, such as "cat" and "catcher"; nothing
	// for who handed in nothing, who is graded all the same.
	Programs []string
	// Handed is the time of the last hand-in; zero if not known.
	Handed time.Time
}

// ReadRoster reads a roster: CSV with a header that names the columns id,
// name, programs (separated by blanks) and, if wanted, handed (RFC 3339). Other
// columns are left alone. Errors name the row and what was expected.
func ReadRoster(in io.Reader) ([]Entry, error) {
	header, rows, err := sheet.Read(in)
	if err != nil {
		return nil, err
	}
	columns := map[string]int{}
	for i, h := range header {
		h = strings.ToLower(h)
		if _, twice := columns[h]; twice && h != "" {
			return nil, fmt.Errorf("column %q is there twice", h)
		}
		columns[h] = i
	}
	for _, name := range []string{"id", "name", "programs"} {
		if _, ok := columns[name]; !ok {
			return nil, fmt.Errorf("no column %q: want id, name, programs and, if wanted, handed", name)
		}
	}
	var roster []Entry
	seen := map[string]string{}
	for i, row := range rows {
		e := Entry{ID: row[columns["id"]], Name: row[columns["name"]], Programs: strings.Fields(row[columns["programs"]])}
		switch other, twice := seen[Fold(e.ID)]; {
		case e.ID == "":
			return nil, fmt.Errorf("student %d (%q): no id", i+1, e.Name)
		case twice:
			return nil, fmt.Errorf("student %d: id %q is that of %q too", i+1, e.ID, other)
		}
		seen[Fold(e.ID)] = e.Name
		if at, ok := columns["handed"]; ok && row[at] != "" {
			if e.Handed, err = time.Parse(time.RFC3339, row[at]); err != nil {
				return nil, fmt.Errorf("student %d (%s): handed: %q: want a time such as 2026-05-31T23:59:00+02:00", i+1, e.ID, row[at])
			}
		}
		roster = append(roster, e)
	}
	return roster, nil
}

// Fold returns the form of a name under which names that people take for the
// same are equal: "Bot", "bot" and "bot ".
func Fold(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}
