package command

import (
	"context"
	"encoding/json"
	"errors"
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
			layers, wrong := layersHere(c.Context)
			if layers == nil {
				return wrong
			}
			if err := printLayers(s, layers, wrong == nil, c.Bool("json")); err != nil {
				return err
			}
			if missing := missingLayers(layers); wrong == nil && c.Bool("strict") && len(missing) > 0 {
				return &failure{exitHost, "this host cannot give the strict jail: " + strings.Join(missing, ", "), "arena doctor says for each layer what to do"}
			}
			return wrong
		},
	}
}

// layersHere lists the layers. They come with an error, as far as they are
// known, where the standard jail cannot be had.
func layersHere(ctx context.Context) ([]sandbox.Layer, error) {
	box, err := sandbox.New(ctx, sandbox.Options{})
	var host *sandbox.HostError
	switch {
	case errors.As(err, &host):
		return host.Layers, err
	case err != nil:
		return nil, err
	}
	layers := box.Layers()
	if err := box.Close(); err != nil {
		return nil, err
	}
	return layers, nil
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
// would use, if the standard jail can be had.
func printLayers(s Streams, layers []sandbox.Layer, standard, asJSON bool) error {
	missing := missingLayers(layers)
	if asJSON {
		return json.NewEncoder(s.Out).Encode(doctorReport{standard, standard && len(missing) == 0, layers})
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
	can := "standard can be had here, and strict"
	switch {
	case !standard:
		can = "not even standard can be had here"
	case len(missing) > 0:
		can = "standard can be had here, but not strict"
	}
	_, err := fmt.Fprintf(s.Out, "\njail: %s\n", can)
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
