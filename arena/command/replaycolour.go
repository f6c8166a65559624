package command

import (
	"math"
	"os"
	"strings"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/arena/record"
)

// The colours of the terminal, by their numbers among the 256 that terminals
// have: blue and orange are told apart with every kind of colour vision.
const (
	blue   = "\x1b[38;5;39m"
	orange = "\x1b[38;5;208m"
	gold   = "\x1b[38;5;220m"
	grey   = "\x1b[38;5;244m"
	bright = "\x1b[1m"
	plain  = "\x1b[0m"
)

// coloured reports whether a stream is to have colours: a terminal that knows
// them, and a user who has not said otherwise (no-color.org).
func coloured(out any) bool {
	term := os.Getenv("TERM")
	return isTerminal(out) && os.Getenv("NO_COLOR") == "" && term != "" && term != "dumb"
}

// painter colours a position's text: the character of a line and column, both
// from 0, gets the colour that it returns, none for "".
type painter func(line, column int, c rune) string

// painterOf returns what colours a position after these answers of the round;
// it wants all since the round's start, the last ones last.
func painterOf(g game.Game, s game.State, answers []record.SeatAnswer) painter {
	switch g.(type) {
	case catchcat.Game:
		return catPainter(s.(*catchcat.State).Board().Size())
	case goldhunter.Game:
		return goldPainter()
	case papersoccer.Game:
		return soccerPainter(s.(*papersoccer.State), answers)
	}
	return nil
}

func catPainter(size int) painter {
	return func(line, _ int, c rune) string {
		switch {
		case line == 0 || line > size:
			return ""
		case c == 'C':
			return bright + orange
		case c == '#':
			return blue
		case c == '.':
			return grey
		}
		return ""
	}
}

// goldPainter colours the board's cells, which are three characters wide; what
// follows the board has other columns and stays as it is.
func goldPainter() painter {
	colour := "" // of the cell's first character, for its second
	over := math.MaxInt
	return func(line, column int, c rune) string {
		if line == 0 || line >= over {
			return ""
		}
		if column == 0 && !strings.ContainsRune(".#$*HMShms", c) {
			over = line // "team 0: …"
			return ""
		}
		switch column % 3 {
		case 0:
			colour = map[rune]string{'.': grey, '#': grey, '$': gold, '*': bright, 'H': blue, 'M': blue, 'S': blue, 'h': orange, 'm': orange, 's': orange}[c]
			return colour
		case 1:
			return colour
		}
		return ""
	}
}

// soccerPainter gives every stroke the colour of the player who drew it.
func soccerPainter(s *papersoccer.State, answers []record.SeatAnswer) painter {
	const wide, high, left = 4, 2, 4 // of a cell, and before the first one, in the text
	pitch := s.Pitch()
	x, y := pitch.Width()/2, pitch.Height()/2
	drawn := map[[2]int]string{}
	for i, a := range answers {
		if a.Fault != game.NoFault {
			continue
		}
		colour := [2]string{papersoccer.Red: orange, papersoccer.Blue: blue}[a.Seat]
		if i == len(answers)-1 {
			colour = bright + colour
		}
		notation := papersoccer.Digits
		if len(a.Move) > 0 && a.Move[0] >= 'a' {
			notation = papersoccer.Letters
		}
		for _, c := range a.Move {
			d, _ := notation.Direction(c)
			dx, dy := d.Delta()
			at := [2]int{1 + (y+1)*high + dy, left + x*wide + 2*dx}
			for off := -1; off <= 1; off++ {
				if dy == 0 || off == 0 {
					drawn[[2]int{at[0], at[1] + off}] = colour
				}
			}
			x, y = x+dx, y+dy
		}
	}
	return func(line, column int, c rune) string {
		switch {
		case c == '●':
			return bright + gold
		case c == '·':
			return grey
		}
		return drawn[[2]int{line, column}]
	}
}

// paint colours one line of a position's text.
func (p painter) paint(line int, text string) string {
	if p == nil {
		return text
	}
	var b strings.Builder
	column, was := 0, ""
	for _, c := range text {
		colour := p(line, column, c)
		column++
		if c == ' ' && colour == "" {
			colour = was // no need to change for a blank
		}
		if colour != was {
			if was != "" {
				b.WriteString(plain)
			}
			b.WriteString(colour)
			was = colour
		}
		b.WriteRune(c)
	}
	if was != "" {
		b.WriteString(plain)
	}
	return b.String()
}
