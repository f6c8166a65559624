// Package grade turns standings into grades, exactly.
//
// The default is the rule of Catch the Cat's contest ([Contest]): who made no
// invalid move in at least 90 % of the matches has a grade from 5.0 to 10.0,
// linear in the points between the lowest and the highest total among those;
// who made one more often has 5.0 × PV, PV being the share of valid matches.
// All arithmetic is that of exact fractions; a grade is shown rounded half up.
package grade

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"time"
)

// Student is one line of the roster with what was reached.
type Student struct {
	ID   string
	Name string
	// Absent says that nothing was handed in: PV 0 and grade 0.
	Absent bool
	// Removed says why the student is out, by an organiser's ruling or by
	// the rules: grade 0.
	Removed string
	// Points is the total; Played counts matches and Valid those in which the
	// student made no invalid move. Self of those played were against oneself.
	Points        *big.Rat
	Played, Valid int
	Self          int
	Wins          int
	Rank          int
	// Beaten tells whether the student has beaten the entrant with an ID: more
	// matches won than lost between the two. It may be nil.
	Beaten func(id string) bool
	// Handed is when the last program was handed in; zero if not known.
	Handed time.Time
	// Note is the roster's, see [Entry].
	Note string
	// Rulings are the organiser's decisions that touch the student, a line each.
	Rulings []string
}

// Policy is a rule for grades. As JSON it has exact fractions as texts, such as
// "9/10", and what is read back grades as what was written.
type Policy struct {
	// Gate is the share of valid matches that opens the scale: 9/10.
	Gate *big.Rat `json:"gate"`
	// Low and High bound the scale: 5 and 10.
	Low  *big.Rat `json:"low"`
	High *big.Rat `json:"high"`
	// Below is what the share of valid matches is multiplied with for those
	// who do not pass the gate: 5.
	Below *big.Rat `json:"below"`
	// Parts weigh measures from 0 to 1 into the place on the scale.
	Parts []Part `json:"parts"`
	// Steps, where given, replace a grade by the one of the highest step that
	// it reaches; one that reaches no step is that of the lowest.
	Steps []Step `json:"steps,omitempty"`
	// Late says what handing in late costs.
	Late Late `json:"late,omitzero"`
	// Decimals is how many decimals a shown grade has: 1.
	Decimals int `json:"decimals"`
}

// Part is one weighed measure.
type Part struct {
	Measure Measure  `json:"measure"`
	Weight  *big.Rat `json:"weight"`
	Bots    []string `json:"bots,omitempty"` // of the measure Beat: the entrants to beat
}

// Measure names a figure from 0 to 1 of a student.
type Measure string

// The measures. "Those who pass" are the students over the gate.
const (
	Spread Measure = "points" // place between the lowest and the highest total of those who pass
	Best   Measure = "best"   // share of the highest total of those who pass
	Curve  Measure = "rank"   // share of those who pass, other than oneself, with fewer points, joint ones half
	Won    Measure = "wins"   // share of matches against others that were won
	Valid  Measure = "valid"  // share of valid matches
	Beat   Measure = "beat"   // share of the named bots that were beaten
)

// Step is a grade for all who reach From.
type Step struct {
	From  *big.Rat `json:"from"`
	Grade *big.Rat `json:"grade"`
	Mark  string   `json:"mark,omitempty"` // such as "A"; may be empty
}

// Late says what handing in after the deadline costs. It is judged by the time
// of the hand-in alone, never by when grades are made.
type Late struct {
	Deadline time.Time `json:"deadline"`          // zero for none
	PerDay   *big.Rat  `json:"per_day,omitempty"` // taken off for each day begun
	Most     *big.Rat  `json:"most,omitempty"`    // taken off at most; nil for no bound
	// Refuse is how many days late a hand-in is graded 0; 0 for never.
	Refuse int `json:"refuse,omitempty"`
}

// Contest returns the rule of Catch the Cat's contest.
func Contest() Policy {
	return Policy{
		Gate: big.NewRat(9, 10), Low: big.NewRat(5, 1), High: big.NewRat(10, 1), Below: big.NewRat(5, 1),
		Parts:    []Part{{Measure: Spread, Weight: big.NewRat(1, 1)}},
		Decimals: 1,
	}
}

// PolicyError says what is wrong with a policy.
type PolicyError struct {
	Field   string // as in a config, such as "parts[0].weight"
	Problem string
	Want    string // what to write instead; empty where Problem says so
}

