package command

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
)

// schemaFiles says what the kinds of YAML files are for, in the order in which
// they are listed.
var schemaFiles = [][2]string{
	{"match", "the config of arena match"},
	{"tournament", "the config of arena tournament"},
	{"setups", "set-ups that a championship's config names"},
	{"bot", "bot.yaml, which makes a folder a bot"},
	{"class", "the file of arena class, submit, submissions and serve"},
	{"grade", "the policy of arena grade --policy"},
}

func schemaCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "schema",
		Action: func(c *cli.Context) error {
			args := c.Args().Slice()
			switch {
			case len(args) == 0:
				return listSchemas(s)
			case args[0] == "output":
				return printOutputSchema(s, args[1:])
			case len(args) > 1:
				return usage("arena schema "+args[0], "arena schema takes one kind of file, here are %d: %s", len(args), strings.Join(args, " "))
			}
			text := config.Schema(args[0])
			if text == nil {
				return unknownSchema("no kind of file", args[0], config.SchemaNames(), "arena schema")
			}
			_, err := s.Out.Write(text)
			return err
		},
	}
}

// unknownSchema is the failure for a name that no schema has.
func unknownSchema(what, name string, names []string, command string) error {
	cure := "write " + strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if near := config.Nearest(name, names); near != "" {
		cure = "did you mean " + command + " " + near + "?"
	}
	return usage(cure, "arena schema: %s is called %q", what, name)
}

func listSchemas(s Streams) error {
	for _, f := range schemaFiles {
		if _, err := fmt.Fprintf(s.Out, "%-10s  %s\n", f[0], f[1]); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(s.Out, "output COMMAND, of --json: %s\n", strings.Join(outputNames(), ", "))
	return err
}
