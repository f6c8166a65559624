package report

import (
	"fmt"
	"math/big"
	"strings"

	"botarena/arena/championship/grade"
)

// Share is a part of a grade. All shares of a student add up to the grade
// before steps.
type Share struct {
	Name       string
	Score, Max *big.Rat
	Passed     bool
	Why        string
}

// Shares takes a grade apart.
func Shares(g *grade.Grade, p *grade.Policy) []Share {
	zero := new(big.Rat)
	gate := Share{Name: fmt.Sprintf("at least %s of the matches valid", percent(p.Gate)), Score: zero, Max: p.Low, Passed: g.Passed, Why: g.Why}
	switch {
	case g.Passed:
		gate.Score = p.Low
	case g.Student.Absent, g.Student.Removed != "", g.Student.Played == 0:
	default:
		gate.Score = new(big.Rat).Mul(p.Below, g.PV)
		// A policy may give more below the gate than reaching it gives alone.
		if p.Below.Cmp(p.Low) > 0 {
			gate.Max = p.Below
		}
	}
	shares := []Share{gate}
	weights := new(big.Rat)
	for _, part := range p.Parts {
		weights.Add(weights, part.Weight)
	}
	span := new(big.Rat).Sub(p.High, p.Low)
	for i, part := range p.Parts {
		s := Share{Name: measureWords(part), Score: zero, Why: "the gate was not reached"}
		s.Max = new(big.Rat).Mul(span, new(big.Rat).Quo(part.Weight, weights))
		if g.Passed {
			s.Score = new(big.Rat).Mul(s.Max, g.Measures[i])
			s.Why, s.Passed = number(g.Measures[i])+" of 1", s.Score.Sign() > 0
		}
		shares = append(shares, s)
	}
	if g.Off.Sign() > 0 {
		shares = append(shares, Share{
			Name: fmt.Sprintf("handed in late: %s begun after the deadline", count(g.DaysLate, "day", "days")), Score: new(big.Rat).Neg(g.Off), Max: zero,
			Why: number(g.Off) + " off",
		})
	}
	return shares
}

// measureWords says what a measure is.
func measureWords(part grade.Part) string {
	switch part.Measure {
	case grade.Spread:
		return "place between the lowest and the highest total of points"
	case grade.Best:
		return "points as a share of the highest total"
	case grade.Curve:
		return "share of the others with fewer points (joint ones half)"
	case grade.Won:
		return "share of the matches against others that were won"
	case grade.Valid:
		return "share of valid matches"
	}
	return "bots beaten of " + strings.Join(part.Bots, ", ")
}

// percent writes a share as people do: 90 %.
func percent(r *big.Rat) string { return number(new(big.Rat).Mul(r, big.NewRat(100, 1))) + " %" }

// number writes a fraction with as many decimals as it needs, three at most.
func number(r *big.Rat) string { return grade.Decimal(r, 3) }
