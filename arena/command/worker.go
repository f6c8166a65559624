package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/fleet"
	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
	"botarena/arena/game/all"
	"botarena/arena/match"
	"botarena/sandbox"
)

func workerCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "worker",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "join"},
			&cli.StringFlag{Name: "parallel"},
			&cli.StringFlag{Name: "name"},
			&cli.StringFlag{Name: "class"},
			&cli.StringFlag{Name: "folder"},
			&cli.BoolFlag{Name: "quiet"},
		},
		Action: func(c *cli.Context) error {
			w, err := readWorker(s, c)
			if err != nil {
				return err
			}
			return w.run(c.Context)
		},
	}
}

// workerRun is one run of arena worker.
type workerRun struct {
	Streams
	fleet.Worker
	parallel int // 0 for as many as the processors carry
	class    string
}

func readWorker(s Streams, c *cli.Context) (*workerRun, error) {
	const example = "arena worker --join 'arena://10.0.0.1:4222/#…', as arena tournament --fleet prints it"
	if err := noArgument(c, example); err != nil {
		return nil, err
	}
	if !c.IsSet("join") {
		return nil, usage(example, "arena worker needs --join URL")
	}
	w := &workerRun{Streams: s}
	var err error
	if w.Link, err = join.Parse(c.String("join")); err != nil {
		return nil, usage(example, "--join: %v", err)
	}
	w.Name, w.class = c.String("name"), c.String("class")
	if c.IsSet("class") && fleet.ClassName(w.class) != w.class {
		return nil, usage("write --class "+fleet.ClassName(w.class), "--class: a name has small letters, digits and hyphens, not %q", w.class)
	}
	if c.IsSet("parallel") {
		const most = 1024
		if w.parallel, err = strconv.Atoi(c.String("parallel")); err != nil || w.parallel < 1 || w.parallel > most {
			return nil, usage(fmt.Sprintf("write a number from 1 to %d; arena bench says how many keep the times true", most), "--parallel: %q is not a number of matches", c.String("parallel"))
		}
	}
	if w.Folder = c.String("folder"); w.Folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, usage("name a folder for the bots with --folder DIR", "no folder for the bots: %v", err)
		}
		w.Folder = filepath.Join(cache, "arena-worker")
	}
	if !c.Bool("quiet") {
		w.Tell = func(line string) { fmt.Fprintln(s.Err, oneLine(line)) }
	}
	return w, nil
}

// run looks at this machine, then plays what the fleet hands out.
func (w *workerRun) run(ctx context.Context) error {
	box, err := sandbox.New(ctx, sandbox.Options{})
	if err != nil {
		return err
	}
	jailed := match.NewJailed(box)
	defer func() {
		if err := errors.Join(jailed.Close(), box.Close()); err != nil {
			fmt.Fprintln(w.Err, "warning: the jail could not be taken down:", oneLine(err.Error()))
		}
	}()
	w.Machine = fleet.Inspect(box.Layers())
	if w.class != "" {
		w.Machine.Class = w.class
	}
	if w.parallel > 0 {
		w.Machine.Parallel = w.parallel
	}
	local := &match.Local{Games: all.Game, Seater: match.Seaters{Process: jailed}, Parallel: w.parallel}
	w.Player, w.Carries = local, local.Carries
	w.Prepare = func(spec *match.Spec) error { return openOrdered(jailed, spec) }
	if w.Tell != nil {
		m := &w.Machine
		w.Tell(fmt.Sprintf("this machine: %s at once, speed %.1f, timer %v late, class %s, %d of %d layers of the jail",
			countMatches(m.Parallel), m.Host.Speed, m.Late.Round(time.Microsecond), m.Class, len(m.Layers)-len(missingLayers(m.Layers)), len(m.Layers)))
	}
	err = w.Worker.Run(ctx)
	var (
		refused  *fleet.RefusedError
		stranger *join.StrangerError
		token    *queue.TokenError
	)
	switch {
	case err == nil:
		_, err = fmt.Fprintln(w.Out, "the championship is over")
		return err
	case errors.As(err, &refused):
		return &failure{exitHost, refused.Error(), "arena doctor says what this machine gives"}
	case errors.As(err, &stranger), errors.As(err, &token):
		return usage("copy the whole link again, as arena tournament --fleet prints it", "%v", err)
	}
	return err
}

// openOrdered opens the programs of a match. Those that the coordinator could
// open must open here too, and be the same; those that it could not, which
// have no hash, lose here as they do there.
func openOrdered(jailed *match.Jailed, spec *match.Spec) error {
	for i := range spec.Sources {
		one := match.Spec{Sources: spec.Sources[i : i+1]}
		one.Header.Seats = spec.Header.Seats[i : i+1]
		if one.Header.Seats[0].Hash == "" {
			continue
		}
		if err := jailed.Open(&one); err != nil {
			return err
		}
	}
	return nil
}
