package config

import (
	"errors"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"botarena/arena/championship/grade"
)

// GradeFile is what a policy for grades says, in a file of its own or under
// grade: in a championship's. What it leaves out is as in the rule of Catch
// the Cat's contest.
//
//	gate: 90%
//	parts:
//	  - points
//	  - {measure: beat, weight: 2, bots: [sensible, master]}
//	late: {deadline: 2026-05-31T23:59:00+02:00, per_day: 0.5, most: 2}
type GradeFile struct {
	// Gate is the share of valid matches that opens the scale: a number from
	// 0 to 1, or a percentage. Default 90%.
	Gate Number `yaml:"gate"`
	// Low and High bound the scale. Default 5 and 10.
	Low  Number `yaml:"low"`
	High Number `yaml:"high"`
	// Below is what the share of valid matches is multiplied with for those
	// who do not reach the gate, who get no more by it than Low. Default 5.
	Below Number `yaml:"below"`
	// Parts are the measures that are weighed into the place on the scale.
	// Default: points.
	Parts []GradePart `yaml:"parts"`
	// Steps, from the lowest up, replace a grade by that of the highest step
	// that it reaches. Default: none.
	Steps []GradeStep `yaml:"steps"`
	// Late says what handing in late costs. Default: nothing.
	Late GradeLate `yaml:"late"`
	// Decimals is how many decimals a grade is shown with, from 0 to 6.
	// Default 1.
	Decimals int `yaml:"decimals"`
}

// GradePart is one measure. A name alone stands for one of weight 1.
type GradePart struct {
	// Measure is one of:
	//
	//	points  the place between the lowest and the highest total (Catch the Cat's)
	//	best    the share of the highest total
	//	rank    the share of the others with fewer points: a curve
	//	wins    the share of the matches against others that were won
	//	valid   the share of matches without an own fault
	//	beat    the share of the bots listed that were beaten
	Measure string `yaml:"measure"`
	// Weight is any number above 0. Default 1.
	Weight Number `yaml:"weight"`
	// Bots lists the entrants to beat, by ID, for the measure beat: more
	// matches won than lost against each.
	Bots []string `yaml:"bots"`
}

func (p *GradePart) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return d.structure(path, n, valueOf(p))
	}
	text, err := d.text(path, n)
	p.Measure = text
	return err
}

// GradeStep is a grade for all who reach From.
type GradeStep struct {
	From  Number `yaml:"from"`
	Grade Number `yaml:"grade"`
	Mark  string `yaml:"mark"` // such as A; may be left out
}

// GradeLate says what handing in late costs.
type GradeLate struct {
	// Deadline is a time with its zone: 2026-05-31T23:59:00+02:00. Default, in
	// the championship of a class: the class's.
	Deadline Time `yaml:"deadline"`
	// PerDay is taken off the grade for each day begun, Most at most.
	PerDay Number `yaml:"per_day"`
	Most   Number `yaml:"most"`
	// Refuse is how many days late a hand-in is graded 0. Default: never.
	Refuse int `yaml:"refuse"`
}

// Number is an exact number: 0.9, 90% or 9/10. The zero value is one that the
// file does not give.
type Number struct{ rat *big.Rat }

// or returns the number, or otherwise where the file does not give it.
func (v Number) or(otherwise *big.Rat) *big.Rat {
	if v.rat == nil {
		return otherwise
	}
	return v.rat
}

func (v *Number) read(d *decoder, path string, n *yaml.Node) error {
	x, err := readQuantity(d, path, n, parseNumber)
	v.rat = x
	return err
}

// numberForm bounds a number to what people write, so that none takes an age
// to be computed with.
var numberForm = regexp.MustCompile(`^-?[0-9]{1,9}(\.[0-9]{1,9}|/[1-9][0-9]{0,8})?%?$`)

