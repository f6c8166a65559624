package main

import (
	"bufio"
	"fmt"
	"io"

	"botarena/arena/game/catchcat"
	"botarena/arena/game/papersoccer"
	"botarena/protocol"
)

// play finds out the game and plays it honestly; what is said goes through b.
func play(in io.Reader, b *breaker) error {
	r := bufio.NewReader(in)
	first, err := r.Peek(1)
	if err != nil {
		return err
	}
	switch first[0] { // no game begins like another
	case 'c':
		b.game = catchcat.Name
		_, err = protocol.PlayCatchCat(r, b, catchCat)
	case 'g':
		b.game = goldHunter
		_, err = protocol.PlayGoldHunter(r, b, hunt)
	case 'w':
		b.game = papersoccer.Name
		if err := b.skipReady(); err != nil {
			return err
		}
		err = protocol.PlayPaperSoccer(r, b, paperSoccer)
	default:
		err = fmt.Errorf("a game that begins with %q is not known", first)
	}
	return err
}

const goldHunter = "goldhunter"

// catchCat steps to, or blocks, the first free neighbour of the cat.
func catchCat(m *protocol.CatchCatMatch) func() protocol.Cell {
	return func() protocol.Cell {
		b := catchcat.NewBoard(m.Rows, catchcat.Cell(m.Cat.Row*m.Rows+m.Cat.Col))
		for d := catchcat.Direction(0); d < 6; d++ {
			n := b.Neighbour(b.Cat(), d)
			if n == catchcat.None {
				continue
			}
			row, col := b.RowCol(n)
			if c := (protocol.Cell{Row: row, Col: col}); !m.Blocked(c) {
				return c
			}
		}
		return m.Cat // cannot be: the match is over then
	}
}

// hunt has every unit walk on and turn now and then.
func hunt(*protocol.GoldHunterHeader) func(*protocol.Stage, *protocol.Orders) {
	return func(s *protocol.Stage, o *protocol.Orders) {
		for _, u := range s.Units {
			if (s.Number+u.ID)%4 == 0 {
				o.Rotate(u.ID, (u.Facing+1)%4)
			} else {
				o.Move(u.ID)
			}
		}
	}
}

// paperSoccer plays the first turn that it finds which loses nothing at once.
func paperSoccer(o protocol.Opening) func(turn []byte) []byte {
	pitch := papersoccer.NewPitch(o.Width, o.Length, true)
	return func(turn []byte) []byte {
		for _, c := range turn {
			pitch.Step(papersoccer.Direction(c - '0'))
		}
		f := finder{pitch: pitch, red: o.Red}
		f.find(nil)
		steps := f.safe
		if steps == nil {
			steps = f.lost
		}
		for _, c := range steps {
			pitch.Step(papersoccer.Direction(c - '0'))
		}
		return steps
	}
}

// finder looks for a whole turn.
type finder struct {
	pitch      *papersoccer.Pitch
	red        bool
	safe, lost []byte // the first that loses nothing at once, and the first that does
	steps      int
}

// find goes on from the steps made until it has a safe turn, or any after a
// number of steps that costs milliseconds.
func (f *finder) find(made []byte) {
	for d := range papersoccer.Direction(papersoccer.Directions) {
		if f.safe != nil || f.lost != nil && f.steps > 100_000 {
			return
		}
		if !f.pitch.Legal().Has(d) {
			continue
		}
		f.steps++
		e := f.pitch.Step(d)
		turn := append(made[:len(made):len(made)], byte('0'+d))
		switch {
		case e == papersoccer.Again:
			f.find(turn)
		case e == papersoccer.Fresh, e == papersoccer.GoalNorth && !f.red, e == papersoccer.GoalSouth && f.red:
			f.safe = turn
		case f.lost == nil:
			f.lost = turn
		}
		f.pitch.Undo(d)
	}
}
