package check

import (
	"botarena/arena/match"
	"botarena/arena/record"
)

// Opponent is who a bot plays against: a program, seated as any bot is.
type Opponent struct {
	// Player returns the program in one of the game's seats.
	Player func(seat int) (record.Seat, match.Source)
}

// moverName is the name of who plays random legal moves inside the arena.
const moverName = "random moves"

// opponent returns who is played against in the n-th match of a role, nil for
// random moves. Those come first: whatever is wrong with the talk shows there.
func (o *Options) opponent(n int) *Opponent {
	if n == 0 || len(o.Opponents) == 0 {
		return nil
	}
	return &o.Opponents[(n-1)%len(o.Opponents)]
}

// seatOthers seats the opponent in every seat but the bot's own.
func seatOthers(spec *match.Spec, seat int, against *Opponent) {
	for i := range spec.Header.Seats {
		switch {
		case i == seat:
		case against == nil:
			spec.Header.Seats[i] = record.Seat{Name: moverName, Kind: "mover"}
		default:
			spec.Header.Seats[i], spec.Sources[i] = against.Player(i)
		}
	}
}