func parseNumber(text string) (*big.Rat, error) {
	if !numberForm.MatchString(text) {
		cure := "write a number such as 0.9, 90% or 9/10"
		if point := strings.Replace(text, ",", ".", 1); numberForm.MatchString(point) {
			cure = "write " + point
		}
		return nil, &Slip{"expected a number, found " + quote(text), cure}
	}
	digits, percent := strings.CutSuffix(text, "%")
	x, _ := new(big.Rat).SetString(digits)
	if percent {
		x.Quo(x, big.NewRat(100, 1))
	}
	return x, nil
}

// Time is a moment, in the form of RFC 3339 with its zone.
type Time struct{ time.Time }

// zoneless are the forms of a time that leave its zone out.
var zoneless = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime, "2006-01-02 15:04"}

func (v *Time) read(d *decoder, path string, n *yaml.Node) error {
	x, err := readQuantity(d, path, n, func(text string) (time.Time, error) {
		x, err := time.Parse(time.RFC3339, text)
		if err == nil {
			return x, nil
		}
		cure := "write a time such as 2026-05-31T23:59:00+02:00"
		for _, form := range append(slices.Clone(zoneless), time.DateOnly) {
			if x, err := time.Parse(form, text); err == nil {
				cure = "write the zone too: " + x.Format("2006-01-02T15:04:05") + "+02:00, or Z for UTC"
			}
		}
		return x, &Slip{quote(text) + " is not a time with its zone", cure}
	})
	v.Time = x
	return err
}

// Grade is a policy for grades that a file gives.
type Grade struct {
	Policy grade.Policy

	d    *decoder
	path string
}

// LoadGrade reads a policy from a file of its own, or from grade: in a
// championship's. The error is an *[Error].
func LoadGrade(file string) (*Grade, error) {
	text, err := ReadFile(file, yamlFile)
	if err != nil {
		return nil, err
	}
	return readGrade(file, text)
}

func readGrade(file string, text []byte) (*Grade, error) {
	root, err := parse(file, text)
	if e, ok := err.(*Error); ok && e.Problem == emptyFile {
		e.Cure = "write a policy, such as gate: 90%"
	}
	if err != nil {
		return nil, err
	}
	f, path := defaultGrade(), ""
	d := &decoder{file: file, root: reflect.TypeFor[GradeFile](), at: map[string]place{}, texts: map[string]string{}}
	if inside := childOf(root, "grade"); inside != nil {
		root, path = inside, "grade"
	} else if game := childOf(root, "game"); game != nil {
		return nil, d.fail(game, "add grade: and below it, indented, a policy such as gate: 90%", "this is a match or a championship without a policy for grades")
	}
	if err := d.value(path, root, valueOf(f)); err != nil {
		return nil, err
	}
	return f.policy(d, path)
}

// childOf returns the value of a mapping's key, or nil.
func childOf(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// defaultGrade returns what holds where a policy says nothing.
func defaultGrade() *GradeFile { return &GradeFile{Decimals: grade.Contest().Decimals} }

// policy checks what stands at a path of a file and returns the policy.
func (f *GradeFile) policy(d *decoder, path string) (*Grade, error) {
	p := grade.Contest()
	p.Gate, p.Low, p.High, p.Below = f.Gate.or(p.Gate), f.Low.or(p.Low), f.High.or(p.High), f.Below.or(p.Below)
	if _, given := d.at[join(path, "parts")]; given {
		p.Parts = nil
	}
	for _, part := range f.Parts {
		p.Parts = append(p.Parts, grade.Part{Measure: grade.Measure(part.Measure), Weight: part.Weight.or(big.NewRat(1, 1)), Bots: part.Bots})
	}
	for _, s := range f.Steps {
		p.Steps = append(p.Steps, grade.Step{From: s.From.rat, Grade: s.Grade.rat, Mark: s.Mark})
	}
	p.Late = grade.Late{Deadline: f.Late.Deadline.Time, PerDay: f.Late.PerDay.rat, Most: f.Late.Most.rat, Refuse: f.Late.Refuse}
	p.Decimals = f.Decimals
	g := &Grade{Policy: p, d: d, path: path}
	if err := f.check(d, path); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, g.fault(err)
	}
	return g, g.checkBelow()
}

