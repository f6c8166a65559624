package command

import (
	"embed"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// Each command's help is a page of its own, written by hand.
//
//go:embed help/*.txt
var helpPages embed.FS

func showHelp(w io.Writer, command string) error {
	page, err := helpPages.ReadFile("help/" + command + ".txt")
	if err != nil {
		return err
	}
	_, err = w.Write(page)
	return err
}

func helpCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "help",
		Action: func(c *cli.Context) error {
			switch args := c.Args().Slice(); {
			case len(args) == 0 || len(args) == 1 && args[0] == "help":
				return showHelp(s.Out, "arena")
			case len(args) > 1:
				return usage("arena help "+args[0], "arena help takes one command, here are %d: %s", len(args), strings.Join(args, " "))
			case c.App.Command(args[0]) == nil:
				return unknownCommand(c.App, args[0])
			default:
				return showHelp(s.Out, args[0])
			}
		},
	}
}
