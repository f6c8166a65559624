package catchcat

import (
	"errors"
	"fmt"

	"botarena/arena/game"
	"botarena/protocol"
)

// Dialogue is the conversation with one seat: header and ready, then the line
// that carries the opponent's move is the request for one's own.
type Dialogue struct {
	seat    int
	greeted bool
	move    []byte // the last answer, in the notation of records
}

var _ game.Greeter = (*Dialogue)(nil)

// Greeting appends the line "ready".
func (d *Dialogue) Greeting(dst []byte) []byte { return protocol.AppendReady(dst) }

// Handshake sends the header and waits for ready.
func (d *Dialogue) Handshake(dst []byte, in *protocol.Buffer, s game.State) (out []byte, done bool, err error) {
	if !d.greeted {
		d.greeted = true
		dst = d.header(s.(*State)).Append(dst)
	}
	line, err := in.Line()
	switch {
	case errors.Is(err, protocol.ErrMore):
		return dst, false, nil
	case err != nil:
		return dst, false, err
	}
	return dst, true, protocol.ParseReady(line)
}

func (d *Dialogue) header(s *State) *protocol.CatchCatHeader {
	b := s.board
	row, col := b.RowCol(b.cat)
	h := &protocol.CatchCatHeader{Role: seatNames[d.seat], Rows: b.size, Cols: b.size, Cat: protocol.Cell{Row: row, Col: col}}
	for c, blocked := range b.blocked {
		if blocked {
			row, col := b.RowCol(Cell(c))
			h.Blocked = append(h.Blocked, protocol.Cell{Row: row, Col: col})
		}
	}
	return h
}

// Request appends the opponent's move, or go to the catcher at first.
func (d *Dialogue) Request(dst []byte, s game.State) []byte {
	st := s.(*State)
	if st.last == None {
		return protocol.AppendGo(dst)
	}
	row, col := st.board.RowCol(st.last)
	if d.seat == Cat {
		return protocol.AppendBlock(dst, protocol.Cell{Row: row, Col: col})
	}
	return protocol.AppendMove(dst, protocol.Cell{Row: row, Col: col})
}

// Answer takes the next line. A line that is not of the wire's grammar is an
// invalid answer with the line as its move.
func (d *Dialogue) Answer(in *protocol.Buffer) (game.Answer, error) {
	line, err := in.Line()
	if err != nil {
		return game.Answer{}, err
	}
	parse := protocol.ParseBlock
	if d.seat == Cat {
		parse = protocol.ParseMove
	}
	cell, err := parse(line)
	if err != nil {
		d.move = append(d.move[:0], line[:min(len(line), maxQuote)]...)
		return game.Answer{Move: d.move, Fault: game.Invalid}, nil
	}
	d.move = AppendMove(d.move[:0], cell.Row, cell.Col)
	return game.Answer{Move: d.move}, nil
}

// maxQuote is how much of a refused line is kept.
const maxQuote = 256

// Form says what an answer looks like.
func (d *Dialogue) Form() string {
	word := "block"
	if d.seat == Cat {
		word = "move"
	}
	return fmt.Sprintf("the %s's answer is the line %s ROW COL, such as %s 4 5, two whole numbers in plain digits, without sign, point, comma or leading zero", seatNames[d.seat], word, word)
}

// Notes returns nothing: every line is an answer.
func (d *Dialogue) Notes() []string { return nil }

// End appends the closing message.
func (d *Dialogue) End(dst []byte, r *game.Result) []byte {
	return protocol.AppendEnd(dst, string(r.Seats[d.seat].Outcome), r.Reason, r.Moves)
}
