package protocol

import "io"

// AppendReady appends the bot's answer to the header: a line "ready".
func AppendReady(dst []byte) []byte { return append(dst, "ready\n"...) }

// ParseReady checks that a line is a bot's "ready".
func ParseReady(line []byte) error {
	f := fields{rest: line}
	if f.is("ready"); !f.end() {
		return syntax("ready", line)
	}
	return nil
}

// AppendStart appends the line that ends a header.
func AppendStart(dst []byte) []byte { return append(dst, "start\n"...) }

// AppendGo appends the line "go": it is the bot's turn.
func AppendGo(dst []byte) []byte { return append(dst, "go\n"...) }

// End is the last message of the dialects catchcat and goldhunter.
type End struct {
	Outcome string // win, lose or draw
	Reason  string // one word, such as "escaped"
	// Figures are the numbers at the end: in catchcat how many valid moves
	// both made together, in goldhunter the two scores, the own one first.
	Figures []int
}

var outcomes = []string{"win", "lose", "draw"}

// AppendEnd appends the closing message.
func AppendEnd(dst []byte, outcome, reason string, figures ...int) []byte {
	dst = append(dst, "end "...)
	dst = append(dst, outcome...)
	dst = append(dst, ' ')
	return appendLine(append(dst, reason...), "", figures...)
}

// parseEnd reads the closing message with the given number of figures.
func parseEnd(line []byte, figures int) (*End, error) {
	f := fields{rest: line}
	f.is("end")
	outcome, ok := nameOf(outcomes, f.word())
	reason := f.word()
	e := &End{Reason: string(reason), Figures: make([]int, figures)}
	for i := range e.Figures {
		e.Figures[i] = f.number()
	}
	if !f.end() || !ok || !isReason(reason) {
		return nil, syntax("end win|lose|draw REASON and "+string('0'+byte(figures))+" numbers", line)
	}
	e.Outcome = outcomes[outcome]
	return e, nil
}

// isReason reports whether a word can be a reason: small letters and hyphens.
func isReason(word []byte) bool {
	for _, c := range word {
		if (c < 'a' || c > 'z') && c != '-' {
			return false
		}
	}
	return len(word) > 0
}

// isLine reports whether the first field of a line is the given word.
func isLine(line []byte, word string) bool {
	f := fields{rest: line}
	return string(f.word()) == word
}

// cutShort is the error for an input that fails between a match's header and
// its end.
func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
