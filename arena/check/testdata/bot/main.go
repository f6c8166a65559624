// Bot plays Catch the Cat rightly but for one slip that contestants make:
//
//	bot buffered       never flushes; its answers come at its end
//	bot file NAME      needs a file
//	bot says TEXT      says a text on stderr and leaves with exit code 1
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
	var out io.Writer = os.Stdout
	if os.Args[1] == "buffered" {
		w := bufio.NewWriter(os.Stdout)
		defer w.Flush()
		out = keepsBuffered{w}
	}
	protocol.PlayCatchCat(os.Stdin, out, func(m *protocol.CatchCatMatch) func() protocol.Cell {
		return func() protocol.Cell { return m.Cat }
	})
}

// keepsBuffered hides that its writer could be flushed.
type keepsBuffered struct{ io.Writer }
