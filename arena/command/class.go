package command

import (
	"cmp"
	"context"
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

	"botarena/arena/championship"
	"botarena/arena/championship/grade"
	"botarena/arena/championship/outfile"
	"botarena/arena/championship/sheet"
	"botarena/arena/config"
	"botarena/arena/game"
	"botarena/arena/submission"
	"botarena/arena/submission/build"
)

func classCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name: "class",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "results"},
			&cli.StringFlag{Name: "pages"},
			&cli.BoolFlag{Name: "bots-only"},
			&cli.BoolFlag{Name: "quiet"},
		},
		Action: func(c *cli.Context) error {
			file, err := oneArgument(c, "the file of a class", "arena class configs/class.yaml")
			if err != nil {
				return err
			}
			r := &classRun{Streams: s, c: c, file: file, quiet: c.Bool("quiet")}
			return r.run(c.Context)
		},
	}
}

// classRun is one run of arena class: import, build, check, championship,
// grades.
type classRun struct {
	Streams
	c     *cli.Context
	file  string
	quiet bool
	class *config.Class
	only  bool // --bots-only: there is no championship
	// results is the folder of the championship, pages that of --pages.
	results, pages string
	// fault is what keeps single students from their grades, for after those
	// of the others.
	fault error
}

func (r *classRun) run(ctx context.Context) (err error) {
	if r.class, err = loadClass(r.file); err != nil {
		return err
	}
	r.only, r.pages = r.c.Bool("bots-only"), r.c.String("pages")
	switch {
	case r.only && (r.c.IsSet("results") || r.c.IsSet("pages")):
		return usage("leave them out", "--bots-only plays nothing: it has no --results and no --pages")
	case !r.only && r.class.Championship == "":
		return usage("add the line championship: FILE, or --bots-only", "%s names no championship", r.file)
	}
	r.results = cmp.Or(r.c.String("results"), nearby(filepath.Join(r.class.Folder, "results")))
	if !r.only {
		if err := r.foresee(); err != nil {
			return err
		}
	}
	r.warnMissing(ctx)
	if err := r.bots(ctx); err != nil {
		return err
	}
	if r.only {
		return r.fault
	}
	t := r.tournament(r.class.LoadChampionship)
	if err := t.load(); err != nil {
		return err
	}
	if err := r.checkEntrants(t); err != nil { // somebody may have handed in meanwhile
		return err
	}
	if err := t.play(ctx); err != nil {
		return err
	}
	g := &grading{Streams: r.Streams, dir: r.results, quiet: r.quiet, pages: r.pages}
	if err := g.load(r.rosterFile(), ""); err != nil {
		return err
	}
	return errors.Join(g.write(), r.fault)
}

// nearby returns a path as one would type it: from the current folder, where
// it lies in that.
func nearby(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(short) {
		return short
	}
	return path
}

// tournament is the championship of the class, of which what is new is played.
func (r *classRun) tournament(read func(file string, games []game.Game) (*config.Tournament, error)) *tournament {
	return &tournament{
		Streams: r.Streams, file: nearby(r.class.Championship), read: read, quiet: r.quiet, boards: newOperator(r.Streams, true), folder: &r.results,
		ungraded: true, options: championship.Options{Resume: true, OnChange: championship.Redo},
	}
}

// foresee finds what is wrong with the championship, its policy for grades and the
// folders to write, before hand-ins are imported and built, which takes its time.
func (r *classRun) foresee() error {
	if r.pages != "" {
		if err := checkFolder(r.pages, "pages"); err != nil {
			return err
		}
	}
	var teams []string // all that may hand in, nil for anybody
	for _, s := range r.class.Roster {
		teams = append(teams, s.ID)
	}
	t := r.tournament(r.foreseeing(teams))
	if err := t.load(); err != nil {
		return err
	}
	if err := r.checkLate(t.config.Definition.Grade); err != nil {
		return err
	}
	if info := t.config.Definition.Info; t.config.Definition.Grade == nil && !info.Usual.Graded {
		return usage("write grade: and a policy into it, such as grade: {gate: 90%}; arena help grade has one",
			"%s has no policy for grades, and the rules of %s say nothing of grades", t.file, info.Name)
	}
	r.warn(t)
	return nil
}

