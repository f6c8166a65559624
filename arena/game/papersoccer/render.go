package papersoccer

import (
	"fmt"
	"strings"
)

// One cell is four characters wide and two lines high, so that every segment
// has a place of its own, except that the two diagonals of a cell share one.
const (
	cellWidth  = 4
	cellHeight = 2
	markWidth  = 4 // room for the row's number
)

// canvas is the drawing of a pitch.
type canvas struct {
	lines [][]rune
}

// String draws the pitch: · a fresh point, + a point with a line, ● the ball,
// and a stroke for each drawn segment, border and goals included.
func (p *Pitch) String() string {
	w, h := p.layout.width, p.layout.height
	c := newCanvas(w, h)
	for y := -1; y <= h+1; y++ {
		for x := 0; x <= w; x++ {
			if !p.onPitch(x, y) {
				continue
			}
			c.put(x, y, 0, 0, p.pointRune(x, y))
			if p.drawn(x, y, East) {
				for i := 1; i < cellWidth; i++ {
					c.put(x, y, i, 0, '─')
				}
			}
			if p.drawn(x, y, South) {
				c.put(x, y, 0, 1, '│')
			}
			c.put(x, y, cellWidth/2, 1, diagonals(p.drawn(x, y, SouthEast), p.drawn(x+1, y, SouthWest)))
		}
	}
	return c.String()
}

func (p *Pitch) pointRune(x, y int) rune {
	switch at := p.At(x, y); {
	case at == p.ball:
		return '●'
	case p.closed[at] == 0:
		return '·'
	}
	return '+'
}

// drawn reports whether there is a segment from (x,y) in direction d and it
// is drawn.
func (p *Pitch) drawn(x, y int, d Direction) bool {
	dx, dy := d.Delta()
	return p.onPitch(x, y) && p.onPitch(x+dx, y+dy) && p.segment(x, y, d) && p.closed[p.At(x, y)].Has(d)
}

func diagonals(down, up bool) rune {
	switch {
	case down && up:
		return '╳'
	case down:
		return '╲'
	case up:
		return '╱'
	}
	return ' '
}

func newCanvas(width, height int) *canvas {
	c := &canvas{lines: make([][]rune, (height+3)*cellHeight+1)}
	for i := range c.lines {
		c.lines[i] = []rune(strings.Repeat(" ", markWidth+width*cellWidth+cellWidth))
	}
	for x := 0; x <= width; x++ {
		for i, r := range fmt.Sprint(x) {
			c.lines[0][markWidth+x*cellWidth+i] = r
		}
	}
	for y := 0; y <= height; y++ {
		for i, r := range fmt.Sprintf("%3d", y) {
			c.lines[1+(y+1)*cellHeight][i] = r
		}
	}
	return c
}

// put writes r beside the point (x,y), right and down by so many characters.
func (c *canvas) put(x, y, right, down int, r rune) {
	c.lines[1+(y+1)*cellHeight+down][markWidth+x*cellWidth+right] = r
}

func (c *canvas) String() string {
	var b strings.Builder
	for _, line := range c.lines {
		b.WriteString(strings.TrimRight(string(line), " "))
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// String draws the position: the pitch, the last turn, and who is to move or
// how the game ended.
func (s *State) String() string {
	var b strings.Builder
	b.WriteString(s.pitch.String())
	fmt.Fprintf(&b, "turn %d", s.turns)
	if s.turns > 0 {
		fmt.Fprintf(&b, ", last {%s}", s.last)
	}
	if r := s.result; r != nil {
		winner := Red
		if r.Seats[Blue].Points > r.Seats[Red].Points {
			winner = Blue
		}
		fmt.Fprintf(&b, ", %s wins: %s\n", seatNames[winner], r.Reason)
		return b.String()
	}
	fmt.Fprintf(&b, ", %s to move (%s goal, %c-%c)\n", seatNames[s.mover],
		[2]string{"south", "north"}[s.mover], s.notation.Byte(North), s.notation.Byte(NorthWest))
	return b.String()
}
