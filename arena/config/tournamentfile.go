package config

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"botarena/arena/championship/table"
)

// TournamentFile is what a championship's YAML file says. Only game and
// entrants must be given.
//
//	game: papersoccer
//	seed: 7
//	format: {kind: swiss, rounds: 5}
//	boards: 2
//	entrants: all
//	bots: handed-in
type TournamentFile struct {
	// Game is the game's name: catchcat, goldhunter or papersoccer.
	Game string `yaml:"game"`
	// Name stands above tables. Default: the file's name without its ending.
	Name string `yaml:"name"`
	// Seed is a whole number in decimal, from 0 to 2⁶⁴-1, that the boards and
	// all lots come from. Default: drawn when the championship begins, printed,
	// and kept with the results.
	Seed *uint64 `yaml:"seed"`
	// Setup is the game's own set-up of a match, or a list of them: the boards
	// take them in turn. Files in it are relative to this file. A text names a
	// file with set-ups, as arena export --setups writes it.
	Setup Setups `yaml:"setup"`
	// Boards is how many starting positions every pair meets on; a board has
	// the same seed for all pairs. Default: one for each set-up.
	Boards int `yaml:"boards"`
	// Format says who meets whom. Default: all for Catch the Cat, as in its
	// contest, round-robin for the other games.
	Format FormatFile `yaml:"format"`
	// Entrants says who takes part: all, for every bot of the folder of bots
	// that plays the game, or a list.
	Entrants Entrants `yaml:"entrants"`
	// Bots is the folder in which bots are looked for that are named without
	// a slash. Default: bots.
	Bots string `yaml:"bots"`
	// Broken says what becomes of an entrant whose program cannot run at all:
	// refuse (the default) begins no championship and names all of them, forfeit
	// lets it lose every match.
	Broken string `yaml:"broken"`
	// Points says what a match is worth: own, the points that the game itself
	// counts, or keys of its own. Default: own for Catch the Cat, as in its
	// contest, a win 1, a draw 0.5 and a loss 0 for the other games.
	Points PointsFile `yaml:"points"`
	// TieBreaks decide, one after the other, between entrants of equal points:
	// direct (results among them), wins, buchholz, or what the game counts.
	// Default: direct, then what the game counts in its order.
	TieBreaks []string `yaml:"tie_breaks"`
	// Removed says what becomes of the matches of an entrant that is removed:
	// strike (the default: they count for nobody), keep (the others win them)
	// or played (they count as played).
	Removed string `yaml:"removed"`
	// RemoveFor lists the faults that remove an entrant from the whole
	// championship. Default: violation in Gold Hunter, as in its
	// contest, none elsewhere.
	RemoveFor []string `yaml:"remove_for"`
	TermsFile `yaml:",inline"`
	// Parallel is how many matches are played at once on this machine; on a fleet
	// each worker says it for itself. Default: as many as the processors carry
	// with true times.
	Parallel int `yaml:"parallel"`
	// OneClass has all matches of a pair of entrants played on machines that are
	// alike, where others play them: arena help worker. Default false.
	OneClass bool `yaml:"one_class"`
	// Results is the folder that everything is kept in. Default: results/NAME
	// where the arena was started, NAME being this file's.
	Results string `yaml:"results"`
	// Grade is the policy for grades. Default: no grades are made with the
	// championship; arena grade makes them afterwards.
	Grade *GradeFile `yaml:"grade"`
}

// SetupsFile is a file with set-ups.
type SetupsFile struct {
	// Game is the game that they are for.
	Game string `yaml:"game"`
	// Setups lists the set-ups.
	Setups Setups `yaml:"setups"`
}

// Setups are one set-up or several, or the name of a file with them.
type Setups struct {
	file  string
	list  bool
	nodes []*yaml.Node
}

func (s *Setups) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode && !isNothing(n) {
		var err error
		if s.file, err = d.text(path, n); err == nil && s.file == "" {
			err = d.fail(n, "name a file with set-ups, or delete the line to take the default", `%s: "" names no file`, path)
		}
		return err
	}
	if n.Kind != yaml.SequenceNode {
		s.nodes = []*yaml.Node{n}
		return nil
	}
	if len(n.Content) == 0 {
		return d.fail(n, "write a set-up, or delete the line to take the default", "%s: an empty list", path)
	}
	s.list, s.nodes = true, n.Content
	return nil
}