// checkBelow refuses a scale on which who just misses the gate gets more than
// the last of those who reach it: on another scale, below: is forgotten easily.
// With steps more is a higher one.
func (g *Grade) checkBelow() error {
	p := &g.Policy
	limit, over := p.Low, ""
	if len(p.Steps) > 0 {
		higher := slices.IndexFunc(p.Steps[1:], func(s grade.Step) bool { return s.From.Cmp(p.Low) > 0 })
		if higher < 0 {
			return nil
		}
		limit = p.Steps[1+higher].From
		over = ", over the step from " + limit.RatString()
	}
	if new(big.Rat).Mul(p.Below, p.Gate).Cmp(limit) <= 0 {
		return nil
	}
	at := join(g.path, "below")
	if _, given := g.d.at[at]; !given {
		at = join(g.path, "low")
	}
	most := new(big.Rat).Quo(limit, p.Gate)
	cure := "write below: " + most.RatString()
	if most.Sign() > 0 {
		cure += ", or less"
	}
	return g.d.failAt(at, cure, "%s: below the gate, %s, a grade comes near %s times that%s; the lowest above it is %s",
		at, p.Gate.RatString(), p.Below.RatString(), over, p.Low.RatString())
}

// check finds what the policy alone cannot tell: keys that mean nothing
// without another.
func (f *GradeFile) check(d *decoder, path string) error {
	for i, part := range f.Parts {
		at := join(path, "parts") + index(i)
		if _, given := d.at[join(at, "bots")]; given && part.Measure != string(grade.Beat) {
			return d.failAt(join(at, "bots"), "write measure: beat, or delete bots", "%s: only the measure beat has bots", at)
		}
	}
	late := join(path, "late")
	if _, given := d.at[late]; given && f.Late.Deadline.IsZero() {
		return d.failAt(late, "add deadline: 2026-05-31T23:59:00+02:00", "%s: the deadline is missing", late)
	}
	if _, given := d.at[join(late, "refuse")]; given && f.Late.Refuse < 1 {
		return d.failAt(join(late, "refuse"), "write a number of days from 1, or delete it to refuse nothing", "%s: %d is less than 1", join(late, "refuse"), f.Late.Refuse)
	}
	if _, given := d.at[join(late, "most")]; given && f.Late.PerDay.rat == nil {
		return d.failAt(join(late, "most"), "add per_day: and a number, or delete it", "%s: nothing is taken off of which that would be the most", join(late, "most"))
	}
	return nil
}

// fault puts the place to an error of [grade.Policy.Check].
func (g *Grade) fault(err error) error {
	var wrong *grade.PolicyError
	if !errors.As(err, &wrong) {
		return g.d.failAt(g.path, "report this", "%v", err)
	}
	cure := "correct the value, or delete it to take the default"
	if wrong.Want != "" {
		cure = "write " + wrong.Want
	}
	return g.d.failAt(join(g.path, wrong.Field), cure, "%s", join(g.path, err.Error()))
}

// CheckBots checks that the bots to beat are entrants: ids are theirs. The
// error is an *[Error].
func (g *Grade) CheckBots(ids []string) error {
	for i, part := range g.Policy.Parts {
		for k, bot := range part.Bots {
			if !slices.Contains(ids, bot) {
				at := join(g.path, "parts") + index(i) + ".bots" + index(k)
				cure := "write the ID of an entrant, as the table has it"
				if near := Nearest(bot, ids); near != "" {
					cure = "did you mean " + near + "?"
				}
				return g.d.failAt(at, cure, "%s: no entrant is called %s", at, quote(bot))
			}
		}
	}
	return nil
}
