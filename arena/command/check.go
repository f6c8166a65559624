package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"botarena/arena/check"
	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

func checkCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "check",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game"},
			&cli.StringFlag{Name: "role"},
			&cli.StringFlag{Name: "matches", Value: "3"},
			&cli.StringFlag{Name: "seed", Value: "1"},
			&cli.StringFlag{Name: "move"},
			&cli.StringFlag{Name: "start"},
			&cli.StringFlag{Name: "memory"},
			&cli.StringFlag{Name: "dialect"},
			&cli.StringFlag{Name: "serial"},
			&cli.StringFlag{Name: "baud"},
			&cli.StringFlag{Name: "parity"},
			&cli.StringFlag{Name: "stop-bits"},
			&cli.BoolFlag{Name: "no-prompt"},
			&cli.BoolFlag{Name: "debug"},
			&cli.BoolFlag{Name: "json"},
		},
		Action: func(c *cli.Context) error {
			if c.IsSet("serial") {
				return checkBoard(c, s)
			}
			if err := noneOf(c, "--serial /dev/ttyUSB0", "baud", "parity", "stop-bits", "no-prompt"); err != nil {
				return err
			}
			if !c.Args().Present() {
				return usage("arena check ./mybot --game catchcat", "arena check needs a bot")
			}
			r := &botCheck{Streams: s, path: c.Args().First(), debug: c.Bool("debug"), json: c.Bool("json")}
			if err := r.load(c); err != nil {
				return err
			}
			return r.run(c.Context)
		},
	}
}

// botCheck is one run of arena check.
type botCheck struct {
	Streams
	path        string
	debug, json bool
	options     check.Options
}

// load reads the bot's file and the flags. Nothing is started.
func (r *botCheck) load(c *cli.Context) error {
	bot, err := config.LoadBot(r.path, all.Games())
	if err != nil {
		return err
	}
	if source := bot.Outdated(); source != "" {
		fmt.Fprintf(r.Err, "note: %s is newer than the program, which is checked as it is: cd %s && %s\n", oneLine(source), r.path, bot.File.Build)
	}
	g, err := gameFlag(c, bot)
	if err != nil {
		return err
	}
	info := g.Info()
	seats, err := pickSeats(c, bot, info)
	if err != nil {
		return err
	}
	dialect := bot.Dialect
	if c.IsSet("dialect") {
		if dialect, err = choose(c, "dialect", info.Dialects); err != nil {
			return err
		}
	}
	args := slices.Concat(bot.Args, c.Args().Tail())
	r.options = check.Options{
		Game: g, Seats: seats, Terms: config.DefaultTerms(info), Opponents: houseOpponents(info.Name),
		Player: func(seat int) (record.Seat, match.Source) {
			return record.Seat{Name: bot.Name, Kind: record.KindProcess, Args: args, Env: bot.Env, Dialect: dialect}, match.Source{Process: bot.Process(info.Seats[seat])}
		},
	}
	if r.debug {
		r.options.Terms.Debug, r.options.Terms.Clock, r.options.Terms.Jail = true, record.ClockOff, record.JailOff
	}
	if r.options.Setup, err = defaultSetup(g); err != nil {
		return err
	}
	return r.numbers(c)
}

// numbers reads the flags that are numbers.
func (r *botCheck) numbers(c *cli.Context) (err error) {
	const most = 1000
	if r.options.Matches, err = strconv.Atoi(c.String("matches")); err != nil || r.options.Matches < 1 || r.options.Matches > most {
		return usage(fmt.Sprintf("write a number from 1 to %d", most), "--matches: %q is not a number of matches", c.String("matches"))
	}
	if r.options.Seed, err = seedFlag(c); err != nil {
		return err
	}
	t := &r.options.Terms
	for name, limit := range map[string]*record.Duration{"move": &t.Move, "start": &t.Start} {
		if !c.IsSet(name) {
			continue
		}
		d, err := config.ParseLimit(c.String(name))
		if err != nil {
			return badFlag(name, err)
		}
		*limit = record.Duration(d)
	}
	if c.IsSet("memory") {
		if t.Memory, err = config.ParseMemory(c.String("memory")); err != nil {
			return badFlag("memory", err)
		}
	}
	return nil
}

// gameFlag returns the game of the flag, or the one that a bot's own file says.
func gameFlag(c *cli.Context, bots ...*config.Bot) (game.Game, error) {
	if !c.IsSet("game") {
		for _, b := range bots {
			if b.Game != "" {
				return all.Game(b.Game)
			}
		}
	}
	name, err := choose(c, "game", all.Names())
	if err != nil {
		return nil, orInFile(err, c, bots)
	}
	for _, b := range bots {
		if b.Game != "" && name != b.Game {
			return nil, usage("leave --game out, or correct game: in its "+config.BotFileName, "--game: %s is a bot for %s", b.Name, b.Game)
		}
	}
	return all.Game(name)
}

// orInFile adds to the error for a missing --game that a bot's own file can say it.
func orInFile(err error, c *cli.Context, bots []*config.Bot) error {
	var f *failure
	if c.IsSet("game") || !errors.As(err, &f) {
		return err
	}
	for _, b := range bots {
		if b.File != nil {
			return usage(f.cure+"; or add the line game: NAME to "+filepath.Join(nearby(b.Path), config.BotFileName), "%s", f.problem)
		}
	}
	return err
}

// pickSeats returns the seats to check the bot in.
func pickSeats(c *cli.Context, bot *config.Bot, info game.Info) ([]int, error) {
	roles := bot.Roles
	if len(roles) == 0 {
		roles = info.Seats
	}
	if c.IsSet("role") {
		role, err := choose(c, "role", roles)
		if err != nil {
			return nil, err
		}
		roles = []string{role}
	}
	var seats []int
	for i, seat := range info.Seats {
		if slices.Contains(roles, seat) {
			seats = append(seats, i)
		}
	}
	return seats, nil
}

// defaultSetup returns a game's set-up with nothing changed.
func defaultSetup(g game.Game) (json.RawMessage, error) {
	setup := g.NewSetup()
	if err := setup.Resolve(os.ReadFile); err != nil {
		return nil, fmt.Errorf("set-up of %s: %w", g.Info().Name, err)
	}
	return json.Marshal(setup)
}

func (r *botCheck) run(ctx context.Context) (err error) {
	r.options.Seater = match.Plain{}
	if !r.debug {
		box, wrong := sandbox.New(ctx, sandbox.Options{})
		if wrong != nil {
			return wrong
		}
		jailed := match.NewJailed(box)
		defer func() { err = errors.Join(err, jailed.Close(), box.Close()) }()
		r.options.Seater = jailed
	}
	progress := new(progress)
	r.options.Watch = func(*match.Spec) match.Watcher { return progress }
	stop := showWhile(r.Err, true, progress.text)
	report, err := check.Run(ctx, r.options)
	stop()
	var void *check.VoidError
	switch {
	case errors.As(err, &void):
		return bad("close what else runs on this machine, and check again", "%v", err)
	case err != nil:
		return err
	}
	return r.report(report, filepath.Clean(r.path))
}

// report prints what a check found; a bot that is not fit is an error.
func (r *botCheck) report(report *check.Report, name string) error {
	var err error
	if r.json {
		enc := json.NewEncoder(r.Out)
		enc.SetEscapeHTML(false)
		err = enc.Encode(report)
	} else {
		err = printCheck(r.Out, report)
	}
	if err != nil || report.Fit {
		return err
	}
	return bad("do what the hints say, and check again", "%s is not fit to play", name)
}
