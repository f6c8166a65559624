package catchcat

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"botarena/arena/game"
)

// RowCol is a cell as people write it: row and column, from 0.
type RowCol [2]int

// Position is a starting position. As text it is drawn, a line a row:
//
//	. . . # .
//	 . . . . .
//	. . C # .
//	 . # . . .
//	. . . . .
//
// `C` is the cat, `#` a blocked cell, `.` a free one; blanks mean nothing, and
// the odd rows' shift to the right is for the eye only.
type Position struct {
	Cat     RowCol   `yaml:"cat" json:"cat"`
	Blocked []RowCol `yaml:"blocked" json:"blocked"`
}

// ParsePosition reads a drawn position and returns it with its size, the
// number of rows and of columns. Empty lines and lines that begin with `//`
// are skipped. An error is a *[game.SetupError] in the file of that name;
// whether the size and the position are legal is for [Setup.Resolve] to say.
func ParsePosition(name string, text []byte) (size int, p *Position, err error) {
	p = &Position{}
	cats, row, cols := 0, 0, 0
	n := 0
	fail := func(line int, problem, want string) (int, *Position, error) {
		return 0, nil, &game.SetupError{File: name, Line: line, Problem: problem, Want: want}
	}
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.Map(dropBlank, line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		if row > 0 && len(line) != cols {
			return fail(n, fmt.Sprintf("%d cells", len(line)), fmt.Sprintf("%d as in the lines before", cols))
		}
		cols = len(line)
		for col, c := range []byte(line) {
			switch c {
			case 'C':
				p.Cat = RowCol{row, col}
				cats++
			case '#':
				p.Blocked = append(p.Blocked, RowCol{row, col})
			case '.':
			default:
				return fail(n, strconv.QuoteRune(rune(c)), ". for a free cell, # for a blocked one or C for the cat")
			}
		}
		row++
	}
	if cats != 1 {
		return fail(0, fmt.Sprintf("%d cats", cats), "one, drawn as C")
	}
	if row != cols {
		return fail(0, fmt.Sprintf("%d rows of %d cells", row, cols), "as many of either")
	}
	return row, p, nil
}

func dropBlank(c rune) rune {
	if c == ' ' || c == '\t' || c == '\r' || c == '\n' {
		return -1
	}
	return c
}

// Draw returns the position as [ParsePosition] reads it.
func (p *Position) Draw(size int) string {
	var t strings.Builder
	for r := range size {
		t.WriteString("  "[:r%2])
		for c := range size {
			if c > 0 {
				t.WriteByte(' ')
			}
			switch at := (RowCol{r, c}); {
			case at == p.Cat:
				t.WriteByte('C')
			case slices.Contains(p.Blocked, at):
				t.WriteByte('#')
			default:
				t.WriteByte('.')
			}
		}
		t.WriteByte('\n')
	}
	return t.String()
}

// board returns the board with the position on it. An error is a
// *[game.SetupError].
func (p *Position) board(size int) (*Board, error) {
	b := NewBoard(size, 0)
	row, col := p.Cat[0], p.Cat[1]
	if !b.inside(row, col) || b.border[b.At(row, col)] {
		return nil, &game.SetupError{Field: "position.cat", Problem: fmt.Sprintf("%d %d", row, col), Want: "a cell that is not on the border"}
	}
	b.cat = b.At(row, col)
	for i, c := range p.Blocked {
		if why := b.mayBlock(c[0], c[1]); why != "" {
			return nil, &game.SetupError{Field: fmt.Sprintf("position.blocked[%d]", i), Problem: why}
		}
		b.Block(b.At(c[0], c[1]))
	}
	if b.Caught() {
		return nil, &game.SetupError{Field: "position", Problem: "the cat is caught already"}
	}
	return b, nil
}
