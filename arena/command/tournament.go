package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

func tournamentCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "tournament",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "results"},
			&cli.BoolFlag{Name: "resume"},
			&cli.StringFlag{Name: "on-change"},
			&cli.BoolFlag{Name: "retry-void"},
			&cli.BoolFlag{Name: "plan"},
			&cli.StringFlag{Name: "seed"},
			&cli.StringFlag{Name: "parallel"},
			&cli.BoolFlag{Name: "json"},
			&cli.BoolFlag{Name: "quiet"},
			&cli.BoolFlag{Name: "no-prompt"},
			&cli.StringFlag{Name: "watch"},
		}, fleetFlags...),
		Action: func(c *cli.Context) error {
			file, err := oneArgument(c, "the config of a championship", "arena tournament configs/catchcat-championship.yaml")
			if err != nil {
				return err
			}
			t := &tournament{Streams: s, file: file, json: c.Bool("json"), quiet: c.Bool("quiet")}
			t.boards = newOperator(s, !c.Bool("no-prompt"))
			if err := t.readFlags(c); err != nil {
				return err
			}
			if err := t.readFleet(c); err != nil {
				return err
			}
			if err := t.load(); err != nil {
				return err
			}
			if t.planOnly {
				return t.plan(c.Context)
			}
			if c.IsSet("watch") {
				if err := t.pages.open(c.Context, t.Err, c.String("watch"), t.results); err != nil {
					return err
				}
			}
			err = t.play(c.Context)
			return errors.Join(err, t.pages.close(c.Context, t.Err, err == nil))
		},
	}
}

// tournament is one run of arena tournament.
type tournament struct {
	Streams
	file string
	// read reads it; nil for config.LoadTournament.
	read        func(file string, games []game.Game) (*config.Tournament, error)
	json, quiet bool

	planOnly     bool
	ungraded     bool // arena class prints the grades, with all that it knows
	fleet        bool
	listen, nats string
	// folder and seed are what the command line says; nil where it does not.
	folder *string
	seed   *uint64

	config  *config.Tournament
	boards  *operator
	pages   tournamentPages // with --watch
	results string          // the folder
	options championship.Options
	// parallel is how many matches are played at once; 0 until load, where
	// the command line does not say. carried is how many the processors carry
	// with true times.
	parallel, carried int
	// book is what the folder held before, and begun the seed of that; nil
	// where it held nothing.
	book  *championship.Book
	begun *uint64
}

// onChange are the values of --on-change.
var onChange = map[string]championship.OnChange{
	"refuse": championship.Refuse, "continue": championship.Continue, "redo": championship.Redo,
}

// readFlags reads the flags, but for those of a fleet.
func (t *tournament) readFlags(c *cli.Context) error {
	t.planOnly = c.Bool("plan")
	t.options = championship.Options{Resume: c.Bool("resume"), RetryVoid: c.Bool("retry-void")}
	if c.IsSet("on-change") {
		known := false
		if t.options.OnChange, known = onChange[c.String("on-change")]; !known {
			return usage("write --on-change refuse, continue or redo", "--on-change: %q is none of its values", c.String("on-change"))
		}
	}
	if (t.options.RetryVoid || c.IsSet("on-change")) && !t.options.Resume {
		return usage("add --resume", "--retry-void and --on-change are for a championship that goes on")
	}
	if t.planOnly && c.IsSet("watch") {
		return usage("leave one of them out", "--plan keeps nothing that --watch could show")
	}
	if c.IsSet("results") {
		folder := c.String("results")
		t.folder = &folder
	}
	if c.IsSet("parallel") {
		const most = 1024
		n, err := strconv.Atoi(c.String("parallel"))
		if err != nil || n < 1 || n > most {
			return usage(fmt.Sprintf("write a number from 1 to %d", most), "--parallel: %q is not a number of matches", c.String("parallel"))
		}
		t.parallel = n
	}
	if !c.IsSet("seed") {
		return nil
	}
	seed, err := seedFlag(c)
	t.seed = &seed
	return err
}

// load reads the config, and what the folder of results holds already.
// Nothing is started or written.
func (t *tournament) load() error {
	read := t.read
	if read == nil {
		read = config.LoadTournament
	}
	loaded, err := read(t.file, all.Games())
	if err != nil {
		return err
	}
	t.config = loaded
	if err := t.checkFleet(); err != nil {
		return err
	}
	t.setParallel()
	t.results = t.defaultResults()
	if t.folder != nil {
		t.results = *t.folder
	}
	if err := checkFolder(t.results, "results"); err != nil {
		return err
	}
	if err := t.openResults(); err != nil {
		return err
	}
	t.setSeed()
	return nil
}

// setParallel decides how many matches are played at once.
func (t *tournament) setParallel() {
	switch {
	case t.fleet && t.config.Parallel > 0: // each worker has its own
		t.config.Warnings = append(t.config.Warnings, "parallel: is for this machine, and with --fleet the workers play: give --parallel to each arena worker")
	case t.parallel == 0:
		t.parallel = t.config.Parallel
	}
	wanted, need := t.parallel, 1
	if info := t.config.Definition.Info; info.Simultaneous {
		need = len(info.Seats)
	}
	t.carried = max(1, runtime.NumCPU()/need)
	if t.parallel == 0 {
		t.parallel = t.carried
	}
	if t.config.Serial { // a line is in one match at a time, and the operator is one person
		if wanted > 1 {
			t.config.Warnings = append(t.config.Warnings, fmt.Sprintf("boards take part: one match at a time is played, not %d", wanted))
		}
		t.parallel = 1
	}
	if t.parallel > t.carried {
		t.config.Warnings = append(t.config.Warnings, fmt.Sprintf(
			"%d matches at once are more than the %d processors carry with true times (%d): a bot may lose on time that would not otherwise", t.parallel, runtime.NumCPU(), t.carried))
	}
}

