// Command catchcat is the arena's own Catch the Cat bot: cat or catcher, as
// the header says. It speaks the dialect catchcat over stdin and stdout.
// README.md says how it thinks.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"botarena/bots/house/catchcat/bot"
	"botarena/bots/house/level"
	"botarena/protocol"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		if err != flag.ErrHelp {
			fmt.Fprintln(os.Stderr, "catchcat:", err)
		}
		os.Exit(2)
	}
}

// memoryLimit is where the collector begins to work. Nothing to speak of is
// allocated after the table.
const memoryLimit = 96 << 20

func run(args []string, in io.Reader, out, errOut io.Writer) error {
	options, err := parse(args, errOut)
	if err != nil {
		return err
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryLimit)
	var failed error
	_, err = protocol.PlayCatchCat(in, out, func(m *protocol.CatchCatMatch) func() protocol.Cell {
		b, err := bot.New(options, m.Rows, m.Cols)
		if err != nil {
			failed = err
			return func() protocol.Cell { return protocol.Cell{} }
		}
		return func() protocol.Cell { return b.Move(m.Role, m, m.Cat) }
	})
	if failed != nil {
		return failed
	}
	return err
}

func parse(args []string, errOut io.Writer) (bot.Options, error) {
	fs := flag.NewFlagSet("catchcat", flag.ContinueOnError)
	fs.SetOutput(errOut)
	strength := fs.String("level", string(level.Master), "random, sensible, novice, club or master")
	seed := fs.Uint64("seed", 1, "decides between moves of equal worth")
	nodes := fs.Int("nodes", -1, "positions to look at for a move; 0: no bound; default: the level's own")
	limit := fs.Duration("time", -1, "time for a move, by the clock and the processor; 0: no bound; default: the level's own")
	if err := fs.Parse(args); err != nil {
		return bot.Options{}, err
	}
	o := bot.Options{Seed: *seed}
	var err error
	if o.Level, err = level.Parse(*strength); err != nil {
		return bot.Options{}, err
	}
	if fs.NArg() > 0 {
		return bot.Options{}, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	o.Budget = bot.BudgetOf(o.Level)
	if *nodes >= 0 {
		o.Budget.Nodes = *nodes
	}
	if *limit >= 0 {
		o.Budget.Time = *limit
	}
	if searches := o.Level != level.Random && o.Level != level.Sensible; searches && o.Budget.Nodes == 0 && o.Budget.Time == 0 {
		return bot.Options{}, fmt.Errorf("neither nodes nor time bounds the search")
	}
	return o, nil
}