// foreseeing reads the championship before its bots are built.
func (r *classRun) foreseeing(teams []string) func(string, []game.Game) (*config.Tournament, error) {
	return func(file string, games []game.Game) (*config.Tournament, error) {
		return r.class.ForeseeChampionship(file, games, teams)
	}
}

// warn tells what is legal in the file of the class's championship and probably not meant.
func (r *classRun) warn(t *tournament) {
	if r.quiet {
		return
	}
	if !t.config.Forfeit {
		fmt.Fprintf(r.Err, "warning: without broken: forfeit in %s, one hand-in that cannot be built keeps all from playing\n", t.file)
	}
	if t.config.Results != "" {
		fmt.Fprintf(r.Err, "warning: results: in %s is not used here: those of the class come into %s\n", t.file, r.results)
	}
}

// warnMissing tells which languages the class names that cannot be built here.
func (r *classRun) warnMissing(ctx context.Context) {
	if r.quiet || len(r.class.Languages) == 0 {
		return
	}
	for _, tool := range build.Toolchains(ctx) {
		if tool.Missing != "" && slices.Contains(r.class.Languages, tool.Language) {
			fmt.Fprintf(r.Err, "warning: %s\n", oneLine((&build.MissingError{Title: tool.Title, Missing: tool.Missing}).Error()))
		}
	}
}

// foreseeEntrants finds, with all hand-ins imported and none built, whether the
// championship can be played by these teams.
func (r *classRun) foreseeEntrants(teams []string) error {
	t := r.tournament(r.foreseeing(teams))
	if err := t.load(); err != nil {
		return err
	}
	if err := r.checkBots(t.config.Definition.Entrants, teams); err != nil {
		return err
	}
	if err := r.checkEntrants(t); err != nil {
		return err
	}
	if err := t.config.Definition.Check(); err != nil {
		return usage("correct "+t.file, "%s: %v", t.file, err)
	}
	return nil
}

// checkBots refuses a championship that seats other bots than those of the
// class: its students would be graded by them, or as who handed in nothing.
func (r *classRun) checkBots(entrants []championship.Entrant, teams []string) error {
	for _, team := range teams {
		own := filepath.Join(r.class.Bots, team)
		if !slices.ContainsFunc(entrants, func(e championship.Entrant) bool {
			return e.ID == team && slices.ContainsFunc(e.Programs[:], func(p *championship.Program) bool {
				return p != nil && p.Source.Process != nil && inside(own, p.Source.Process.Path)
			})
		}) {
			file := nearby(r.class.Championship)
			bots, err := filepath.Rel(filepath.Dir(r.class.Championship), r.class.Bots)
			if err != nil {
				bots = r.class.Bots
			}
			return usage(fmt.Sprintf("write bots: %s and entrants: all into %s", bots, file), "%s does not seat the bot of %s that comes to lie in %s", file, team, nearby(own))
		}
	}
	return nil
}

// inside reports whether a path is that of a folder, or below it.
func inside(folder, path string) bool {
	rest, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rest)
}

