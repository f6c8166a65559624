// Package catchcat holds the rules of Catch the Cat: the board that bots share
// ([Board]), and the game as the arena plays it ([Game], [Setup], [State],
// [Dialogue]).
//
// The board is square, of hexagons: odd rows are shifted right by half a cell.
// The catcher blocks a cell, then the cat moves to a free neighbour; the cat
// wins on the border ring, the catcher when no neighbour is free.
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
		Usual:    game.Usual{All: true, OwnPoints: true, Graded: true}, // seed
	}
}

// NewSetup returns the set-up of the seed: 11×11, and up to 20 blocked cells.
func (Game) NewSetup() game.Setup { return DefaultSetup() }
