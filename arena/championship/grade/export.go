package grade

import (
	"encoding/json"
	"io"
	"math/big"
	"strings"

	"botarena/arena/championship/sheet"
)

// WriteCSV writes the grades as a table, the exact values beside those shown.
// A fraction such as 25/3 is exact. Every line ends with the status, such as
// "final": what is still to change must not be taken for what is not.
func WriteCSV(w io.Writer, o sheet.Options, status string, grades []Grade) error {
	s, err := sheet.NewWriter(w, o, "id", "name", "grade", "exact", "mark", "points", "rank", "matches", "valid matches", "pv percent", "days late", "late off", "reason", "rulings", "status")
	if err != nil {
		return err
	}
	for i := range grades {
		g := &grades[i]
		rank, pv := "", ""
		if g.Student.Rank > 0 {
			rank = big.NewInt(int64(g.Student.Rank)).String()
		}
		if g.Student.Played > 0 {
			pv = Round(new(big.Rat).Mul(g.PV, big.NewRat(100, 1)), 2)
		}
		err := s.Row(sheet.Text(g.Student.ID), sheet.Text(g.Student.Name), sheet.Number(g.Shown), sheet.Text(g.Exact.RatString()), sheet.Text(g.Mark),
			sheet.Number(Decimal(g.Student.Points, pointDecimals)), sheet.Number(rank), sheet.Int(g.Student.Played), sheet.Int(g.Student.Valid), sheet.Number(pv),
			sheet.Int(g.DaysLate), sheet.Number(Round(g.Off, 2)), sheet.Text(g.Why),
			sheet.Text(strings.Join(g.Student.Rulings, "; ")), sheet.Text(status))
		if err != nil {
			return err
		}
	}
	return s.Flush()
}

// Decimal writes r with as many decimals as it needs, up to most, which is at
// least 1.
func Decimal(r *big.Rat, most int) string {
	return strings.TrimSuffix(strings.TrimRight(r.FloatString(most), "0"), ".")
}

// pointDecimals is how many decimals a number of points has at most.
const pointDecimals = 3

type gradeJSON struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Grade    string   `json:"grade"` // as shown
	Exact    string   `json:"exact"` // a fraction
	Mark     string   `json:"mark,omitempty"`
	Points   string   `json:"points"`
	Rank     int      `json:"rank,omitempty"`
	Played   int      `json:"matches"`
	Valid    int      `json:"valid"`
	PV       string   `json:"pv"` // a fraction
	Passed   bool     `json:"passed"`
	Measures []string `json:"measures,omitempty"` // fractions
	DaysLate int      `json:"days_late,omitempty"`
	Off      string   `json:"late_off,omitempty"`
	Why      string   `json:"reason"`
	Rulings  []string `json:"rulings,omitempty"`
}

// MarshalJSON writes the grade with exact fractions as texts such as "25/3".
func (g Grade) MarshalJSON() ([]byte, error) {
	j := gradeJSON{
		ID: g.Student.ID, Name: g.Student.Name, Grade: g.Shown, Exact: g.Exact.RatString(), Mark: g.Mark,
		Points: Decimal(g.Student.Points, pointDecimals), Rank: g.Student.Rank, Played: g.Student.Played, Valid: g.Student.Valid,
		PV: g.PV.RatString(), Passed: g.Passed, DaysLate: g.DaysLate, Why: g.Why, Rulings: g.Student.Rulings,
	}
	for _, m := range g.Measures {
		j.Measures = append(j.Measures, m.RatString())
	}
	if g.Off.Sign() != 0 {
		j.Off = g.Off.RatString()
	}
	return json.Marshal(j)
}
