// Package bot is the Paper Soccer house bot without its wire: levels, the
// budget of a turn, and what it does on pitches that its search does not fit.
package bot

import (
	"time"

	"botarena/bots/house/level"
)

// Budget is what the search of one turn may cost. It ends with what is
// reached first.
type Budget struct {
	// Expansions is the number of positions whose turns are listed, beside the
	// position to be played. Below zero: no bound.
	Expansions int
	// Time is how long it may take by the clock and by the processor. Zero: no
	// bound, so that the same seed gives the same turns on every machine.
	Time time.Duration
}

// BudgetOf returns the budget of a level.
func BudgetOf(l level.Level) Budget {
	switch l {
	case level.Club:
		return Budget{Expansions: 40}
	case level.Master:
		return Budget{Expansions: -1, Time: 240 * time.Millisecond}
	}
	return Budget{}
}
