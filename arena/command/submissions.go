package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"botarena/arena/config"
	"botarena/arena/submission"
	"botarena/arena/submission/build"
)

func submissionsCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "submissions",
		Flags: []cli.Flag{
			classFlag(),
			&cli.StringFlag{Name: "team"},
			&cli.StringFlag{Name: "pattern"},
			&cli.StringFlag{Name: "at"},
			&cli.BoolFlag{Name: "toolchains"},
			&cli.BoolFlag{Name: "json"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("toolchains") {
				if err := errors.Join(noArgument(c, "arena submissions --toolchains"), onlyFlags(c, "submissions --toolchains", "toolchains", "json")); err != nil {
					return err
				}
				return printToolchains(s.Out, build.Toolchains(c.Context), c.Bool("json"))
			}
			d := &desk{Streams: s, c: c, json: c.Bool("json")}
			return d.run()
		},
	}
}

// desk is one run of arena submissions.
type desk struct {
	Streams
	c      *cli.Context
	json   bool
	class  *config.Class
	office *submission.Office
}

func (d *desk) run() (err error) {
	verb, args := "list", d.c.Args().Slice()
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	action, known := map[string]struct {
		run   func([]string) error
		flags []string
	}{
		"list":   {d.list, []string{"team", "json"}},
		"import": {d.importFolder, []string{"pattern", "at"}},
		"export": {d.export, nil},
	}[verb]
	if !known {
		cure := "write list, import DIR or export DIR"
		if near := config.Nearest(verb, []string{"list", "import", "export"}); near != "" {
			cure = "did you mean arena submissions " + near + "?"
		}
		return usage(cure, "arena submissions: %q is none of its verbs", verb)
	}
	if err := onlyFlags(d.c, "submissions "+verb, append(action.flags, "class")...); err != nil {
		return err
	}
	if d.class, err = loadClass(d.c.String("class")); err != nil {
		return err
	}
	if d.office, err = openOffice(d.class); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.office.Close()) }()
	return action.run(args)
}

// list prints the histories.
func (d *desk) list(args []string) error {
	if len(args) > 0 {
		return usage("arena submissions list --team "+args[0], "arena submissions list takes no argument, here is %q", args[0])
	}
	teams, err := d.office.Teams()
	if err != nil {
		return err
	}
	if team := d.c.String("team"); d.c.IsSet("team") {
		for _, s := range d.class.Roster {
			teams = append(teams, s.ID)
		}
		if !slices.Contains(teams, team) {
			cure := "arena submissions and arena roster list them"
			if near := config.Nearest(team, teams); near != "" {
				cure = "did you mean --team " + near + "?"
			}
			return usage(cure, "--team: nobody is called %q", team)
		}
		teams = []string{team}
	}
	enc := json.NewEncoder(d.Out)
	t := tabwriter.NewWriter(d.Out, 0, 0, 2, ' ', 0)
	if !d.json {
		fmt.Fprintln(t, "team\tno.\thanded in\tfile\tsize\tcounts\tstate\twhat is wrong")
	}
	for _, team := range teams {
		history, err := d.office.History(team)
		if err != nil {
			return officeError(err)
		}
		counts, late, err := d.office.Counts(team)
		if err != nil {
			return err
		}
		for _, h := range history {
			r, err := d.office.Known(d.c.Context, h)
			if err != nil {
				return err
			}
			if d.json {
				if err := enc.Encode(submitted{&h, r}); err != nil {
					return err
				}
				continue
			}
			state, mark, problem := "not yet looked at", "-", ""
			if r != nil {
				state, problem = string(r.State), r.Problem
			}
			if counts != nil && counts.N == h.N {
				mark = "counts" + lateness(late)
			}
			fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%d B\t%s\t%s\t%s\n", team, h.N, h.At.In(d.class.Zone).Format(time.RFC3339), oneLine(build.Printable(h.Name)), h.Size, mark, state, dash(problem))
		}
	}
	return t.Flush()
}

func lateness(late time.Duration) string {
	if late == 0 {
		return ""
	}
	return ", late by " + roughly(late)
}

