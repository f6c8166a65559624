package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/arena/record"
	"botarena/sandbox"
)

// defaultReplays is the folder for replays where neither the config nor a
// flag names one.
const defaultReplays = "results"

func matchCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "match",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "seed"},
			&cli.StringFlag{Name: "replays"},
			&cli.BoolFlag{Name: "json"},
			&cli.BoolFlag{Name: "debug"},
			&cli.BoolFlag{Name: "quiet"},
			&cli.BoolFlag{Name: "no-prompt"},
			&cli.BoolFlag{Name: "watch"},
		},
		Action: func(c *cli.Context) error {
			file, err := oneArgument(c, "the config of a match", "arena match configs/catchcat.yaml")
			if err != nil {
				return err
			}
			p := &matchRun{Streams: s, json: c.Bool("json"), debug: c.Bool("debug"), quiet: c.Bool("quiet"), file: file}
			p.boards = newOperator(s, !c.Bool("no-prompt"))
			if err := p.load(c); err != nil {
				return err
			}
			if !c.Bool("watch") {
				return p.play(c.Context)
			}
			if p.watching, err = newWatching(c.Context, p.Err, p.replays); err != nil {
				return err
			}
			err = p.play(c.Context)
			if err == nil {
				fmt.Fprintln(p.Err, "The page stays until Ctrl-C.")
				<-c.Context.Done()
			}
			return errors.Join(err, p.watching.close())
		},
	}
}

// matchRun is one run of arena match.
type matchRun struct {
	Streams
	file               string
	json, debug, quiet bool

	config  *config.Match
	replays string // the folder
	boards  *operator
	missing []string
	// watching is nil without --watch.
	watching *watching
	// written are the replays of all attempts; writeErr is why one is missing.
	written  []string
	writeErr error
}

// load reads the config and the flags. Nothing is started or written.
func (p *matchRun) load(c *cli.Context) error {
	m, err := config.LoadMatch(p.file, all.Games())
	if err != nil {
		return err
	}
	p.config = m
	h := &m.Spec.Header
	switch {
	case c.IsSet("seed"):
		if h.Seed, err = seedFlag(c); err != nil {
			return err
		}
	case !m.Seeded:
		h.Seed = config.DrawSeed()
	}
	if p.debug {
		h.Terms.Debug, h.Terms.Clock, h.Terms.Jail = true, record.ClockOff, record.JailOff
	}
	p.replays = defaultReplays
	if m.Replays != "" {
		p.replays = m.Replays
	}
	if c.IsSet("replays") {
		p.replays = c.String("replays")
	}
	return checkFolder(p.replays, "replays")
}

// checkFolder refuses, before anything is played, a folder that cannot be
// made or written into; flag names another one. It makes nothing.
func checkFolder(dir, flag string) error {
	cure := "name another folder with --" + flag + " DIR"
	abs, err := filepath.Abs(dir)
	if err != nil || dir == "" {
		return usage(cure, "%q is no folder", dir)
	}
	for at := abs; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case (errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR)) && at != filepath.Dir(at):
			continue
		case err != nil:
			return usage(cure, "nothing can be written to %s: %v", abs, err)
		case !info.IsDir():
			return usage(cure, "nothing can be written to %s: %s is not a folder", abs, at)
		}
		if err := unix.Faccessat(unix.AT_FDCWD, at, unix.W_OK|unix.X_OK, unix.AT_EACCESS); err != nil {
			return usage(cure, "nothing can be written to %s: %s: %v", abs, at, err)
		}
		return nil
	}
}

// play plays the match and prints what came of it.
func (p *matchRun) play(ctx context.Context) error {
	seater, closeAll, err := p.seater(ctx)
	if err != nil {
		return err
	}
	defer closeAll()
	p.warn()
	if err := p.boards.prepare(ctx, &p.config.Spec); err != nil {
		return err
	}
	if err := seater.TCP.(*match.Clients).Open(ctx, &p.config.Spec); err != nil {
		return p.noClient(err)
	}
	progress := new(progress)
	local := &match.Local{
		Games:  all.Game,
		Seater: seater,
		Watch: func(spec *match.Spec) match.Watcher {
			if p.watching == nil {
				return progress
			}
			return p.watching.watch(spec, progress)
		},
	}
	stop := showWhile(p.Err, !p.quiet, progress.text)
	last, err := match.One(ctx, local, p.config.Spec, p.keep)
	stop()
	closeAll()
	switch {
	case err != nil && last.Record == nil:
		return bad(p.again(), "the match was interrupted: it has no result and no replay")
	case last.Err != nil:
		return last.Err
	case last.Record == nil:
		return errors.New("the match has no record")
	}
	if err := p.print(&last); err != nil {
		return err
	}
	switch {
	case p.writeErr != nil:
		return bad("free space there, or name another folder with --replays DIR", "the replay could not be written: %v", p.writeErr)
	case last.Void():
		return bad(p.again(), "the match is void: %s", last.Record.Measured.Void)
	}
	return nil
}

