// Command goldhunter is the arena's own Gold Hunter bot. It speaks the
// dialects goldhunter 1 and gson over stdin and stdout. README.md says how it
// thinks.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"botarena/bots/house/goldhunter/bot"
	"botarena/bots/house/level"
	"botarena/protocol"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		if err != flag.ErrHelp {
			fmt.Fprintln(os.Stderr, "goldhunter:", err)
		}
		os.Exit(2)
	}
}

// memoryLimit is where the collector begins to work hard; the bot needs a few
// megabytes on the largest map.
const memoryLimit = 64 << 20

func run(args []string, in io.Reader, out, errOut io.Writer) error {
	flags := flag.NewFlagSet("goldhunter", flag.ContinueOnError)
	flags.SetOutput(errOut)
	strength := flags.String("level", string(level.Master), "how strong to play: random, sensible, novice, club or master")
	dialect := flags.String("dialect", "text", "what to speak: text, or gson, the original dialect of 2015")
	seed := flags.Uint64("seed", 1, "of what is drawn at random")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected %q: there are only flags", flags.Arg(0))
	}
	debug.SetMemoryLimit(memoryLimit)
	strong, err := level.Parse(*strength)
	if err != nil {
		return err
	}
	options := bot.Options{Level: strong, Seed: *seed}
	switch *dialect {
	case "text":
		_, err = protocol.PlayGoldHunter(in, out, func(h *protocol.GoldHunterHeader) func(*protocol.Stage, *protocol.Orders) {
			options.Rows, options.Cols, options.Stages = h.Rows, h.Cols, h.Stages
			return player(options, h.Team)
		})
		return err
	case "gson":
		return protocol.PlayGoldHunterGson(in, out, "house "+string(strong), func(m protocol.GsonMatch) func(*protocol.Stage, *protocol.Orders) {
			options.Rows, options.Cols = m.Rows, m.Cols
			return player(options, m.Team)
		})
	}
	return fmt.Errorf("dialect %q: expected text or gson", *dialect)
}

// player returns what answers the stages of one match.
func player(o bot.Options, team int) func(*protocol.Stage, *protocol.Orders) {
	o.Seed += uint64(team) // two of a kind do not play alike
	b := bot.New(o)
	return func(s *protocol.Stage, orders *protocol.Orders) { b.Stage(s, orders.Give) }
}
