package command

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	classreport "botarena/arena/championship/report"
	"botarena/bots/board/simulated"
)

// TestShowWhile: on a terminal the files of a report that takes its time are
// counted, in a line that is gone at the end; elsewhere, with --quiet and for
// what is done at once nothing is said.
func TestShowWhile(t *testing.T) {
	for name, c := range map[string]struct {
		slow, quiet, plain, shown bool
	}{
		"shown": {slow: true, shown: true}, "quiet": {slow: true, quiet: true}, "at once": {}, "no terminal": {slow: true, plain: true},
	} {
		terminal, err := simulated.OpenPty()
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Unplug()
		tty, err := os.OpenFile(terminal.Path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer tty.Close()
		var plain bytes.Buffer
		g := &grading{Streams: Streams{Err: tty}, quiet: c.quiet}
		if c.plain {
			g.Err = &plain
		}
		dir := t.TempDir()
		err = g.writeBelow("pages", dir, func(out classreport.Out) error {
			err := out("a.html", func(w io.Writer) error {
				_, err := io.WriteString(w, "page")
				return err
			})
			if c.slow {
				time.Sleep(700 * time.Millisecond)
			}
			return err
		})
		if text, _ := os.ReadFile(filepath.Join(dir, "a.html")); err != nil || string(text) != "page" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if _, err := tty.WriteString("$"); err != nil { // what is shown ends here
			t.Fatal(err)
		}
		text, err := bufio.NewReader(terminal).ReadString('$')
		if err != nil {
			t.Fatal(err)
		}
		const clear = "\r\x1b[K"
		shown := strings.HasPrefix(text, clear+"pages: 1 file, 0.")
		if shown != c.shown || strings.TrimPrefix(text, clear) != "$" && !shown || shown && !strings.HasSuffix(text, clear+"$") || plain.Len() > 0 {
			t.Errorf("%s: %q %q", name, text, plain.String())
		}
	}
}
