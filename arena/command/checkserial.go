package command

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/check"
	"botarena/arena/config"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/player"
	"botarena/arena/record"
)

// checkBoard checks a board at a serial line.
func checkBoard(c *cli.Context, s Streams) error {
	if c.Args().Present() {
		return usage("arena check --serial "+c.String("serial"), "with --serial arena check takes no bot, here is %q", c.Args().First())
	}
	if err := noneOf(c, "a bot", "memory", "dialect", "debug"); err != nil {
		return err
	}
	if c.IsSet("game") && c.String("game") != papersoccer.Name {
		return usage("leave --game out", "--game: boards play %s", papersoccer.Name)
	}
	line, err := lineOf(c)
	if err != nil {
		return err
	}
	g := papersoccer.Game{}
	r := &botCheck{Streams: s, json: c.Bool("json")}
	boards := newOperator(s, !c.Bool("no-prompt"))
	boards.every = true
	source := match.Source{Serial: &match.Serial{SerialLine: line, OnUnplug: match.UnplugLose, Settle: match.DefaultSettle}}
	r.options = check.Options{
		Game: g, Terms: config.DefaultTerms(g.Info()), Seater: match.Seaters{Serial: boards}, Wire: true,
		Player: func(int) (record.Seat, match.Source) {
			return record.Seat{Name: "the board", Kind: source.Kind()}, source
		},
	}
	if r.options.Seats, err = pickSeats(c, &config.Bot{}, g.Info()); err != nil {
		return err
	}
	if r.options.Setup, err = defaultSetup(g); err != nil {
		return err
	}
	if err := r.numbers(c); err != nil {
		return err
	}
	if !c.IsSet("matches") { // between two of them the board may want a reset
		r.options.Matches = 1
	}
	report, err := check.Run(c.Context, r.options)
	if err != nil && c.Context.Err() == nil {
		return bad("arena ports lists the lines; close what else may have this one open", "%v", err)
	}
	if err != nil {
		return err
	}
	return r.report(report, "the board")
}

// lineOf returns the line that the flags name.
func lineOf(c *cli.Context) (match.SerialLine, error) {
	line := match.SerialLine{
		Device: c.String("serial"), Baud: match.DefaultBaud, StopBits: match.DefaultStopBits,
		Parity: cmp.Or(c.String("parity"), match.DefaultParity),
	}
	for name, n := range map[string]*int{"baud": &line.Baud, "stop-bits": &line.StopBits} {
		if !c.IsSet(name) {
			continue
		}
		var err error
		if *n, err = strconv.Atoi(c.String(name)); err != nil {
			return line, usage("write a number in decimal, such as --baud 115200", "--%s: %q is not a number", name, c.String(name))
		}
	}
	if err := line.Check(); err != nil {
		return line, usage("--parity is one of "+strings.Join(player.Parities, ", ")+"; --baud 115200 and --stop-bits 1 are usual", "%v", err)
	}
	return line, nil
}

// noneOf refuses flags that need something else.
func noneOf(c *cli.Context, need string, names ...string) error {
	for _, n := range names {
		if c.IsSet(n) {
			return usage("leave it out", "--%s goes with %s only", n, need)
		}
	}
	return nil
}

// mostWire bounds what is printed of a match's wire; --json has it all.
const mostWire = 24

// printWire prints what went over a board's wire, byte by byte.
func printWire(b *strings.Builder, messages []check.Message) {
	if n := len(messages); n > mostWire {
		messages = append(messages[:mostWire/2:mostWire/2], messages[n-mostWire/2:]...)
	}
	for i := range messages {
		m := &messages[i]
		if i == mostWire/2 && len(messages) == mostWire {
			b.WriteString("  …\n")
		}
		if m.Board {
			fmt.Fprintf(b, "  < %s (after %.2f ms)\n", m, m.After)
		} else {
			fmt.Fprintf(b, "  > %s\n", m)
		}
	}
}
