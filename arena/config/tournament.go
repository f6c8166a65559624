package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"botarena/arena/championship"
	"botarena/arena/championship/table"
	"botarena/arena/game"
)

// Tournament is a championship that a file describes.
type Tournament struct {
	// Definition is complete but for the seed, where the file gives none, and
	// the hashes of the programs. Entrants are in the order of their IDs.
	// SetSeed must be called before it is used.
	Definition championship.Definition
	// Seeded says that the file gives the seed, which is in Definition then.
	Seeded bool
	// Forfeit lets entrants whose programs cannot run lose their matches,
	// instead of being refused.
	Forfeit bool
	// Parallel is how many matches are to be played at once; 0 where the file
	// does not say.
	Parallel int
	// OneClass asks that, on a fleet, all matches of a pair are played on one
	// class of machine.
	OneClass bool
	// Serial says that boards at serial lines take part, of which one line can
	// be in one match at a time only.
	Serial bool
	// Results is the absolute path of the folder for the results; empty where
	// the file names none.
	Results string
	// Warnings lists what is legal and probably not meant, a line each.
	Warnings []string

	d    *decoder
	file *TournamentFile
	game game.Game
	dir  string // the file's, absolute
	shelf
	class *Class // whose championship it is; nil for none
	foreseen
	// entrants says, for those of Definition, where in the file each program
	// stands.
	entrants []entrant
}

// entrant is an entrant with the places in the file that are about it.
type entrant struct {
	championship.Entrant
	path  string    // of the entrant
	paths [2]string // of its programs

	unread bool // its bot could not be read, as a warning says
}

// LoadTournament reads a championship's file. Whatever is wrong with it, or
// with what it names, is an *[Error]: games are the games to choose from, and
// each bot must be there and readable.
func LoadTournament(file string, games []game.Game) (*Tournament, error) {
	t, err := openTournament(file, games)
	if err != nil {
		return nil, err
	}
	return t, t.read(games)
}

// openTournament reads what the text of a championship's file alone says.
func openTournament(file string, games []game.Game) (*Tournament, error) {
	text, err := ReadFile(file, yamlFile)
	if err != nil {
		return nil, err
	}
	t, err := readTournament(file, text, games)
	if err != nil {
		return nil, err
	}
	if t.dir, err = filepath.Abs(filepath.Dir(file)); err != nil {
		return nil, &Error{File: file, Problem: "its folder cannot be found: " + err.Error(), Cure: "give the absolute path"}
	}
	if t.file.Results != "" {
		t.Results = inFolder(t.dir, t.file.Results)
	}
	return t, nil
}

// read reads all that the file names.
func (t *Tournament) read(games []game.Game) error {
	for _, step := range []func() error{
		t.resolveSetups,
		t.readPoints, // after the set-ups, which decide the pot
		func() error { return t.findEntrants(games) },
		t.checkFormat,
		t.readGrade,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// readTournament reads what the text alone says.
func readTournament(file string, text []byte, games []game.Game) (*Tournament, error) {
	f := &TournamentFile{
		Name: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)),
		Bots: DefaultBots, Broken: "refuse", TermsFile: defaultTerms(), Grade: defaultGrade(),
		Format: FormatFile{Swap: true, Groups: 2, Advance: 2},
	}
	d, err := decode(file, text, f)
	if err != nil {
		return nil, err
	}
	g, err := d.pickGame(f.Game, games)
	if err != nil {
		return nil, err
	}
	if n := len(g.Info().Seats); n != 2 {
		return nil, d.failAt("game", "name a game of two seats", "game: %s has %d seats, championships are for two", f.Game, n)
	}
	t := &Tournament{d: d, file: f, game: g, shelf: shelf{name: f.Bots}, Seeded: f.Seed != nil, Forfeit: f.Broken == "forfeit", Parallel: f.Parallel, OneClass: f.OneClass}
	if err := t.check(); err != nil {
		return nil, err
	}
	t.Definition = championship.Definition{Name: f.Name, Info: g.Info(), Terms: f.TermsFile.terms(g.Info())}
	if t.Seeded {
		t.Definition.Seed = *f.Seed
	}
	return t, nil
}

