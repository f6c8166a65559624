package grade

import "math/big"

// field is what measures compare with: those who passed the gate.
type field struct {
	passed          []*Grade
	lowest, highest *big.Rat
}

func newField(passed []*Grade) *field {
	f := &field{passed: passed}
	for _, g := range passed {
		points := g.Student.Points
		if f.lowest == nil || points.Cmp(f.lowest) < 0 {
			f.lowest = points
		}
		if f.highest == nil || points.Cmp(f.highest) > 0 {
			f.highest = points
		}
	}
	return f
}

// measure returns a student's figure from 0 to 1.
func (f *field) measure(g *Grade, part Part) *big.Rat {
	s := &g.Student
	switch part.Measure {
	case Spread:
		return ratio(new(big.Rat).Sub(s.Points, f.lowest), new(big.Rat).Sub(f.highest, f.lowest))
	case Best:
		if s.Points.Sign() < 0 {
			return new(big.Rat)
		}
		return ratio(s.Points, f.highest)
	case Curve:
		return f.curve(g)
	case Won:
		// A match against oneself is won by nobody.
		return ratio(big.NewRat(int64(s.Wins), 1), big.NewRat(int64(s.Played-s.Self), 1))
	case Valid:
		return g.PV
	}
	beaten := 0
	for _, id := range part.Bots {
		if s.Beaten != nil && s.Beaten(id) {
			beaten++
		}
	}
	return big.NewRat(int64(beaten), int64(len(part.Bots)))
}

// curve returns the share of the others who have fewer points.
func (f *field) curve(g *Grade) *big.Rat {
	if len(f.passed) < 2 {
		return big.NewRat(1, 1)
	}
	halves := int64(0)
	for _, other := range f.passed {
		if other != g {
			halves += int64(g.Student.Points.Cmp(other.Student.Points) + 1)
		}
	}
	return big.NewRat(halves, 2*int64(len(f.passed)-1))
}

// ratio returns a/b, and 1 where there is nothing to tell students apart: if
// all totals are equal, or one student passes, the grade is the highest
// (our choice).
func ratio(a, b *big.Rat) *big.Rat {
	if b.Sign() <= 0 {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).Quo(a, b)
}
