package protocol

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// feed puts as much of data into the buffer as fits and returns the rest.
func feed(b *Buffer, data []byte) []byte {
	for len(data) > 0 {
		space := b.Space()
		if len(space) == 0 {
			break
		}
		n := copy(space, data)
		b.Added(n)
		data = data[n:]
	}
	return data
}

// lines gives data to a buffer in pieces of at most the given size and returns
// all lines and the error after the last.
func lines(t *testing.T, b *Buffer, data []byte, piece int) ([]string, error) {
	t.Helper()
	var got []string
	for {
		line, err := b.Line()
		switch {
		case err == nil:
			got = append(got, string(line))
		case !errors.Is(err, ErrMore):
			return got, err
		case len(data) == 0:
			if b.Closed() {
				t.Fatal("ErrMore from a closed buffer")
			}
			b.CloseInput()
		default:
			n := min(piece, len(data))
			rest := feed(b, data[:n])
			if len(rest) == n {
				t.Fatal("ErrMore from a full buffer")
			}
			data = data[n-len(rest):]
		}
	}
}

func TestBufferLine(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	tests := []struct {
		name, in string
		want     []string
		err      error
	}{
		{"nothing", "", nil, io.EOF},
		{"one line", "ready\n", []string{"ready"}, io.EOF},
		{"the last line without its end", "a\nb", []string{"a", "b"}, io.EOF},
		{"carriage returns", "a\r\nb\r\r\nc\rd\n", []string{"a", "b\r", "c\rd"}, io.EOF},
		{"a carriage return before the end of file", "a\r", []string{"a"}, io.EOF},
		{"blank lines", "\n \t\n\r\n\n a \n\n", []string{" a "}, io.EOF},
		{"nothing but blanks", " \n \t", nil, io.EOF},
		{"a mark", "\xef\xbb\xbfready\n\xef\xbb\xbfb\n", []string{"ready", "\xef\xbb\xbfb"}, io.EOF},
		{"a mark alone", "\xef\xbb\xbf", nil, io.EOF},
		{"a mark on a blank line", "\xef\xbb\xbf\r\n\xef\xbb\xbf\n", []string{"\xef\xbb\xbf"}, io.EOF},
		{"a part of a mark", "\xef\xbb", []string{"\xef\xbb"}, io.EOF},
		{"not a mark", "\xef\xbbx\n", []string{"\xef\xbbx"}, io.EOF},
		{"a zero byte is not blank", "\x00\n", []string{"\x00"}, io.EOF},
		{"the longest line", long + "\na\n", []string{long, "a"}, io.EOF},
		{"the longest line with a mark and a carriage return", "\xef\xbb\xbf" + long + "\r\na", []string{long, "a"}, io.EOF},
		{"the longest line, unended", long, []string{long}, io.EOF},
		{"the longest line, unended, with a carriage return", long + "\r", []string{long}, io.EOF},
		{"a byte too long", "a\n" + long + "x\nb\n", []string{"a"}, ErrTooLong},
		{"a byte too long, unended", long + "x", nil, ErrTooLong},
		{"a carriage return too long", long + "\r\r\n", nil, ErrTooLong},
		{"blanks too long", strings.Repeat(" ", MaxLine+1) + "\na\n", nil, ErrTooLong},
		{"a flood", strings.Repeat(long, 3), nil, ErrTooLong},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, piece := range []int{1, 2, 3, 4095, 4096, MaxLine + 1, 1 << 20} {
				if piece < 3 && len(tt.in) > MaxLine {
					continue // covered by FuzzBuffer with a small limit
				}
				var b Buffer
				got, err := lines(t, &b, []byte(tt.in), piece)
				if !slices.Equal(got, tt.want) || !errors.Is(err, tt.err) {
					t.Errorf("in pieces of %d: %d lines and %v, want %d and %v", piece, len(got), err, len(tt.want), tt.err)
				}
				if _, again := b.Line(); !errors.Is(again, err) {
					t.Errorf("the error changed from %v to %v", err, again)
				}
			}
		})
	}
}

