package report

import (
	"math/big"
	"testing"
	"time"

	"botarena/arena/championship/grade"
)

// TestShares checks that the shares of a grade add up to it, that none is more
// than its most, below the gate neither, and how lateness is told.
func TestShares(t *testing.T) {
	p := grade.Contest()
	p.Low = big.NewRat(3, 1)
	p.Late = grade.Late{Deadline: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), PerDay: big.NewRat(1, 2)}
	var students []grade.Student
	for valid := range 11 {
		students = append(students, grade.Student{
			Points: big.NewRat(int64(valid), 3), Played: 10, Valid: valid, Handed: p.Late.Deadline.Add(time.Duration(valid-8) * 24 * time.Hour),
		})
	}
	grades, err := grade.Compute(students, p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range grades {
		g, sum, late := &grades[i], new(big.Rat), ""
		for _, s := range Shares(g, &p) {
			sum.Add(sum, s.Score)
			if s.Score.Cmp(s.Max) > 0 {
				t.Errorf("valid in %d: %s has %s of at most %s", i, s.Name, s.Score, s.Max)
			}
			if s.Score.Sign() < 0 {
				late = s.Name
			}
		}
		if sum.Cmp(g.Exact) != 0 {
			t.Errorf("valid in %d: the shares add up to %s, the grade is %s", i, sum, g.Exact)
		}
		want := map[int]string{9: "handed in late: 1 day begun after the deadline", 10: "handed in late: 2 days begun after the deadline"}[i]
		if late != want {
			t.Errorf("valid in %d: %q, want %q", i, late, want)
		}
	}
}