// checkEntrants refuses to go on with a championship of other students: its
// schedule is of those that had handed in when it began.
func (r *classRun) checkEntrants(t *tournament) error {
	if t.book == nil {
		return nil
	}
	var was, is, changed []string
	was = t.book.Entrants()
	for _, e := range t.config.Definition.Entrants {
		if is = append(is, e.ID); !slices.Contains(was, e.ID) {
			changed = append(changed, "with "+e.ID)
		}
	}
	for _, id := range was {
		if !slices.Contains(is, id) {
			changed = append(changed, "without "+id)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return usage(fmt.Sprintf("arena class %s --results NEW plays it anew with everybody", r.file),
		"%s is of other students, now it is %s", t.results, strings.Join(changed, ", "))
}

// checkLate compares what the class and the policy for grades, nil for none,
// say of lateness: two deadlines would grade a hand-in as late that is in time.
func (r *classRun) checkLate(p *grade.Policy) error {
	var late grade.Late
	if p != nil {
		late = p.Late
	}
	class, policy := r.class.Deadline, late.Deadline
	if !class.IsZero() && !policy.IsZero() && !class.Equal(policy) {
		return usage("delete that of "+nearby(r.class.Championship)+": the class's holds", "the deadline of %s is %s, that of grade: late: in %s is %s",
			r.file, class.Format(time.RFC3339), nearby(r.class.Championship), policy.In(class.Location()).Format(time.RFC3339))
	}
	if r.class.Late > 0 && late.PerDay == nil && late.Refuse == 0 && !r.quiet {
		fmt.Fprintf(r.Err, "warning: late hand-ins are taken and cost nothing: there is no grade: late: in %s\n", nearby(r.class.Championship))
	}
	return nil
}

// handed is the time of a student's hand-in for the roster: the deadline for
// one within the grace, which is not late.
func (r *classRun) handed(s submission.Student) string {
	at := s.HandIn.At
	if s.Late == 0 && !r.class.Deadline.IsZero() && at.After(r.class.Deadline) {
		at = r.class.Deadline
	}
	return at.Format(time.RFC3339Nano)
}

// rosterFile is where the roster for arena grade is written.
func (r *classRun) rosterFile() string { return filepath.Join(r.class.Folder, "roster.csv") }

// bots imports, builds and checks, and lays the bots and the roster out.
func (r *classRun) bots(ctx context.Context) (err error) {
	office, err := openOffice(r.class)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, office.Close()) }()
	if err := office.CheckBotsFolder(r.class.Bots); err != nil {
		return officeError(err)
	}
	var files []submission.Imported
	if r.class.ImportFolder != "" {
		how := submission.Import{Pattern: r.class.Pattern, Zone: r.class.Zone}
		if files, err = importInto(r.c, r.Streams, office, r.class.ImportFolder, how); err != nil {
			return err
		}
	}
	if !r.only {
		teams, err := office.Counting()
		if err != nil {
			return err
		}
		if err := r.foreseeEntrants(teams); err != nil {
			return err
		}
	}
	students, err := office.Class(ctx, func(s submission.Student) {
		if !r.quiet && s.HandIn != nil {
			fmt.Fprintln(r.Err, r.line(s))
		}
	})
	if err != nil {
		return err
	}
	if err := r.table(students); err != nil {
		return err
	}
	looked := false
	for _, s := range students {
		looked = looked || s.Report != nil
	}
	if r.fault = r.faults(students, files); r.fault != nil && !looked {
		return r.fault
	}
	if err := office.BotsFolder(ctx, students, r.class.Bots); err != nil {
		return officeError(err)
	}
	return outfile.Write(r.rosterFile(), func(w io.Writer) error { return r.roster(w, students) })
}