// check checks what neither the entrants nor the set-ups decide.
func (t *Tournament) check() error {
	d, f := t.d, t.file
	if err := f.TermsFile.check(d); err != nil {
		return err
	}
	if err := d.checkPaths(map[string]string{"bots": f.Bots, "results": f.Results}); err != nil {
		return err
	}
	if _, given := d.at["name"]; given {
		if why := badName(f.Name); why != "" {
			return d.failAt("name", fmt.Sprintf("write a name of 1 to %d characters that can be printed", mostName), "name: %s %s", quote(f.Name), why)
		}
	}
	if choices := []string{"refuse", "forfeit"}; !slices.Contains(choices, f.Broken) {
		return d.failAt("broken", pick(f.Broken, choices), "broken: %s is none of %s", quote(f.Broken), strings.Join(choices, ", "))
	}
	const mostBoards, mostParallel = 10_000, 1024
	for _, c := range []struct {
		path        string
		value, most int
	}{{"boards", f.Boards, mostBoards}, {"format.knock_out_boards", f.Format.KnockOutBoards, mostBoards}, {"parallel", f.Parallel, mostParallel}} {
		if _, given := d.at[c.path]; given && (c.value < 1 || c.value > c.most) {
			return d.failAt(c.path, fmt.Sprintf("write a number from 1 to %d, or delete the line", c.most), "%s: %d is not between 1 and %d", c.path, c.value, c.most)
		}
	}
	return nil
}

// resolveSetups decodes the set-ups and lets the game check them.
func (t *Tournament) resolveSetups() error {
	base := setupReader{d: t.d, path: "setup", dir: t.dir}
	setups := t.file.Setup
	if setups.file != "" {
		var err error
		if base, setups, err = t.setupsFile(setups.file); err != nil {
			return err
		}
	}
	nodes := setups.nodes
	if len(nodes) == 0 {
		nodes = append(nodes, nil)
	}
	for i, n := range nodes {
		r := base
		if setups.list {
			r.path += index(i)
		}
		setup, err := r.resolve(n, t.game)
		if err != nil {
			return err
		}
		t.Definition.Setups = append(t.Definition.Setups, setup)
		t.Warnings = append(t.Warnings, r.warnings...)
	}
	if _, given := t.d.at["boards"]; !given {
		t.file.Boards = len(nodes)
	} else if t.file.Boards < len(nodes) {
		return t.d.failAt("boards", fmt.Sprintf("write boards: %d, or a multiple of it", len(nodes)), "boards: with %d of them only some of the %d set-ups are played", t.file.Boards, len(nodes))
	}
	return nil
}

// setupsFile reads a file with set-ups.
func (t *Tournament) setupsFile(name string) (r setupReader, s Setups, err error) {
	file := inFolder(t.dir, name)
	text, err := ReadFile(file, yamlFile)
	var e *Error
	if errors.As(err, &e) {
		return r, s, t.d.failAt("setup", e.Cure, "setup: file %s: %s", quote(name), e.Problem)
	}
	var f SetupsFile
	d, err := decode(file, text, &f)
	switch {
	case err != nil:
		return r, s, err
	case f.Game != "" && f.Game != t.file.Game:
		return r, s, d.failAt("game", "name a file with set-ups of "+t.file.Game, "the set-ups are for %s, the championship is of %s", f.Game, t.file.Game)
	case f.Setups.file != "" || len(f.Setups.nodes) == 0:
		return r, s, d.failAt("setups", "write setups: and a list of them", "setups: there are none")
	}
	return setupReader{d: d, path: "setups", dir: filepath.Dir(file)}, f.Setups, nil
}

// readPoints makes the rules of the table.
func (t *Tournament) readPoints() error {
	f, d := t.file, t.d
	def := &t.Definition
	def.Table = table.Options{Counters: def.Info.Counters, Removal: table.Removal(f.Removed)}
	if _, given := d.at["tie_breaks"]; given {
		def.Table.TieBreaks = append([]string{}, f.TieBreaks...)
	}
	var err error
	if def.Table.Scheme, err = t.scheme(); err != nil {
		return err
	}
	var wrong *table.OptionError
	if _, err := table.Make(nil, func(func(table.Result) bool) {}, def.Table); errors.As(err, &wrong) {
		return d.failAt(wrong.Field, "write "+wrong.Want, "%v", err)
	} else if err != nil {
		return err
	}
	return t.readRemoveFor()
}

// faults are the names of the faults that an entrant can be removed for.
var faults = []game.Fault{
	game.Invalid, game.Timeout, game.Crash, game.Closed, game.LineTooLong, game.Memory, game.Violation, game.DidNotStart,
}

