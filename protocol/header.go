package protocol

// headerReader reads the lines of a header until one is wrong.
type headerReader struct {
	r   *Reader
	err error
}

// next reads a line and has its fields taken by parse; want is its form.
func (h *headerReader) next(want string, parse func(*fields)) {
	if h.err != nil {
		return
	}
	line, err := h.r.Line()
	if err != nil {
		h.err = cutShort(err)
		return
	}
	f := fields{rest: line}
	if parse(&f); !f.end() {
		h.err = syntax(want, line)
	}
}

// numbers reads a line of a word and numbers.
func (h *headerReader) numbers(want, word string, into ...*int) {
	h.next(want, func(f *fields) {
		f.is(word)
		for _, n := range into {
			*n = f.number()
		}
	})
}
