// Package papersoccer holds the rules of Paper Soccer: the pitch and its
// steps ([Pitch]), whole turns and their verdicts ([Judge]), and the game as
// the arena plays it ([Game], [Setup], [State], [Dialogue]).
//
// The pitch has points, eight directions and segments. A player's turn is a
// chain of steps that ends on the first fresh point, in a goal, or in a dead
// end. [Pitch] is the part that bots share: steps are made and taken back
// without allocation, and what is legal at the ball is one byte.
//
// Coordinates: x from the west, y from the north, (0,0) the north-west
// corner; goal points have y = -1 (north) and y = height (south) + 1. Red
// owns the north goal, blue the south goal.
package papersoccer

import "botarena/arena/game"

// The seats. Seat 1 of the contest is red.
const (
	Red  = 0
	Blue = 1
)

var seatNames = [2]string{Red: "red", Blue: "blue"}

// Name is the game's name in configs and records.
const Name = "papersoccer"

// Dialect is the only wire dialect: that of the contest, byte for byte.
const Dialect = "papersoccer"

// Game is Paper Soccer.
type Game struct{}

var _ game.Game = Game{}

// Info returns the facts of the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:     Name,
		Title:    "Paper Soccer",
		Seats:    []string{seatNames[Red], seatNames[Blue]},
		Dialects: []string{Dialect},
	}
}

// NewSetup returns the set-up of the contest: 8×10 with the halfway line,
// digits, and a starter drawn from the seed.
func (Game) NewSetup() game.Setup { return DefaultSetup() }
