package championship

import (
	"fmt"
	"testing"

	"botarena/arena/championship/journal/faultdisk"
	"botarena/arena/championship/pairing"
	"botarena/arena/game"
	"botarena/arena/match"
)

// TestFailing: who never started is told from who failed otherwise, from who failed
// now and then, and from who plays badly; that another failed first excuses nobody.
func TestFailing(t *testing.T) {
	def := definition(6, pairing.All{Entrants: 6, Boards: 1})
	by := bots(2)
	by.Fault = func(s *match.Spec, seat int) game.Fault {
		switch s.Header.Seats[seat].Name {
		case "Bot 0":
			return game.DidNotStart
		case "Bot 1":
			return []game.Fault{game.Timeout, game.Crash}[seat]
		case "Bot 2":
			return []game.Fault{game.Crash, game.NoFault}[seat]
		case "Bot 3":
			return game.Crash
		}
		return game.NoFault
	}
	d := &faultdisk.Disk{}
	if err := play(d, def, options(), by); err != nil {
		t.Fatal(err)
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	list := ""
	for _, f := range b.Failing() {
		list += fmt.Sprintln(f.ID, f.Name, f.Faults, f.NeverStarted())
	}
	if want := "e0 Bot 0 [did-not-start] true\ne1 Bot 1 [timeout crash] false\ne3 Bot 3 [crash] false\n"; list != want {
		t.Errorf("failing:\n%swant\n%s", list, want)
	}
}
