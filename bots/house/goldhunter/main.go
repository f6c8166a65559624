// Command goldhunter is the arena's own Gold Hunter bot. It speaks the dialect
// goldhunter over stdin and stdout, or gson, as the clients of 2015 did.
// README.md says how it thinks.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"botarena/bots/house/goldhunter/bot"
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

func run(args []string, in io.Reader, out, errOut io.Writer) error {
	fs := flag.NewFlagSet("goldhunter", flag.ContinueOnError)
	fs.SetOutput(errOut)
	levelName := fs.String("level", bot.Master.String(), "random, sensible, novice, club or master")
	seed := fs.Uint64("seed", 1, "decides between orders of equal worth")
	dialect := fs.String("dialect", "goldhunter", "goldhunter or gson")
	if err := fs.Parse(args); err != nil {
		return err
	}
	level, err := bot.ParseLevel(*levelName)
	if err != nil {
		return err
	}
	o := bot.Options{Level: level, Seed: *seed}
	switch *dialect {
	case "goldhunter":
		_, err := protocol.PlayGoldHunter(in, out, func(h *protocol.GoldHunterHeader) func(*protocol.Stage, *protocol.Orders) {
			o.Rows, o.Cols, o.Stages = h.Rows, h.Cols, h.Stages
			return player(o)
		})
		return err
	case "gson":
		return protocol.PlayGoldHunterGson(in, out, "arena "+level.String(), func(m protocol.GsonMatch) func(*protocol.Stage, *protocol.Orders) {
			o.Rows, o.Cols = m.Rows, m.Cols
			return player(o)
		})
	}
	return fmt.Errorf("dialect %q: want goldhunter or gson", *dialect)
}

// player returns what plays one match.
func player(o bot.Options) func(*protocol.Stage, *protocol.Orders) {
	b := bot.New(o)
	return func(s *protocol.Stage, orders *protocol.Orders) { b.Stage(s, orders.Give) }
}
