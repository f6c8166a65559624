package grade

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"time"
)

// Grade is a student's grade with all that explains it.
type Grade struct {
	Student Student
	// PV is the share of valid matches; 0 where none was played.
	PV *big.Rat
	// Passed says that the student is over the gate.
	Passed bool
	// Measures holds the figure of each part, nil below the gate.
	Measures []*big.Rat
	// Raw is the grade before steps and lateness, Exact the grade.
	Raw, Exact *big.Rat
	Mark       string
	// DaysLate counts days begun after the deadline; Off is what they cost.
	DaysLate int
	Off      *big.Rat
	// Shown is the grade rounded half up, with a decimal point.
	Shown string
	// Why says in a few words where the grade comes from.
	Why string
}

// Compute grades every student, in the order given. Its error is that of
// [Policy.Check]. A student without a match has PV 0.
func Compute(students []Student, p Policy) ([]Grade, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	grades := make([]Grade, len(students))
	var passed []*Grade
	for i := range students {
		g := &grades[i]
		g.Student, g.PV, g.Off = students[i], new(big.Rat), new(big.Rat)
		if students[i].Points == nil {
			g.Student.Points = new(big.Rat)
		}
		if s := &g.Student; s.Played > 0 {
			g.PV.SetFrac64(int64(s.Valid), int64(s.Played))
		}
		// The contest has more and less than 90 %: at the gate is over it.
		if g.in() && g.Student.Played > 0 && g.PV.Cmp(p.Gate) >= 0 {
			g.Passed = true
			passed = append(passed, g)
		}
	}
	f := newField(passed)
	for i := range grades {
		p.grade(&grades[i], f)
	}
	return grades, nil
}

// fewest is how many students a scale between the lowest and the highest total
// wants: of less, hardly any comes between the two (our choice).
const fewest = 4

// Few returns how many students such a scale, or a curve, is of, where they are too
// few for it to tell much of any; 0 where they are not, or none is before another.
func (p *Policy) Few(grades []Grade) int {
	if !slices.ContainsFunc(p.Parts, func(part Part) bool { return part.Measure == Spread || part.Measure == Curve }) {
		return 0
	}
	passed, differ := 0, false
	var first *big.Rat
	for i := range grades {
		if g := &grades[i]; g.Passed {
			passed++
			first = cmp.Or(first, g.Student.Points)
			differ = differ || g.Student.Points.Cmp(first) != 0
		}
	}
	if !differ || passed >= fewest {
		return 0
	}
	return passed
}

// in reports whether there is anything to grade.
func (g *Grade) in() bool { return !g.Student.Absent && g.Student.Removed == "" }

func (p *Policy) grade(g *Grade, f *field) {
	switch {
	case g.Student.Absent:
		g.Raw, g.Why = new(big.Rat), cmp.Or(g.Student.Note, "nothing handed in")
	case g.Student.Removed != "":
		g.Raw, g.Why = new(big.Rat), "removed: "+g.Student.Removed
	case g.Student.Played == 0:
		g.Raw, g.Why = new(big.Rat), "no match played"
	case g.Passed:
		g.Raw = p.scale(g, f)
		g.Why = fmt.Sprintf("valid in %d of %d matches", g.Student.Valid, g.Student.Played)
	default:
		g.Raw = new(big.Rat).Mul(p.Below, g.PV)
		g.Why = fmt.Sprintf("valid in only %d of %d matches: %s × that share", g.Student.Valid, g.Student.Played, p.Below.RatString())
	}
	g.Exact = new(big.Rat).Set(g.Raw)
	if g.in() {
		p.late(g)
	}
	if g.Student.Note != "" && !g.Student.Absent {
		g.Why += "; " + g.Student.Note
	}
	p.step(g)
	g.Shown = Round(g.Exact, p.Decimals)
}

// scale returns the grade of one who passed the gate.
func (p *Policy) scale(g *Grade, f *field) *big.Rat {
	sum, weights := new(big.Rat), new(big.Rat)
	for _, part := range p.Parts {
		m := f.measure(g, part)
		g.Measures = append(g.Measures, m)
		sum.Add(sum, new(big.Rat).Mul(m, part.Weight))
		weights.Add(weights, part.Weight)
	}
	sum.Quo(sum, weights)
	sum.Mul(sum, new(big.Rat).Sub(p.High, p.Low))
	return sum.Add(sum, p.Low)
}

// late takes off what lateness costs; no grade falls below 0.
func (p *Policy) late(g *Grade) {
	l := p.Late
	if l.Deadline.IsZero() || !g.Student.Handed.After(l.Deadline) {
		return
	}
	const day = 24 * time.Hour
	g.DaysLate = int((g.Student.Handed.Sub(l.Deadline) + day - 1) / day)
	switch {
	case l.Refuse > 0 && g.DaysLate >= l.Refuse:
		g.Off.Set(g.Exact)
	case l.PerDay != nil:
		g.Off.Mul(l.PerDay, big.NewRat(int64(g.DaysLate), 1))
		if l.Most != nil && g.Off.Cmp(l.Most) > 0 {
			g.Off.Set(l.Most)
		}
	}
	if g.Off.Cmp(g.Exact) > 0 {
		g.Off.Set(g.Exact)
	}
	g.Exact.Sub(g.Exact, g.Off)
	days := fmt.Sprintf("%d days", g.DaysLate)
	if g.DaysLate == 1 {
		days = "1 day"
	}
	g.Why += ", " + days + " late"
	switch {
	case g.Off.Sign() > 0:
		g.Why += ": " + Decimal(g.Off, 3) + " off"
	case g.Raw.Sign() > 0:
		g.Why += ", which costs nothing"
	}
}

// step puts the grade of the highest step that was reached in its place.
func (p *Policy) step(g *Grade) {
	exact := g.Exact
	for i, s := range p.Steps {
		if i == 0 || exact.Cmp(s.From) >= 0 {
			g.Exact, g.Mark = s.Grade, s.Mark
		}
	}
}

// Round writes r with the given number of decimals, rounded half up.
func Round(r *big.Rat, decimals int) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	x := new(big.Rat).Mul(r, new(big.Rat).SetInt(scale))
	x.Add(x, big.NewRat(1, 2))
	// Div rounds down for a positive divisor, which makes this half up for
	// numbers below 0 too.
	n := new(big.Int).Div(x.Num(), x.Denom())
	return new(big.Rat).SetFrac(n, scale).FloatString(decimals)
}
