package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship/comparison"
	"botarena/arena/championship/sprt"
	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

func compareCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "compare",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game"},
			&cli.StringFlag{Name: "elo0", Value: "0"},
			&cli.StringFlag{Name: "elo1", Value: "20"},
			&cli.StringFlag{Name: "alpha", Value: "0.05"},
			&cli.StringFlag{Name: "beta", Value: "0.05"},
			&cli.StringFlag{Name: "max", Value: "2000"},
			&cli.StringFlag{Name: "seed"},
			&cli.StringFlag{Name: "clock"},
			&cli.StringFlag{Name: "move"},
			&cli.StringFlag{Name: "parallel"},
			&cli.StringFlag{Name: "bots", Value: config.DefaultBots},
			&cli.StringFlag{Name: "replays"},
			&cli.BoolFlag{Name: "json"},
			&cli.BoolFlag{Name: "quiet"},
		},
		Action: func(c *cli.Context) error {
			const example = "arena compare old/bot new/bot --game catchcat"
			args := c.Args().Slice()
			if len(args) != 2 {
				return usage(example, "arena compare needs two bots, here are %d", len(args))
			}
			r := &comparing{Streams: s, json: c.Bool("json"), quiet: c.Bool("quiet"), replays: c.String("replays")}
			if err := r.load(c, args[0], args[1]); err != nil {
				return err
			}
			return r.play(c.Context)
		},
	}
}

// comparing is one run of arena compare.
type comparing struct {
	Streams
	json, quiet bool
	replays     string // the folder; empty for none
	parallel    int    // 0 for as many as keep the times true

	comparison comparison.Comparison
	game       game.Game
	names      [2]string
	writeErr   error // why a replay is missing
}

// load reads the bots and the flags. Nothing is started or written.
func (r *comparing) load(c *cli.Context, a, b string) error {
	bots, args := [2]*config.Bot{}, [2][]string{}
	for i, text := range []string{a, b} {
		var err error
		if bots[i], args[i], err = namedBot(text, c.String("bots")); err != nil {
			return err
		}
	}
	g, err := gameFlag(c, bots[:]...)
	if err != nil {
		return err
	}
	r.game = g
	info := g.Info()
	if len(info.Seats) != 2 {
		return usage("compare bots of another game", "%s has %d seats, not two", info.Title, len(info.Seats))
	}
	r.names = [2]string{label(bots[0], args[0]), label(bots[1], args[1])}
	if r.names[0] == r.names[1] {
		r.names[0], r.names[1] = r.names[0]+" (A)", r.names[1]+" (B)"
	}
	for i, p := range []*comparison.Player{&r.comparison.A, &r.comparison.B} {
		for seat, role := range info.Seats {
			if problem, cure := bots[i].Plays(info.Name, role); problem != "" {
				return usage(cure, "%s: %s", r.names[i], problem)
			}
			p.Seats[seat] = record.Seat{Name: r.names[i], Kind: record.KindProcess, Args: slices.Concat(bots[i].Args, args[i]), Env: bots[i].Env, Dialect: bots[i].Dialect}
			p.Sources[seat] = match.Source{Process: bots[i].Process(role)}
		}
	}
	r.comparison.Header = record.Header{Version: record.Version, Game: info.Name, Terms: config.DefaultTerms(info)}
	if r.comparison.Header.Setup, err = defaultSetup(g); err != nil {
		return err
	}
	if r.replays != "" {
		if err := checkFolder(r.replays, "replays"); err != nil {
			return err
		}
	}
	return r.flags(c)
}

// namedBot finds a bot. Words after its path or name are arguments for it,
// unless there is a file of the whole name.
func namedBot(text, folder string) (*config.Bot, []string, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, nil, usage("arena compare old/bot new/bot --game catchcat", "a bot has no name")
	}
	if _, err := os.Stat(text); err == nil || len(words) == 1 {
		b, err := config.FindBot(text, folder, all.Games())
		return b, nil, err
	}
	b, err := config.FindBot(words[0], folder, all.Games())
	return b, words[1:], err
}

// label names a bot in results: two runs of one program differ in arguments.
func label(b *config.Bot, args []string) string {
	return strings.Join(append([]string{b.Name}, args...), " ")
}

