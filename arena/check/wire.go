package check

import (
	"fmt"
	"strings"
	"time"

	"botarena/arena/game"
)

// Message is what went over a board's wire in one direction at once.
type Message struct {
	// Board says that the board said it; else it was sent to the board.
	Board bool `json:"board"`
	// Hex holds the bytes, separated by blanks.
	Hex string `json:"hex"`
	// What names the bytes, one after the other.
	What []string `json:"what"`
	// After is how long after the last message to the board the last of them
	// came, in milliseconds.
	After float64 `json:"after_ms"`
}

// mostMessages bounds what is kept of a match: its beginning and its end.
const mostMessages = 400

// wire writes down what goes over a board's wire.
type wire struct {
	messages []Message
	last     time.Time // when something was sent last
	left     []byte    // what has come and is no whole answer yet
	said     reader    // reads along what the board says
	told     reader    // and what it is told
}

// send notes what is sent.
func (w *wire) send(b []byte) {
	if w == nil || len(b) == 0 {
		return
	}
	w.last = time.Now()
	w.add(false, b, w.told.tell, 0)
}

// wait notes what has come and is still waited with.
func (w *wire) wait(b []byte) {
	if w != nil {
		w.left = keep(w.left[:0], b)
	}
}

// end returns all messages, an answer that did not end among them.
func (w *wire) end() []Message {
	w.hear(w.left)
	return w.messages
}

// hear notes what the board has said.
func (w *wire) hear(b []byte) {
	if w == nil || len(b) == 0 {
		return
	}
	// The line's end after the turn before comes when nobody waits for it.
	for i := len(w.messages) - 1; i >= 0 && !w.said.inTurn && len(b) > 0 && (b[0] == '\n' || b[0] == '\r'); {
		if !w.messages[i].Board {
			i--
			continue
		}
		w.messages[i].Hex += fmt.Sprintf(" %02x", b[0])
		w.messages[i].What = append(w.messages[i].What, w.said.read(b[0]))
		b = b[1:]
	}
	if len(b) > 0 {
		w.add(true, b, w.said.read, time.Since(w.last))
	}
}

func (w *wire) add(board bool, b []byte, read func(byte) string, after time.Duration) {
	m := Message{Board: board, Hex: fmt.Sprintf("% x", b), After: float64(after.Microseconds()) / 1e3}
	for _, c := range b {
		m.What = append(m.What, read(c))
	}
	if n := len(w.messages); n > 0 && w.messages[n-1].Board && board { // came in pieces
		last := &w.messages[n-1]
		last.Hex += " " + m.Hex
		last.What = append(last.What, m.What...)
		last.After = m.After
		return
	}
	w.messages = append(w.messages, m)
	if len(w.messages) > mostMessages {
		w.messages = append(w.messages[:mostMessages/2], w.messages[mostMessages/2+1:]...)
	}
}

// reader reads along the wire of Paper Soccer, byte by byte, in one direction.
type reader struct {
	inTurn  bool
	opening string // what the next byte of the opening is: width, length or colour; else empty
}

// compass are the directions by their digits.
var compass = [8]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

// read names the next byte.
func (r *reader) read(c byte) string {
	name := r.opening
	r.opening = ""
	switch {
	case name == "width" || name == "length":
		return fmt.Sprintf("%s %d", name, c)
	case name == "colour" && c == 'r':
		return "red"
	case name == "colour" && c == 'b':
		return "blue"
	case r.inTurn && c == '}':
		r.inTurn = false
		return "turn ends"
	case r.inTurn && c >= '0' && c <= '7':
		return compass[c-'0']
	case r.inTurn && c >= 'a' && c <= 'h':
		return compass[c-'a']
	case r.inTurn:
		return printable(c) + " is no step"
	case c == '{':
		r.inTurn = true
		return "turn begins"
	case c == '\n':
		return "line end"
	case c == '\r':
		return "carriage return, ignored"
	}
	return printable(c) + " outside the braces, ignored"
}

// tell names the next byte of what is sent, in which the opening has a meaning.
func (r *reader) tell(c byte) string {
	if r.opening == "" && !r.inTurn {
		switch c {
		case 'w':
			r.opening = "width"
			return "'w'"
		case 'l':
			r.opening = "length"
			return "'l'"
		case 'c':
			r.opening = "colour"
			return "'c'"
		}
	}
	return r.read(c)
}

func printable(c byte) string {
	if c > ' ' && c < 0x7f {
		return fmt.Sprintf("%q", c)
	}
	return fmt.Sprintf("0x%02x", c)
}

// String returns the message in one line: what each byte is.
func (m *Message) String() string {
	var b strings.Builder
	for i, c := range strings.Fields(m.Hex) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", c, m.What[i])
	}
	return b.String()
}

// boardRules say what usually causes what was found with a board, as ends and
// talks do with a program.
var boardRules = []func(*clues) string{unplugged, wrongRate, restless, mute, noTurnEnd, notSteps, boardNoise, againstRules, unasked, nearLimit}

func unplugged(c *clues) string {
	if n := len(c.run.Faults); n == 0 || !strings.Contains(c.run.Faults[n-1], "unplugged") {
		return ""
	}
	return "the line hung up: was the cable pulled, or the board switched off? A board that takes its power from USB can also draw too much"
}

// wrongRate sees bytes that are no text: those of another baud rate or parity.
func wrongRate(c *clues) string {
	odd := 0
	for _, b := range c.talk.heard {
		if b >= 0x80 || b < ' ' && b != '\n' && b != '\r' && b != 0x11 && b != 0x13 {
			odd++
		}
	}
	if c.report.Fit || odd == 0 {
		return ""
	}
	return fmt.Sprintf("%d bytes are no text at all: the board's baud rate, parity or stop bits may not be those of the line (--baud, --parity, --stop-bits), or the ground of the cable is missing", odd)
}

func restless(c *clues) string {
	if c.report.Fault != game.DidNotStart {
		return ""
	}
	return "the board talks before it is asked: it must be silent until the opening comes, but for what it says when it is powered"
}

func notSteps(c *clues) string {
	if !c.talk.refused {
		return ""
	}
	return "between the braces only steps may stand, the digits 0 (north) to 7 (north-west) clockwise, and no blanks"
}

func mute(c *clues) string {
	if !c.timedOut() || len(c.talk.heard) > 0 {
		return ""
	}
	return "nothing came back: are the two data wires crossed (the board's TX goes to RX), is it the right line (arena ports), does the board wait for a reset? The length 10 of the pitch is itself a newline byte: a board that reads by lines loses its place there"
}

func noTurnEnd(c *clues) string {
	if !c.timedOut() || len(c.talk.heard) == 0 {
		return ""
	}
	return "an answer began and did not end: a turn ends with }"
}

// boardNoise sees what came outside the braces.
func boardNoise(c *clues) string {
	for _, n := range c.report.Notes {
		if strings.Contains(n, "outside the braces") {
			return "bytes outside the braces are ignored (" + n + "): debug output costs the board its own time only"
		}
	}
	return ""
}
