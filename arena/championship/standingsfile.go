package championship

import (
	"encoding/json"
	"fmt"
	"io"

	"botarena/arena/championship/sheet"
)

// WriteCSV writes the table: a line for each entrant, the best first. Where
// the table is partial or leaves void matches out every line says so.
func (s *Standings) WriteCSV(w io.Writer, o sheet.Options) error {
	header := []string{"rank", "id", "name", "points", "matches", "wins", "draws", "losses", "self", "byes", "valid matches"}
	for _, seat := range s.Seats {
		header = append(header, "wins as "+seat, "draws as "+seat, "losses as "+seat)
	}
	header = append(header, s.Counters...)
	header = append(header, "decided by", "removed", "status")
	out, err := sheet.NewWriter(w, o, header...)
	if err != nil {
		return err
	}
	status := s.Status()
	for i := range s.Lines {
		l := &s.Lines[i]
		row := []sheet.Cell{
			sheet.Int(l.Rank), sheet.Text(l.ID), sheet.Text(l.Name), sheet.Number(l.Points.String()), sheet.Int(l.Played),
			sheet.Int(l.Wins), sheet.Int(l.Draws), sheet.Int(l.Losses), sheet.Int(l.Self), sheet.Int(l.Byes), sheet.Int(l.Valid),
		}
		for seat := range s.Seats {
			row = append(row, sheet.Int(l.Seats[seat].Wins), sheet.Int(l.Seats[seat].Draws), sheet.Int(l.Seats[seat].Losses))
		}
		for _, n := range l.Counters {
			row = append(row, sheet.Int(n))
		}
		row = append(row, sheet.Text(l.Broke), sheet.Text(l.Removed), sheet.Text(status))
		if err := out.Row(row...); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Final is the status of standings that nothing is missing of.
const Final = "final"

// Status says in words what is still to change: [Final], or what is missing.
func (s *Standings) Status() string {
	status := Final
	if s.Partial {
		status = fmt.Sprintf("partial: %d of %d matches", s.Done, s.Total)
	}
	switch n := len(s.Undecided); {
	case n == 1:
		status += ", 1 void match left out"
	case n > 1:
		status += fmt.Sprintf(", %d void matches left out", n)
	}
	return status
}

// WriteJSON writes the standings as one indented object.
func (s *Standings) WriteJSON(w io.Writer) error { return writeJSON(w, s) }

// writeJSON writes signs that mean something in HTML as escapes, so that the
// text may stand in a page.
func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}
