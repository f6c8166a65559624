package championship

import (
	"slices"
	"strings"

	"botarena/arena/game"
)

// Failing is an entrant who failed in every match that the other side did not lose
// by a fault: who loses first has not shown that the other can play.
type Failing struct {
	ID, Name string
	// Faults are those of its matches, each once, in the order in which they came.
	Faults []game.Fault
}

// NeverStarted reports whether it was never there to play.
func (f *Failing) NeverStarted() bool {
	return slices.Equal(f.Faults, []game.Fault{game.DidNotStart})
}

// Failing returns them in the order of their IDs, without those who are removed.
func (b *Book) Failing() []Failing {
	faults := make([][]game.Fault, len(b.plan.Entrants))
	good := make([]bool, len(b.plan.Entrants)) // had a match without any fault
	for r := range b.AsPlayed() {
		for seat, s := range r.Seats {
			switch own := faults[s.Entrant]; {
			case s.Fault == game.NoFault:
				good[s.Entrant] = good[s.Entrant] || r.Seats[1-seat].Fault == game.NoFault
			case !slices.Contains(own, s.Fault):
				faults[s.Entrant] = append(own, s.Fault)
			}
		}
	}
	var found []Failing
	f := b.inForce()
	for i, e := range b.entrants(&f) {
		if len(faults[i]) > 0 && !good[i] && e.Removed == "" {
			found = append(found, Failing{ID: e.ID, Name: e.Name, Faults: faults[i]})
		}
	}
	slices.SortFunc(found, func(x, y Failing) int { return strings.Compare(x.ID, y.ID) })
	return found
}
