package field

import (
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
)

// positions calls f with positions of random games of both variants.
func positions(t *testing.T, games int, f func(p *papersoccer.Pitch)) {
	t.Helper()
	for seed := range uint64(games) {
		rnd := game.NewRand(seed, "field")
		p := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, seed%2 == 0)
		s := papersoccer.NewState(p, papersoccer.Digits, papersoccer.Red)
		for s.Result() == nil {
			f(p)
			if err := s.Apply([]game.Answer{{Move: s.RandomMove(nil, s.Mover(), rnd)}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestStepsAreThePitchs makes every first step of a position on both boards.
func TestStepsAreThePitchs(t *testing.T) {
	positions(t, 40, func(p *papersoccer.Pitch) {
		b := FromPitch(p)
		if got, want := b.Legal(b.Ball), uint8(p.Legal()); got != want {
			t.Fatalf("legal %08b, want %08b in\n%s", got, want, p)
		}
		for d := range papersoccer.Direction(papersoccer.Directions) {
			if !p.Legal().Has(d) {
				continue
			}
			next := b
			fresh := next.Step(uint8(d))
			end := p.Step(d)
			if want := FromPitch(p); next != want || fresh != (end == papersoccer.Fresh) {
				t.Fatalf("step %d: fresh %t, event %d, in\n%s", d, fresh, end, p)
			}
			p.Undo(d)
		}
	})
}

// TestTurnsAreThePitchs compares the turns, the reach and the ways to the
// goals with a walk through all turns of the rules.
func TestTurnsAreThePitchs(t *testing.T) {
	turns := NewTurns()
	many := 0
	positions(t, 40, func(p *papersoccer.Pitch) {
		want := map[Board]bool{}
		var fresh Bits
		goals := [2]bool{}
		n := 0
		whole := p.Turns(func(_ []papersoccer.Direction, end papersoccer.Event) bool {
			n++
			switch end {
			case papersoccer.Fresh:
				want[FromPitch(p)] = true
				fresh.set(uint8(p.Ball()))
			case papersoccer.GoalNorth:
				goals[North] = true
			case papersoccer.GoalSouth:
				goals[South] = true
			}
			return n < 1000
		})
		if !whole {
			many++
			return
		}
		b := FromPitch(p)
		turns.Reset(&b)
		if !turns.More(1<<30, 1<<30) || len(turns.Ends()) != len(want) {
			t.Fatalf("%d turns, want %d in\n%s", len(turns.Ends()), len(want), p)
		}
		for i := range turns.Ends() {
			checkEnd(t, p, turns, &turns.Ends()[i], want)
		}
		var r Reach
		r.From(&b)
		if r.Fresh != fresh || (r.Goal[North] == 0) != goals[North] || (r.Goal[South] == 0) != goals[South] {
			t.Fatalf("reach %+v, want fresh %v, goals %v in\n%s", r, fresh, goals, p)
		}
		for goal := range goals {
			checkWay(t, p, &b, goal, goals[goal])
		}
	})
	t.Logf("%d positions with too many turns to compare", many)
}

func checkEnd(t *testing.T, p *papersoccer.Pitch, turns *Turns, e *End, want map[Board]bool) {
	t.Helper()
	text := digits(turns.Steps(nil, e))
	end, err := p.Play(text, papersoccer.Digits)
	if err != nil || end != papersoccer.Fresh {
		t.Fatalf("turn %s: event %d, %v in\n%s", text, end, err, p)
	}
	if FromPitch(p) != e.Board || !want[e.Board] {
		t.Fatalf("turn %s has another result than its steps; now\n%s", text, p)
	}
	p.Retract(text, papersoccer.Digits)
	if got := len(turns.Segments(nil, e)); got != len(text) {
		t.Fatalf("turn %s: %d segments", text, got)
	}
}

func checkWay(t *testing.T, p *papersoccer.Pitch, b *Board, goal int, want bool) {
	t.Helper()
	way := b.WayTo(goal)
	if in := b.Zone(goal).Has(b.Ball); (way != nil) != want || in != want {
		t.Fatalf("goal %d: way %v, in its zone %t; want %t in\n%s", goal, way, in, want, p)
	}
	if way == nil {
		return
	}
	end, err := p.Play(digits(way), papersoccer.Digits)
	if err != nil || end != [2]papersoccer.Event{papersoccer.GoalNorth, papersoccer.GoalSouth}[goal] {
		t.Fatalf("way %v to goal %d: event %d, %v in\n%s", way, goal, end, err, p)
	}
	p.Retract(digits(way), papersoccer.Digits)
}

func digits(steps []uint8) []byte {
	text := make([]byte, len(steps))
	for i, d := range steps {
		text[i] = papersoccer.Digits.Byte(papersoccer.Direction(d))
	}
	return text
}
