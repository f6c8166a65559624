// Command papersoccer is the arena's own Paper Soccer bot. It speaks the
// contest's wire over stdin and stdout. README.md says how it thinks.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"botarena/arena/game/papersoccer"
	"botarena/bots/house/level"
	"botarena/bots/house/papersoccer/bot"
	"botarena/protocol"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		if err != flag.ErrHelp {
			fmt.Fprintln(os.Stderr, "papersoccer:", err)
		}
		os.Exit(2)
	}
}

// memoryLimit is where the collector begins to work. A search's tree is used
// again for the next turn, so that hardly any garbage is made before.
const memoryLimit = 128 << 20

func run(args []string, in io.Reader, out, errOut io.Writer) error {
	c, err := parse(args, errOut)
	if err != nil {
		return err
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryLimit)
	// Everything that takes its time comes before the first request is read.
	b := bot.New(c.options)
	var lost error
	err = protocol.PlayPaperSoccer(in, out, func(o protocol.Opening) func(turn []byte) []byte {
		seat := papersoccer.Blue
		if o.Red {
			seat = papersoccer.Red
		}
		s := bot.NewSession(b, o.Width, o.Length, seat, c.variant, c.notation)
		var text []byte
		return func(turn []byte) []byte {
			var err error
			if text, err = s.Turn(text[:0], turn); err != nil && lost == nil {
				lost = err
			}
			return text
		}
	})
	if err != nil {
		return err
	}
	return lost
}

type config struct {
	options  bot.Options
	variant  bot.Variant
	notation papersoccer.Notation
}

func parse(args []string, errOut io.Writer) (config, error) {
	fs := flag.NewFlagSet("papersoccer", flag.ContinueOnError)
	fs.SetOutput(errOut)
	strength := fs.String("level", string(level.Master), "random, sensible, novice, club or master")
	seed := fs.Uint64("seed", 1, "decides between turns of equal worth")
	nodes := fs.Int("nodes", 0, "positions that the search of a turn expands; 0: the level's own, -1: no bound")
	limit := fs.Duration("time", -1, "time of a turn, by the clock and the processor; 0: no bound; default: the level's own")
	variant := fs.String("variant", string(bot.Auto), "auto, halfway (with the halfway line) or plain")
	notation := fs.String("notation", string(papersoccer.Digits), "digits or letters, until the opponent shows which")
	if err := fs.Parse(args); err != nil {
		return config{}, err
	}
	c := config{notation: papersoccer.Notation(*notation)}
	var err error
	if c.options.Level, err = level.Parse(*strength); err != nil {
		return config{}, err
	}
	if c.variant, err = bot.ParseVariant(*variant); err != nil {
		return config{}, err
	}
	switch {
	case c.notation != papersoccer.Digits && c.notation != papersoccer.Letters:
		return config{}, fmt.Errorf("notation %q: want digits or letters", *notation)
	case fs.NArg() > 0:
		return config{}, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	case *nodes < -1:
		return config{}, fmt.Errorf("nodes %d: want -1 or more", *nodes)
	}
	c.options.Seed = *seed
	c.options.Budget = bot.BudgetOf(c.options.Level)
	if *nodes != 0 {
		c.options.Budget.Expansions = *nodes
	}
	if *limit >= 0 {
		c.options.Budget.Time = *limit
	}
	if c.options.Budget.Expansions < 0 && c.options.Budget.Time == 0 {
		return config{}, fmt.Errorf("neither nodes nor time bounds the search")
	}
	return c, nil
}
