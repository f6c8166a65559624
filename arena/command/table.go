package command

import (
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship/outfile"
	"botarena/arena/championship/sheet"
)

func tableCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "table",
		Flags: slices.Concat([]cli.Flag{
			&cli.BoolFlag{Name: "ratings"},
			&cli.BoolFlag{Name: "matches"},
			&cli.StringFlag{Name: "csv"},
			&cli.BoolFlag{Name: "json"},
		}, sheetFlags()),
		Action: func(c *cli.Context) error {
			dir, rest, err := resultsArgument(c, "arena table results/NAME")
			if err == nil && len(rest) > 0 {
				err = usage("arena table results/NAME", "arena table takes one folder, after it stands %q", rest)
			}
			if err != nil {
				return err
			}
			o, err := sheetOptions(c)
			if err != nil {
				return err
			}
			if c.Bool("matches") {
				if c.Bool("ratings") || c.IsSet("csv") {
					return usage("leave the others out", "--matches has no --ratings and no --csv")
				}
				return printMatches(s.Out, dir, c.Bool("json"))
			}
			return printTable(s, dir, c, o)
		},
	}
}

// printable is a list that has all forms.
type printable struct {
	csv  func(io.Writer, sheet.Options) error
	json func(io.Writer) error
	text func(io.Writer) error
}

// printTable prints the standings or the ratings in the form asked for.
func printTable(s Streams, dir string, c *cli.Context, o sheet.Options) error {
	book, err := loadResults(dir)
	if err != nil {
		return err
	}
	var p printable
	if c.Bool("ratings") {
		r := book.Ratings()
		p = printable{r.WriteCSV, r.WriteJSON, func(w io.Writer) error { return writeRatings(w, r) }}
	} else {
		standings, err := book.Standings()
		if err != nil {
			return err
		}
		p = printable{standings.WriteCSV, standings.WriteJSON, func(w io.Writer) error { return writeStandings(w, standings, book, dir) }}
	}
	if c.IsSet("csv") {
		err := outfile.Write(c.String("csv"), func(w io.Writer) error { return p.csv(w, o) })
		if err != nil {
			return bad("name a file that can be written", "--csv: %v", err)
		}
	}
	switch {
	case c.Bool("json"):
		return p.json(s.Out)
	case c.IsSet("csv"):
		return nil
	}
	return p.text(s.Out)
}
