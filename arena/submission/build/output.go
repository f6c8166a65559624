package build

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// output keeps the beginning of what commands write.
type output struct {
	text strings.Builder
	cut  bool
}

// pipe starts keeping what is written into the file it returns, until stop is
// called, which closes it. flood is called, once, when a command has written
// more than any compiler says.
func (o *output) pipe(flood func()) (w *os.File, stop func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		defer r.Close()
		n, _ := io.Copy(&o.text, io.LimitReader(r, max(0, mostOutput-int64(o.text.Len()))))
		more, _ := io.Copy(io.Discard, io.LimitReader(r, mostSaid-n))
		o.cut = o.cut || more > 0
		if n+more >= mostSaid {
			flood()
			io.Copy(io.Discard, r)
		}
	})
	return w, func() {
		w.Close()
		wg.Wait()
	}, nil
}

// Printable makes text of a stranger's fit for a terminal, a log and a page:
// what is not UTF-8, control characters but line ends and tabs, and characters
// that turn the direction of text are written as escapes.
func Printable(text string) string {
	var b strings.Builder
	for _, part := range strings.SplitAfter(text, "\n") {
		part = strings.Replace(part, "\r\n", "\n", 1)
		for i, r := range part {
			switch {
			case r == utf8.RuneError:
				if _, size := utf8.DecodeRuneInString(part[i:]); size == 1 {
					fmt.Fprintf(&b, `\x%02x`, part[i])
					continue
				}
				b.WriteRune(r)
			case r == '\n' || r == '\t':
				b.WriteRune(r)
			case unicode.IsControl(r), r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f':
				fmt.Fprintf(&b, `\u%04x`, r)
			default:
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
