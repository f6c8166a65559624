package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/fleet"
	"botarena/arena/fleet/join"
	"botarena/arena/fleet/queue"
)

// fleetFolder is what a championship's fleet keeps, in the folder of results.
const fleetFolder = "fleet"

func fleetCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "fleet",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "json"}},
		Action: func(c *cli.Context) error {
			at, err := oneArgument(c, "the link of a fleet, or the folder of its results", "arena fleet results/final")
			if err != nil {
				return err
			}
			status, now, err := fleetStatus(c.Context, at)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return json.NewEncoder(s.Out).Encode(status)
			}
			if !now {
				fmt.Fprintln(s.Err, "nobody leads this fleet now; this is how it was in the end")
			}
			return printFleet(s, status)
		},
	}
}

// fleetStatus returns how a fleet is, or was in the end where a folder is
// given and nobody leads it.
func fleetStatus(ctx context.Context, at string) (status *fleet.Status, now bool, err error) {
	const cure = "begin or go on with it: arena tournament CONFIG --fleet"
	if strings.Contains(at, "://") {
		l, err := join.Parse(at)
		if err != nil {
			return nil, false, usage("copy the whole link, as arena tournament --fleet prints it", "%v", err)
		}
		status, err = fleet.Ask(ctx, l)
		var (
			stranger *join.StrangerError
			token    *queue.TokenError
		)
		switch {
		case errors.As(err, &stranger), errors.As(err, &token):
			return nil, false, usage("copy the whole link again, as arena tournament --fleet prints it", "%v", err)
		case err != nil:
			return nil, false, bad(cure, "%v", err)
		}
		return status, true, nil
	}
	folder := filepath.Join(at, fleetFolder)
	l, err := queue.ReadLink(folder)
	info, statErr := os.Stat(at)
	switch {
	case errors.Is(err, fs.ErrPermission), statErr != nil, !info.IsDir():
		return nil, false, resultsError(at, err)
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, usage(cure, "%s is no championship of a fleet", at)
	case err != nil:
		return nil, false, usage(cure, "%s: %v", folder, err)
	}
	if status, err = fleet.Ask(ctx, l); err == nil {
		return status, true, nil
	}
	last, lastErr := fleet.LastStatus(folder)
	if lastErr != nil {
		return nil, false, bad(cure, "%v", err)
	}
	return last, false, nil
}

// printFleet prints workers, what is in play, what failed and why.
func printFleet(s Streams, f *fleet.Status) error {
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "worker\tstate\tin play\tcounted\ta minute\tvoid\tspeed\tclass\theard of")
	rate := 0.0
	for _, m := range f.Workers {
		fmt.Fprintf(w, "%s\t%s\t%d of %d\t%d\t%.1f\t%d\t%.1f\t%s\t%v ago\n", m.Name, m.State, len(m.Playing), m.Machine.Parallel,
			m.Counted, 60*m.Rate, m.Void, m.Machine.Host.Speed, m.Machine.Class, m.Silent.Round(100*time.Millisecond))
		if m.State != "gone" && m.State != "left" {
			rate += m.Rate
		}
	}
	if len(f.Workers) == 0 {
		fmt.Fprintln(w, "(none)")
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "\n%s in play, %d in the queue, %d counted (%.1f a minute), %d void, %d without a record\n",
		countMatches(f.Playing), max(f.Open-f.Playing, 0), f.Done, 60*rate, f.Void, f.Failed)
	fmt.Fprintf(s.Out, "dropped because they came twice: %d; lost and queued again: %d\n", f.Duplicates, f.Missed)
	for _, r := range f.Refused {
		fmt.Fprintf(s.Out, "turned away: %s: %s\n", r.Name, oneLine(r.Reason))
	}
	for _, m := range f.Workers {
		if m.Trouble != "" {
			fmt.Fprintf(s.Out, "could not be played on %s: %s\n", m.Name, oneLine(m.Trouble))
		}
	}
	for _, x := range f.Failures {
		fmt.Fprintf(s.Out, "match %s, attempt %d, on %s: %s\n", x.Match, x.Attempt, x.Worker, oneLine(x.Why))
	}
	return nil
}
