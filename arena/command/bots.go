package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
	"botarena/arena/game/all"
	"botarena/sandbox"
)

func botsCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "bots",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "json"}},
		Action: func(c *cli.Context) error {
			dir := config.DefaultBots
			if c.Args().Present() {
				var err error
				if dir, err = oneArgument(c, "one folder of bots", "arena bots bin/bots"); err != nil {
					return err
				}
			}
			return listBots(c.Context, s, dir, c.Bool("json"))
		},
	}
}

// botReport is one bot of a folder; its JSON form is that of --json.
type botReport struct {
	Name     string   `json:"name"`
	Path     string   `json:"path"`
	Game     string   `json:"game,omitempty"`  // empty for any
	Roles    []string `json:"roles,omitempty"` // empty for all
	Language string   `json:"language,omitempty"`
	Author   string   `json:"author,omitempty"`
	Build    string   `json:"build,omitempty"`
	Runtime  string   `json:"runtime,omitempty"`
	Hash     string   `json:"hash,omitempty"`
	Problem  string   `json:"problem,omitempty"`
	Cure     string   `json:"cure,omitempty"`
}

func listBots(ctx context.Context, s Streams, dir string, asJSON bool) (err error) {
	listed, err := config.LoadBots(dir, all.Games())
	if err != nil {
		return err
	}
	box, err := sandbox.New(ctx, sandbox.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	reports, wrong := []botReport{}, 0
	for _, l := range listed {
		r := reportBot(box, l)
		if r.Problem != "" {
			wrong++
		}
		reports = append(reports, r)
	}
	if err := printBots(s, dir, reports, asJSON); err != nil {
		return err
	}
	if wrong > 0 {
		return bad("arena check BOT says how the others play", "%s of %d cannot play", count(wrong, "bot"), len(reports))
	}
	return nil
}

// reportBot looks whether the jail can run a bot's programs.
func reportBot(box *sandbox.Sandbox, l config.Listed) botReport {
	r := botReport{Name: oneLine(l.Name), Path: l.Path}
	err := l.Err
	if b := l.Bot; b != nil {
		r.Game, r.Roles = b.Game, b.Roles
		if f := b.File; f != nil {
			r.Language, r.Author, r.Build = f.Language, f.Author, f.Build
		}
		seats := b.Roles
		if len(seats) == 0 {
			seats = []string{""} // one program for all
		}
		for _, seat := range seats {
			process := b.Process(seat)
			var p *sandbox.Program
			if p, err = box.Open(process.Path, process.Options()); err != nil {
				break
			}
			r.Runtime, r.Hash = string(p.Runtime), p.Hash
			p.Close()
		}
	}
	if err != nil {
		f := explain(err)
		r.Problem, r.Cure = oneLine(f.problem), oneLine(f.cure)
	}
	return r
}

func printBots(s Streams, dir string, reports []botReport, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(s.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(reports)
	}
	if len(reports) == 0 {
		_, err := fmt.Fprintf(s.Out, "there are no bots in %s\n", dir)
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "bot\tgame\troles\tlanguage\truntime\tauthor")
	for _, r := range reports {
		if r.Problem == "" {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, orAny(r.Game), orAny(strings.Join(r.Roles, " ")), dash(r.Language), r.Runtime, dash(r.Author))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range reports {
		if r.Problem != "" {
			fmt.Fprintf(s.Out, "%s: cannot play: %s\n  hint: %s\n", r.Name, r.Problem, r.Cure)
		}
	}
	return nil
}

func orAny(text string) string {
	if text == "" {
		return "any"
	}
	return text
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