// faults returns what the organiser must cure, nil for nothing: of whom the
// hand-in could not be looked at, and whose may be among the files that were
// not imported.
func (r *classRun) faults(students []submission.Student, files []submission.Imported) error {
	var unseen, lost, older, absent, stray []string
	var why error
	for _, s := range students {
		if s.Err != nil {
			unseen, why = append(unseen, s.Team), cmp.Or(why, s.Err)
			continue
		}
		left := slices.ContainsFunc(files, func(f submission.Imported) bool {
			return f.Team == s.Team && f.Err != nil && (s.HandIn == nil || !f.Refused())
		})
		switch {
		case left && s.HandIn == nil:
			lost = append(lost, s.Team)
		case left:
			older = append(older, s.Team)
		case s.HandIn == nil:
			absent = append(absent, s.Team)
		}
	}
	if unseen != nil {
		return officeError(fmt.Errorf("no grade for %s: %w", strings.Join(unseen, ", "), why))
	}
	for _, f := range files {
		if f.Err != nil && !slices.ContainsFunc(students, func(s submission.Student) bool { return s.Team == f.Team }) {
			stray = append(stray, f.File)
		}
	}
	var problems []string
	for _, p := range []struct {
		whose []string
		what  string
	}{{lost, "left out, and graded as who handed in nothing: "}, {older, "left out, and graded by an older hand-in: "}} {
		if p.whose != nil {
			problems = append(problems, p.what+strings.Join(p.whose, ", "))
		}
	}
	if stray != nil && (absent != nil || r.class.Roster == nil) {
		text := "left out, and nobody's: " + strings.Join(stray, ", ")
		if absent != nil {
			text += "; graded as who handed in nothing: " + strings.Join(absent, ", ")
		}
		problems = append(problems, text)
	}
	if problems == nil {
		return nil
	}
	return bad("above is why; put it right, or take the file away, and run this again", "%s", strings.Join(problems, "; "))
}

// line says in a line what became of a student's hand-in.
func (r *classRun) line(s submission.Student) string {
	switch {
	case s.Err != nil:
		return s.Team + ": not looked at: " + oneLine(s.Err.Error())
	case s.HandIn == nil:
		return s.Team + ": " + noneCounts(r.class, s.TooLate)
	case s.Report.Problem != "":
		return s.Team + ": " + string(s.Report.State) + ": " + s.Report.Problem
	}
	return s.Team + ": " + string(s.Report.State)
}

// table prints what became of each student's hand-in.
func (r *classRun) table(students []submission.Student) error {
	t := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "student\thand-in\tlate\tstate\tlanguage\twhat is wrong")
	for _, s := range students {
		n, late, state, language, problem := "-", "-", "-", "-", ""
		if s.HandIn != nil {
			n = fmt.Sprint(s.HandIn.N)
		} else {
			problem = noneCounts(r.class, s.TooLate)
		}
		if s.Late > 0 {
			late = roughly(s.Late)
		}
		if s.Report != nil {
			state, problem = string(s.Report.State), s.Report.Problem
			if b := s.Report.Build; b != nil && len(b.Languages) > 0 {
				language = b.Languages[0]
			}
		}
		if s.Err != nil {
			problem = "the organiser's to cure: " + oneLine(s.Err.Error())
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", s.Team, n, late, state, language, dash(problem))
	}
	return t.Flush()
}

// roster writes the roster that arena grade reads: everybody, with the time of
// the hand-in that counts, and what is wrong where that cannot play. Whose
// hand-in could not be looked at is not on it: its bot loses all its matches,
// and that would be no grade.
func (r *classRun) roster(out io.Writer, students []submission.Student) error {
	names := map[string]string{}
	for _, s := range r.class.Roster {
		names[s.ID] = s.Name
	}
	w, err := sheet.NewWriter(out, sheet.Options{}, "id", "name", "programs", "handed", "note")
	if err != nil {
		return err
	}
	for _, s := range students {
		if s.Err != nil {
			continue
		}
		name := names[s.Team]
		if name == "" {
			name = s.Team
		}
		programs, handed, note := "", "", ""
		switch {
		case s.HandIn != nil:
			programs, handed = "bot", r.handed(s)
			if !s.Report.Plays() { // of one that plays its matches tell more
				note = fmt.Sprintf("hand-in %d is %s: %s", s.HandIn.N, s.Report.State, s.Report.Problem)
			}
		case s.TooLate > 0:
			note = noneCounts(r.class, s.TooLate)
		}
		if err := w.Row(sheet.Text(s.Team), sheet.Text(name), sheet.Text(programs), sheet.Text(handed), sheet.Text(oneLine(note))); err != nil {
			return err
		}
	}
	return w.Flush()
}
