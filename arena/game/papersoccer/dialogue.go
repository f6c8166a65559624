package papersoccer

import (
	"bytes"
	"fmt"
	"io"

	"botarena/arena/game"
	"botarena/protocol"
)

// What is kept of bytes that are reported.
const (
	maxQuote = 64 // bytes quoted in one note
	maxNotes = 16 // notes between two calls of Notes
)

// Dialogue is the conversation with one seat: the opening messages, then turns
// in braces both ways. There is no handshake and no closing message.
type Dialogue struct {
	seat     int
	board    Board
	notation Notation

	opened  bool
	scanned int    // bytes after the brace at the buffer's start that hold no }
	text    []byte // the last answer
	outside []byte // start of what came outside the braces, not yet noted
	nOut    int    // how much that was
	flood   int    // bytes outside the braces since the last answer
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
	colour := seatNames[d.seat][0]
	return append(dst, 'w', byte(d.board.Width), '\n', 'l', byte(d.board.Height), '\n', 'c', colour, '\n'), true, nil
}

// Request appends the opponent's last turn as it was, or {} to the starter.
func (d *Dialogue) Request(dst []byte, s game.State) []byte {
	dst = append(dst, '{')
	dst = append(dst, s.(*State).LastTurn()...)
	return append(dst, '}', '\n')
}

// Answer takes what is in the next pair of braces. It is there as soon as the
// closing brace is; a missing line end costs nothing. What comes outside the
// braces is dropped and noted; more than [protocol.MaxLine] of it for one
// answer, or a turn of more than that, is [protocol.ErrTooLong].
func (d *Dialogue) Answer(in *protocol.Buffer) (game.Answer, error) {
	b := in.Bytes()
	start := bytes.IndexByte(b, '{')
	if start < 0 {
		d.skip(in, len(b))
		return game.Answer{}, d.missing(in)
	}
	if start > 0 {
		d.skip(in, start)
		d.scanned = 0
		b = in.Bytes()
	}
	b = b[1:]
	n := bytes.IndexByte(b[d.scanned:], '}')
	if n < 0 {
		d.scanned = len(b)
		if len(b) > protocol.MaxLine {
			return game.Answer{}, protocol.ErrTooLong
		}
		return game.Answer{}, d.missing(in)
	}
	n += d.scanned
	if n > protocol.MaxLine {
		return game.Answer{}, protocol.ErrTooLong
	}
	d.text = append(d.text[:0], b[:n]...)
	in.Discard(1 + n + 1)
	d.scanned, d.flood = 0, 0
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

func (d *Dialogue) missing(in *protocol.Buffer) error {
	switch {
	case d.flood > protocol.MaxLine:
		return protocol.ErrTooLong
	case in.Closed():
		return io.EOF
	}
	return protocol.ErrMore
}

// skip takes n bytes outside the braces away. Line ends are expected there.
func (d *Dialogue) skip(in *protocol.Buffer, n int) {
	for _, c := range in.Bytes()[:n] {
		if c == '\n' || c == '\r' {
			continue
		}
		d.nOut++
		if len(d.outside) < maxQuote {
			d.outside = append(d.outside, c)
		}
	}
	d.flood += n
	in.Discard(n)
}

func (d *Dialogue) noteOutside() {
	if d.nOut == 0 {
		return
	}
	text := fmt.Sprintf("%d bytes outside the braces: %q", d.nOut, d.outside)
	if d.nOut > len(d.outside) {
		text += " …"
	}
	d.note(text)
	d.outside, d.nOut = d.outside[:0], 0
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
