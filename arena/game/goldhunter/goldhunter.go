package goldhunter

import (
	"botarena/arena/game"
	"botarena/protocol"
)

// Name is the game's name in configs and records.
const Name = "goldhunter"

// The dialects of the game; see the protocol package.
const (
	Text = "text"
	Gson = protocol.Gson
)

// MalformedLimit is the number of malformed orders with which a team is
// retired (ruling).
const MalformedLimit = 1000

// The endings without a violation; the first three are counters, too.
const (
	byGold    = "gold"
	byDeaths  = "deaths"
	byBullets = "bullets"
	undecided = "draw"
)

// Game gives the facts of Gold Hunter. The zero value is ready to use.
type Game struct{}

// Info returns the facts of the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:         Name,
		Title:        "Gold Hunter",
		Seats:        []string{"team0", "team1"},
		Simultaneous: true,
		Dialects:     []string{Text, Gson},
		Endings:      []string{byGold, byDeaths, byBullets, undecided},
		Counters: []game.Counter{
			{Name: byGold},
			{Name: byDeaths, Less: true},
			{Name: byBullets, Less: true},
		},
		Usual: game.Usual{CPU: "1GHz", RemoveFor: []game.Fault{game.Violation}}, // the contest's rules
	}
}

// NewSetup returns a *[Setup] that plays one generated map of the original size.
func (Game) NewSetup() game.Setup {
	return &Setup{Generate: defaultGenerate(), RetireAfter: 10}
}

// The pieces of the game have the wire's names: the rules and the wire speak
// of the same things.
type (
	// Dir is a facing of a unit or bullet.
	Dir = protocol.Dir
	// Kind is a kind of unit.
	Kind = protocol.Kind
)

const kinds = int(protocol.Spy) + 1

// opposite returns the facing turned by half a turn.
func opposite(d Dir) Dir { return d ^ 2 }

// stepOf returns the change of row and column of one step ahead.
func stepOf(d Dir) (row, col int) {
	switch d {
	case protocol.Up:
		return -1, 0
	case protocol.Right:
		return 0, 1
	case protocol.Down:
		return 1, 0
	}
	return 0, -1
}