// again says how the same match is played again.
func (p *matchRun) again() string {
	return fmt.Sprintf("arena match %s --seed %d plays it again", p.file, p.config.Spec.Header.Seed)
}

// keep writes the replay of an attempt.
func (p *matchRun) keep(o match.Outcome) {
	name := ""
	if p.watching != nil {
		defer func() { p.watching.ended(o, name) }()
	}
	if o.Record == nil {
		return
	}
	var err error
	name, err = o.Record.WriteFile(p.replays)
	if err != nil {
		p.writeErr = err
		return
	}
	p.written = append(p.written, name)
	if o.Void() {
		p.boards.forget(&o.Spec)
	}
	if o.Void() && !o.Final && !p.quiet {
		fmt.Fprintf(p.Err, "attempt %d of %d is void: %s\n", o.Attempt, match.Attempts, oneLine(o.Record.Measured.Void))
	}
}

// seater brings whoever is in the config: it opens the jail where programs
// play, or goes without for a debugger.
func (p *matchRun) seater(ctx context.Context) (match.Seaters, func(), error) {
	clients := &match.Clients{Tell: p.tell}
	seaters := match.Seaters{Serial: p.boards, TCP: clients}
	spec := &p.config.Spec
	closers := []func() error{clients.Close}
	closeAll := func() {
		var errs []error
		for _, c := range closers {
			errs = append(errs, c())
		}
		closers = nil
		if err := errors.Join(errs...); err != nil {
			fmt.Fprintln(p.Err, "warning: not all could be taken down:", oneLine(err.Error()))
		}
	}
	switch {
	case p.debug:
		seaters.Process = match.Plain{}
		return seaters, closeAll, nil
	case !slices.ContainsFunc(spec.Sources, func(s match.Source) bool { return s.Process != nil }):
		return seaters, closeAll, nil
	}
	box, err := sandbox.New(ctx, sandbox.Options{Strict: spec.Header.Terms.Jail == record.JailStrict})
	if err != nil {
		return seaters, nil, err
	}
	p.missing = missingLayers(box.Layers())
	jailed := match.NewJailed(box)
	closers = append(closers, jailed.Close, box.Close)
	seaters.Process = jailed
	if err := jailed.Open(spec); err != nil {
		closeAll()
		return seaters, nil, p.seatError(err)
	}
	return seaters, closeAll, nil
}

// noClient words why nobody could be waited for.
func (p *matchRun) noClient(err error) error {
	var none *match.NoClientError
	switch {
	case errors.As(err, &none):
		return bad("start the clients, or write a longer wait: under the seat", "%v", err)
	case errors.Is(err, unix.EADDRINUSE), errors.Is(err, unix.EADDRNOTAVAIL), errors.Is(err, unix.EACCES):
		return usage("write another address after tcp:, or end the program that has this one", "%v", err)
	}
	return err
}

// tell says what happens at the door where clients are waited for.
func (p *matchRun) tell(line string) {
	if !p.quiet {
		fmt.Fprintln(p.Err, oneLine(line))
	}
}

// seatError puts the place in the config to an error about a program.
func (p *matchRun) seatError(err error) error {
	var refused *sandbox.ProgramError
	if !errors.As(err, &refused) {
		return err
	}
	for i, source := range p.config.Spec.Sources {
		if source.Process != nil && source.Process.Path == refused.Path {
			return p.config.SeatError(i, refused.Error(), refused.Cure)
		}
	}
	return err
}

func (p *matchRun) warn() {
	if p.quiet {
		return
	}
	for _, w := range p.config.Warnings {
		fmt.Fprintln(p.Err, "warning:", w)
	}
	if len(p.missing) > 0 {
		fmt.Fprintln(p.Err, "warning: this host does not give these layers of the jail:", strings.Join(p.missing, ", "))
	}
}

// print prints the result.
func (p *matchRun) print(o *match.Outcome) error {
	g, err := all.Game(o.Spec.Header.Game)
	if err != nil {
		return err
	}
	r := newMatchReport(o, g.Info(), p.written)
	if p.json {
		enc := json.NewEncoder(p.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(r)
	}
	if err := r.text(p.Out); err != nil || p.quiet || r.Void != "" {
		return err
	}
	for i, source := range o.Spec.Sources {
		if s := r.Seats[i]; len(s.remarks()) > 0 && source.Process != nil {
			fmt.Fprintf(p.Err, "hint: arena check %s --game %s --role %s says what to change\n", shown(source.Process), r.Game, s.Seat)
		}
	}
	return nil
}

// shown is what to type for a program.
func shown(p *match.Process) string {
	path := p.Folder
	if path == "" {
		path = p.Path
	}
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			path = "./" + rel
		}
	}
	return oneLine(path)
}
