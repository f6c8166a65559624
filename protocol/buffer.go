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
	data    []byte // storage; grown as needed up to twice what may be held
	r, w    int    // unread bytes are data[r:w]
	seen    int    // data[r:r+seen] holds no line end
	limit   int    // the longest line; 0 stands for MaxLine
	begun   bool   // the first bytes have been looked at for a byte order mark
	eof     bool
	unended bool // the last line that was taken had no end
}

// The storage starts with room for what a well-behaved bot says.
const firstSize = 4 << 10

func (b *Buffer) maxLine() int {
	if b.limit > 0 {
		return b.limit
	}
	return MaxLine
}

// Space returns where the next bytes go; it is empty exactly when the buffer
// is full. It is valid until the next call of another method but Added.
func (b *Buffer) Space() []byte {
	if b.r == b.w {
		b.r, b.w = 0, 0
	}
	hold := b.maxLine() + len("\r\n")
	room := hold - (b.w - b.r)
	if tail := len(b.data) - b.w; tail < room && tail < firstSize/2 {
		b.makeRoom(2 * hold)
	}
	return b.data[b.w:min(len(b.data), b.w+room)]
}

// makeRoom moves the unread bytes to the front of the storage, or of twice as
// much where they fill half of it. A flood of which little is taken at a time
// is therefore not moved at each call.
func (b *Buffer) makeRoom(most int) {
	to := b.data
	if b.w-b.r >= len(to)/2 {
		to = make([]byte, min(most, max(firstSize, 2*len(to))))
	}
	b.w = copy(to, b.data[b.r:b.w])
	b.r, b.data = 0, to
}

// Added says that n bytes were put into what Space returned.
func (b *Buffer) Added(n int) {
	if n < 0 || n > len(b.data)-b.w {
		panic("protocol: Buffer.Added: more bytes than there was space for")
	}
	b.w += n
}

// CloseInput says that no more bytes will come.
func (b *Buffer) CloseInput() { b.eof = true }

// Closed reports whether CloseInput was called.
func (b *Buffer) Closed() bool { return b.eof }

// Unended reports whether the line taken last had no end, but that of the
// input. Of a bot that was killed it is a part of a line.
func (b *Buffer) Unended() bool { return b.unended }

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
// input is closed. The line is valid until the next call of another method.
//
// Errors: [ErrMore] while the line has no end; [ErrTooLong] for a line of more
// than [MaxLine] bytes, and again at every later call, because nothing after
// such a line is looked at; [io.EOF] when the input is closed and nothing but
// blank lines is left.
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
			line := trimEnd(rest[:i])
			if len(line) > b.maxLine() {
				return nil, ErrTooLong
			}
			b.r += i + 1
			b.seen = 0
			if !blank(line) {
				return line, nil
			}
		case len(trimEnd(rest)) > b.maxLine():
			return nil, ErrTooLong
		case !b.eof:
			b.seen = len(rest)
			return nil, ErrMore
		default:
			b.r, b.seen = b.w, 0
			if line := trimEnd(rest); !blank(line) {
				b.unended = true
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
