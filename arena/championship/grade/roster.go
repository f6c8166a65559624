package grade

import (
	"fmt"
	"io"
	"slices"
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
	// Note is what the student has to know besides, such as why what was handed
	// in could not play; usually nothing.
	Note string
}

// ReadRoster reads a roster: what [ReadStudents] reads, with a column name, a
// column programs (separated by blanks) and, if wanted, handed (RFC 3339) and note.
func ReadRoster(in io.Reader) ([]Entry, error) {
	l, err := readList(in, "id", "name", "programs")
	if err != nil {
		return nil, err
	}
	for i := range l.students {
		e := &l.students[i]
		e.Programs, e.Note = strings.Fields(l.cell(i, "programs")), l.cell(i, "note")
		if text := l.cell(i, "handed"); text != "" {
			if e.Handed, err = time.Parse(time.RFC3339, text); err != nil {
				return nil, fmt.Errorf("student %d (%s): handed: %q: want a time such as 2026-05-31T23:59:00+02:00", i+1, e.ID, text)
			}
		}
	}
	return l.students, nil
}

// ReadStudents reads who is in a class: CSV with a header that names the column
// id and, if wanted, name. Other columns are left alone. Errors name the row and
// what was expected.
func ReadStudents(in io.Reader) ([]Entry, error) {
	l, err := readList(in, "id")
	if err != nil {
		return nil, err
	}
	return l.students, nil
}

// list is what a file lists.
type list struct {
	columns  map[string]int
	rows     [][]string
	students []Entry
}

// cell returns what is in a student's row; nothing where there is no such column.
func (l *list) cell(student int, column string) string {
	if at, ok := l.columns[column]; ok {
		return l.rows[student][at]
	}
	return ""
}

// readList reads a list of students that has the columns needed.
func readList(in io.Reader, needed ...string) (*list, error) {
	header, rows, err := sheet.Read(in)
	if err != nil {
		return nil, err
	}
	l := &list{columns: map[string]int{}, rows: rows}
	for i, h := range header {
		h = strings.ToLower(h)
		if _, twice := l.columns[h]; twice && slices.Contains([]string{"id", "name", "programs", "handed", "note"}, h) {
			return nil, fmt.Errorf("column %q is there twice", h)
		}
		l.columns[h] = i
	}
	for _, name := range needed {
		if _, ok := l.columns[name]; !ok {
			return nil, fmt.Errorf("there is no column %q", name)
		}
	}
	seen := map[string]bool{}
	for i := range rows {
		e := Entry{ID: l.cell(i, "id"), Name: l.cell(i, "name")}
		switch id := Fold(e.ID); {
		case e.ID == "":
			return nil, fmt.Errorf("student %d (%q) has no id", i+1, e.Name)
		case seen[id]:
			return nil, fmt.Errorf("student %d (%q): the id %q is there twice", i+1, e.Name, e.ID)
		default:
			seen[id] = true
		}
		l.students = append(l.students, e)
	}
	return l, nil
}

// Fold returns the form of a name under which names that people take for the
// same are equal: "Bot", "bot" and "bot ".
func Fold(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}
