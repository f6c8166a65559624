package search

import (
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/bots/house/papersoccer/field"
	"botarena/bots/house/papersoccer/value"
)

// randomPositions calls f with positions of random games in which the player
// to move cannot score at once and does not have to lose at once.
func randomPositions(t *testing.T, games int, f func(p *papersoccer.Pitch, b field.Board, v value.View)) {
	t.Helper()
	for seed := range uint64(games) {
		rnd := game.NewRand(seed, "search")
		p := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, seed%2 == 0)
		s := papersoccer.NewState(p, papersoccer.Digits, int(seed/2%2))
		for s.Result() == nil {
			b, v := field.FromPitch(p), viewOf(s.Mover())
			var r field.Reach
			r.From(&b)
			if r.Goal[v.Target()] != 0 && r.Fresh.Len() > 0 {
				f(p, b, v)
			}
			if err := s.Apply([]game.Answer{{Move: s.RandomMove(nil, s.Mover(), rnd)}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func viewOf(seat int) value.View {
	if seat == papersoccer.Red {
		return value.Red
	}
	return value.Blue
}

// scores reports, with the rules alone, whether the player of view v can put
// the ball into the goal it attacks with one turn. It gives up after most turns.
func scores(p *papersoccer.Pitch, v value.View, most int) (can, known bool) {
	want := papersoccer.GoalNorth
	if v == value.Red {
		want = papersoccer.GoalSouth
	}
	n := 0
	known = p.Turns(func(_ []papersoccer.Direction, end papersoccer.Event) bool {
		n++
		can = can || end == want
		return n < most
	})
	return can, known
}

// winsAfter reports, with the rules alone, whether the player of view v scores
// in his next turn whatever the opponent, who is to move, plays now.
func winsAfter(p *papersoccer.Pitch, v value.View, most int) (wins, known bool) {
	wins, known = true, true
	own := papersoccer.GoalSouth
	if v == value.Red {
		own = papersoccer.GoalNorth
	}
	n := 0
	whole := p.Turns(func(_ []papersoccer.Direction, end papersoccer.Event) bool {
		n++
		switch end {
		case papersoccer.Fresh:
			can, sure := scores(p, v, most)
			known = known && (can || sure)
			wins = wins && can
		case own:
			wins = false
		}
		return n < most && known && wins
	})
	return wins, known && (whole || !wins)
}

func newTree() *Tree { return NewTree(value.Default(), DefaultParams()) }

func play(t *testing.T, p *papersoccer.Pitch, steps []uint8) papersoccer.Event {
	t.Helper()
	end := papersoccer.Again
	for i, d := range steps {
		if end != papersoccer.Again || !p.Legal().Has(papersoccer.Direction(d)) {
			t.Fatalf("turn %v: step %d cannot be made in\n%s", steps, i+1, p)
		}
		end = p.Step(papersoccer.Direction(d))
	}
	if end == papersoccer.Again {
		t.Fatalf("turn %v is not complete in\n%s", steps, p)
	}
	return end
}

func undo(p *papersoccer.Pitch, steps []uint8) {
	for i := len(steps) - 1; i >= 0; i-- {
		p.Undo(papersoccer.Direction(steps[i]))
	}
}

func TestScoresWhenItCan(t *testing.T) {
	tree := newTree()
	for _, c := range []struct {
		halfway bool
		turns   string // blue begins
		want    papersoccer.Event
	}{
		{true, "0 0 0 0", papersoccer.GoalNorth},   // next to the mouth: over a post
		{true, "4 4 4 4 4", papersoccer.GoalSouth}, // in the mouth of the goal attacked
		{false, "2 0 53 4 7 4 16141 4 720 0 5257 445 2212 35 4 57 41 65 67 2 506 0 71 4 7271 4 7271 4 721 6", papersoccer.GoalNorth},
	} {
		p, b, v := position(t, c.halfway, c.turns)
		if can, _ := scores(p, v, 1<<20); !can {
			t.Fatalf("%s: nobody can score in\n%s", c.turns, p)
		}
		tree.Start(b, v)
		if tree.Proof() != 1 || tree.Expand() {
			t.Errorf("%s: proof %d", c.turns, tree.Proof())
		}
		if end := play(t, p, tree.Best(nil)); end != c.want {
			t.Errorf("%s: event %d, want %d", c.turns, end, c.want)
		}
	}
}

// TestFindsWinsInTwo compares with an exhaustive look by the rules alone: where
// a turn leaves the opponent nothing but turns after which the player scores,
// the search must prove a win and play such a turn.
func TestFindsWinsInTwo(t *testing.T) {
	const few, budget = 100, 1000
	tree := newTree()
	found := 0
	randomPositions(t, 250, func(p *papersoccer.Pitch, b field.Board, v value.View) {
		exists, n := false, 0
		whole := p.Turns(func(_ []papersoccer.Direction, end papersoccer.Event) bool {
			n++
			if end == papersoccer.Fresh && !exists {
				wins, known := winsAfter(p, v, few)
				exists = wins && known
			}
			return n < few
		})
		if !exists || !whole {
			return
		}
		found++
		tree.Start(b, v)
		for range budget {
			if !tree.Expand() {
				break
			}
		}
		if tree.Proof() != 1 {
			t.Errorf("no win found for view %d after %d expansions in\n%s", v, budget, p)
			return
		}
		steps := tree.Best(nil)
		if end := play(t, p, steps); end == papersoccer.Fresh {
			if can, _ := scores(p, v.Other(), 1<<16); can {
				t.Errorf("%v lets the opponent score", steps)
			}
		}
		undo(p, steps)
	})
	t.Logf("%d wins in two", found)
	if found < 5 {
		t.Errorf("only %d positions", found)
	}
}

// TestKeepsTheOpponentFromScoring checks, even without any search beyond the
// first list of turns, that no turn is played after which the opponent can
// score at once where there is another one.
func TestKeepsTheOpponentFromScoring(t *testing.T) {
	const few = 400
	tree := newTree()
	forced, tempted := 0, 0
	randomPositions(t, 60, func(p *papersoccer.Pitch, b field.Board, v value.View) {
		safe, risky, n := false, false, 0
		whole := p.Turns(func(_ []papersoccer.Direction, end papersoccer.Event) bool {
			n++
			if end == papersoccer.Fresh {
				can, known := scores(p, v.Other(), few)
				safe = safe || known && !can
				risky = risky || can
			}
			return n < few
		})
		if !whole {
			return
		}
		if !safe {
			forced++
			return
		}
		if risky {
			tempted++
		}
		tree.Start(b, v)
		steps := tree.Best(nil)
		end := play(t, p, steps)
		if can, _ := scores(p, v.Other(), 1<<16); end == papersoccer.Fresh && can {
			t.Errorf("%v lets the opponent score", steps)
		}
		undo(p, steps)
	})
	t.Logf("%d positions with safe and unsafe turns, %d without a safe one", tempted, forced)
	if tempted < 50 {
		t.Errorf("only %d positions with safe and unsafe turns", tempted)
	}
}

// TestProofsHold plays proved wins out against random turns of the opponent.
func TestProofsHold(t *testing.T) {
	tree := newTree()
	rnd := game.NewRand(1, "proofs")
	proved := 0
	randomPositions(t, 60, func(p *papersoccer.Pitch, b field.Board, v value.View) {
		if tree.Start(b, v); tree.Proof() != 0 || proved >= 50 {
			return
		}
		for range 60 {
			if !tree.Expand() {
				break
			}
		}
		if tree.Proof() == 1 {
			proved++
			holds(t, tree, rnd, p.Clone(), v)
		}
	})
	t.Logf("%d proofs", proved)
	if proved < 5 {
		t.Errorf("only %d proofs", proved)
	}
}

// holds plays a won position to its end.
func holds(t *testing.T, tree *Tree, rnd *game.Rand, p *papersoccer.Pitch, v value.View) {
	t.Helper()
	goal := [2]papersoccer.Event{papersoccer.GoalNorth, papersoccer.GoalSouth}[v.Target()]
	for {
		tree.Start(field.FromPitch(p), v)
		for range 1000 {
			if !tree.Expand() {
				break
			}
		}
		if tree.Proof() != 1 {
			t.Errorf("a won position is won no more (%d):\n%s", tree.Proof(), p)
			return
		}
		switch end := play(t, p, tree.Best(nil)); end {
		case goal:
			return
		case papersoccer.Fresh:
		default:
			t.Errorf("a won position was lost by event %d:\n%s", end, p)
			return
		}
		s := papersoccer.NewState(p, papersoccer.Digits, papersoccer.Red)
		end, err := p.Play(s.RandomMove(nil, papersoccer.Red, rnd), papersoccer.Digits)
		if err != nil {
			t.Fatal(err)
		}
		if end == papersoccer.Stuck || end == goal {
			return
		}
		if end != papersoccer.Fresh {
			t.Errorf("the opponent scored in a lost position:\n%s", p)
			return
		}
	}
}
