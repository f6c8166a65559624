package goldhunter

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

// A script draws positions and plays stages between them, a line each:
//
//	H> .  $1 m<      a row of the board, in the cells of Map.Draw; *^ is a bullet
//	+ FACT           before the first stage: a fact that the board does not show
//	> 0:fire | 1:up  plays a stage with both teams' orders
//	= FACT           checks a fact of the position now
//
// Rows after a stage are compared with the position's board. A kind of unit
// that only one team has is dead in the other. Facts are listed at fact.
type script struct {
	t     *testing.T
	state *State
}

func runScript(t *testing.T, text string) *State {
	t.Helper()
	r := script{t: t}
	var rows, facts []string
	for _, line := range append(strings.Split(text, "\n"), "> end") {
		line = strings.TrimSpace(line)
		kind, rest, _ := strings.Cut(line, " ")
		switch kind {
		case "":
		case ">":
			if r.state == nil {
				r.state = drawn(t, rows)
				for _, f := range facts {
					r.set(f)
				}
			} else {
				r.compare(rows)
			}
			rows = nil
			if rest != "end" {
				r.play(rest)
			}
		case "+":
			if r.state != nil {
				t.Fatalf("%q after the first stage", line)
			}
			facts = append(facts, rest)
		case "=":
			if r.state == nil {
				t.Fatalf("%q before the first stage", line)
			}
			if len(rows) > 0 {
				r.compare(rows)
				rows = nil
			}
			if got := r.fact(rest); got != rest {
				t.Errorf("after stage %d: %s, want %s\n%s", r.state.stage-1, got, rest, r.state)
			}
		default:
			rows = append(rows, line)
		}
	}
	return r.state
}

// drawn returns the position of the drawn rows.
func drawn(t *testing.T, rows []string) *State {
	t.Helper()
	var bullets []bullet
	r := drawingReader{m: new(Map)}
	for row, line := range rows {
		for col := 0; 3*col+1 < len(line); col++ {
			if line[3*col] == '*' {
				d := Dir(strings.IndexByte(facingGlyphs, line[3*col+1]))
				bullets = append(bullets, bullet{cell: int16(row)<<8 | int16(col), facing: d, id: int32(len(bullets))})
				line = line[:3*col] + ". " + line[3*col+2:]
			}
		}
		if err := r.row(strings.TrimRight(line, " ")); err != nil {
			t.Fatalf("row %d: %v", row, err)
		}
	}
	m := r.m
	m.Stages, m.Bullets, m.Hidden = 100, 20, 60
	for k := range m.Counts {
		m.Counts[k] = max(len(r.units[0][k]), len(r.units[1][k]))
	}
	s := newState(newBoard(m), 10)
	for team := range r.units {
		id := team * m.PerTeam()
		for k, units := range r.units[team] {
			for i, u := range units {
				s.put(id+i, s.b.cell(u.Row, u.Col), u.Facing)
			}
			id += m.Counts[k]
		}
	}
	for _, b := range bullets {
		b.cell = int16(s.b.cell(int(b.cell>>8), int(b.cell&0xff)))
		s.flying = append(s.flying, b)
		s.bulletAt[b.cell] = uint8(b.facing) + 1
	}
	s.fired = len(bullets)
	return s
}

func (r *script) compare(rows []string) {
	r.t.Helper()
	if len(rows) == 0 {
		return
	}
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	var b bytes.Buffer
	r.state.drawBoard(&b)
	if want := strings.Join(rows, "\n") + "\n"; b.String() != want {
		r.t.Errorf("after stage %d:\n%swant\n%s", r.state.stage-1, b.String(), want)
	}
}

func (r *script) play(orders string) {
	r.t.Helper()
	a, b, ok := strings.Cut(orders, "|")
	if !ok {
		r.t.Fatalf("%q: expected orders of both teams, split by |", orders)
	}
	both := [2]string{strings.TrimSpace(a), strings.TrimSpace(b)}
	var answers []game.Answer
	for _, t := range r.state.ToMove() {
		answers = append(answers, game.Answer{Move: []byte(both[t])})
	}
	if err := r.state.Apply(answers); err != nil {
		r.t.Fatalf("%q: %v", orders, err)
	}
}

