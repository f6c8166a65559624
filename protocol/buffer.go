package protocol

import (
	"bytes"
	"errors"
	"io"
)

// MaxLine is the longest line, its end not counted, that is read from a bot,
// and with that also how far an arena reads ahead.
const MaxLine = 64 << 10

var (
	// ErrMore says that no whole answer has been read yet.
	ErrMore = errors.New("protocol: no whole answer yet")
	// ErrTooLong says that a line is longer than MaxLine.
	ErrTooLong = errors.New("protocol: line too long")
)

// Buffer takes bytes as they come and gives them back as lines. It holds at
// most MaxLine+2 bytes: when it is full its owner stops reading, so that a
// flood costs an arena nothing. The zero value is ready to use.
//
// It is fed by hand (Space, Added, CloseInput) because an arena polls several
// descriptors on one thread; [Reader] does so for a program with one stdin.
type Buffer struct {
	data  []byte // storage; grown once
	r, w  int    // unread bytes are data[r:w]
	seen  int    // data[r:r+seen] holds no line end
	begun bool   // the first bytes have been looked at for a byte order mark
	eof   bool
}

// Space returns where the next bytes go; it is empty when the buffer is full.
func (b *Buffer) Space() []byte {
	if b.data == nil {
		b.data = make([]byte, MaxLine+2)
	}
	if b.r == b.w {
		b.r, b.w = 0, 0
	} else if b.r > 0 && len(b.data)-b.w < 4096 {
		b.w = copy(b.data, b.data[b.r:b.w])
		b.r = 0
	}
	return b.data[b.w:]
}

// Added says that n bytes were put into what Space returned.
func (b *Buffer) Added(n int) { b.w += n }

// CloseInput says that no more bytes will come.
func (b *Buffer) CloseInput() { b.eof = true }

// Closed reports whether CloseInput was called.
func (b *Buffer) Closed() bool { return b.eof }

// Bytes returns what is there and not yet taken. It is valid until the next
// call of another method.
func (b *Buffer) Bytes() []byte { return b.data[b.r:b.w] }

// Discard takes the first n bytes away.
func (b *Buffer) Discard(n int) {
	b.r += n
	b.seen = max(0, b.seen-n)
	b.begun = true
}

// Line takes the next line that is not blank and returns it without its end:
// a line feed and at most one carriage return before it. A byte order mark
// before the first line is dropped. Text without an end is a line once the
// input is closed. Errors: ErrMore, ErrTooLong, io.EOF.
// The line is valid until the next call of another method.
func (b *Buffer) Line() ([]byte, error) {
	for {
		if !b.begun && !b.dropMark() {
			return nil, ErrMore
		}
		rest := b.Bytes()
		i := bytes.IndexByte(rest[b.seen:], '\n')
		switch {
		case i >= 0:
			i += b.seen
			b.r += i + 1
			b.seen = 0
			if line := trimEnd(rest[:i]); len(line) > MaxLine {
				return nil, ErrTooLong
			} else if !blank(line) {
				return line, nil
			}
		case len(trimEnd(rest)) > MaxLine:
			return nil, ErrTooLong
		case !b.eof:
			b.seen = len(rest)
			return nil, ErrMore
		default:
			b.r, b.seen = b.w, 0
			if line := trimEnd(rest); !blank(line) {
				return line, nil
			}
			return nil, io.EOF
		}
	}
}

// dropMark takes a byte order mark away from the very start of the input. It
// returns false while what is there could still become one.
func (b *Buffer) dropMark() bool {
	const mark = "\xef\xbb\xbf"
	rest := b.Bytes()
	if n := min(len(rest), len(mark)); n < len(mark) && string(rest[:n]) == mark[:n] && !b.eof {
		return false
	}
	b.begun = true
	if bytes.HasPrefix(rest, []byte(mark)) {
		b.r += len(mark)
	}
	return true
}

func trimEnd(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

func blank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}
