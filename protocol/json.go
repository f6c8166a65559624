package protocol

import (
	"bytes"
	"encoding/json"
	"math"
)

// jsonText takes values of a JSON text one after the other. It is strict
// about the text's form (RFC 8259), keeps the order of members, and allocates
// only for strings with escapes. The first fault makes it bad, and it stays so.
type jsonText struct {
	rest []byte
	bad  bool
}

// maxDepth is how deep arrays and objects nest in what is skipped.
const maxDepth = 32

// peek returns the next byte after white space, 0 at the end or when bad.
func (j *jsonText) peek() byte {
	for len(j.rest) > 0 {
		switch c := j.rest[0]; c {
		case ' ', '\t', '\n', '\r':
			j.rest = j.rest[1:]
		default:
			if j.bad {
				return 0
			}
			return c
		}
	}
	return 0
}

// take takes the next byte if it is c.
func (j *jsonText) take(c byte) bool {
	if j.peek() != c || len(j.rest) == 0 {
		return false
	}
	j.rest = j.rest[1:]
	return true
}

func (j *jsonText) want(c byte) {
	if !j.take(c) {
		j.bad = true
	}
}

// word takes a literal such as null if it is next.
func (j *jsonText) word(w string) bool {
	j.peek()
	if !j.bad && bytes.HasPrefix(j.rest, []byte(w)) {
		j.rest = j.rest[len(w):]
		return true
	}
	return false
}

// open takes the opening bracket of an array or object that ends with close,
// or null in its place; it reports whether members follow, for next.
func (j *jsonText) open(begin, end byte) bool {
	if j.word("null") {
		return false
	}
	j.want(begin)
	return !j.take(end) && !j.bad
}

// next goes on to another member after one was taken; false after the last.
func (j *jsonText) next(end byte) bool {
	if j.take(',') {
		return !j.bad
	}
	j.want(end)
	return false
}

// key takes the name of a member and the colon.
func (j *jsonText) key() []byte {
	k := j.text()
	j.want(':')
	return k
}

// text takes a string and returns what it says.
func (j *jsonText) text() []byte {
	if j.want('"'); j.bad {
		return nil
	}
	plain := true
	for i := 0; i < len(j.rest); i++ {
		switch c := j.rest[i]; {
		case c == '"':
			raw := j.rest[:i]
			j.rest = j.rest[i+1:]
			if plain {
				return raw
			}
			return j.unescape(raw)
		case c < ' ':
			j.bad = true
			return nil
		case c == '\\':
			plain = false
			i++
		case c >= 0x80:
			plain = false
		}
	}
	j.bad = true
	return nil
}

// unescape returns what a string with escapes, or one that may not be UTF-8, says.
func (j *jsonText) unescape(raw []byte) []byte {
	var s string
	quoted := append(append([]byte{'"'}, raw...), '"')
	if json.Unmarshal(quoted, &s) != nil {
		j.bad = true
	}
	return []byte(s)
}

// number takes an integer: decimal digits, perhaps after a minus.
func (j *jsonText) number() int64 {
	negative := j.take('-') // take skips white space, but only before the sign
	if len(j.rest) == 0 || j.rest[0] < '0' || j.rest[0] > '9' {
		j.bad = true
		return 0
	}
	i, n := 0, int64(0)
	for ; i < len(j.rest) && j.rest[i] >= '0' && j.rest[i] <= '9'; i++ {
		d := int64(j.rest[i] - '0')
		if n > (math.MaxInt64-d)/10 || i > 0 && n == 0 {
			j.bad = true
			return 0
		}
		n = 10*n + d
	}
	j.rest = j.rest[i:]
	if len(j.rest) > 0 && (j.rest[0] == '.' || j.rest[0]|0x20 == 'e') || negative && n == 0 {
		j.bad = true
	}
	if negative {
		return -n
	}
	return n
}

// skip takes a value of any kind.
func (j *jsonText) skip(depth int) {
	switch c := j.peek(); {
	case depth == 0:
		j.bad = true
	case c == '"':
		j.text()
	case c == '{':
		for more := j.open('{', '}'); more; more = j.next('}') {
			j.key()
			j.skip(depth - 1)
		}
	case c == '[':
		for more := j.open('[', ']'); more; more = j.next(']') {
			j.skip(depth - 1)
		}
	case c == '-' || c >= '0' && c <= '9':
		j.skipNumber()
	case j.word("true"), j.word("false"), j.word("null"):
	default:
		j.bad = true
	}
}

// skipNumber takes a number of any form that JSON has.
func (j *jsonText) skipNumber() {
	n := len(j.rest) - len(bytes.TrimLeft(j.rest, "+-.0123456789eE"))
	if !json.Valid(j.rest[:n]) {
		j.bad = true
	}
	j.rest = j.rest[n:]
}

// end reports whether all was as wanted and only white space is left.
func (j *jsonText) end() bool { return j.peek() == 0 && len(j.rest) == 0 && !j.bad }
