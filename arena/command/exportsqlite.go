package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship/database"
	"botarena/arena/championship/journal"
)

// exportDatabase writes a championship as a SQLite file, or its schema.
func exportDatabase(s Streams, c *cli.Context) error {
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; c.IsSet(name) && name != "sqlite" && name != "schema" {
			return usage("run arena export once for each form", "--%s is for another form than --sqlite", name)
		}
	}
	if c.Bool("schema") {
		if c.IsSet("sqlite") || c.Args().Present() {
			return usage("arena export --schema > schema.sql", "--schema is the same for all championships: it takes no other flag and no folder")
		}
		_, err := io.WriteString(s.Out, database.Schema)
		return err
	}
	dir, err := oneArgument(c, "the folder of one championship's results with --sqlite", "arena export results/cup --sqlite cup.db")
	if err != nil {
		return err
	}
	file := c.String("sqlite")
	if file == "" {
		return usage("name a file, such as --sqlite cup.db", "--sqlite: the file has no name")
	}
	if err := writeDatabase(c.Context, s, dir, file); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.Out, file)
	return err
}

func writeDatabase(ctx context.Context, s Streams, dir, file string) error {
	defer showWhile(s.Err, true, func() string { return "writing " + oneLine(file) })()
	if _, err := loadResults(dir); err != nil { // told apart from what the file lacks
		return err
	}
	err := database.Write(ctx, journal.Folder(dir), file)
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, fs.ErrPermission):
		return usage("name a file elsewhere", "--sqlite: %v", err)
	}
	return notWritten("sqlite", err)
}
