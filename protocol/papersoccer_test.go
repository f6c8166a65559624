package protocol

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestOpening(t *testing.T) {
	red := Opening{Width: 8, Length: 10, Red: true}
	got := AppendTurn(red.Append(nil), nil)
	// What a red starter of the contest gets, byte for byte (rules page).
	want := []byte{0x77, 0x08, 0x0A, 0x6C, 0x0A, 0x0A, 0x63, 0x72, 0x0A, 0x7B, 0x7D, 0x0A}
	if !bytes.Equal(got, want) {
		t.Errorf("% X, want % X", got, want)
	}
	for _, o := range []Opening{red, {Width: 2, Length: 254}, {Width: 254, Length: 2, Red: true}, {Width: 10, Length: 12}, {Width: 'w' + 1, Length: 'l'}} {
		r := NewReader(iotest.OneByteReader(bytes.NewReader(o.Append(nil))))
		if got, err := ReadOpening(r); err != nil || got != o {
			t.Errorf("%+v, %v; want %+v", got, err, o)
		}
	}
	for name, bad := range map[string]string{
		"nothing": "", "cut": "w\x08\nl\n\ncr", "too long": "w\x08\nl\n\ncr\n\n", "an odd width": "w\x07\nl\n\ncr\n",
		"no length": "w\x08\nl\x00\ncr\n", "a capital": "w\x08\nl\n\ncR\n", "the other order": "l\n\nw\x08\ncr\n",
		"a carriage return": "w\x08\nl\n\ncr\r", "the length's byte is missing": "w\x08\nl\ncr\n{",
	} {
		var syntax *SyntaxError
		if o, err := ParseOpening([]byte(bad)); !errors.As(err, &syntax) {
			t.Errorf("%s: %+v, %v; want a SyntaxError", name, o, err)
		}
	}
}

func TestTurns(t *testing.T) {
	long := strings.Repeat("0", MaxLine)
	tests := []struct {
		name, in string
		want     []string
		outside  string
		err      error
	}{
		{"nothing", "", nil, "", io.EOF},
		{"one turn", "{0}\n", []string{"0"}, "", io.EOF},
		{"no line end", "{0}{17}", []string{"0", "17"}, "", io.EOF},
		{"empty", "{}\n", []string{""}, "", io.EOF},
		{"line ends within", "{0\n1}\r\n", []string{"0\n1"}, "", io.EOF},
		{"outside", "debug: 7\n{0} x }{1}y", []string{"0", "1"}, "debug: 7 x }y", io.EOF},
		{"a brace within", "{0{1}\n", []string{"0{1"}, "", io.EOF},
		{"unended", "{0}\n{1", []string{"0"}, "", io.EOF},
		{"the longest", "{" + long + "}", []string{long}, "", io.EOF},
		{"a step too long", "{" + long + "0}", nil, "", ErrTooLong},
		{"unended and too long", "{0}{" + long + "0", []string{"0"}, "", ErrTooLong},
		{"as much outside as may be", long + "{1}", []string{"1"}, long, io.EOF},
		{"too much outside", long + "0{1}", nil, long + "0", ErrTooLong},
		{"a flood of line ends", strings.Repeat("\n", MaxLine+1), nil, "", ErrTooLong},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, piece := range []int{1, 3, 4096, 1 << 20} {
				got, outside, err := takeTurns([]byte(tt.in), piece)
				if !slices.Equal(got, tt.want) || !errors.Is(err, tt.err) || outside != len(tt.outside) {
					t.Errorf("in pieces of %d: %d turns, %d outside, %v; want %d, %d, %v",
						piece, len(got), outside, err, len(tt.want), len(tt.outside), tt.err)
				}
			}
		})
	}
}

// takeTurns gives data to a buffer in pieces and returns the turns, how much
// was outside, and the error after the last turn.
func takeTurns(data []byte, piece int) (got []string, outside int, err error) {
	var b Buffer
	var turns Turns
	for {
		steps, err := turns.Take(&b)
		n, _ := turns.Outside()
		outside += n
		switch {
		case err == nil:
			got = append(got, string(steps))
		case !errors.Is(err, ErrMore):
			return got, outside, err
		case len(data) == 0:
			b.CloseInput()
		default:
			n := min(piece, len(data))
			data = data[n-len(feed(&b, data[:n])):]
		}
	}
}

func TestTurnsOutside(t *testing.T) {
	var b Buffer
	var turns Turns
	feed(&b, []byte("hello\n"+strings.Repeat("x", 100)+"{1}"))
	if _, err := turns.Take(&b); err != nil {
		t.Fatal(err)
	}
	if n, start := turns.Outside(); n != 105 || string(start) != "hello"+strings.Repeat("x", 59) {
		t.Errorf("%d, %q", n, start)
	}
	if n, start := turns.Outside(); n != 0 || len(start) != 0 {
		t.Errorf("reported again: %d, %q", n, start)
	}
}

func TestPlayPaperSoccer(t *testing.T) {
	in := AppendTurn(AppendTurn(Opening{Width: 8, Length: 10}.Append(nil), []byte("0")), []byte("171"))
	var out countingWriter
	err := PlayPaperSoccer(iotest.OneByteReader(bytes.NewReader(in)), &out, func(o Opening) func([]byte) []byte {
		if o.Width != 8 || o.Length != 10 || o.Red {
			t.Errorf("%+v", o)
		}
		return func(turn []byte) []byte { return append([]byte{'4'}, turn...) }
	})
	if err != nil || out.String() != "{40}\n{4171}\n" || out.calls != 2 {
		t.Errorf("%q in %d writes, %v", out.String(), out.calls, err)
	}
	idle := func(Opening) func([]byte) []byte { return func([]byte) []byte { return nil } }
	if err := PlayPaperSoccer(strings.NewReader("w"), io.Discard, idle); err != io.ErrUnexpectedEOF {
		t.Errorf("%v, want io.ErrUnexpectedEOF", err)
	}
	broken := errors.New("broken")
	src := io.MultiReader(bytes.NewReader(in), iotest.ErrReader(broken))
	if err := PlayPaperSoccer(src, io.Discard, idle); err != broken {
		t.Errorf("%v, want the source's error", err)
	}
}

// FuzzTurns compares with a simple model, and any pieces with the whole.
func FuzzTurns(f *testing.F) {
	f.Add([]byte("{01}\n{7}x{"), uint8(1))
	f.Add([]byte("}}{{}\r\n"), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, piece uint8) {
		if len(data) > MaxLine {
			return
		}
		var want []string
		outside := 0
		for rest := data; ; {
			before, after, found := bytes.Cut(rest, []byte("{"))
			outside += len(before) - bytes.Count(before, []byte("\n")) - bytes.Count(before, []byte("\r"))
			steps, after, ended := bytes.Cut(after, []byte("}"))
			if !found || !ended {
				break
			}
			want = append(want, string(steps))
			rest = after
		}
		got, n, err := takeTurns(data, 1+int(piece))
		if !slices.Equal(got, want) || n != outside || err != io.EOF {
			t.Errorf("%q in pieces of %d: %q, %d outside, %v; want %q, %d", data, 1+int(piece), got, n, err, want, outside)
		}
	})
}

func FuzzParseOpening(f *testing.F) {
	f.Add(Opening{Width: 8, Length: 10}.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if o, err := ParseOpening(b); err == nil && !bytes.Equal(o.Append(nil), b) {
			t.Errorf("% X is read as %+v", b, o)
		}
	})
}
