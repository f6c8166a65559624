package protocol

import (
	"fmt"
	"math"
	"strconv"
)

// SyntaxError says that a line is not what the wire's grammar wants there.
type SyntaxError struct {
	Want string // what was expected, such as "block ROW COL"
	Got  string // the line, cut after 64 bytes
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("protocol: expected %s, got %q", e.Want, e.Got)
}

func syntax(want string, got []byte) error {
	return &SyntaxError{Want: want, Got: Quote(got)}
}

const maxQuote = 64 // bytes

// Quote returns text for a message or a report: all of it, or its first 64
// bytes and an ellipsis.
func Quote(text []byte) string {
	if len(text) > maxQuote {
		return string(text[:maxQuote]) + "…"
	}
	return string(text)
}

// fields takes the fields of a line one after the other. Any run of spaces
// and tabs separates fields, also before the first and after the last. The
// first field that is not as wanted makes it bad, and it stays so.
type fields struct {
	rest []byte
	bad  bool
}

// word takes the next field; it is empty at the end of the line.
func (f *fields) word() []byte {
	i := 0
	for i < len(f.rest) && isBlank(f.rest[i]) {
		i++
	}
	start := i
	for i < len(f.rest) && !isBlank(f.rest[i]) {
		i++
	}
	word := f.rest[start:i]
	f.rest = f.rest[i:]
	return word
}

// is takes the next field, which must be the given word.
func (f *fields) is(word string) {
	if string(f.word()) != word {
		f.bad = true
	}
}

// number takes the next field, which must be a number.
func (f *fields) number() int {
	n, ok := parseNumber(f.word())
	if !ok {
		f.bad = true
	}
	return n
}

// maxSize bounds the sizes that a reader of headers takes, so that a broken
// header cannot make a bot ask for all memory. No game's board comes near it.
const maxSize = 1000

// size takes the next field, which must be a number from 1 to maxSize.
func (f *fields) size() int {
	n := f.number()
	f.bad = f.bad || n < 1 || n > maxSize
	return n
}

// end reports whether all was as wanted and nothing is left.
func (f *fields) end() bool { return len(f.word()) == 0 && !f.bad }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// parseNumber reads a number as the text dialects write it: decimal digits
// only, without sign or leading zeros. No field of these dialects can be
// negative. A number that an int cannot hold is refused.
func parseNumber(b []byte) (int, bool) {
	if len(b) == 0 || len(b) > 1 && b[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range b {
		d := int(c - '0')
		if d > 9 || n > (math.MaxInt-d)/10 {
			return 0, false
		}
		n = 10*n + d
	}
	return n, true
}

func appendNumber(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// appendLine appends a word and numbers, one space between them, as a line.
func appendLine(dst []byte, word string, numbers ...int) []byte {
	dst = append(dst, word...)
	for _, n := range numbers {
		dst = append(dst, ' ')
		dst = appendNumber(dst, n)
	}
	return append(dst, '\n')
}

// nameOf returns the index of a word in a list of names.
func nameOf(names []string, word []byte) (int, bool) {
	for i, name := range names {
		if string(word) == name {
			return i, true
		}
	}
	return 0, false
}
