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
		Endings:  []string{VerdictGoal, VerdictOwnGoal, VerdictStuck, VerdictInvalidMove, VerdictInvalidEndPoint},
	}
}

// NewSetup returns the set-up of the contest: 8×10 with the halfway line,
// digits, and a starter drawn from the seed.
func (Game) NewSetup() game.Setup { return DefaultSetup() }
