package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math/big"
	"strings"
	"sync"

	"botarena/arena/game"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

// pageTemplate is parsed when the first page is written: no other command
// pays for it.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// contentPolicy lets a page have its own style and nothing else: no script,
// no image, no connection.
var contentPolicy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
})

// mostLogs is how many different logs a page shows.
const mostLogs = 4

// WritePages writes for every student the page ID.html, named by [FileName],
// and the replays that it speaks of, below replays/. It returns the error of
// out; a replay that is damaged or gone is told on the page. gone is how
// many replays that is.
func (c *Class) WritePages(out Out) (gone int, err error) {
	students := c.Students()
	if gone, err = c.addReplays(students, out); err != nil {
		return gone, err
	}
	for _, s := range students {
		var page bytes.Buffer
		if err := c.writePage(&page, s); err != nil {
			return gone, err
		}
		err := out(FileName(s.Student.ID)+".html", func(w io.Writer) error {
			_, err := w.Write(page.Bytes())
			return err
		})
		if err != nil {
			return gone, err
		}
	}
	return gone, nil
}

// page is what the template shows.
type page struct {
	Policy             string
	Style              template.CSS
	Name, Game, Status string
	NotFinal, Steps    bool
	S                  *Student
	Exact, Before      string
	Shares             []shownShare
	Summary, Heading   string
	Rows               []row
	Example            *Match
	Logs               []shownLog
	MoreLogs           int
}

// row is a match in the list, with what the own program did wrong.
type row struct {
	*Match
	Why []string
}

// rows returns the list of matches. What went wrong in the same words before
// is not said again: a program that never starts does so in every match.
func (s *Student) rows() []row {
	rows := make([]row, len(s.Matches))
	said := map[string]int{}
	for i := range s.Matches {
		m := &s.Matches[i]
		rows[i] = row{m, m.Faults}
		words := strings.Join(m.Faults, "\n")
		if first, again := said[words]; again && words != "" {
			rows[i].Why = []string{fmt.Sprintf("the same as in match %d", first)}
		} else {
			said[words] = m.Number
		}
	}
	return rows
}

type shownShare struct{ Name, Why, Score, Max string }

type shownLog struct{ Where, Text string }

func (c *Class) writePage(w io.Writer, s *Student) error {
	p := page{
		Policy: contentPolicy(), Style: template.CSS(pageStyle), Name: c.Facts.Name, Game: c.Title, Status: c.Status,
		NotFinal: c.Partial, Steps: len(c.Policy.Steps) > 0, S: s, Exact: exact(s.Exact),
		Before: exact(new(big.Rat).Sub(s.Raw, s.Off)), Summary: s.summary(), Heading: s.heading(),
	}
	for _, share := range Shares(&s.Grade, &c.Policy) {
		p.Shares = append(p.Shares, shownShare{share.Name, share.Why, number(share.Score), number(share.Max)})
	}
	for i := range s.Matches {
		if m := &s.Matches[i]; m.Replay != "" {
			p.Example = m
			break
		}
	}
	p.Rows = s.rows()
	p.Logs, p.MoreLogs = s.logs()
	return pageTemplate().Execute(w, &p)
}

// exact writes a fraction with its decimal value, where that is not the same.
func exact(r *big.Rat) string {
	if r.IsInt() {
		return r.RatString()
	}
	if short := number(r); isEqual(r, short) {
		return short
	}
	return fmt.Sprintf("%s ≈ %s", r.RatString(), number(r))
}

func isEqual(r *big.Rat, text string) bool {
	x, ok := new(big.Rat).SetString(text)
	return ok && x.Cmp(r) == 0
}

func (s *Student) summary() string {
	st := &s.Student
	switch {
	case st.Absent && st.Note != "":
		return "Nothing that counts was handed in."
	case st.Absent:
		return "Nothing was handed in."
	case st.Played == 0:
		return "No match was played."
	}
	text := fmt.Sprintf("%s points, %s played, %d won, %d lost, %d valid.", number(st.Points), count(st.Played, "match", "matches"), st.Wins, s.Lost(), st.Valid)
	if st.Rank > 0 {
		text = fmt.Sprintf("Rank %d: ", st.Rank) + text
	}
	return text
}

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// heading says what the list of matches holds.
func (s *Student) heading() string {
	lost := s.Lost()
	text := count(lost, "match", "matches") + " lost"
	if other := len(s.Matches) - lost; other > 0 {
		text += fmt.Sprintf(", %d not lost with an own fault", other)
	}
	return text
}

// OwnFault reports whether the own program had a fault that the reason does
// not name already.
func (m *Match) OwnFault() bool { return m.Fault != game.NoFault && string(m.Fault) != m.Reason }

// logs returns the different logs, with the matches that had each, and how
// many different ones are left out.
func (s *Student) logs() (shown []shownLog, more int) {
	where := map[string][]int{}
	var order []string
	for i := range s.Matches {
		log := s.Matches[i].Log
		if strings.TrimSpace(log) == "" {
			continue
		}
		if where[log] == nil {
			order = append(order, log)
		}
		where[log] = append(where[log], s.Matches[i].Number)
	}
	for i, log := range order {
		if i == mostLogs {
			return shown, len(order) - mostLogs
		}
		text := fmt.Sprintf("match %d", where[log][0])
		if n := len(where[log]) - 1; n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		shown = append(shown, shownLog{text, log})
	}
	return shown, 0
}
