package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/table"
	"botarena/arena/config"
	"botarena/arena/game"
)

func ruleCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "rule",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "reason"},
			&cli.StringFlag{Name: "by"},
			&cli.StringFlag{Name: "points"},
			&cli.BoolFlag{Name: "json"},
			&cli.BoolFlag{Name: "quiet"},
		},
		Action: func(c *cli.Context) error {
			dir, words, err := resultsArgument(c, "arena rule results/NAME disqualify ID --reason TEXT")
			if err != nil {
				return err
			}
			book, err := loadResults(dir)
			if err != nil {
				return err
			}
			if len(words) == 0 {
				if err := onlyFlags(c, "rule without a ruling", "json", "quiet"); err != nil {
					return err
				}
				return listRulings(s, book, c.Bool("json"))
			}
			r, err := readRuling(c, book, words)
			if err != nil {
				return err
			}
			return rule(c.Context, s, dir, r, c.Bool("json"), c.Bool("quiet"))
		},
	}
}

// rulingForms lists what stands after the folder, by the kind of the ruling.
var rulingForms = []struct {
	kind championship.RulingKind
	form string
}{
	{championship.RuleVoid, "MATCH"},
	{championship.RuleForfeit, "MATCH ID"},
	{championship.RuleResult, "MATCH OUTCOME OUTCOME"},
	{championship.RuleDisqualify, "ID"},
	{championship.RuleStrike, "ID"},
	{championship.RuleReinstate, "ID"},
	{championship.RuleUndo, "RULING"},
}

// misnamed are words that people write for a ruling.
var misnamed = map[string]string{
	"remove":  "write disqualify (the rules say what becomes of the matches) or strike (they count for nobody)",
	"reverse": "write undo and the ruling's number; arena rule RESULTS lists the rulings",
	"revoke":  "write undo and the ruling's number; arena rule RESULTS lists the rulings",
	"list":    "arena rule RESULTS alone lists the rulings",
}

// readRuling reads a ruling from the words after the folder.
func readRuling(c *cli.Context, book *championship.Book, words []string) (championship.Ruling, error) {
	var r championship.Ruling
	form := ""
	var kinds []string
	for _, f := range rulingForms {
		kinds = append(kinds, string(f.kind))
		if string(f.kind) == words[0] {
			r.Kind, form = f.kind, f.form
		}
	}
	if r.Kind == "" {
		cure := "write " + strings.Join(kinds, ", ")
		if near := config.Nearest(words[0], kinds); near != "" {
			cure = "did you mean " + near + "?"
		}
		if better := misnamed[words[0]]; better != "" {
			cure = better
		}
		return r, usage(cure, "no ruling is called %q", words[0])
	}
	example := fmt.Sprintf("arena rule RESULTS %s %s --reason TEXT", r.Kind, form)
	if words = words[1:]; len(words) != len(strings.Fields(form)) {
		return r, usage(example, "%s wants %s after it, here is %q", r.Kind, form, words)
	}
	for i, what := range strings.Fields(form) {
		if err := setRuling(&r, book, what, words[i], i); err != nil {
			return r, err
		}
	}
	r.Reason, r.By = strings.TrimSpace(c.String("reason")), c.String("by")
	if r.Reason == "" {
		return r, usage(example, "a ruling needs a reason, which stands in every table and on every page that it touches")
	}
	if c.IsSet("points") {
		if r.Kind != championship.RuleResult {
			return r, usage("leave --points out", "--points is for a result")
		}
		points, err := readPoints(c.String("points"))
		if err != nil {
			return r, err
		}
		r.Points = &points
	}
	return r, nil
}

// setRuling sets the part of a ruling that a word stands for.
func setRuling(r *championship.Ruling, book *championship.Book, what, word string, at int) (err error) {
	switch what {
	case "MATCH", "RULING":
		n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
		if err != nil || n < 0 {
			return usage("write a whole number, as tables and lists have it", "%q is not the number of a %s", word, strings.ToLower(what))
		}
		if what == "RULING" {
			r.Undo = n
		} else {
			r.Match = n
		}
	case "ID":
		r.Entrant, err = entrantID(book, word)
	case "OUTCOME":
		outcomes := []string{string(game.Win), string(game.Lose), string(game.Draw)}
		for _, o := range outcomes {
			if o == word {
				r.Outcomes[at-1] = game.Outcome(o)
				return nil
			}
		}
		seats := book.Facts().Seats
		return usage(fmt.Sprintf("write win, lose or draw for %s, then for %s", seats[0], seats[1]), "%q is no outcome", word)
	}
	return err
}

func readPoints(text string) (points [2]table.Points, err error) {
	words := strings.Split(text, ",")
	if len(words) == 2 {
		for i, w := range words {
			if points[i], err = table.ParsePoints(strings.TrimSpace(w)); err != nil {
				break
			}
		}
	}
	if len(words) != 2 || err != nil {
		return points, usage("write both seats' points, such as --points 239,261", "--points: %q are not the points of two seats", text)
	}
	return points, nil
}

// rule makes a ruling and prints the table with it.
func rule(ctx context.Context, s Streams, dir string, r championship.Ruling, asJSON, quiet bool) error {
	book, err := championship.Rule(ctx, journal.Folder(dir), r, time.Now())
	if err != nil {
		return ruleError(err)
	}
	made := book.Rulings()
	last := made[len(made)-1]
	if asJSON {
		return json.NewEncoder(s.Out).Encode(last)
	}
	if _, err := fmt.Fprintln(s.Out, oneLine(last.String())); err != nil || quiet {
		return err
	}
	standings, err := book.Standings()
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out)
	return writeStandings(s.Out, standings, book, dir)
}

// ruleError says what to do about a ruling that was not made.
func ruleError(err error) error {
	var system syscall.Errno
	switch {
	case errors.Is(err, journal.ErrLocked):
		return bad("end it with Ctrl-C, rule, and go on with arena tournament CONFIG --resume", "%v", err)
	case errors.Is(err, fs.ErrPermission):
		return bad("rule as the user whose folder it is", "%v", err)
	case errors.As(err, &system): // the disk, not what was asked for
		return bad("see to the disk; arena rule RESULTS lists what was kept", "%v", err)
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, championship.ErrPointsMissing):
		return usage("add --points and both seats' points, such as --points 239,261", "%v", err)
	}
	return usage("arena help rule has examples", "%v", err)
}

// listRulings prints all rulings.
func listRulings(s Streams, book *championship.Book, asJSON bool) error {
	rulings := book.Rulings()
	if asJSON {
		if rulings == nil {
			rulings = []championship.Ruling{}
		}
		return json.NewEncoder(s.Out).Encode(rulings)
	}
	if len(rulings) == 0 {
		_, err := fmt.Fprintln(s.Out, "there are no rulings")
		return err
	}
	for _, r := range rulings {
		line := oneLine(r.String()) + ", " + r.Time.Format(time.RFC3339)
		if r.By != "" {
			line += ", by " + oneLine(r.By)
		}
		if book.Undone(r.Number) {
			line += " [undone]"
		}
		if _, err := fmt.Fprintln(s.Out, line); err != nil {
			return err
		}
	}
	return nil
}
