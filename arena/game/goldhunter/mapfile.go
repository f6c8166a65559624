package goldhunter

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"botarena/arena/game"
)

// Facings as the original map files spell them.
var fileDirs = [4]string{"Up", "Right", "Down", "Left"}

// ReadMap reads a map file of the original form. An error is a
// *[game.SetupError] in the file of that name. It refuses everything that [Map.Check] refuses,
// and missing or extra numbers.
func ReadMap(name string, text []byte) (*Map, error) {
	r := mapReader{name: name, rest: bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), line: 1}
	m := r.read()
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

// mapReader takes white-space separated words; its first error sticks.
type mapReader struct {
	name string
	rest []byte
	line int // of the word taken last
	err  *game.SetupError
}

func (r *mapReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = &game.SetupError{File: r.name, Line: r.line, Problem: fmt.Sprintf(format, args...)}
	}
}

// word takes the next word; it is empty at the end of the file.
func (r *mapReader) word() string {
	for len(r.rest) > 0 {
		switch c := r.rest[0]; {
		case c == '\n':
			r.line++
			fallthrough
		case c == ' ' || c == '\t' || c == '\r':
			r.rest = r.rest[1:]
		case bytes.HasPrefix(r.rest, []byte("//")):
			end := bytes.IndexByte(r.rest, '\n')
			if end < 0 {
				end = len(r.rest)
			}
			r.rest = r.rest[end:]
		default:
			end := bytes.IndexAny(r.rest, " \t\r\n")
			if end < 0 {
				end = len(r.rest)
			}
			if i := bytes.Index(r.rest[:end], []byte("//")); i > 0 {
				end = i
			}
			w := string(r.rest[:end])
			r.rest = r.rest[end:]
			return w
		}
	}
	return ""
}

// number takes a number from least to most; the format says which one, for
// errors only.
func (r *mapReader) number(least, most int, format string, args ...any) int {
	if r.err != nil {
		return 0
	}
	w := r.word()
	if w == "" {
		r.fail("the file ends where %s was expected", fmt.Sprintf(format, args...))
		return 0
	}
	n, err := strconv.Atoi(w)
	if err != nil || strconv.Itoa(n) != w {
		r.fail("expected %s, found %q", fmt.Sprintf(format, args...), clip(w))
		return 0
	}
	if n < least || n > most {
		r.fail("%s: %d is not between %d and %d", fmt.Sprintf(format, args...), n, least, most)
		return 0
	}
	return n
}

func (r *mapReader) read() *Map {
	m := new(Map)
	m.Stages = r.number(1, maxStages, "the number of stages")
	m.Rows = r.number(1, MaxSide, "the number of rows")
	m.Cols = r.number(1, MaxSide, "the number of columns")
	m.Rock = make([]bool, m.Rows*m.Cols)
	for i := range m.Rock {
		if r.err != nil {
			break
		}
		m.Rock[i] = r.number(0, 1, "cell %d %d (1 ground, 0 rock)", i/m.Cols, i%m.Cols) == 0
	}
	check := newChecker(m)
	for i := range r.number(0, len(m.Rock), "the number of gold deposits") {
		d := Deposit{
			Row:   r.number(-maxNumber, maxNumber, "the row of gold %d", i),
			Col:   r.number(-maxNumber, maxNumber, "the column of gold %d", i),
			Value: r.number(1, maxNumber, "the value of gold %d", i),
		}
		if r.err != nil {
			return nil
		}
		if err := check.gold(d); err != nil {
			r.fail("%v", err)
		}
		m.Gold = append(m.Gold, d)
	}
	m.Bullets = r.number(0, maxNumber, "the number of bullets per hunter")
	m.Hidden = r.number(0, maxNumber, "the number of hidden stages per spy")
	for k := range m.Counts {
		m.Counts[k] = r.number(0, len(m.Rock), "the number of %s units of each team", Kind(k))
	}
	if r.err == nil && m.PerTeam() == 0 {
		r.fail("the teams have no units")
	}
	for team := range m.Units {
		for i := range m.PerTeam() {
			m.Units[team] = append(m.Units[team], r.unit(m, check, team, i))
			if r.err != nil {
				return nil
			}
		}
	}
	if w := r.word(); w != "" {
		r.fail("expected the end of the file after the last unit, found %q", clip(w))
	}
	return m
}

func (r *mapReader) unit(m *Map, check *checker, team, i int) Placement {
	const what = "the %s of team %d's unit %d, a %s"
	u := Placement{
		Row: r.number(-maxNumber, maxNumber, what, "row", team, i, m.kind(i)),
		Col: r.number(-maxNumber, maxNumber, what, "column", team, i, m.kind(i)),
	}
	if r.err != nil {
		return u
	}
	w := r.word()
	facing := fmt.Sprintf(what, "facing", team, i, m.kind(i))
	d, ok := indexOf(fileDirs[:], w)
	if !ok {
		if w == "" {
			r.fail("the file ends where %s was expected", facing)
		} else {
			r.fail("expected %s (Up, Right, Down or Left), found %q", facing, clip(w))
		}
		return u
	}
	u.Facing = Dir(d)
	if err := check.unit(u); err != nil {
		r.fail("%v", err)
	}
	return u
}

// Format returns the map as a file of the original form. ReadMap gives an
// equal map back.
func (m *Map) Format() []byte {
	b := make([]byte, 0, 2*len(m.Rock)+64*m.PerTeam()+256)
	num := func(end string, ns ...int) {
		for i, n := range ns {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, end...)
	}
	num(" // stages\n", m.Stages)
	num(" // rows, columns\n", m.Rows, m.Cols)
	for row := range m.Rows {
		for col := range m.Cols {
			c := byte('1')
			if m.Rock[row*m.Cols+col] {
				c = '0'
			}
			b = append(b, c, ' ')
		}
		b[len(b)-1] = '\n'
	}
	num(" // gold deposits: row, column, value\n", len(m.Gold))
	for _, d := range m.Gold {
		num("\n", d.Row, d.Col, d.Value)
	}
	num(" // bullets of a hunter\n", m.Bullets)
	num(" // hidden stages of a spy\n", m.Hidden)
	num(" // hunters, miners, spies of each team\n", m.Counts[:]...)
	for team := range m.Units {
		for i, u := range m.Units[team] {
			num(" "+fileDirs[u.Facing], u.Row, u.Col)
			if i == 0 {
				b = append(b, fmt.Sprintf(" // team %d", team)...)
			}
			b = append(b, '\n')
		}
	}
	return b
}

func indexOf(names []string, w string) (int, bool) {
	for i, n := range names {
		if n == w {
			return i, true
		}
	}
	return 0, false
}

// clip shortens a quoted word: a file that is no map at all may be one word.
func clip(w string) string {
	const most = 40
	if len(w) <= most {
		return w
	}
	return strings.ToValidUTF8(w[:most], "") + "…"
}
