// Package command holds the commands of the program arena, one file each,
// and what they share: how arguments are read, how help is shown, and how
// errors become one line, a hint and an exit code.
//
// Results go to stdout, everything for people beside them to stderr. With
// --json a command writes one JSON value, or one a line, to stdout.
package command

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"botarena/arena/match"
)

// Streams are the three files a command talks to.
type Streams struct {
	In       *os.File // a terminal's keys are read from it
	Out, Err io.Writer
}

// Main runs the command that args, which begin with the program's name, ask
// for, and returns the exit code. ctx ends when the user wants to stop.
func Main(ctx context.Context, args []string, s Streams) int {
	app := newApp(s)
	arranged, err := arrange(app, args[1:])
	if err == nil {
		err = app.RunContext(ctx, append([]string{app.Name}, arranged...))
	}
	return report(s.Err, err)
}

// newApp makes the command tree. urfave/cli parses the flags and finds the
// command; help, suggestions and exit codes are ours.
func newApp(s Streams) *cli.App {
	app := &cli.App{
		Name:            "arena",
		HideHelp:        true,
		HideHelpCommand: true,
		HideVersion:     true,
		Flags:           []cli.Flag{&cli.BoolFlag{Name: "version"}},
		Writer:          s.Out,
		ErrWriter:       s.Err,
		// Left alone, urfave/cli ends the program by itself on some errors.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   onUsageError,
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				_, err := fmt.Fprintln(s.Out, "arena", match.Version())
				return err
			}
			return showHelp(s.Out, "arena")
		},
		Commands: []*cli.Command{
			matchCommand(s),
			tournamentCommand(s),
			exportCommand(s),
			watchCommand(s),
			tableCommand(s),
			ruleCommand(s),
			gradeCommand(s),
			compareCommand(s),
			classCommand(s),
			submitCommand(s),
			submissionsCommand(s),
			finalCommand(s),
			rosterCommand(s),
			replayCommand(s),
			serveCommand(s),
			runCommand(s),
			newCommand(s),
			checkCommand(s),
			botsCommand(s),
			mapCommand(s),
			portsCommand(s),
			workerCommand(s),
			fleetCommand(s),
			doctorCommand(s),
			benchCommand(s),
			schemaCommand(s),
			completionCommand(s),
			manCommand(s),
			helpCommand(s),
		},
	}
	for _, c := range app.Commands {
		c.HideHelp, c.OnUsageError = true, onUsageError
	}
	return app
}