// openResults looks what is in the folder already.
func (t *tournament) openResults() error {
	book, err := championship.Load(journal.Folder(t.results))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil:
		seed := book.Facts().Seed
		t.book, t.begun = book, &seed
	case errors.Is(err, championship.ErrNotBegun):
		// A crash came before the schedule was written; the seed is kept.
		if f := book.Facts(); len(f.Entrants) > 0 {
			t.begun = &f.Seed
		}
	case !t.options.Resume:
		// Whatever it is, nothing is written over it.
	default:
		return damagedResults(t.results, err)
	}
	if !t.options.Resume && !t.planOnly {
		return usage(t.again("--resume")+" goes on with it; --results DIR begins another one elsewhere", "%s holds a championship already", t.results)
	}
	return nil
}

// damagedResults is the failure for a journal that cannot be read.
func damagedResults(dir string, err error) error {
	if errors.Is(err, championship.ErrNotBegun) {
		return bad("arena tournament CONFIG --resume begins it", "%s: a crash came before the first match", dir)
	}
	return bad("copy the folder to a safe place first; begin anew with --results DIR", "%s: %v", filepath.Join(dir, journal.Name), err)
}

// again is the command line that runs this championship with more flags.
func (t *tournament) again(flags string) string {
	line := "arena tournament " + t.file
	if t.results != t.defaultResults() {
		line += " --results " + t.results
	}
	if t.fleet {
		line += " --fleet"
	}
	if t.listen != "" {
		line += " --listen " + t.listen
	}
	if t.nats != "" {
		line += " --nats URL" // there is a password in it
	}
	return line + " " + flags
}

func (t *tournament) defaultResults() string {
	if t.config.Results != "" {
		return t.config.Results
	}
	return filepath.Join(defaultReplays, strings.TrimSuffix(filepath.Base(t.file), filepath.Ext(t.file)))
}

// setSeed decides on the seed: that of the flag, of the config, of the
// championship that is gone on with, or one that is drawn.
func (t *tournament) setSeed() {
	seed := t.config.Definition.Seed
	switch {
	case t.seed != nil:
		seed = *t.seed
	case t.config.Seeded:
	case t.begun != nil:
		seed = *t.begun
	default:
		seed = config.DrawSeed()
	}
	t.config.SetSeed(seed)
}

// jail opens the jail and the programs, whose hashes come into the
// definition.
func (t *tournament) jail(ctx context.Context) (*match.Jailed, *sandbox.Sandbox, error) {
	box, err := sandbox.New(ctx, sandbox.Options{Strict: t.config.Definition.Terms.Jail == record.JailStrict})
	if err != nil {
		return nil, nil, err
	}
	jailed := match.NewJailed(box)
	if err := t.openPrograms(jailed); err != nil {
		return nil, nil, errors.Join(err, jailed.Close(), box.Close())
	}
	return jailed, box, nil
}

// openPrograms opens and hashes every program. Those that the jail cannot run
// are refused together, or lose their matches where the config says so.
func (t *tournament) openPrograms(jailed *match.Jailed) error {
	var first error
	var problems []string
	for i, e := range t.config.Definition.Entrants {
		for seat, p := range e.Programs {
			if p == nil || p.Source.Process == nil || seat == 1 && p == e.Programs[0] {
				continue
			}
			one := match.Spec{Header: record.Header{Seats: []record.Seat{p.Seat}}, Sources: []match.Source{p.Source}}
			err := jailed.Open(&one)
			var refused *sandbox.ProgramError
			switch {
			case err == nil:
				p.Seat.Hash = one.Header.Seats[0].Hash
			case !errors.As(err, &refused):
				return fmt.Errorf("entrant %q: %w", e.ID, err)
			case !t.config.Forfeit:
				first = cmp.Or(first, t.config.ProgramError(i, seat, refused.Error(), refused.Cure))
				if why := fmt.Sprintf("entrant %q: %s", e.ID, oneLine(refused.Error())); !slices.Contains(problems, why) {
					problems = append(problems, why) // one of its programs for both seats is told once
				}
			case !t.config.Unread(i):
				if why := fmt.Sprintf("entrant %q loses its matches: %s", e.ID, oneLine(refused.Error())); !slices.Contains(t.config.Warnings, why) {
					t.config.Warnings = append(t.config.Warnings, why)
				}
			}
		}
	}
	if len(problems) > 1 {
		return t.config.BrokenError(problems)
	}
	return first
}

// warn prints what is legal and probably not meant.
func (t *tournament) warn(box *sandbox.Sandbox) {
	if t.quiet {
		return
	}
	for _, w := range t.config.Warnings {
		fmt.Fprintln(t.Err, "warning:", w)
	}
	if memory := t.lacksMemory(box); memory != "" && !t.fleet {
		fmt.Fprintln(t.Err, "warning: this machine lacks", memory)
	}
	if missing := missingLayers(box.Layers()); len(missing) > 0 {
		fmt.Fprintln(t.Err, "warning: this host does not give these layers of the jail:", strings.Join(missing, ", "))
	}
}
