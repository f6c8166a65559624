package match

import (
	"slices"
	"testing"

	"botarena/arena/game"
	"botarena/arena/record"
)

// wakeful counts how many wishes for awake cores stand, and how many stood
// after each stage.
type wakeful struct {
	made, standing int
	afterStage     []int
}

func (w *wakeful) awake() func() {
	w.made++
	w.standing++
	return func() { w.standing-- }
}

func (w *wakeful) Position(int, game.State, []record.SeatAnswer) {
	w.afterStage = append(w.afterStage, w.standing)
}

// TestAwake: idle cores are kept awake where quick seats wait for one another
// on cores of their own, until a turn is slow, and never beyond the match.
func TestAwake(t *testing.T) {
	j := jail(t)
	apart, shared := Place{Cores: [][]int{{0}, {1}}}, Place{Cores: [][]int{{0}, {0}}}
	for _, c := range []struct {
		name   string
		game   toy
		place  Place
		kinds  [2]string
		move   record.Duration
		ponder bool
		made   int
		slow   bool
	}{
		{"quick, apart", toy{together: true}, apart, [2]string{"good", "good"}, 1e9, false, 1, false},
		{"slow, apart", toy{together: true}, apart, [2]string{"burn:5", "good"}, 1e9, false, 1, true},
		{"quick, short time", toy{together: true}, apart, [2]string{"good", "good"}, 3e8, false, 1, false},
		{"slow, short time", toy{together: true}, apart, [2]string{"burn:5", "good"}, 3e8, false, 1, true},
		{"pondering", toy{together: true}, apart, [2]string{"good", "good"}, 1e9, true, 0, false},
		{"one core", toy{together: true}, shared, [2]string{"good", "good"}, 1e9, false, 0, false},
		{"in turn", toy{}, shared, [2]string{"good", "good"}, 1e9, false, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := jailedSpec(t, j, c.kinds, record.Terms{Clock: "fair", Move: c.move, Start: 10e9, Memory: 1 << 30, Ponder: c.ponder})
			var w wakeful
			c.place.Awake = w.awake
			rec, err := Play(t.Context(), c.game, &spec, j, c.place, &w)
			if err != nil || rec.Result == nil {
				t.Fatalf("%v %+v", err, rec)
			}
			if w.made != c.made || w.standing != 0 {
				t.Errorf("%d wishes, %d of them still standing; want %d and none", w.made, w.standing, c.made)
			}
			want := c.made
			for _, seat := range rec.Measured.Seats {
				if slices.ContainsFunc(seat.Turns, func(t record.TurnTimes) bool { return t.Wall >= 1000 }) {
					want = 0
				}
			}
			if last := w.afterStage[len(w.afterStage)-1]; last != want {
				t.Errorf("%d stood at the end, want %d: %v", last, want, w.afterStage)
			}
			if c.slow && want != 0 {
				t.Error("no turn was slow")
			}
		})
	}
}