// flags reads the test's settings and the terms.
func (r *comparing) flags(c *cli.Context) error {
	t := &r.comparison.Test
	for name, into := range map[string]*float64{"elo0": &t.Elo0, "elo1": &t.Elo1, "alpha": &t.Alpha, "beta": &t.Beta} {
		x, err := strconv.ParseFloat(c.String(name), 64)
		if err != nil {
			return usage("write a number, such as --elo1 20 or --alpha 0.05", "--%s: %q is not a number", name, c.String(name))
		}
		*into = x
	}
	if t.Alpha == 0 || t.Beta == 0 {
		return usage("write a chance such as 0.05", "--alpha, --beta: no test is never wrong")
	}
	if err := t.Check(); err != nil {
		return usage("write for example --elo0 0 --elo1 20 --alpha 0.05 --beta 0.05", "--%v", err)
	}
	for name, n := range map[string]struct {
		into *int
		most int
	}{"max": {&r.comparison.Max, 1_000_000}, "parallel": {&r.parallel, 1024}} {
		if !c.IsSet(name) && name == "parallel" {
			continue
		}
		x, err := strconv.Atoi(c.String(name))
		if err != nil || x < 1 || x > n.most {
			return usage(fmt.Sprintf("write a whole number from 1 to %d", n.most), "--%s: %q is none", name, c.String(name))
		}
		*n.into = x
	}
	r.comparison.Seed = config.DrawSeed()
	if c.IsSet("seed") {
		var err error
		if r.comparison.Seed, err = seedFlag(c); err != nil {
			return err
		}
	}
	terms := &r.comparison.Header.Terms
	if c.IsSet("clock") {
		var err error
		if terms.Clock, err = choose(c, "clock", record.Clocks); err != nil {
			return err
		}
	}
	if c.IsSet("move") {
		move, err := config.ParseLimit(c.String("move"))
		if err != nil {
			return badFlag("move", err)
		}
		terms.Move = record.Duration(move)
	}
	return nil
}

// play plays until the answer is known and prints it.
func (r *comparing) play(ctx context.Context) (err error) {
	box, err := sandbox.New(ctx, sandbox.Options{})
	if err != nil {
		return err
	}
	jailed := match.NewJailed(box)
	defer func() { err = errors.Join(err, jailed.Close(), box.Close()) }()
	if err := r.openPrograms(jailed); err != nil {
		return err
	}
	if missing := missingLayers(box.Layers()); len(missing) > 0 && !r.quiet {
		fmt.Fprintln(r.Err, "warning: this host does not give these layers of the jail:", strings.Join(missing, ", "))
	}
	if !r.quiet {
		fmt.Fprintf(r.Err, "%s: is %s better than %s? seed %d\n", r.game.Info().Title, r.names[1], r.names[0], r.comparison.Seed)
	}
	progress := newCompareProgress(r.Err, !r.quiet)
	r.comparison.Judged, r.comparison.Each = progress.judged, r.keep
	progress.start()
	result, err := r.comparison.Play(ctx, &match.Local{Games: all.Game, Seater: jailed, Parallel: r.parallel})
	progress.stop()
	return r.report(result, err)
}

// openPrograms opens and hashes the programs of both bots.
func (r *comparing) openPrograms(jailed *match.Jailed) error {
	for _, p := range []*comparison.Player{&r.comparison.A, &r.comparison.B} {
		spec := match.Spec{Header: record.Header{Seats: p.Seats[:]}, Sources: p.Sources[:]}
		if err := jailed.Open(&spec); err != nil {
			return err
		}
		copy(p.Seats[:], spec.Header.Seats)
	}
	return nil
}

// keep writes a match's replay, where that is asked for.
func (r *comparing) keep(o match.Outcome) {
	if r.replays == "" || r.writeErr != nil {
		return
	}
	_, r.writeErr = o.Record.WriteFile(r.replays)
}

// report prints what was found, and says how the run ended.
func (r *comparing) report(result *comparison.Result, err error) error {
	interrupted := errors.Is(err, context.Canceled)
	var void *comparison.VoidError
	if err != nil && !interrupted && !errors.As(err, &void) {
		return err
	}
	if err := r.print(newCompareReport(r, result, interrupted)); err != nil {
		return err
	}
	switch {
	case void != nil:
		return bad("arena doctor says what this host lacks", "%v", void)
	case interrupted:
		return bad("the same --seed plays the same boards again", "interrupted after %s: what was shown so far is above", count(result.Test.N(), "pair"))
	case r.writeErr != nil:
		return bad("free space there, or name another folder with --replays DIR", "a replay could not be written: %v", r.writeErr)
	}
	return nil
}

// answers are the words of --json for the answers of the test.
var answers = map[sprt.Answer]string{sprt.Better: "better", sprt.Worse: "not better", sprt.Unknown: "unknown"}