// FormatFile says who meets whom. A kind alone stands for a format with only
// that given.
type FormatFile struct {
	// Kind is one of:
	//
	//	all          every program of the first seat meets every one of the
	//	             second seat, one's own too (Catch the Cat's contest)
	//	round-robin  every pair meets, with swapped sides
	//	groups       a round robin in groups, then a knock-out of the best
	//	knock-out    who loses is out
	//	swiss        equals meet, round after round
	//	gauntlet     one entrant meets each of the others
	Kind string `yaml:"kind"`
	// Swap lets every pair play a second match on each board, with swapped
	// sides. Default true; all swaps by itself.
	Swap bool `yaml:"swap"`
	// Hero is the entrant, by ID, that meets all others in a gauntlet.
	Hero string `yaml:"hero"`
	// Rounds is the number of rounds of a Swiss championship. Default: as many
	// as a knock-out of all would have.
	Rounds int `yaml:"rounds"`
	// Groups is the number of groups, and Advance how many of each go on.
	// Default 2 and 2.
	Groups  int `yaml:"groups"`
	Advance int `yaml:"advance"`
	// KnockOutBoards is boards for the meetings of the knock-out. Default:
	// boards.
	KnockOutBoards int `yaml:"knock_out_boards"`
	// ThirdPlace lets the losers of the semi-finals meet. Default false.
	ThirdPlace bool `yaml:"third_place"`
}

func (f *FormatFile) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return d.structure(path, n, valueOf(f))
	}
	text, err := d.text(path, n)
	f.Kind = text
	d.at[join(path, "kind")] = d.at[path]
	return err
}

// Entrants says who takes part.
type Entrants struct {
	All  bool
	List []EntrantFile
}

func (e *Entrants) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode || isNothing(n) {
		return d.sequence(path, n, valueOf(&e.List))
	}
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	if text != "all" {
		return d.fail(n, "write entrants: all, for every bot of the folder of bots, or a list", "entrants: %s is neither all nor a list", quote(text))
	}
	e.All = true
	return nil
}

// EntrantFile is one entrant: a bot that plays in all seats, or one program
// for each seat. A path or a name alone stands for an entrant with only its
// bot given. Name is what tables show; its default is the ID.
type EntrantFile struct {
	// ID names the entrant in the roster, in rulings and in exports. Default:
	// the bot's name.
	ID string `yaml:"id"`
	// Seat is the program for all seats.
	Seat `yaml:",inline"`
	// Programs gives, by the names of the seats, a program for each seat. Who
	// has none for a seat loses the matches there.
	Programs map[string]Seat `yaml:"programs"`
}

func (e *EntrantFile) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return e.Seat.read(d, path, n)
	}
	return d.structure(path, n, valueOf(e))
}

// PointsFile says what a match is worth: own, or keys.
type PointsFile struct {
	Own  bool   `yaml:"-"`
	Win  Points `yaml:"win"`
	Draw Points `yaml:"draw"`
	Lose Points `yaml:"lose"`
	// Bye is what a round without an opponent is worth. Default: as a win.
	Bye Points `yaml:"bye"`
}

func (p *PointsFile) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode || isNothing(n) {
		p.Own = false
		return d.structure(path, n, valueOf(p))
	}
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	if text != "own" {
		return d.fail(n, "write points: own, or points: {win: 3, draw: 1, lose: 0}", "points: %s is neither own nor keys and values", quote(text))
	}
	p.Own = true
	return nil
}

// Points are points with at most three decimals.
type Points table.Points

func (p *Points) read(d *decoder, path string, n *yaml.Node) error {
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	points, err := table.ParsePoints(text)
	if err != nil || strings.HasPrefix(text, "+") {
		return d.fail(n, "write a number with at most three decimals, such as 3 or 0.5", "%s%s is not a number of points", label(path), quote(text))
	}
	*p = Points(points)
	return nil
}