// A line is there as soon as its end is, whatever comes after.
func TestBufferIsPrompt(t *testing.T) {
	var b Buffer
	for _, step := range []struct {
		in, want string
	}{{"mo", ""}, {"ve 1", ""}, {"\r", ""}, {"\n", "move 1"}, {"done 1\nmo", "done 1"}, {"", ""}, {"ve 2\n", "move 2"}} {
		feed(&b, []byte(step.in))
		line, err := b.Line()
		if want := step.want == ""; string(line) != step.want || errors.Is(err, ErrMore) != want {
			t.Errorf("after %q: %q, %v; want %q", step.in, line, err, step.want)
		}
	}
}

// A bot that floods and is never asked costs no more than the buffer, and a
// bot that floods and is asked costs no more than twice.
func TestBufferFlood(t *testing.T) {
	flood := bytes.Repeat([]byte("x\n"), 1<<20)
	var b Buffer
	rest := feed(&b, flood)
	if held := len(flood) - len(rest); held != MaxLine+2 {
		t.Errorf("an unread buffer took %d bytes, want %d", held, MaxLine+2)
	}
	n := 0
	for len(rest) > 0 {
		if line, err := b.Line(); err != nil || string(line) != "x" {
			t.Fatalf("line %d: %q, %v", n, line, err)
		}
		n++
		rest = feed(&b, rest)
		if len(b.data) > 2*(MaxLine+2) {
			t.Fatalf("storage of %d bytes", len(b.data))
		}
	}
	if n != (len(flood)-MaxLine-2)/2 {
		t.Errorf("%d lines", n)
	}
}

// A bot that behaves costs a page.
func TestBufferStaysSmall(t *testing.T) {
	var b Buffer
	for range 10_000 {
		feed(&b, []byte("rotate 12 right\ndone 17\nmove"))
		for range 2 {
			if _, err := b.Line(); err != nil {
				t.Fatal(err)
			}
		}
		b.Discard(len("move"))
	}
	if len(b.data) != firstSize {
		t.Errorf("storage of %d bytes, want %d", len(b.data), firstSize)
	}
}

func TestBufferUnended(t *testing.T) {
	var b Buffer
	feed(&b, []byte("a\nb"))
	b.CloseInput()
	for _, want := range []struct {
		line    string
		unended bool
	}{{"a", false}, {"b", true}} {
		if line, err := b.Line(); string(line) != want.line || err != nil || b.Unended() != want.unended {
			t.Errorf("%q, %v, unended %v; want %+v", line, err, b.Unended(), want)
		}
	}
}

func TestBufferAddedTooMuch(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	var b Buffer
	b.Added(len(b.Space()) + 1)
}

// modelLines is what a buffer should make of a whole input.
func modelLines(data []byte, limit int) (want []string, err error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) > limit {
			return want, ErrTooLong
		}
		if len(bytes.Trim(line, " \t\r")) > 0 {
			want = append(want, string(line))
		}
	}
	return want, io.EOF
}

// FuzzBuffer compares a buffer with a simple model, whatever the pieces.
func FuzzBuffer(f *testing.F) {
	f.Add([]byte("ready\r\n\nmove 1 2\n"), uint8(3))
	f.Add([]byte("\xef\xbb\xbfa\n12345678\r\n123456789\n"), uint8(1))
	f.Add([]byte("\xef\xbb"), uint8(1))
	f.Add([]byte("12345678\r\r\n"), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, piece uint8) {
		const limit = 8
		want, wantErr := modelLines(data, limit)
		b := Buffer{limit: limit}
		got, err := lines(t, &b, data, 1+int(piece))
		if !slices.Equal(got, want) || !errors.Is(err, wantErr) {
			t.Errorf("%q in pieces of %d: %q, %v; want %q, %v", data, 1+int(piece), got, err, want, wantErr)
		}
	})
}

func BenchmarkBufferLine(b *testing.B) {
	answer := []byte("move 2\nrotate 0 down\nfire 1\ndone 117\n")
	var in Buffer
	b.ReportAllocs()
	b.SetBytes(int64(len(answer)))
	for b.Loop() {
		in.Added(copy(in.Space(), answer))
		for range 4 {
			if _, err := in.Line(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkBufferFlood takes one short line at a time from a buffer that is
// always full.
func BenchmarkBufferFlood(b *testing.B) {
	flood := bytes.Repeat([]byte("x\n"), MaxLine)
	var in Buffer
	b.ReportAllocs()
	for b.Loop() {
		feed(&in, flood)
		if _, err := in.Line(); err != nil {
			b.Fatal(err)
		}
	}
}