// set makes a fact true: "left ID N", "hidden ID", "bullet ROW COL DIR",
// "gold ROW COL VALUE LEFT", "stages N".
func (r *script) set(text string) {
	r.t.Helper()
	s := r.state
	var row, col, n, left int
	var word string
	switch {
	case scan(text, "left %d %d", &n, &left):
		s.units[n].left = int32(left)
	case scan(text, "hidden %d", &n):
		s.units[n].hidden = true
	case scan(text, "stages %d", &n):
		s.b.stages = n
	case scan(text, "bullet %d %d %s", &row, &col, &word):
		d, _ := indexOf([]string{"up", "right", "down", "left"}, word)
		s.flying = append(s.flying, bullet{cell: int16(s.b.cell(row, col)), facing: Dir(d), id: int32(s.fired)})
		s.bulletAt[s.b.cell(row, col)] = uint8(d) + 1
		s.fired++
	case scan(text, "gold %d %d %d %d", &row, &col, &n, &left):
		cell := s.b.cell(row, col)
		if s.b.goldAt[cell] < 0 {
			s.b.goldAt[cell] = int16(len(s.b.gold))
			s.b.gold = append(s.b.gold, deposit{int16(cell), int32(n)})
			s.b.goldBits[row*s.b.words+col>>6] |= 1 << (col & 63)
			s.b.total += n
			s.digs = append(s.digs, 0)
		}
		s.digs[s.b.goldAt[cell]] = uint8(protocol.DigsNeeded - left)
	default:
		r.t.Fatalf("fact %q", text)
	}
}

func scan(text, format string, into ...any) bool {
	n, err := fmt.Sscanf(text+"\n", format+"\n", into...)
	return err == nil && n == len(into)
}

// fact returns the fact as it is: "deaths A B", "gold A B", "fired A B",
// "ineffective A B", "flying N", "left ID N", "hidden ID BOOL", "facing ID
// DIR", "dead ID BOOL", "digs ROW COL LEFT", "over REASON" or "over no".
func (r *script) fact(text string) string {
	r.t.Helper()
	s := r.state
	a, b := s.Tally(0), s.Tally(1)
	var x, y int
	var word string
	switch {
	case scan(text, "deaths %d %d", &x, &y):
		return fmt.Sprintf("deaths %d %d", a.Deaths, b.Deaths)
	case scan(text, "gold %d %d", &x, &y):
		return fmt.Sprintf("gold %d %d", a.Gold, b.Gold)
	case scan(text, "fired %d %d", &x, &y):
		return fmt.Sprintf("fired %d %d", a.Bullets, b.Bullets)
	case scan(text, "ineffective %d %d", &x, &y):
		return fmt.Sprintf("ineffective %d %d", a.Ineffective, b.Ineffective)
	case scan(text, "flying %d", &x):
		return fmt.Sprintf("flying %d", len(s.flying))
	case scan(text, "left %d %d", &x, &y):
		return fmt.Sprintf("left %d %d", x, s.units[x].left)
	case scan(text, "hidden %d %s", &x, &word):
		return fmt.Sprintf("hidden %d %v", x, s.units[x].hidden)
	case scan(text, "facing %d %s", &x, &word):
		return fmt.Sprintf("facing %d %v", x, s.units[x].facing)
	case scan(text, "dead %d %s", &x, &word):
		return fmt.Sprintf("dead %d %v", x, s.units[x].dead)
	case scan(text, "digs %d %d %s", &x, &y, &word):
		return fmt.Sprintf("digs %d %d %d", x, y, s.digsLeft(int16(s.b.cell(x, y))))
	case scan(text, "over %s", &word):
		if s.result == nil {
			return "over no"
		}
		return "over " + s.result.Reason
	}
	r.t.Fatalf("fact %q", text)
	return ""
}

// rule is one rule or worked example of the rules page as a script.
type rule struct{ name, script string }

func runRules(t *testing.T, rules []rule) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) { runScript(t, r.script) })
	}
}
