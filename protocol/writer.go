package protocol

import "io"

// Writer collects what a bot says and writes it with one call: forgetting to
// flush is what most often makes a bot time out, and writing in pieces costs
// it time. It is not safe for use by several goroutines.
//
//	w.Send(protocol.AppendBlock(w.Line(), cell))
type Writer struct {
	dst io.Writer
	buf []byte
}

// NewWriter returns a Writer that writes to dst.
func NewWriter(dst io.Writer) *Writer { return &Writer{dst: dst} }

// Line returns an empty slice to append an answer to, with the storage of the
// last one.
func (w *Writer) Line() []byte { return w.buf[:0] }

// Send writes an answer, all of its lines at once.
func (w *Writer) Send(answer []byte) error {
	w.buf = answer[:0]
	if len(answer) == 0 {
		return nil
	}
	n, err := w.dst.Write(answer)
	if err == nil && n < len(answer) {
		err = io.ErrShortWrite
	}
	return err
}
