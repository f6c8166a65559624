// Command board is a Paper Soccer board in software, for trying serial seats
// without hardware. It prints the file of its serial line, which is a
// pseudo-terminal, and plays there until it is interrupted:
//
//	board [-baud N] [-level LEVEL] [-link FILE] [-fault FAULT [-turn N]]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"botarena/bots/board/simulated"
	"botarena/bots/house/level"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "board:", err)
		os.Exit(2)
	}
}

func run(ctx context.Context, args []string, out, errOut io.Writer) error {
	fs := flag.NewFlagSet("board", flag.ContinueOnError)
	fs.SetOutput(errOut)
	baud := fs.Int("baud", 115200, "bits per second, 10 a byte; 0: the bytes take no time")
	levelName := fs.String("level", string(level.Sensible), "random, sensible, novice, club or master")
	seed := fs.Uint64("seed", 1, "decides between turns of equal worth")
	link := fs.String("link", "", "make this `file` a link to the line, and remove it at the end")
	fault := fs.String("fault", "", fmt.Sprintf("what the board does wrong: one of %v", simulated.Faults))
	turn := fs.Int("turn", 1, "the `number` of the turn in which it begins to do so")
	if err := fs.Parse(args); err != nil {
		return err
	}
	strength, err := level.Parse(*levelName)
	switch {
	case err != nil:
		return err
	case fs.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", fs.Arg(0))
	case *baud < 0:
		return fmt.Errorf("baud %d: want 0 or more", *baud)
	case *fault != "" && !slices.Contains(simulated.Faults, simulated.Fault(*fault)):
		return fmt.Errorf("fault %q: want one of %v", *fault, simulated.Faults)
	}
	b := &simulated.Board{Play: simulated.House(strength, *seed), Fault: simulated.Fault(*fault), Turn: *turn}
	if *baud > 0 {
		b.ByteTime = 10 * time.Second / time.Duration(*baud)
	}
	line, err := simulated.OpenPty()
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, line.Unplug)()
	defer line.Unplug()
	if *link != "" {
		if err := os.Symlink(line.Path, *link); err != nil {
			return fmt.Errorf("link to the line: %w", err)
		}
		defer os.Remove(*link)
	}
	fmt.Fprintln(out, line.Path)
	return b.Run(ctx, line)
}