func (e *PolicyError) Error() string {
	text := e.Field + ": " + e.Problem
	if e.Want != "" {
		text += ": want " + e.Want
	}
	return text
}

// Check reports what is wrong with the policy. The error is a *[PolicyError].
func (p *Policy) Check() error {
	one := big.NewRat(1, 1)
	for _, f := range []struct {
		name  string
		value *big.Rat
	}{{"gate", p.Gate}, {"low", p.Low}, {"high", p.High}, {"below", p.Below}} {
		if err := number(f.name, f.value); err != nil {
			return err
		}
	}
	switch {
	case p.Gate.Cmp(one) > 0:
		return &PolicyError{"gate", p.Gate.RatString() + " is more than 1, which is 100 %", "a share such as 0.9, or a percentage such as 90%"}
	case p.High.Cmp(p.Low) < 0:
		return &PolicyError{"high", fmt.Sprintf("%s is less than low, %s", p.High.RatString(), p.Low.RatString()), ""}
	case p.Decimals < 0 || p.Decimals > 6:
		return &PolicyError{"decimals", fmt.Sprintf("%d is not between 0 and 6", p.Decimals), ""}
	}
	if err := p.checkParts(); err != nil {
		return err
	}
	if err := p.checkSteps(); err != nil {
		return err
	}
	if p.Late.PerDay != nil {
		if err := number("late.per_day", p.Late.PerDay); err != nil {
			return err
		}
	}
	if p.Late.Most != nil {
		return number("late.most", p.Late.Most)
	}
	return nil
}

// number refuses what is less than 0, and nothing.
func number(field string, x *big.Rat) error {
	switch {
	case x == nil:
		return &PolicyError{field, "there is no value", "a number from 0"}
	case x.Sign() < 0:
		return &PolicyError{field, x.RatString(), "a number from 0"}
	}
	return nil
}

func (p *Policy) checkParts() error {
	if len(p.Parts) == 0 {
		return &PolicyError{"parts", "there is none", "at least one, such as points"}
	}
	for i, part := range p.Parts {
		field := fmt.Sprintf("parts[%d]", i)
		switch part.Measure {
		case Spread, Best, Curve, Won, Valid:
		case Beat:
			if len(part.Bots) == 0 {
				return &PolicyError{field, "beat names no bots", "the bots to beat, as in {measure: beat, bots: [sensible]}"}
			}
		default:
			return &PolicyError{field, strconv.Quote(string(part.Measure)), "points, best, rank, wins, valid or beat"}
		}
		for k, bot := range part.Bots {
			if slices.Contains(part.Bots[:k], bot) {
				return &PolicyError{fmt.Sprintf("%s.bots[%d]", field, k), strconv.Quote(bot) + " is listed twice", "each bot once"}
			}
		}
		// The same figure twice is a slip: who wants it to weigh more has weight.
		for _, before := range p.Parts[:i] {
			if before.Measure == part.Measure && sameBots(before.Bots, part.Bots) {
				return &PolicyError{field, fmt.Sprintf("%s is listed twice", part.Measure), "it once, with a weight"}
			}
		}
		if part.Weight == nil || part.Weight.Sign() <= 0 {
			return &PolicyError{field + ".weight", "this weighs nothing", "a number above 0"}
		}
	}
	return nil
}

func sameBots(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func (p *Policy) checkSteps() error {
	way := 0 // of the grades, up the steps: 1 and 6 are the best ones somewhere
	for i, s := range p.Steps {
		field := fmt.Sprintf("steps[%d]", i)
		if s.From == nil || s.Grade == nil {
			return &PolicyError{field, "a number is missing", "from: and grade:"}
		}
		if i == 0 {
			continue
		}
		before := p.Steps[i-1]
		if s.From.Cmp(before.From) <= 0 {
			return &PolicyError{field + ".from", fmt.Sprintf("%s comes after %s", s.From.RatString(), before.From.RatString()), "the steps from the lowest up"}
		}
		turn := s.Grade.Cmp(before.Grade)
		if turn*way < 0 {
			return &PolicyError{field + ".grade", fmt.Sprintf("%s after %s turns back", s.Grade.RatString(), before.Grade.RatString()), "grades that only rise, or only fall, from step to step"}
		}
		way = cmp.Or(turn, way)
	}
	return nil
}
