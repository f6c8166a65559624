package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strings"

	"botarena/arena/championship/grade"
)

// autograded is a results.json in the form that Gradescope reads, and others
// after it: a score and tests with their own scores and outputs. What has no
// score is judged by its status. max_score is beside it for those who read it.
type autograded struct {
	Score    json.Number `json:"score"`
	MaxScore json.Number `json:"max_score"`
	Output   string      `json:"output"`
	Tests    []test      `json:"tests"`
	Extra    extra       `json:"extra_data"`
}

type test struct {
	Name     string      `json:"name"`
	Score    json.Number `json:"score,omitempty"`
	MaxScore json.Number `json:"max_score,omitempty"`
	Status   string      `json:"status"` // passed or failed
	Output   string      `json:"output"`
}

// extra is for programs that want more than the form has.
type extra struct {
	ID      string `json:"id"`
	Exact   string `json:"exact"` // a fraction
	Mark    string `json:"mark,omitempty"`
	Partial bool   `json:"partial"`
	Status  string `json:"status"`
}

// WriteAutograder writes for every student the file ID/results.json, the
// folder named by [FileName]. The score is the grade as shown, the tests are
// the parts of the grade, which have scores, and the matches that went wrong,
// which have a status alone. It returns the error of out.
func (c *Class) WriteAutograder(out Out) error {
	students := c.Students()
	if _, err := c.addReplays(students, nil); err != nil {
		return err
	}
	for _, s := range students {
		a := c.autograded(s)
		err := out(FileName(s.Student.ID)+"/results.json", func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(a)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Class) autograded(s *Student) *autograded {
	a := &autograded{
		Score: json.Number(s.Shown), MaxScore: decimal(c.highest()), Output: s.summary() + " " + s.Why + ".",
		Extra: extra{s.Student.ID, s.Exact.RatString(), s.Mark, c.Partial, c.Status},
	}
	if c.Partial {
		a.Output = "Not final (" + c.Status + "). " + a.Output
	}
	for _, r := range s.Student.Rulings {
		a.Output += "\n" + r
	}
	for _, share := range Shares(&s.Grade, &c.Policy) {
		t := test{Name: share.Name, Status: "failed", Output: share.Why}
		if share.Passed {
			t.Status = "passed"
		}
		// With steps the parts do not add up to the grade.
		if len(c.Policy.Steps) == 0 {
			t.Score, t.MaxScore = decimal(share.Score), decimal(share.Max)
		}
		a.Tests = append(a.Tests, t)
	}
	for i := range s.Matches {
		a.Tests = append(a.Tests, s.Matches[i].test())
	}
	return a
}

// highest returns the highest grade that there is.
func (c *Class) highest() *big.Rat {
	if len(c.Policy.Steps) == 0 {
		return c.Policy.High
	}
	highest := c.Policy.Steps[0].Grade
	for _, s := range c.Policy.Steps {
		if s.Grade.Cmp(highest) > 0 {
			highest = s.Grade
		}
	}
	return highest
}

func (m *Match) test() test {
	var b strings.Builder
	b.WriteString(m.Reason)
	if m.Moves > 0 {
		fmt.Fprintf(&b, " after %s", count(m.Moves, "move", "moves"))
	}
	if m.OwnFault() {
		fmt.Fprintf(&b, "; own fault: %s", m.Fault)
	}
	for _, line := range m.Faults {
		b.WriteString("\n" + line)
	}
	if m.Ruling != "" {
		b.WriteString("\n" + m.Ruling)
	}
	if strings.TrimSpace(m.Log) != "" {
		b.WriteString("\nstderr ended with:\n" + m.Log)
	}
	return test{Name: m.title(), Status: "failed", Output: b.String()}
}

func (m *Match) title() string {
	how, against := "lost", " against "+m.Against
	if !m.Lost {
		how = "own fault"
	}
	if m.Against == "" {
		against = " against oneself"
	}
	return fmt.Sprintf("match %d: %s as %s%s", m.Number, how, m.Seat, against)
}

// decimal writes a fraction as a JSON number with six decimals at most.
func decimal(r *big.Rat) json.Number { return json.Number(grade.Decimal(r, 6)) }
