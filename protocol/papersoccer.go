package protocol

import (
	"bytes"
	"io"
)

// Opening is what a player of Paper Soccer is told at the start. Its three
// messages are nine bytes; a size is one byte, so the length 10 of the
// contest's pitch is itself a newline, and the opening cannot be read by lines.
type Opening struct {
	Width, Length int // of the pitch in cells: even, 2 to 254
	// Red says that the player owns the north goal and attacks south;
	// otherwise it is blue, owns the south goal and attacks north.
	Red bool
}

const openingSize = len("wW\nlL\ncC\n")

// Append appends the opening.
func (o Opening) Append(dst []byte) []byte {
	colour := byte('b')
	if o.Red {
		colour = 'r'
	}
	return append(dst, 'w', byte(o.Width), '\n', 'l', byte(o.Length), '\n', 'c', colour, '\n')
}

// ParseOpening reads the nine bytes of an opening. Anything else is a
// *[SyntaxError].
func ParseOpening(b []byte) (Opening, error) {
	if len(b) != openingSize || b[0] != 'w' || b[2] != '\n' || b[3] != 'l' || b[5] != '\n' ||
		b[6] != 'c' || b[7] != 'r' && b[7] != 'b' || b[8] != '\n' || !isPitchSize(b[1]) || !isPitchSize(b[4]) {
		return Opening{}, syntax("the opening: w, l and c messages of three bytes each", b)
	}
	return Opening{Width: int(b[1]), Length: int(b[4]), Red: b[7] == 'r'}, nil
}

func isPitchSize(c byte) bool { return c >= 2 && c%2 == 0 }

// ReadOpening reads the opening. Errors: a *[SyntaxError], and those of
// [Reader.ReadFull].
func ReadOpening(r *Reader) (Opening, error) {
	var b [openingSize]byte
	if err := r.ReadFull(b[:]); err != nil {
		return Opening{}, err
	}
	return ParseOpening(b[:])
}

// AppendTurn appends a turn in both directions: a bot's answer, and what the
// opponent is then sent. Without steps it is the starter's request.
func AppendTurn(dst, steps []byte) []byte {
	dst = append(dst, '{')
	dst = append(dst, steps...)
	return append(dst, '}', '\n')
}

// Turns takes turns from a [Buffer], a line `{steps}` each. A turn is there as
// soon as its closing brace is; what is outside the braces belongs to none and
// is only counted. The zero value is ready to use.
type Turns struct {
	scanned int    // bytes after the brace at the buffer's front that hold no }
	flood   int    // bytes outside since the last turn, line ends included
	outside int    // bytes outside not yet reported, line ends apart
	start   []byte // the first of these
}

// Take takes the next turn and returns what is between its braces: steps if
// all is well, but any bytes if the bot likes. It is valid until the next call
// of a method of b.
//
// Errors: [ErrMore]; [ErrTooLong] where more than [MaxLine] bytes have come
// within the braces, or outside since the last turn; [io.EOF] when the input is
// closed and no turn is left.
func (t *Turns) Take(b *Buffer) ([]byte, error) {
	open := bytes.IndexByte(b.Bytes(), '{')
	if open < 0 {
		t.skip(b, len(b.Bytes()))
		return nil, t.none(b)
	}
	if open > 0 {
		t.skip(b, open)
		if t.flood > MaxLine {
			return nil, ErrTooLong
		}
	}
	steps := b.Bytes()[1:]
	end := bytes.IndexByte(steps[t.scanned:], '}')
	if end < 0 {
		t.scanned = len(steps)
		if t.scanned > MaxLine {
			return nil, ErrTooLong
		}
		return nil, t.none(b)
	}
	steps = steps[:t.scanned+end]
	if len(steps) > MaxLine {
		return nil, ErrTooLong
	}
	b.Discard(len("{}") + len(steps))
	t.scanned, t.flood = 0, 0
	return steps, nil
}

func (t *Turns) none(b *Buffer) error {
	switch {
	case t.flood > MaxLine:
		return ErrTooLong
	case b.Closed():
		return io.EOF
	}
	return ErrMore
}

// skip takes n bytes outside the braces away.
func (t *Turns) skip(b *Buffer, n int) {
	for _, c := range b.Bytes()[:n] {
		if c == '\n' || c == '\r' {
			continue
		}
		t.outside++
		if len(t.start) < maxQuote {
			t.start = append(t.start, c)
		}
	}
	t.flood += n
	t.scanned = 0
	b.Discard(n)
}

// Read waits for the next turn. It is valid until the next call of a method of
// r. Errors: those of [Turns.Take] but ErrMore, and the source's own.
func (t *Turns) Read(r *Reader) ([]byte, error) {
	for {
		steps, err := t.Take(&r.buf)
		switch err {
		case ErrMore:
			r.fill()
		case io.EOF:
			return nil, r.end()
		default:
			return steps, err
		}
	}
}

// Outside returns how many bytes, line ends apart, came outside the braces
// since the last call, and the first 64 of them, valid until the next call of
// Take.
func (t *Turns) Outside() (n int, start []byte) {
	n, start = t.outside, t.start
	t.outside, t.start = 0, t.start[:0]
	return n, start
}

// PlayPaperSoccer plays one match of Paper Soccer over in and out.
//
// It reads the opening and calls prepare. From then on it calls the function
// that prepare returned with each turn of the opponent, empty where the bot
// starts, and sends the steps that it returns. The bot keeps the board; turn
// is valid during the call only.
//
// The wire tells no result: nil means that the input has ended. Errors: those
// of in and out, [ErrTooLong], and a *[SyntaxError] for an opening that is none.
func PlayPaperSoccer(in io.Reader, out io.Writer, prepare func(Opening) func(turn []byte) (steps []byte)) error {
	r, w := NewReader(in), NewWriter(out)
	opening, err := ReadOpening(r)
	if err != nil {
		return cutShort(err)
	}
	play := prepare(opening)
	var turns Turns
	for {
		turn, err := turns.Read(r)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err := w.Send(AppendTurn(w.Line(), play(turn))); err != nil {
			return err
		}
	}
}
