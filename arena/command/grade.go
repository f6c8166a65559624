package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/championship/journal"
	"botarena/arena/championship/outfile"
	classreport "botarena/arena/championship/report"
	"botarena/arena/championship/sheet"
	"botarena/arena/config"
	"botarena/arena/game/all"
)

func gradeCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "grade",
		Flags: append(sheetFlags(),
			&cli.StringFlag{Name: "roster"},
			&cli.StringFlag{Name: "policy"},
			&cli.StringFlag{Name: "csv"},
			&cli.StringFlag{Name: "pages"},
			&cli.StringFlag{Name: "autograder"},
			&cli.BoolFlag{Name: "json"},
			&cli.BoolFlag{Name: "quiet"},
		),
		Action: func(c *cli.Context) error {
			dir, err := oneArgument(c, "the folder of a championship's results", "arena grade results/cup")
			if err != nil {
				return err
			}
			g := &grading{
				Streams: s, dir: dir, quiet: c.Bool("quiet"), json: c.Bool("json"),
				csv: c.String("csv"), pages: c.String("pages"), autograder: c.String("autograder"),
			}
			if g.sheet, err = sheetOptions(c); err != nil {
				return err
			}
			if err := g.load(c.String("roster"), c.String("policy")); err != nil {
				return err
			}
			return g.write()
		},
	}
}

// grading is one run of arena grade.
type grading struct {
	Streams
	dir   string // the results
	quiet bool
	json  bool
	// csv is the file, pages and autograder are the folders to write; empty
	// for none.
	csv, pages, autograder string

	sheet sheet.Options
	class *classreport.Class
}

// load reads all there is to read. Nothing is written.
func (g *grading) load(rosterFile, policyFile string) error {
	defer showWhile(g.Err, !g.quiet, func() string { return "reading " + oneLine(g.dir) })()
	book, err := loadResults(g.dir)
	if err != nil {
		return err
	}
	var roster []grade.Entry
	if rosterFile != "" {
		if roster, err = readRoster(rosterFile); err != nil {
			return err
		}
	}
	policy, err := gradePolicy(policyFile, book)
	if err != nil {
		return err
	}
	if g.class, err = classreport.Grade(journal.Folder(g.dir), roster, policy); err != nil {
		return resultsError(g.dir, err)
	}
	if played, err := all.Game(g.class.Facts.Game); err == nil {
		g.class.Title = played.Info().Title
	}
	return nil
}

// loadResults reads the book of a folder of results.
func loadResults(dir string) (*championship.Book, error) {
	b, err := championship.Load(journal.Folder(dir))
	if err != nil {
		return nil, resultsError(dir, err)
	}
	return b, nil
}

// resultsError is the failure for a folder of results that cannot be read.
func resultsError(dir string, err error) error {
	info, statErr := os.Stat(dir)
	switch {
	case errors.Is(statErr, fs.ErrNotExist), errors.Is(statErr, syscall.ENOTDIR), errors.Is(err, fs.ErrPermission):
		return notThere("folder", dir, err, "arena tournament CONFIG writes the folder; by itself it is below results")
	case statErr == nil && !info.IsDir():
		return usage("name the folder that it is in", "%s is not a folder", dir)
	case errors.Is(err, fs.ErrNotExist):
		return usage("name the folder that arena tournament wrote, such as results/cup", "%s holds no championship: it has no %s", dir, journal.Name)
	}
	return damagedResults(dir, err)
}

// readRoster reads a roster's file.
func readRoster(file string) ([]grade.Entry, error) {
	text, err := config.ReadFile(file, "a CSV file")
	if err != nil {
		return nil, err
	}
	roster, err := grade.ReadRoster(bytes.NewReader(text))
	if err != nil {
		return nil, usage("correct the file; its columns are id, name, programs and, if wanted, handed", "%s: %v", file, err)
	}
	if len(roster) == 0 {
		return nil, usage("add a line for each student; without --roster every entrant is graded", "%s: nobody is on the roster", file)
	}
	return roster, nil
}

// gradePolicy returns the policy of a file; without one that of the
// championship, or else the one of the game's own rules.
func gradePolicy(file string, b *championship.Book) (grade.Policy, error) {
	if file == "" {
		if own := b.Policy(); own != nil {
			if err := own.Check(); err != nil { // of an arena that took it
				return grade.Policy{}, usage("write a policy and add --policy FILE; arena help grade has one", "the championship's own grade: %v", err)
			}
			return *own, nil
		}
		name := b.Facts().Game
		if g, err := all.Game(name); err != nil || !g.Info().Usual.Graded {
			return grade.Policy{}, usage("write a policy and add --policy FILE; arena help grade has one", "the rules of %s say nothing of grades, nor did the championship's config", name)
		}
		return grade.Contest(), nil
	}
	g, err := config.LoadGrade(file)
	if err != nil {
		return grade.Policy{}, err
	}
	return g.Policy, g.CheckBots(b.Entrants())
}

