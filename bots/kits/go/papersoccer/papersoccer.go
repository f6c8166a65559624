// A bot for Paper Soccer: think, in bot.go, is yours. This file has what every
// such bot needs: the pitch and the talk with the arena.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// Event is what a step leads to.
type Event int

const (
	again  Event = iota // the point has a line already: the turn must go on
	fresh               // the first line at this point: the turn is complete
	stuck               // no way on: whoever made the step loses
	mine                // the ball is in your own goal
	theirs              // the ball is in the opponent's goal
)

// Steps east and south of the directions 0 (north) clockwise to 7 (north-west).
var (
	dx = [8]int{0, 1, 1, 1, 0, -1, -1, -1}
	dy = [8]int{-1, -1, 0, 1, 1, 1, 0, -1}
)

// Pitch is the pitch as it is now. X counts from the west, Y from the north,
// both from 0; the goals' points have Y = -1 and Y = Length + 1.
type Pitch struct {
	Width, Length int
	Attack        int // 1 if you attack southward (red), else -1
	X, Y          int // the ball

	closed [][]uint8 // see Closed
	walked []int
}

// NewPitch returns the pitch before the first turn; halfway says whether the
// halfway line is drawn.
func NewPitch(width, length, attack int, halfway bool) *Pitch {
	p := &Pitch{Width: width, Length: length, Attack: attack, X: width / 2, Y: length / 2}
	for y := -1; y <= length+1; y++ {
		row := make([]uint8, width+1)
		for x := range row {
			row[x] = 255
			for d := 0; d < 8 && y >= 0 && y <= length; d++ {
				if p.isOpen(x, y, d, halfway) {
					row[x] &^= 1 << d
				}
			}
		}
		p.closed = append(p.closed, row)
	}
	return p
}

// isOpen tells whether a segment can be walked at the start.
func (p *Pitch) isOpen(x, y, d int, halfway bool) bool {
	nx, ny, middle := x+dx[d], y+dy[d], p.Width/2
	near := func(x int) bool { return x >= middle-1 && x <= middle+1 }
	switch {
	case ny < 0 || ny > p.Length: // a goal, from the mouth's middle or straight into its middle
		return near(x) && near(nx) && (x == middle || nx == middle)
	case nx < 0 || nx > p.Width:
		return false
	case x == nx:
		return x > 0 && x < p.Width
	case y == ny && (y == 0 || y == p.Length):
		return near(x) && near(nx)
	}
	return !(y == ny && halfway && y == p.Length/2)
}

// Closed returns the directions that are closed at a point, a bit each: drawn
// or off the pitch. A point has a line if and only if one is closed.
func (p *Pitch) Closed(x, y int) uint8 { return p.closed[y+1][x] }

// Ways returns the directions in which the ball can go.
func (p *Pitch) Ways() []int {
	var open []int
	for d := 0; d < 8 && p.Y >= 0 && p.Y <= p.Length; d++ {
		if p.Closed(p.X, p.Y)>>d&1 == 0 {
			open = append(open, d)
		}
	}
	return open
}

// Step moves the ball along an open direction.
func (p *Pitch) Step(d int) Event {
	p.walked = append(p.walked, d)
	p.closed[p.Y+1][p.X] |= 1 << d
	p.X += dx[d]
	p.Y += dy[d]
	was := p.Closed(p.X, p.Y)
	p.closed[p.Y+1][p.X] |= 1 << (d ^ 4)
	switch {
	case p.Y < 0 == (p.Attack < 0) && (p.Y < 0 || p.Y > p.Length):
		return theirs
	case p.Y < 0 || p.Y > p.Length:
		return mine
	case was == 0:
		return fresh
	case p.Closed(p.X, p.Y) == 255:
		return stuck
	}
	return again
}

// Undo takes back the last step.
func (p *Pitch) Undo() {
	d := p.walked[len(p.walked)-1]
	p.walked = p.walked[:len(p.walked)-1]
	p.closed[p.Y+1][p.X] &^= 1 << (d ^ 4)
	p.X -= dx[d]
	p.Y -= dy[d]
	p.closed[p.Y+1][p.X] &^= 1 << d
}

// Arguments, for matches unlike the contest's: "plain" where no halfway line is
// drawn, "letters" where directions are written a to h.
func main() {
	wire := os.Stdout
	os.Stdout = os.Stderr // a stray print would be taken for a turn
	halfway, first := true, byte('0')
	for _, arg := range os.Args[1:] {
		switch arg {
		case "plain":
			halfway = false
		case "letters":
			first = 'a'
		}
	}
	in := bufio.NewReader(os.Stdin)
	p := opening(in, halfway)
	within := false
	for {
		c, err := in.ReadByte()
		switch {
		case err != nil:
			return // the end of the input is the end of the match
		case c == '{':
			within = true
		case within && c >= '0' && c <= '7':
			p.Step(int(c - '0'))
		case within && c >= 'a' && c <= 'h':
			first = 'a'
			p.Step(int(c - 'a'))
		case within && c == '}':
			within = false
			turn := []byte("{")
			for _, d := range think(p) {
				p.Step(d)
				turn = append(turn, first+byte(d))
			}
			if _, err := wire.Write(append(turn, "}\n"...)); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

// opening reads w SIZE, l SIZE, c COLOUR, each with a newline. A size is one
// byte, and the contest's length, 10, is a newline itself: bytes are counted
// here, not lines.
func opening(in *bufio.Reader, halfway bool) *Pitch {
	var o [9]byte
	if _, err := io.ReadFull(in, o[:]); err != nil {
		os.Exit(0) // the match was called off
	}
	if o[0] != 'w' || o[3] != 'l' || o[6] != 'c' {
		fmt.Fprintf(os.Stderr, "no opening of Paper Soccer: %q\n", o)
		os.Exit(1)
	}
	attack := -1
	if o[7] == 'r' {
		attack = 1
	}
	return NewPitch(int(o[1]), int(o[4]), attack, halfway)
}
