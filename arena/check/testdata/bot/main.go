// Bot plays Catch the Cat rightly but for one slip that contestants make:
//
//	bot buffered       never flushes; its answers come at its end
//	bot file NAME      needs a file
//	bot says TEXT      says a text on stderr and leaves with exit code 1
//	bot nothing        leaves at once
//	bot behind         answers once before it is asked
//	bot blank          says blank lines in place of its answer
//	bot prompt         asks for each line that it reads
//	bot pair           reads two lines before its second answer
//	bot resolve        looks up a host's name, as a C library does
//	bot braceless      says 0 for a turn of Paper Soccer, without braces
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"botarena/protocol"
)

func main() {
	switch os.Args[1] {
	case "file":
		if _, err := os.ReadFile(os.Args[2]); err != nil {
			fmt.Fprintf(os.Stderr, "cannot open %q: No such file or directory: %v\n", os.Args[2], err)
			os.Exit(1)
		}
	case "says":
		fmt.Fprintln(os.Stderr, os.Args[2])
		os.Exit(1)
	}
	var in io.Reader = os.Stdin
	var out io.Writer = os.Stdout
	switch os.Args[1] {
	case "nothing":
		return
	case "behind":
		out = &after{os.Stdout, "ready\n", "block 0 0\n"}
	case "blank":
		out = blanks{}
	case "prompt":
		fmt.Print("your line? ")
	case "pair":
		in = &pairs{r: bufio.NewReader(os.Stdin), lone: "go\n"}
	case "resolve":
		os.ReadFile("/etc/resolv.conf")
	case "braceless":
		os.Stdin.Read(make([]byte, 64))
		fmt.Println(0)
		io.Copy(io.Discard, os.Stdin)
		return
	}
	if os.Args[1] == "buffered" {
		w := bufio.NewWriter(os.Stdout)
		defer w.Flush()
		out = keepsBuffered{w}
	}
	protocol.PlayCatchCat(in, out, func(m *protocol.CatchCatMatch) func() protocol.Cell {
		n := -1
		return func() protocol.Cell { // blocks cell after cell from the first on
			for {
				n++
				if c := (protocol.Cell{Row: n / m.Cols, Col: n % m.Cols}); c != m.Cat && !m.Blocked(c) {
					return c
				}
			}
		}
	})
}

// keepsBuffered hides that its writer could be flushed.
type keepsBuffered struct{ io.Writer }

// after says something more once it has said a line.
type after struct {
	io.Writer
	line, more string
}

func (a *after) Write(b []byte) (int, error) {
	if string(b) == a.line {
		b = []byte(a.line + a.more)
	}
	n, err := a.Writer.Write(b)
	return min(n, len(a.line)), err
}

// blanks says what it should, but for the text of its moves.
type blanks struct{}

func (blanks) Write(b []byte) (int, error) {
	if string(b) != "ready\n" {
		os.Stdout.WriteString("\n\n")
		return len(b), nil
	}
	return os.Stdout.Write(b)
}

// pairs gives a line only when there is another, from the line after lone on.
type pairs struct {
	r      *bufio.Reader
	lone   string
	paired bool
}

func (p *pairs) Read(b []byte) (int, error) {
	line, err := p.r.ReadString('\n')
	if p.paired && err == nil {
		p.r.ReadString('\n')
	}
	p.paired = p.paired || line == p.lone
	return copy(b, line), err
}
