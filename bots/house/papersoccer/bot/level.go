// Package bot is the Paper Soccer house bot without its wire: levels, the
// budget of a turn, and what it does on pitches that its search does not fit.
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
	Random   Level = "random"   // any legal turn
	Sensible Level = "sensible" // looks one turn ahead, runs for the goal
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

// Budget returns the budget of a level.
func (l Level) Budget() Budget {
	switch l {
	case Club:
		return Budget{Expansions: 40}
	case Master:
		return Budget{Expansions: -1, Time: 240 * time.Millisecond}
	}
	return Budget{}
}
