package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/bench"
	"botarena/sandbox"
)

func benchCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "json"}},
		Action: func(c *cli.Context) error {
			if err := noArgument(c, "arena bench"); err != nil {
				return err
			}
			box, err := sandbox.New(c.Context, sandbox.Options{})
			if err != nil {
				return err
			}
			report, err := bench.Measure(c.Context, box, func(what string) { fmt.Fprintln(s.Err, "measuring", what) })
			closed := box.Close()
			if c.Context.Err() != nil { // whatever Ctrl-C has ended first
				return c.Context.Err()
			}
			if err = errors.Join(err, closed); err != nil {
				return err
			}
			if c.Bool("json") {
				return json.NewEncoder(s.Out).Encode(report)
			}
			return printBench(s, report)
		},
	}
}

// printBench prints what was measured, and what of it belongs into a config.
func printBench(s Streams, r *bench.Report) error {
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "work\tours\traw\tratio\traw is")
	for _, row := range []struct {
		work  string
		ratio bench.Ratio
		raw   string
	}{
		{"start and end of a jailed process", r.Launch, "os/exec, no jail"},
		{"the same, 50 ms apart", r.LaunchPaused, "os/exec, no jail"},
		{"a turn without freezing and CPU clock", r.Bare, "poll, read and write on two pipes"},
		{"a turn as matches have it", r.Turn, "poll, read and write on two pipes"},
	} {
		fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%s\n", row.work, rounded(row.ratio.Ours), rounded(row.ratio.Raw), row.ratio.Of(), row.raw)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.Out, `
%.0f jailed launches a second on %d cores
CPU readings are right to %v
a silent bot is stopped at most %v late with %d matches at once

alternating games carry %d matches at once here, simultaneous ones %d: that is
the default. Limits of less than %v would be decided by chance.
`, r.LaunchesPerSecond, r.Cores, rounded(r.CPUError), rounded(r.Lag), r.Parallel,
		r.Parallel, max(1, r.Parallel/2), max(20*time.Millisecond, (10*r.Lag).Round(time.Millisecond)))
	return err
}

// rounded leaves three digits of a time.
func rounded(d time.Duration) time.Duration {
	for unit := time.Duration(1); ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit)
		}
	}
}
