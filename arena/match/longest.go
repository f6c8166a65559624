package match

import (
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// Longest returns the longest time that a match of a set-up can take by its terms:
// every start and every turn up to its limit, on every board; 0 where nothing limits
// it, as the clock is off. seats is how many there are. Limits of single seats are
// not looked at.
func Longest(setup game.Setup, terms record.Terms, seats int) time.Duration {
	if terms.Clock == record.ClockOff {
		return 0
	}
	rounds := time.Duration(setup.Rounds())
	starts := rounds * time.Duration(terms.Start)
	all := starts + rounds*time.Duration(setup.MaxTurns())*time.Duration(terms.Move+terms.Grace)
	if terms.Total > 0 {
		all = min(all, starts+time.Duration(seats)*time.Duration(terms.Total))
	}
	return all
}
