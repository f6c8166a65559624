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

func TestReaderLine(t *testing.T) {
	broken := errors.New("broken")
	long := strings.Repeat("x", 100)
	tests := []struct {
		name string
		src  io.Reader
		want []string
		err  error
	}{
		{"whole", strings.NewReader("a\n\nb\r\nc"), []string{"a", "b", "c"}, io.EOF},
		{"byte by byte", iotest.OneByteReader(strings.NewReader("\xef\xbb\xbfa\nb")), []string{"a", "b"}, io.EOF},
		{"end with the data", iotest.DataErrReader(strings.NewReader("a\nb")), []string{"a", "b"}, io.EOF},
		{"an error of the source", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), []string{"a", "b"}, broken},
		{"no progress", readerFunc(func([]byte) (int, error) { return 0, nil }), nil, io.ErrNoProgress},
		{"the longest", strings.NewReader(long + "\n"), []string{long}, io.EOF},
		{"too long", strings.NewReader(long + "x\nb\n"), nil, ErrTooLong},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReaderSize(tt.src, 100)
			var got []string
			var err error
			for {
				var line []byte
				if line, err = r.Line(); err != nil {
					break
				}
				got = append(got, string(line))
			}
			if !slices.Equal(got, tt.want) || !errors.Is(err, tt.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
			if _, again := r.Line(); !errors.Is(again, err) {
				t.Errorf("the error changed from %v to %v", err, again)
			}
		})
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestReaderReadFull(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(iotest.OneByteReader(io.MultiReader(strings.NewReader("w\x08\nrest\n12"), iotest.ErrReader(broken))))
	var b [3]byte
	if err := r.ReadFull(b[:]); err != nil || string(b[:]) != "w\x08\n" {
		t.Errorf("%q, %v", b, err)
	}
	if line, err := r.Line(); err != nil || string(line) != "rest" {
		t.Errorf("%q, %v", line, err)
	}
	if err := r.ReadFull(b[:]); err != broken {
		t.Errorf("%v, want the source's error", err)
	}

	r = NewReader(strings.NewReader("12"))
	if err := r.ReadFull(b[:]); err != io.ErrUnexpectedEOF {
		t.Errorf("%v, want io.ErrUnexpectedEOF", err)
	}
	if err := r.ReadFull(b[:]); err != io.EOF {
		t.Errorf("%v, want io.EOF", err)
	}
}

// countingWriter counts the calls of Write.
type countingWriter struct {
	bytes.Buffer
	calls int
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.calls++
	return w.Buffer.Write(p)
}

func TestWriter(t *testing.T) {
	var dst countingWriter
	w := NewWriter(&dst)
	answers := []string{"move 1\nmove 2\ndone 1\n", "", "done 2\n"}
	for _, a := range answers {
		if err := w.Send(append(w.Line(), a...)); err != nil {
			t.Fatal(err)
		}
	}
	if got := dst.String(); got != strings.Join(answers, "") || dst.calls != 2 {
		t.Errorf("%q in %d writes, want 2", got, dst.calls)
	}
	short := NewWriter(writerFunc(func(p []byte) (int, error) { return len(p) - 1, nil }))
	if err := short.Send([]byte("ready\n")); err != io.ErrShortWrite {
		t.Errorf("%v, want io.ErrShortWrite", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