func (t *Tournament) readRemoveFor() error {
	if _, given := t.d.at["remove_for"]; !given {
		t.Definition.RemoveFor = slices.Clone(t.Definition.Info.Usual.RemoveFor)
		return nil
	}
	var names []string
	for _, f := range faults {
		names = append(names, string(f))
	}
	for i, name := range t.file.RemoveFor {
		if !slices.Contains(names, name) {
			at := "remove_for" + index(i)
			return t.d.failAt(at, pick(name, names), "%s: no fault is called %s", at, quote(name))
		}
		t.Definition.RemoveFor = append(t.Definition.RemoveFor, game.Fault(name))
	}
	return t.d.once("remove_for", t.file.RemoveFor)
}

// scheme returns what a match is worth.
func (t *Tournament) scheme() (table.Scheme, error) {
	p, d := t.file.Points, t.d
	s := table.Scheme{Win: table.One, Draw: table.One / 2, Bye: table.One}
	if _, given := d.at["points"]; !given {
		p.Own = t.Definition.Info.Usual.OwnPoints
	} else if !p.Own {
		for _, key := range []string{"win", "draw", "lose"} {
			if _, given := d.at[join("points", key)]; !given {
				return s, d.failAt("points", "add "+key+": and a number", "points: key %q is missing", key)
			}
		}
		s = table.Scheme{Win: table.Points(p.Win), Draw: table.Points(p.Draw), Lose: table.Points(p.Lose), Bye: table.Points(p.Win)}
		if s.Win < s.Draw || s.Draw < s.Lose || s.Win == s.Lose {
			return s, d.failAt("points", "write them from the most to the least, such as points: {win: 3, draw: 1, lose: 0}", "points: a win is worth %s, a draw %s and a loss %s", s.Win, s.Draw, s.Lose)
		}
	}
	if _, given := d.at["points.bye"]; given {
		if s.Bye = table.Points(p.Bye); s.Bye > s.Win {
			return s, d.failAt("points.bye", "write at most what a win is worth", "points.bye: %s is more than a win", s.Bye)
		}
	}
	if !p.Own {
		return s, nil
	}
	s = table.Scheme{Own: true}
	for i, setup := range t.Definition.Setups {
		win, lose, ok, err := forfeitPoints(t.game, setup)
		switch {
		case err != nil:
			return s, d.failAt("setup", "correct the set-up", "setup: %s", err)
		case !ok:
			return s, d.failAt("points", "write points: {win: 1, draw: 0.5, lose: 0}", "points: %s gives no points for a match in which a program is missing", t.Definition.Info.Title)
		case i > 0 && (win != s.ForfeitWin || lose != s.ForfeitLose):
			return s, d.failAt("setup"+index(i), "give all set-ups one size, or write points: {win: 1, draw: 0.5, lose: 0}", "setup%s: its matches are worth %s points, those of setup[0] %s", index(i), win, s.ForfeitWin)
		}
		s.ForfeitWin, s.ForfeitLose, s.Bye = win, lose, win
	}
	return s, nil
}

// forfeitPoints returns what a match is worth to the two sides in which one
// program is missing: its seat did not start, and the game itself says what
// that is worth. False where the game goes on.
func forfeitPoints(g game.Game, setup json.RawMessage) (win, lose table.Points, ok bool, err error) {
	s, err := game.DecodeSetup(g, setup)
	if err != nil {
		return 0, 0, false, err
	}
	state, err := s.Start(0, game.NewRand(0, "forfeit"))
	if err != nil {
		return 0, 0, false, err
	}
	answers := make([]game.Answer, len(state.ToMove()))
	answers[0].Fault = game.DidNotStart
	if err := state.Apply(answers); err != nil {
		return 0, 0, false, nil // the other seat's empty answer is none
	}
	r := state.Result()
	if r == nil {
		return 0, 0, false, nil
	}
	for _, seat := range r.Seats {
		switch seat.Outcome {
		case game.Win:
			win, ok = table.Whole(seat.Points), true
		case game.Lose:
			lose = table.Whole(seat.Points)
		}
	}
	return win, lose, ok, nil
}

// readGrade makes the policy for grades.
func (t *Tournament) readGrade() error {
	if _, given := t.d.at["grade"]; !given {
		return nil
	}
	if err := t.takeDeadline(); err != nil {
		return err
	}
	g, err := t.file.Grade.policy(t.d, "grade")
	if err != nil {
		return err
	}
	t.Definition.Grade = &g.Policy
	if t.unknown() {
		return nil
	}
	var ids []string
	for _, e := range t.Definition.Entrants {
		ids = append(ids, e.ID)
	}
	return g.CheckBots(ids)
}
