package protocol

import (
	"errors"
	"io"
)

// Reader reads lines from a program's input and waits for them. It follows
// the rules of [Buffer]. It is not safe for use by several goroutines.
type Reader struct {
	buf Buffer
	src io.Reader
	err error // why the source gives no more, io.EOF apart
}

// NewReader returns a Reader of lines of at most [MaxLine] bytes.
func NewReader(src io.Reader) *Reader { return &Reader{src: src} }

// NewReaderSize returns a Reader of lines of at most maxLine bytes. A stage of
// the gson dialect is one line, of up to 400 kB on the largest map.
func NewReaderSize(src io.Reader, maxLine int) *Reader {
	return &Reader{src: src, buf: Buffer{limit: max(1, maxLine)}}
}

// Line returns the next line that is not blank, without its end, valid until
// the next call. Errors: [io.EOF] after the last line, [ErrTooLong], and the
// source's own error once what came before it has been returned.
func (r *Reader) Line() ([]byte, error) {
	for {
		line, err := r.buf.Line()
		switch {
		case err == nil || errors.Is(err, ErrTooLong):
			return line, err
		case !errors.Is(err, ErrMore):
			return nil, r.end()
		}
		r.fill()
	}
}

// ReadFull fills p with the next bytes as they are. Errors: [io.EOF] where
// none is left, [io.ErrUnexpectedEOF] where they do not fill p, and the
// source's own error.
func (r *Reader) ReadFull(p []byte) error {
	for n := 0; n < len(p); {
		got := copy(p[n:], r.buf.Bytes())
		if got == 0 {
			if r.buf.Closed() {
				if err := r.end(); err != io.EOF || n == 0 {
					return err
				}
				return io.ErrUnexpectedEOF
			}
			r.fill()
			continue
		}
		r.buf.Discard(got)
		n += got
	}
	return nil
}

// fill waits for more bytes, or closes the buffer.
func (r *Reader) fill() {
	space := r.buf.Space()
	for tries := 0; tries < 100; tries++ {
		n, err := r.src.Read(space)
		r.buf.Added(n)
		switch {
		case err != nil:
			if err != io.EOF {
				r.err = err
			}
			r.buf.CloseInput()
			return
		case n > 0:
			return
		}
	}
	r.err = io.ErrNoProgress
	r.buf.CloseInput()
}

func (r *Reader) end() error {
	if r.err != nil {
		return r.err
	}
	return io.EOF
}
