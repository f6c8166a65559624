package simulated

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"botarena/protocol"
)

// echo plays whatever it was sent, and the size and colour it was told first.
func echo(o protocol.Opening) func([]byte) []byte {
	first := fmt.Sprintf("%d %d %v ", o.Width, o.Length, o.Red)
	return func(turn []byte) []byte {
		answer := append([]byte(first), turn...)
		first = ""
		return answer
	}
}

// answers feeds a board and returns what it would say.
func answers(text string) []string {
	b := &Board{Play: echo}
	var said []string
	for _, c := range []byte(text) {
		if a, ok := b.take(c); ok {
			said = append(said, string(a))
		}
	}
	return said
}

// TestTake: the wire is read byte by byte; sizes are binary, so that a length
// of 10 is no line's end and a width of 123 no brace.
func TestTake(t *testing.T) {
	for text, want := range map[string]string{
		"w\x08\nl\n\ncr\n{}\n{12}\n":                      "8 10 true |12",
		"w{\nl\n\ncr\n{}\n":                               "", // an odd width is no opening
		"wz\nl\n\ncb\n{7}\n":                              "122 10 false 7",
		"{1}noise w\x08\nl\x0a\ncb\n{2}w\x08\nl\n\ncr\n{": "8 10 false 2",
		"w\x08\nl\n\ncr\n{1}w\x04\nl\x06\ncb\n{}x{5}":     "8 10 true 1|4 6 false |5",
	} {
		if got := strings.Join(answers(text), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzTake: no bytes break a board.
func FuzzTake(f *testing.F) {
	f.Add("w\x08\nl\n\ncr\n{}\n{12}\n")
	f.Add("{{}}w}{")
	f.Fuzz(func(t *testing.T, text string) {
		if got, most := len(answers(text)), strings.Count(text, "}"); got > most {
			t.Errorf("%d answers to %d turns", got, most)
		}
	})
}

// brokenLine is a line that fails.
type brokenLine struct{ error }

func (l brokenLine) Read([]byte) (int, error)  { return 0, l.error }
func (l brokenLine) Write([]byte) (int, error) { return 0, l.error }
func (l brokenLine) Unplug()                   {}

func TestBrokenLine(t *testing.T) {
	broken := errors.New("broken")
	for _, fault := range []Fault{None, Garbage, Chatter} {
		b := &Board{Play: echo, Fault: fault}
		if err := b.Run(t.Context(), brokenLine{broken}); !errors.Is(err, broken) {
			t.Errorf("%s: error %v", fault, err)
		}
	}
}
