package papersoccer

import (
	"bytes"
	"fmt"

	"botarena/arena/game"
	"botarena/protocol"
)

// maxNotes bounds the notes between two calls of Notes.
const maxNotes = 16

// Dialogue is the conversation with one seat: the opening messages, then turns
// in braces both ways. There is no handshake and no closing message.
type Dialogue struct {
	seat     int
	board    Board
	notation Notation

	opened  bool
	turns   protocol.Turns
	text    []byte // the last answer
	notes   []string
	dropped int // notes that did not fit
}

var _ game.Dialogue = (*Dialogue)(nil)

// Handshake appends the opening messages and is done: nothing is answered.
func (d *Dialogue) Handshake(dst []byte, _ *protocol.Buffer, _ game.State) (out []byte, done bool, err error) {
	if d.opened {
		return dst, true, nil
	}
	d.opened = true
	o := protocol.Opening{Width: d.board.Width, Length: d.board.Height, Red: d.seat == Red}
	return o.Append(dst), true, nil
}

// Request appends the opponent's last turn as it was, or {} to the starter.
func (d *Dialogue) Request(dst []byte, s game.State) []byte {
	return protocol.AppendTurn(dst, s.(*State).LastTurn())
}

// Answer takes what is in the next pair of braces, as soon as the closing
// brace is there. The errors are those of [protocol.Turns].
func (d *Dialogue) Answer(in *protocol.Buffer) (game.Answer, error) {
	steps, err := d.turns.Take(in)
	if err != nil {
		return game.Answer{}, err
	}
	d.text = append(d.text[:0], steps...)
	d.noteOutside()
	if early := bytes.Count(in.Bytes(), []byte{'}'}); early > 0 {
		d.note(fmt.Sprintf("%d turns before being asked", early))
	}
	a := game.Answer{Move: d.text}
	for _, c := range d.text {
		if _, ok := d.notation.Direction(c); !ok {
			a.Fault = game.Invalid
		}
	}
	return a, nil
}

// Form says what an answer looks like.
func (d *Dialogue) Form() string {
	example, steps := "{02}", "digits from 0 (north) clockwise to 7 (north-west)"
	if d.notation == Letters {
		example, steps = "{ac}", "letters from a (north) clockwise to h (north-west)"
	}
	return "an answer is all steps of a turn in one pair of braces, such as " + example + ", " + steps + " with nothing between them"
}

func (d *Dialogue) noteOutside() {
	n, start := d.turns.Outside()
	if n == 0 {
		return
	}
	text := fmt.Sprintf("%d bytes outside the braces: %q", n, start)
	if n > len(start) {
		text += " …"
	}
	d.note(text)
}

func (d *Dialogue) note(text string) {
	if len(d.notes) == maxNotes {
		d.dropped++
		return
	}
	d.notes = append(d.notes, text)
}

// Notes returns and forgets what came outside the braces and what came before
// it was asked for.
func (d *Dialogue) Notes() []string {
	d.noteOutside()
	notes := d.notes
	if d.dropped > 0 {
		notes = append(notes, fmt.Sprintf("%d more notes", d.dropped))
	}
	d.notes, d.dropped = nil, 0
	return notes
}

// End appends nothing: the end of the match has no message.
func (d *Dialogue) End(dst []byte, _ *game.Result) []byte { return dst }