// write writes what was asked for, and the grades to stdout.
func (g *grading) write() error {
	g.warn()
	if file := g.csv; file != "" {
		if err := outfile.Write(file, func(w io.Writer) error { return g.class.WriteCSV(w, g.sheet) }); err != nil {
			return notWritten("csv", err)
		}
		g.say("grades: %s", file)
	}
	if dir := g.pages; dir != "" {
		var gone int
		err := g.writeBelow("pages", dir, func(out classreport.Out) (err error) {
			gone, err = g.class.WritePages(out)
			return err
		})
		if err != nil {
			return err
		}
		g.say("pages: %s in %s", count(len(g.class.Grades), "student"), dir)
		if gone > 0 {
			g.say("warning: %s damaged or gone; the pages say which", count(gone, "replay"))
		}
	}
	if dir := g.autograder; dir != "" {
		if err := g.writeBelow("autograder", dir, g.class.WriteAutograder); err != nil {
			return err
		}
		g.say("autograder: %s/ID/results.json of %s", strings.TrimSuffix(dir, "/"), count(len(g.class.Grades), "student"))
	}
	if g.json {
		return g.class.WriteJSON(g.Out)
	}
	return g.text()
}

// writeBelow has a report's files written below the folder of a flag. They can be
// made again at any time, so that none waits for the disk.
func (g *grading) writeBelow(flag, dir string, write func(classreport.Out) error) error {
	var files atomic.Int64
	defer showWhile(g.Err, !g.quiet, func() string { return flag + ": " + count(int(files.Load()), "file") })()
	err := write(func(name string, write func(io.Writer) error) error {
		files.Add(1)
		return outfile.Replace(filepath.Join(dir, filepath.FromSlash(name)), false, func(f *os.File) error { return write(f) })
	})
	if err != nil {
		return notWritten(flag, err)
	}
	return nil
}

func notWritten(flag string, err error) error {
	return bad("free space there, or name another place with --"+flag, "--%s: %v", flag, err)
}

// say tells on stderr what was done.
func (g *grading) say(format string, args ...any) {
	if !g.quiet {
		fmt.Fprintf(g.Err, format+"\n", args...)
	}
}

// noTimes says that a policy's late: has nothing to go by.
const noTimes = "late: took nothing off: arena grade --roster FILE knows, by its column handed, when each handed in"

// ofFew says what a scale from the lowest to the highest is worth where few stand on it.
const ofFew = "warning: only %d passed the gate, and the scale is theirs: the last of them gets its lowest grade and the first its highest, " +
	"however near they are; parts: [best], or beat with bots of the house, does not compare them"

func (g *grading) warn() {
	switch {
	case g.class.Partial:
		g.say("warning: the championship is not finished: these grades are %s", g.class.Status)
	case g.class.Status != championship.Final:
		g.say("warning: totals lack what came out void and nobody has decided (arena help rule): %s", g.class.Status)
	}
	if !g.class.Policy.Late.Deadline.IsZero() && !slices.ContainsFunc(g.class.Grades, func(x grade.Grade) bool { return !x.Student.Handed.IsZero() }) {
		g.say("warning: %s", noTimes)
	}
	if n := g.class.Policy.Few(g.class.Grades); n > 0 {
		g.say(ofFew, n)
	}
	for _, e := range g.class.Missing {
		g.say("warning: %q is on the roster with %s and is no entrant: graded as who handed in nothing", e.ID, strings.Join(e.Programs, ", "))
	}
}

// text prints the grades for people.
func (g *grading) text() error {
	var b strings.Builder
	f := &g.class.Facts
	fmt.Fprintf(&b, "%s: %s, %s\n", oneLine(f.Name), g.class.Title, g.class.Status)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "student\tgrade\texact\tmark\tpoints\trank\tvalid\twhy")
	for i := range g.class.Grades {
		x := &g.class.Grades[i]
		rank := "-"
		if x.Student.Rank > 0 {
			rank = fmt.Sprint(x.Student.Rank)
		}
		points := "-"
		if x.Student.Played > 0 {
			points = grade.Decimal(x.Student.Points, 3)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", oneLine(named(x.Student.ID, x.Student.Name)), x.Shown, x.Exact.RatString(), dash(x.Mark),
			points, rank, share(x.Student.Valid, x.Student.Played), oneLine(x.Why))
	}
	w.Flush()
	for _, r := range g.class.Rulings {
		undone := ""
		if g.class.Undone(r.Number) {
			undone = " [undone]"
		}
		fmt.Fprintf(&b, "%s%s\n", oneLine(r.String()), undone)
	}
	_, err := io.WriteString(g.Out, b.String())
	return err
}
