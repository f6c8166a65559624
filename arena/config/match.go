package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"botarena/arena/game"
	"botarena/arena/match"
	"botarena/arena/record"
)

// Match is a match that a file describes, ready to be played.
type Match struct {
	Spec match.Spec
	// Seeded says that the file gives the seed. Where it does not, the seed
	// in Spec is 0 and the caller draws one.
	Seeded bool
	// Replays is the absolute path of the folder for replays; empty where the
	// file names none.
	Replays string
	// Warnings lists what is legal and probably not meant, a line each.
	Warnings []string

	d    *decoder
	file *MatchFile
	seat []int // the number in the file of each seat
}

// LoadMatch reads a match's file. Whatever is wrong with it, or with what it
// names, is an *[Error]: games are the games to choose from, and each bot
// must be there and readable.
func LoadMatch(file string, games []game.Game) (*Match, error) {
	text, err := readFile(file)
	if err != nil {
		return nil, err
	}
	m, g, err := readMatch(file, text, games)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, &Error{File: file, Problem: "its folder cannot be found: " + err.Error(), Cure: "give the absolute path"}
	}
	if err := m.resolveSetup(dir, g); err != nil {
		return nil, err
	}
	if err := m.findBots(dir, g.Info(), games); err != nil {
		return nil, err
	}
	if err := m.refuseTwins(); err != nil {
		return nil, err
	}
	if m.file.Replays != "" {
		m.Replays = inFolder(dir, m.file.Replays)
	}
	m.Spec.ID = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return m, nil
}

// inFolder returns a path of a file in dir, or an absolute path, cleaned.
func inFolder(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// defaults returns what holds where a match's file says nothing.
func defaults() *MatchFile {
	return &MatchFile{Bots: DefaultBots, TermsFile: defaultTerms()}
}

// DefaultTerms returns the terms of a match whose file says nothing of them.
func DefaultTerms(info game.Info) record.Terms {
	t := defaultTerms()
	return t.terms(info)
}

// readMatch reads what the text alone says.
func readMatch(file string, text []byte, games []game.Game) (*Match, game.Game, error) {
	f := defaults()
	d, err := decode(file, text, f)
	if err != nil {
		return nil, nil, err
	}
	m := &Match{d: d, file: f, Seeded: f.Seed != nil}
	g, err := m.pickGame(games)
	if err != nil {
		return nil, nil, err
	}
	if err := f.TermsFile.check(d); err != nil {
		return nil, nil, err
	}
	if err := d.checkFolders(map[string]string{"bots": f.Bots, "replays": f.Replays}); err != nil {
		return nil, nil, err
	}
	if err := m.orderSeats(g.Info()); err != nil {
		return nil, nil, err
	}
	for i := range m.seat {
		if err := m.checkSeat(i, g.Info()); err != nil {
			return nil, nil, err
		}
	}
	m.Spec.Header = record.Header{Version: record.Version, Game: g.Info().Name, Terms: f.TermsFile.terms(g.Info())}
	if m.Seeded {
		m.Spec.Header.Seed = *f.Seed
	}
	return m, g, nil
}

func (m *Match) pickGame(games []game.Game) (game.Game, error) {
	var names []string
	for _, g := range games {
		if g.Info().Name == m.file.Game {
			return g, nil
		}
		names = append(names, g.Info().Name)
	}
	if _, given := m.d.at["game"]; !given {
		return nil, m.d.failAt("game", "write game: "+list(names), "key \"game\" is missing")
	}
	return nil, m.d.failAt("game", pick(m.file.Game, names), "game: no game is called %s", quote(m.file.Game))
}

// pick tells which of the names to write instead of text.
func pick(text string, names []string) string {
	if near := Nearest(text, names); near != "" {
		return "did you mean " + near + "?"
	}
	return "write " + list(names)
}

// setupReader reads the files that a set-up names and remembers which one
// could not be read, and the names of those that could.
type setupReader struct {
	dir    string
	failed string // the file's name as the set-up has it
	err    error
	names  []string
}

func (r *setupReader) read(name string) ([]byte, error) {
	text, err := readFile(inFolder(r.dir, name))
	if err != nil {
		r.failed, r.err = name, err
		return nil, err
	}
	r.names = append(r.names, name)
	return text, nil
}

// resolveSetup decodes the game's own part and lets the game check it.
func (m *Match) resolveSetup(dir string, g game.Game) error {
	setup := g.NewSetup()
	if n := m.file.Setup.node; n != nil {
		if err := m.d.value("setup", n, valueOf(setup)); err != nil {
			return err
		}
	}
	r := &setupReader{dir: dir}
	if err := setup.Resolve(r.read); err != nil {
		return m.setupError(err, r)
	}
	for _, w := range setup.Warnings() {
		m.Warnings = append(m.Warnings, "setup: "+oneLine(w))
	}
	text, err := json.Marshal(setup)
	if err != nil {
		return m.d.failAt("setup", "report this", "setup: %v", err)
	}
	m.Spec.Header.Setup = text
	return nil
}

// setupError finds the place that a game's error is about: a file that could
// not be read, a line of one that could, or a field of the set-up.
func (m *Match) setupError(err error, r *setupReader) error {
	if r.err != nil {
		problem, cure := r.err.Error(), "correct the path; it is relative to this file"
		if e, ok := r.err.(*Error); ok {
			problem = e.Problem
			if strings.HasPrefix(e.Cure, "did you mean") {
				cure = e.Cure
			}
		}
		return m.d.failAt(m.placeOfName(r.failed), cure, "setup: file %s: %s", quote(r.failed), problem)
	}
	text := oneLine(err.Error())
	for _, name := range r.names {
		rest, ok := strings.CutPrefix(text, name+":")
		var line int
		if n, _ := fmt.Sscanf(rest, "%d:", &line); !ok || n != 1 {
			continue
		}
		_, problem, _ := strings.Cut(rest, ": ")
		at, _ := m.d.find(m.placeOfName(name))
		return &Error{
			File: inFolder(r.dir, name), Line: line, Problem: problem,
			Cure: fmt.Sprintf("correct this line, or name another file in %s:%d", m.d.file, max(1, at.line)),
		}
	}
	path, cure := "setup", "correct the value, or delete it to take the default"
	if field, _, ok := strings.Cut(text, ":"); ok {
		path = join("setup", field)
	}
	if _, want, ok := strings.Cut(text, "want "); ok {
		cure = "write " + want
	}
	return m.d.failAt(path, cure, "setup: %s", text)
}

// placeOfName returns the path at which the set-up names a file.
func (m *Match) placeOfName(name string) string {
	var paths []string
	for path, text := range m.d.texts {
		if text == name && strings.HasPrefix(path, "setup.") {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return "setup"
	}
	return slices.MinFunc(paths, func(a, b string) int {
		return cmp.Or(m.d.at[a].line-m.d.at[b].line, m.d.at[a].column-m.d.at[b].column)
	})
}
