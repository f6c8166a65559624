package catchcat

import "botarena/arena/game"

// The seats. The catcher moves first (seed).
const (
	Catcher = 0
	Cat     = 1
)

var seatNames = [2]string{Catcher: "catcher", Cat: "cat"}

// Name is the game's name in configs and records.
const Name = "catchcat"

// The endings without a fault.
const (
	escaped = "escaped"
	caught  = "caught"
)

// Dialect is the only wire dialect.
const Dialect = "catchcat"

// Game is Catch the Cat.
type Game struct{}

var _ game.Game = Game{}

// Info returns the facts of the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:     Name,
		Title:    "Catch the Cat",
		Seats:    []string{seatNames[Catcher], seatNames[Cat]},
		Dialects: []string{Dialect},
		Endings:  []string{escaped, caught},
		Usual:    game.Usual{All: true, OwnPoints: true, Graded: true}, // seed
	}
}

// NewSetup returns the set-up of the seed: 11×11, and up to 20 blocked cells.
func (Game) NewSetup() game.Setup { return DefaultSetup() }
