package papersoccer

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

// feed puts text into a buffer; it panics where it does not fit.
func feed(in *protocol.Buffer, text string) {
	for text != "" {
		n := copy(in.Space(), text)
		if n == 0 {
			panic("the buffer is full")
		}
		in.Added(n)
		text = text[n:]
	}
}

func dialogue(t testing.TB, seat int, change func(*Setup)) game.Dialogue {
	t.Helper()
	s := DefaultSetup()
	if change != nil {
		change(s)
	}
	d, err := s.Dialogue(seat, Dialect)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOpeningBytes compares with the worked example of the rules page.
func TestOpeningBytes(t *testing.T) {
	s := newGame(t, nil)
	for seat, want := range [2]string{"w\x08\nl\x0a\ncr\n{}\n", "w\x08\nl\x0a\ncb\n"} {
		d := dialogue(t, seat, nil)
		var in protocol.Buffer
		out, done, err := d.Handshake(nil, &in, s)
		if err != nil || !done {
			t.Fatalf("seat %d: done %t, %v", seat, done, err)
		}
		if again, done, err := d.Handshake(nil, &in, s); len(again) != 0 || !done || err != nil {
			t.Errorf("seat %d: once more: %q, %t, %v", seat, again, done, err)
		}
		if seat == Red {
			out = d.Request(out, s)
		}
		if string(out) != want {
			t.Errorf("seat %d is sent %q, want %q", seat, out, want)
		}
	}
}

// TestTurnIsPassedOn checks that the request is the opponent's turn.
func TestTurnIsPassedOn(t *testing.T) {
	s := newGame(t, nil, "0", "34")
	d := dialogue(t, Red, nil)
	if got := string(d.Request(nil, s)); got != "{34}\n" {
		t.Errorf("request %q", got)
	}
	if got := d.End(nil, &game.Result{}); len(got) != 0 {
		t.Errorf("end %q", got)
	}
}

func TestAnswers(t *testing.T) {
	more, long, eof := protocol.ErrMore, protocol.ErrTooLong, io.EOF
	const max = protocol.MaxLine
	for _, c := range []struct {
		name  string
		input string
		close bool
		want  []any // texts of answers, then an error
		notes []string
	}{
		{name: "one turn", input: "{34}\n", want: []any{"34", more}},
		{name: "carriage return", input: "{34}\r\n", want: []any{"34", more}},
		{name: "no line end", input: "{34}", want: []any{"34", more}},
		{name: "nothing", want: []any{more}},
		{name: "nothing and the end", close: true, want: []any{eof}},
		{name: "half a turn", input: "{3", want: []any{more}},
		{name: "half a turn and the end", input: "{3", close: true, want: []any{eof}},
		{name: "a turn and the end", input: "{3}\n", close: true, want: []any{"3", eof}},
		{name: "empty turn", input: "{}\n", want: []any{"", more}},
		{name: "not steps", input: "{3 4}\n", want: []any{"!3 4", more}},
		{name: "a newline inside", input: "{3\n4}\n", want: []any{"!3\n4", more}},
		{name: "brace in braces", input: "{3{4}\n", want: []any{"!3{4", more}},
		{
			name: "closing brace alone", input: "}3}{4}\n", want: []any{"4", more},
			notes: []string{`3 bytes outside the braces: "}3}"`},
		},
		{
			name: "text outside", input: "my move:{3}\n", want: []any{"3", more},
			notes: []string{`8 bytes outside the braces: "my move:"`},
		},
		{
			name: "text outside alone", input: "hello\n", want: []any{more},
			notes: []string{`5 bytes outside the braces: "hello"`},
		},
		{
			name: "long text outside", input: strings.Repeat("y", 100) + "{3}", want: []any{"3", more},
			notes: []string{`100 bytes outside the braces: "` + strings.Repeat("y", 64) + `" …`},
		},
		{
			name: "early turn", input: "{3}\n{4}\n", want: []any{"3", "4", more},
			notes: []string{"1 turns before being asked"},
		},
		{name: "longest turn", input: "{" + strings.Repeat("0", max) + "}", want: []any{strings.Repeat("0", max), more}},
		{name: "too long a turn", input: "{" + strings.Repeat("0", max+1), want: []any{long}},
		{
			name: "flood outside", input: strings.Repeat("y\n", max/2+1), want: []any{long},
			notes: []string{`32769 bytes outside the braces: "` + strings.Repeat("y", 64) + `" …`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var in protocol.Buffer
			feed(&in, c.input)
			if c.close {
				in.CloseInput()
			}
			d := dialogue(t, Red, nil)
			for i, want := range c.want {
				a, err := d.Answer(&in)
				if wantErr, ok := want.(error); ok {
					if !errors.Is(err, wantErr) {
						t.Errorf("answer %d: %q, %v; want %v", i, a.Move, err, wantErr)
					}
					continue
				}
				got := string(a.Move)
				if a.Fault == game.Invalid {
					got = "!" + got
				}
				if err != nil || got != want {
					t.Errorf("answer %d: %q, %v; want %q", i, got, err, want)
				}
			}
			if notes := d.Notes(); !reflect.DeepEqual(notes, c.notes) {
				t.Errorf("notes %q, want %q", notes, c.notes)
			}
			if notes := d.Notes(); len(notes) != 0 {
				t.Errorf("notes %q were not forgotten", notes)
			}
		})
	}
}

// TestAnswerByteByByte checks that how the bytes come makes no difference.
func TestAnswerByteByByte(t *testing.T) {
	var in protocol.Buffer
	d := dialogue(t, Blue, letters)
	var got []string
	for _, c := range []byte("x{abc}\n\r\n{4}") {
		feed(&in, string(c))
		switch a, err := d.Answer(&in); {
		case err == nil:
			got = append(got, string(a.Move)+" "+string(a.Fault))
		case err != protocol.ErrMore:
			t.Fatal(err)
		}
	}
	if want := []string{"abc ", "4 invalid"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func BenchmarkDialogue(b *testing.B) {
	var in protocol.Buffer
	s := newGame(b, nil, "0", "34")
	d := dialogue(b, Red, nil)
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = d.Request(out[:0], s)
		in.Added(copy(in.Space(), "{34}\n"))
		if _, err := d.Answer(&in); err != nil {
			b.Fatal(err)
		}
	}
}
