// Package level holds what the house bots
// have in common: the names of how strong they play, and the clock that a
// search goes by. What a level may spend is each bot's own.
package level

import (
	"fmt"
	"strings"
)

// Level says how a bot plays. Novice, club and master are one engine with
// three budgets.
type Level string

// The levels.
const (
	Random   Level = "random"   // any legal move
	Sensible Level = "sensible" // looks one move ahead, or at shortest ways
	Novice   Level = "novice"
	Club     Level = "club"
	Master   Level = "master"
)

// All are all levels, the weakest first.
var All = []Level{Random, Sensible, Novice, Club, Master}

// Parse returns the level of a name. The error lists the names.
func Parse(name string) (Level, error) {
	names := make([]string, len(All))
	for i, l := range All {
		if string(l) == name {
			return l, nil
		}
		names[i] = string(l)
	}
	return "", fmt.Errorf("level %q: want %s", name, strings.Join(names, ", "))
}
