package config

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// MatchFile is what a match's YAML file says. Only game and seats must be
// given.
//
//	game: catchcat
//	seats:
//	  catcher: bots/hunter
//	  cat: {bot: bots/tom, args: [--fast]}
type MatchFile struct {
	// Game is the game's name: catchcat, goldhunter or papersoccer.
	Game string `yaml:"game"`
	// Seed is a whole number in decimal, from 0 to 2⁶⁴-1, that all the chance
	// in the match comes from. Default: drawn, and printed.
	Seed *uint64 `yaml:"seed"`
	// Setup holds the game's own parameters; each game lists them. Files in
	// it, such as maps, are relative to this file.
	Setup Setup `yaml:"setup"`
	// Seats says who plays: a mapping of the game's seat names to bots, or a
	// list of bots in the order of the seats.
	Seats Seats `yaml:"seats"`
	// Bots is the folder in which bots are looked for that are named without
	// a slash. Default: bots.
	Bots      string `yaml:"bots"`
	TermsFile `yaml:",inline"`
	// Replays is the folder that the replay is written to. Default: the
	// folder results where the arena was started.
	Replays string `yaml:"replays"`
}

// Seat says who plays in a seat. A path alone stands for a seat with only
// its bot given.
type Seat struct {
	// Name is the bot's name in results. Default: the program's file name
	// without its ending.
	Name string `yaml:"name"`
	// Bot is the program: a path with a slash in it, or a name that is looked
	// for in the folder of bots and beside this file.
	Bot string `yaml:"bot"`
	// Args are the program's arguments.
	Args []string `yaml:"args"`
	// Env is added to the program's environment, which is else empty but for
	// a few names.
	Env map[string]string `yaml:"env"`
	// Runtime is what the program needs around it: static, dynamic, python,
	// java, node or custom. Default: found from the file.
	Runtime string `yaml:"runtime"`
	// Dialect is the dialect of the wire to speak with it. Default: the
	// game's first one; with a client, gson where the game has it.
	Dialect string `yaml:"dialect"`
	// Move is the time for one answer of this seat, such as a handicap.
	// Default: limits.move.
	Move Duration `yaml:"move"`
	// A seat without a program has one of the keys serial and tcp.
	Elsewhere `yaml:",inline"`
}

func (s *Seat) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return d.structure(path, n, valueOf(s))
	}
	text, err := d.text(path, n)
	if err != nil {
		return err
	}
	if key, value, ok := missingSpace(text); ok && !strings.Contains(key, "/") {
		return d.fail(n, "write "+key+": "+value, "%sno space after the colon in %s", label(path), quote(text))
	}
	s.Bot = text
	d.at[join(path, "bot")] = d.at[path]
	return nil
}

// Seats are the seats as a file gives them: named, or in the game's order.
type Seats struct {
	Names []string // empty where the file has a list
	Seats []Seat
}

func (s *Seats) read(d *decoder, path string, n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return d.sequence(path, n, valueOf(&s.Seats))
	}
	return d.pairs(path, n, func(key string, k, v *yaml.Node) error {
		var seat Seat
		at := join(path, key)
		if err := d.value(at, v, valueOf(&seat)); err != nil {
			return err
		}
		d.at[at] = place{k.Line, k.Column}
		s.Names = append(s.Names, key)
		s.Seats = append(s.Seats, seat)
		return nil
	})
}

// path returns the path of the i-th seat of the file.
func (s *Seats) path(i int) string {
	if i < len(s.Names) {
		return join("seats", s.Names[i])
	}
	return "seats" + index(i)
}

// Setup is a game's set-up, decoded when the game is known.
type Setup struct{ node *yaml.Node }

func (s *Setup) read(_ *decoder, _ string, n *yaml.Node) error {
	s.node = n
	return nil
}