// importFolder hands in what a course site exported.
func (d *desk) importFolder(args []string) error {
	dir := d.class.ImportFolder
	if len(args) == 1 {
		dir = args[0]
	}
	if len(args) > 1 || dir == "" {
		return usage("arena submissions import exported", "arena submissions import takes one folder")
	}
	how := submission.Import{Pattern: d.class.Pattern, Zone: d.class.Zone}
	var err error
	if d.c.IsSet("pattern") {
		if how.Pattern, err = config.ParsePattern(d.c.String("pattern")); err != nil {
			return usage(`write a regular expression such as '^(?P<student>\w+)_'`, "--pattern: %v", err)
		}
	}
	if how.Pattern != nil && how.Pattern.SubexpIndex("time") >= 0 && !d.class.Zoned && !d.c.IsSet("at") {
		return usage("add the line zone: Europe/Berlin, or zone: UTC, to "+d.c.String("class"), "--pattern: it finds times, and nothing says in which time zone")
	}
	if d.c.IsSet("at") {
		if how.At, err = time.Parse(time.RFC3339, d.c.String("at")); err != nil {
			return usage("write a time such as 2026-05-31T23:59:00+02:00", "--at: %q is not a time with its zone", d.c.String("at"))
		}
	}
	_, err = importInto(d.c, d.Streams, d.office, dir, how)
	return err
}

// importInto imports a folder, says what it left out, and fails if nothing of
// it is taken, now or before.
func importInto(c *cli.Context, s Streams, office *submission.Office, dir string, how submission.Import) ([]submission.Imported, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		abs, _ := filepath.Abs(dir)
		return nil, usage("name the folder that the course site exported", "there is no folder %s (tried %s)", dir, abs)
	}
	files, err := office.Import(c.Context, dir, how)
	if err != nil {
		return nil, err
	}
	taken, again := 0, 0
	for _, f := range files {
		switch {
		case f.Err != nil:
			fmt.Fprintf(s.Err, "left out %q: %s\n", f.File, oneLine(officeError(f.Err).Error()))
		case f.Again:
			again++
		default:
			taken++
		}
	}
	fmt.Fprintf(s.Err, "%s taken, %d there before, %d left out\n", count(taken, "hand-in"), again, len(files)-taken-again)
	switch {
	case len(files) == 0:
		return nil, bad("name the folder that the course site exported", "%s holds no zip and no folder of a student", dir)
	case taken+again == 0:
		return nil, bad("above is why; the pattern must find the ids of the roster", "nothing of %s was taken", dir)
	}
	return files, nil
}

// export writes the sources that count.
func (d *desk) export(args []string) error {
	if len(args) != 1 {
		return usage("arena submissions export sources", "arena submissions export needs a folder to write")
	}
	if _, err := os.Lstat(args[0]); err == nil {
		return usage("name a folder that is not there yet", "%s is there already", args[0])
	}
	n, refused, err := d.office.Export(d.c.Context, args[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(d.Out, "%s: the sources of %s\n", args[0], count(n, "student"))
	if len(refused) > 0 {
		fmt.Fprintf(d.Err, "left out, since their archives are not taken: %s\n", strings.Join(refused, ", "))
	}
	return nil
}

// printCounting prints which hand-in of a team counts.
func printCounting(s Streams, class *config.Class, office *submission.Office, team string) error {
	h, late, err := office.Counts(team)
	if err != nil {
		return err
	}
	if h == nil {
		history, err := office.History(team)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.Out, "%s: no hand-in counts: %s\n", team, noneCounts(class, len(history)))
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s: hand-in %d of %s counts%s\n", team, h.N, h.At.In(class.Zone).Format(time.RFC3339), lateness(late))
	if !class.Final && err == nil {
		_, err = fmt.Fprintln(s.Err, "note: marks do not count here, the last hand-in does; counts: final would change that")
	}
	return err
}

// endOf is until when hand-ins count; zero for ever.
func endOf(class *config.Class) time.Time {
	if class.Deadline.IsZero() {
		return time.Time{}
	}
	return class.Deadline.Add(max(class.Grace, class.Late))
}

// inWords is a time as the class has it.
func inWords(class *config.Class, t time.Time) string { return t.In(class.Zone).Format(time.RFC3339) }

// noneCounts says why no hand-in of a team counts.
func noneCounts(class *config.Class, tooLate int) string {
	if tooLate == 0 {
		return "nothing was handed in"
	}
	end := inWords(class, endOf(class))
	if tooLate == 1 {
		return "the only hand-in came after " + end
	}
	return fmt.Sprintf("all %d hand-ins came after %s", tooLate, end)
}

// printToolchains prints how each language is built here.
func printToolchains(out io.Writer, all []*build.Toolchain, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(all)
	}
	var b strings.Builder
	for _, t := range all {
		version := t.Version
		if version == "" {
			version = "cannot be built here: " + t.Missing
		}
		fmt.Fprintf(&b, "%s: %s\n", t.Title, version)
		for _, l := range t.Lines {
			fmt.Fprintf(&b, "  %s\n", l)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
