package catchcat

import (
	"fmt"
	"strings"
)

// String draws the board: `C` the cat, `#` blocked, `.` free, odd rows shifted
// right by half a cell; then whose turn it is.
func (s *State) String() string {
	var t strings.Builder
	b := s.board
	fmt.Fprintf(&t, "%5d", 0)
	for c := 1; c < b.size; c++ {
		fmt.Fprintf(&t, "%4d", c)
	}
	t.WriteByte('\n')
	for r := range b.size {
		fmt.Fprintf(&t, "%2d  ", r)
		if r%2 == 1 {
			t.WriteString("  ")
		}
		for c := range b.size {
			if c > 0 {
				t.WriteString("   ")
			}
			t.WriteByte(s.mark(b.At(r, c)))
		}
		t.WriteByte('\n')
	}
	last := "no move yet"
	if s.last != None {
		r, c := b.RowCol(s.last)
		last = fmt.Sprintf("last move %d %d", r, c)
	}
	if s.result != nil {
		fmt.Fprintf(&t, "%d moves, %s, %s: catcher %d, cat %d\n", s.moves, last, s.result.Reason, s.result.Seats[Catcher].Points, s.result.Seats[Cat].Points)
	} else {
		fmt.Fprintf(&t, "%d moves, %s, %s to move\n", s.moves, last, seatNames[s.mover])
	}
	return t.String()
}

func (s *State) mark(c Cell) byte {
	switch {
	case c == s.board.cat:
		return 'C'
	case s.board.blocked[c]:
		return '#'
	}
	return '.'
}
