package bot

import (
	"fmt"
	"strings"
	"time"
)

// Level says how the bot plays. Novice, club and master are one engine with
// three budgets.
type Level string

// The levels.
const (
	Random   Level = "random"   // any legal move
	Sensible Level = "sensible" // looks at shortest ways only
	Novice   Level = "novice"
	Club     Level = "club"
	Master   Level = "master"
)

// Levels are all levels, the weakest first.
var Levels = []Level{Random, Sensible, Novice, Club, Master}

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, error) {
	for _, l := range Levels {
		if string(l) == name {
			return l, nil
		}
	}
	names := make([]string, len(Levels))
	for i, l := range Levels {
		names[i] = string(l)
	}
	return "", fmt.Errorf("level %q: want %s", name, strings.Join(names, ", "))
}

// Budget is what one move may cost. It ends with what is reached first.
type Budget struct {
	// Nodes is the number of positions that are looked at; 0: no bound.
	Nodes int
	// Time is how long it may take by the clock and by the processor. Zero: no
	// bound, so that the same seed gives the same moves on every machine.
	Time time.Duration
}

// Budget returns the budget of a level.
func (l Level) Budget() Budget {
	switch l {
	case Novice:
		return Budget{Nodes: 600}
	case Club:
		return Budget{Nodes: 6000}
	case Master:
		return Budget{Nodes: 300_000, Time: 160 * time.Millisecond}
	}
	return Budget{}
}
