package config

import (
	"path/filepath"
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
	text, err := ReadFile(file, yamlFile)
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
	r := &setupReader{d: m.d, path: "setup", dir: dir}
	if m.Spec.Header.Setup, err = r.resolve(m.file.Setup.node, g); err != nil {
		return nil, err
	}
	m.Warnings = append(m.Warnings, r.warnings...)
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
	g, err := d.pickGame(f.Game, games)
	if err != nil {
		return nil, nil, err
	}
	if err := f.TermsFile.check(d); err != nil {
		return nil, nil, err
	}
	if err := d.checkPaths(map[string]string{"bots": f.Bots, "replays": f.Replays}); err != nil {
		return nil, nil, err
	}
	if err := m.orderSeats(g.Info()); err != nil {
		return nil, nil, err
	}
	for i := range m.seat {
		if err := d.checkSeat(&f.Seats.Seats[m.seat[i]], f.Seats.path(m.seat[i]), g.Info()); err != nil {
			return nil, nil, err
		}
	}
	m.Spec.Header = record.Header{Version: record.Version, Game: g.Info().Name, Terms: f.TermsFile.terms(g.Info())}
	if m.Seeded {
		m.Spec.Header.Seed = *f.Seed
	}
	return m, g, nil
}

// pickGame returns the game that a file names under the key game.
func (d *decoder) pickGame(name string, games []game.Game) (game.Game, error) {
	var names []string
	for _, g := range games {
		if g.Info().Name == name {
			return g, nil
		}
		names = append(names, g.Info().Name)
	}
	if _, given := d.at["game"]; !given {
		return nil, d.failAt("game", "write game: "+list(names), "key \"game\" is missing")
	}
	return nil, d.failAt("game", pick(name, names), "game: no game is called %s", quote(name))
}

// pick tells which of the names to write instead of text.
func pick(text string, names []string) string {
	if near := Nearest(text, names); near != "" {
		return "did you mean " + near + "?"
	}
	return "write " + list(names)
}
