package bot

import (
	"time"

	"botarena/bots/house/level"
)

// Budget is what one move may cost. It ends with what is reached first.
type Budget struct {
	// Nodes is the number of positions that are looked at; 0: no bound.
	Nodes int
	// Time is how long it may take by the clock and by the processor. Zero: no
	// bound, so that the same seed gives the same moves on every machine.
	Time time.Duration
}

// BudgetOf returns the budget of a level.
func BudgetOf(l level.Level) Budget {
	switch l {
	case level.Novice:
		return Budget{Nodes: 600}
	case level.Club:
		return Budget{Nodes: 6000}
	case level.Master:
		return Budget{Nodes: 300_000, Time: 160 * time.Millisecond}
	}
	return Budget{}
}
