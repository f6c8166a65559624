package command

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship"
	"botarena/arena/config"
)

// resultsArgument returns the folder of results that is a command's first
// argument, and what stands after it.
func resultsArgument(c *cli.Context, example string) (dir string, rest []string, err error) {
	args := c.Args().Slice()
	if len(args) == 0 || args[0] == "" {
		return "", nil, usage(example, "arena %s needs the folder of a championship's results", c.Command.Name)
	}
	return args[0], args[1:], nil
}

// entrantID finds an entrant by ID, or by name where that is the only one's.
func entrantID(b *championship.Book, text string) (string, error) {
	facts := b.Facts()
	var ids []string
	for _, e := range facts.Entrants {
		if e.ID == text {
			return e.ID, nil
		}
		ids = append(ids, e.ID)
	}
	found := ""
	for _, e := range facts.Entrants {
		if e.Name == text {
			found = e.ID // names are unique
		}
	}
	if found != "" {
		return found, nil
	}
	cure := "arena table RESULTS lists the entrants, their IDs in brackets where they have another name"
	if near := config.Nearest(text, ids); near != "" {
		cure = fmt.Sprintf("did you mean %s?", near)
	}
	return "", usage(cure, "no entrant is called %q", text)
}
