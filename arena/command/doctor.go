package command

import (
	"encoding/json"
	"fmt"
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
			if c.Args().Present() {
				return usage(helpOf("arena doctor"), "arena doctor takes no argument")
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

// printLayers prints, layer by layer, what this host has and what a match
// would use.
func printLayers(s Streams, layers []sandbox.Layer, asJSON bool) error {
	missing := missingLayers(layers)
	if asJSON {
		return json.NewEncoder(s.Out).Encode(struct {
			Standard bool            `json:"standard"`
			Strict   bool            `json:"strict"`
			Layers   []sandbox.Layer `json:"layers"`
		}{true, len(missing) == 0, layers})
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, l := range layers {
		if l.InForce {
			fmt.Fprintf(w, "%s\tin force\t%s\n", l.Name, l.By)
			continue
		}
		fmt.Fprintf(w, "%s\tMISSING\t%s\n", l.Name, l.Missing)
		if l.Cure != "" {
			fmt.Fprintf(w, "\t\tto have it: %s\n", l.Cure)
		}
	}
	strict := "and strict"
	if len(missing) > 0 {
		strict = "but not strict"
	}
	fmt.Fprintf(w, "\njail: standard can be had here, %s\n", strict)
	return w.Flush()
}
