package command

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship/sheet"
	"botarena/arena/config"
	"botarena/arena/submission"
)

func rosterCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "roster",
		Flags: []cli.Flag{classFlag(), &cli.BoolFlag{Name: "tokens"}, &cli.StringFlag{Name: "new-token"}},
		Action: func(c *cli.Context) (err error) {
			if err := noArgument(c, "arena roster --class "+c.Args().First()); err != nil {
				return err
			}
			if c.IsSet("new-token") && c.Bool("tokens") {
				return usage("run arena roster twice, each time with one of them", "--tokens and --new-token print different tokens")
			}
			class, err := loadClass(c.String("class"))
			if err != nil {
				return err
			}
			if class.Roster == nil {
				return usage("write a CSV file with the columns id and name, and the line roster: FILE", "%s names no roster", c.String("class"))
			}
			office, err := openOffice(class)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, office.Close()) }()
			switch {
			case c.IsSet("new-token"):
				return newTokens(s, office, class.Roster, func(id string) (bool, error) { return id == c.String("new-token"), nil })
			case c.Bool("tokens"):
				return newTokens(s, office, class.Roster, func(id string) (bool, error) {
					has, err := office.HasToken(id)
					return !has, err
				})
			}
			return printRoster(s.Out, office, class)
		},
	}
}

// newTokens makes tokens for some of the roster and prints them, once.
func newTokens(s Streams, office *submission.Office, roster []config.Student, wanted func(id string) (bool, error)) error {
	made := 0
	var w *sheet.Writer
	for _, student := range roster {
		want, err := wanted(student.ID)
		if err != nil {
			return err
		}
		if !want {
			continue
		}
		if w == nil {
			if w, err = sheet.NewWriter(s.Out, sheet.Options{}, "id", "name", "token"); err != nil {
				return err
			}
			if err := w.Flush(); err != nil {
				return err
			}
		}
		token, err := office.NewToken(student.ID, time.Now())
		if err != nil {
			return officeError(err)
		}
		// Each is printed before the next is made: what cannot be printed is lost.
		if err := errors.Join(w.Row(sheet.Text(student.ID), sheet.Text(student.Name), sheet.Text(token)), w.Flush()); err != nil {
			return bad("--new-token "+student.ID+" makes another one, and --tokens those that are still to be made", "the token of %s was made and could not be printed: %v", student.ID, err)
		}
		made++
	}
	if made == 0 {
		return bad("--new-token ID replaces one that was lost", "no token was made: everybody has one, or the id is not on the roster")
	}
	fmt.Fprintf(s.Err, "%s made; the arena keeps hashes only: nothing shows them again\n", count(made, "token"))
	return nil
}

// printRoster prints who has handed in what.
func printRoster(out io.Writer, office *submission.Office, class *config.Class) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "id\tname\ttoken\thand-ins\tcounts")
	for _, s := range class.Roster {
		history, err := office.History(s.ID)
		if err != nil {
			return err
		}
		h, late, err := office.Counts(s.ID)
		if err != nil {
			return err
		}
		has, err := office.HasToken(s.ID)
		if err != nil {
			return err
		}
		counts, token := "-", "-"
		if h != nil {
			counts = fmt.Sprintf("no. %d, %s%s", h.N, h.At.In(class.Zone).Format(time.RFC3339), lateness(late))
		}
		if has {
			token = "yes"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\n", s.ID, oneLine(s.Name), token, len(history), counts)
	}
	return t.Flush()
}
