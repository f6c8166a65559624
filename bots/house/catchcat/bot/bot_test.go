package bot

import (
	"math/rand/v2"
	"testing"
	"time"

	"botarena/bots/house/level"
	"botarena/protocol"
)

// position is a set of blocked cells.
type position map[protocol.Cell]bool

func (p position) Blocked(c protocol.Cell) bool { return p[c] }

// TestMoveFollowsThePosition: a bot may be asked about any position after any
// other.
func TestMoveFollowsThePosition(t *testing.T) {
	b, err := New(Options{Level: level.Novice, Budget: BudgetOf(level.Novice)}, 11, 11)
	if err != nil {
		t.Fatal(err)
	}
	cells := func(list ...[2]int) position {
		p := position{}
		for _, c := range list {
			p[protocol.Cell{Row: c[0], Col: c[1]}] = true
		}
		return p
	}
	around := [][2]int{{5, 4}, {4, 5}, {4, 6}, {5, 6}, {6, 6}, {6, 5}}
	for skip, hole := range around {
		var walls [][2]int
		for i, c := range around {
			if i != skip {
				walls = append(walls, c)
			}
		}
		want := protocol.Cell{Row: hole[0], Col: hole[1]}
		for _, role := range []string{protocol.Catcher, protocol.Cat} {
			if got := b.Move(role, cells(walls...), protocol.Cell{Row: 5, Col: 5}); got != want {
				t.Errorf("%s: %v, want %v", role, got, want)
			}
		}
	}
	if got := b.Move(protocol.Cat, cells(), protocol.Cell{Row: 1, Col: 9}); got.Row != 0 && got.Col != 10 {
		t.Errorf("a cat next to the border goes to %v", got)
	}
}

// TestTime: a budget of time is kept without one of nodes.
func TestTime(t *testing.T) {
	b, err := New(Options{Level: level.Master, Budget: Budget{Time: 20 * time.Millisecond}}, 11, 11)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		p := position{}
		for range 10 {
			p[protocol.Cell{Row: rnd.IntN(11), Col: rnd.IntN(11)}] = true
		}
		cat := protocol.Cell{Row: 5, Col: 5}
		delete(p, cat)
		clock := level.StartClock()
		b.Move(protocol.Catcher, p, cat)
		if took := clock.CPU(); took > 100*time.Millisecond {
			t.Errorf("%v of processor time for a budget of 20 ms", took)
		}
	}
}

func TestSizes(t *testing.T) {
	for size, ok := range map[int]bool{0: false, 1: true, 25: true, 26: false} {
		if _, err := New(Options{}, size, 11); (err == nil) != ok {
			t.Errorf("%d×11: error %v", size, err)
		}
	}
}
