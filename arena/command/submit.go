package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/submission"
	"botarena/arena/submission/store"
)

func submitCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "submit",
		Flags: []cli.Flag{classFlag(), &cli.StringFlag{Name: "team"}, &cli.BoolFlag{Name: "json"}},
		Action: func(c *cli.Context) error {
			file, err := oneArgument(c, "a zip", "arena submit --team ann bot.zip")
			if err != nil {
				return err
			}
			if !c.IsSet("team") {
				return usage("arena submit --team ann "+file, "arena submit needs --team")
			}
			return submit(c, s, file)
		},
	}
}

// submitted is the JSON form of a hand-in and what was found.
type submitted struct {
	*store.HandIn
	Report *submission.Report `json:"report"`
}

// submit hands a file in and prints what becomes of it.
func submit(c *cli.Context, s Streams, file string) (err error) {
	class, err := loadClass(c.String("class"))
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return notThere("file", file, err, "name a zip")
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return usage("zip it first", "%s is no file", file)
	}
	office, err := openOffice(class)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, office.Close()) }()
	h, err := office.Submit(c.Context, c.String("team"), file, f, time.Now())
	if err != nil {
		return officeError(err)
	}
	if isTerminal(s.Err) { // building and checking take their time
		fmt.Fprintf(s.Err, "hand-in %d of %s is kept\n", h.N, h.Team)
	}
	stop := showWhile(s.Err, true, func() string { return "building and checking it" })
	r, err := office.Inspect(c.Context, *h)
	stop()
	if err != nil {
		return officeError(err)
	}
	if c.Bool("json") {
		err = json.NewEncoder(s.Out).Encode(submitted{h, r})
	} else {
		err = printHandIn(s.Out, class.Zone, h, r)
	}
	if end := endOf(class); !end.IsZero() && h.At.After(end) {
		fmt.Fprintf(s.Err, "note: hand-ins counted until %s: this one does not count\n", inWords(class, end))
	}
	if err != nil || r.State == submission.Fit || r.State == submission.Built {
		return err
	}
	return bad(r.Cure, "hand-in %d of %s is kept, but %s: %s", h.N, h.Team, r.State, r.Problem)
}

func finalCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "final",
		Flags: []cli.Flag{classFlag()},
		Action: func(c *cli.Context) (err error) {
			args := c.Args().Slice()
			if len(args) != 2 {
				return usage("arena final ann 3", "arena final needs a team and the number of its hand-in")
			}
			n, err := strconv.Atoi(args[1])
			if err != nil {
				return usage("arena submissions list --team "+args[0]+" lists them", "%q is not the number of a hand-in", args[1])
			}
			class, err := loadClass(c.String("class"))
			if err != nil {
				return err
			}
			office, err := openOffice(class)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, office.Close()) }()
			if err := office.Final(args[0], n, time.Now()); err != nil {
				return officeError(err)
			}
			return printCounting(s, class, office, args[0])
		},
	}
}
