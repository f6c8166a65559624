package command

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"botarena/sandbox"
)

func doctorCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "strict"}, &cli.BoolFlag{Name: "json"}},
		Action: func(c *cli.Context) error {
			if err := noArgument(c, "arena doctor"); err != nil {
				return err
			}
			box, err := sandbox.New(c.Context, sandbox.Options{})
			if err != nil {
				return err
			}
			layers := box.Layers()
			if err := box.Close(); err != nil {
				return err
			}
			if err := printLayers(s, layers, c.Bool("json")); err != nil {
				return err
			}
			if missing := missingLayers(layers); c.Bool("strict") && len(missing) > 0 {
				return &failure{exitHost, "this host cannot give the strict jail: " + strings.Join(missing, ", "), "arena doctor says for each layer what to do"}
			}
			return nil
		},
	}
}

func missingLayers(layers []sandbox.Layer) []string {
	var names []string
	for _, l := range layers {
		if !l.InForce {
			names = append(names, l.Name)
		}
	}
	return names
}

// doctorReport is the JSON form of what arena doctor prints.
type doctorReport struct {
	Standard bool            `json:"standard"` // this jail can be had here
	Strict   bool            `json:"strict"`
	Layers   []sandbox.Layer `json:"layers"`
}

// printLayers prints, layer by layer, what this host has and what a match
// would use.
func printLayers(s Streams, layers []sandbox.Layer, asJSON bool) error {
	missing := missingLayers(layers)
	if asJSON {
		return json.NewEncoder(s.Out).Encode(doctorReport{true, len(missing) == 0, layers})
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, l := range layers {
		state, detail := "in force", l.By
		if !l.InForce {
			state, detail = "MISSING", l.Missing
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", l.Name, state, detail)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, c := range cures(layers) {
		fmt.Fprintf(s.Out, "\nto have %s:\n  %s\n", strings.Join(c.layers, ", "), c.cure)
	}
	strict := "and strict"
	if len(missing) > 0 {
		strict = "but not strict"
	}
	_, err := fmt.Fprintf(s.Out, "\njail: standard can be had here, %s\n", strict)
	return err
}

// cure is what to do about some missing layers.
type cure struct {
	cure   string
	layers []string
}

// cures lists what to do about the missing layers, each cure once.
func cures(layers []sandbox.Layer) []cure {
	var list []cure
	for _, l := range layers {
		if l.InForce || l.Cure == "" {
			continue
		}
		i := slices.IndexFunc(list, func(c cure) bool { return c.cure == l.Cure })
		if i < 0 {
			i = len(list)
			list = append(list, cure{cure: l.Cure})
		}
		list[i].layers = append(list[i].layers, l.Name)
	}
	return list
}
