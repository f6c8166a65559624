package championship

import (
	"fmt"
	"maps"
	"slices"

	"botarena/arena/championship/table"
)

// UndecidedError is the error of [Run.Play] where the next round depends on
// matches that came out void: the organiser decides them or has them played
// again, and goes on.
type UndecidedError struct{ Void []Void }

func (e *UndecidedError) Error() string {
	v := e.Void[0]
	if n := len(e.Void); n > 1 {
		return fmt.Sprintf("%d matches came out void and nobody has decided, the first one match %d (%s): the next round depends on them", n, v.Number, v.Why)
	}
	return fmt.Sprintf("match %d came out void and nobody has decided (%s): the next round depends on it", v.Number, v.Why)
}

// void returns the last attempt at each match that came out void and is not
// played again by itself.
func (b *Book) void() []Void {
	var list []Void
	for _, number := range slices.Sorted(maps.Keys(b.voids)) {
		if b.store.status[number] == voidLast {
			tries := b.voids[number]
			list = append(list, tries[len(tries)-1])
		}
	}
	return list
}

// undecided returns those of the void matches that no ruling is about, and
// whose entrants are both still in.
func (b *Book) undecided(f *force, entrants []table.Entrant) []Void {
	return slices.DeleteFunc(b.void(), func(v Void) bool {
		seats := b.matches[v.Number].Seats
		return f.matches[v.Number] != nil || entrants[seats[0]].Removed != "" || entrants[seats[1]].Removed != ""
	})
}
