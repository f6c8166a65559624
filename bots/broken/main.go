// Command broken is a bot with a fault of your choice, for testing arenas. It
// plays Catch the Cat, Gold Hunter and Paper Soccer rightly, finding out which
// from what it is told first, until the turn in which it breaks:
//
//	broken [-turn N] [-for DURATION] [-mib N] WAY
//
// The ways are listed by broken without a way, and in README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	b, err := parse(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "broken:", err)
		os.Exit(2)
	}
	b.out = os.Stdout
	if err := play(os.Stdin, b); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		fmt.Fprintln(os.Stderr, "broken:", err)
		os.Exit(1)
	}
	if b.way.name == "stay" {
		forever()
	}
}

func parse(args []string, errOut io.Writer) (*breaker, error) {
	fs := flag.NewFlagSet("broken", flag.ContinueOnError)
	fs.SetOutput(errOut)
	fs.Usage = func() { usage(fs) }
	b := new(breaker)
	fs.IntVar(&b.turn, "turn", 1, "the `number` of the answer that is broken, from 1")
	fs.DurationVar(&b.delay, "for", 2*time.Second, "how long late, start-late and trickle wait")
	fs.IntVar(&b.mib, "mib", 2048, "how much memory memory touches, in MiB")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if fs.NArg() == 0 {
		fs.Usage()
		return nil, flag.ErrHelp
	}
	if fs.NArg() > 1 {
		return nil, fmt.Errorf("one way to be broken, not %d: %s", fs.NArg(), strings.Join(fs.Args(), " "))
	}
	if b.turn < 1 {
		return nil, fmt.Errorf("turn %d: turns count from 1", b.turn)
	}
	for _, w := range ways {
		if w.name == fs.Arg(0) {
			b.way = w
			return b, nil
		}
	}
	return nil, fmt.Errorf("no way to be broken is called %q; broken alone lists them", fs.Arg(0))
}

func usage(fs *flag.FlagSet) {
	out := fs.Output()
	fmt.Fprintln(out, "broken [-turn N] [-for DURATION] [-mib N] WAY")
	fs.PrintDefaults()
	fmt.Fprintln(out, "ways:")
	for _, w := range ways {
		fmt.Fprintf(out, "  %-13s %s\n", w.name, w.what)
	}
}
