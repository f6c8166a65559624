package engine

import (
	"math/rand/v2"
	"testing"
)

// TestLegal asks for moves in thousands of positions of all kinds.
func TestLegal(t *testing.T) {
	positions := 0
	eachBoard(t, 50, func(b *Board, rnd *rand.Rand) {
		e := newEngine(b, rnd.Uint64(), 8)
		before := *b
		for _, catToMove := range []bool{false, true} {
			for _, c := range []Cell{
				e.Random(catToMove), e.Sensible(catToMove),
				e.Think(catToMove, Budget{Nodes: 1}).Move, e.Think(catToMove, Budget{Nodes: 50}).Move, e.Think(catToMove, Budget{Nodes: 1000}).Move,
			} {
				if *b != before {
					t.Fatalf("thinking changes the board\n%s", draw(b))
				}
				if !legal(b, catToMove, c) {
					row, col := c.RowCol()
					t.Fatalf("cat to move %v: %d %d is not legal\n%s", catToMove, row, col, draw(b))
				}
				positions++
			}
		}
	})
	t.Logf("%d moves", positions)
}

func legal(b *Board, catToMove bool, c Cell) bool {
	if c < 0 || !b.all.Has(c) || !b.Free(c) || c == b.cat {
		return false
	}
	if !catToMove {
		return true
	}
	for _, n := range neighbours(b, b.cat) {
		if n == c {
			return true
		}
	}
	return false
}

// playOut plays to the end and returns the number of moves and whether the cat
// got out.
func playOut(t *testing.T, b *Board, catcher, cat func(catToMove bool) Cell) (moves int, out bool) {
	t.Helper()
	for {
		c := catcher(false)
		if !legal(b, false, c) {
			t.Fatalf("not legal to block %d\n%s", c, draw(b))
		}
		b.Block(c)
		moves++
		if len(b.Ways(nil)) == 0 {
			return moves, false
		}
		c = cat(true)
		if !legal(b, true, c) {
			t.Fatalf("not legal to go to %d\n%s", c, draw(b))
		}
		b.Move(c)
		moves++
		if b.Border(c) {
			return moves, true
		}
	}
}

// thinker returns how an engine with its own table plays.
func thinker(b *Board, seed uint64, nodes int) func(bool) Cell {
	e := newEngine(b, seed, 14)
	return func(catToMove bool) Cell { return e.Think(catToMove, Budget{Nodes: nodes}).Move }
}

// TestVerdictsHold plays positions that are proved against several opponents:
// what was proved comes true, an escape within the moves that were said.
func TestVerdictsHold(t *testing.T) {
	g := NewGeometry(11, 11)
	rnd := rand.New(rand.NewPCG(4, 4))
	counts := map[Verdict]int{}
	for range 60 {
		start := randomBoard(g, rnd, 3, rnd.IntN(25))
		v := newEngine(start, 1, 14).Think(false, Budget{Nodes: 30_000})
		if v.Verdict == Unknown {
			continue
		}
		counts[v.Verdict]++
		for seed := range uint64(3) {
			b := start.Clone()
			e := newEngine(b, seed, 14)
			weak := []func(bool) Cell{e.Random, e.Sensible, thinker(b, seed, 300)}[seed]
			strong := thinker(b, seed, 60_000)
			if v.Verdict == Escapes {
				if n, out := playOut(t, b, weak, strong); !out || n > v.Moves {
					t.Errorf("the cat is out (%v) after %d moves, said were %d; from\n%s", out, n, v.Moves, draw(start))
				}
			} else if n, out := playOut(t, b, strong, weak); out {
				t.Errorf("the cat is out after %d moves, from\n%s", n, draw(start))
			}
		}
	}
	if counts[Escapes] < 8 || counts[Kept] < 3 {
		t.Errorf("verdicts %v: too few of a kind to tell", counts)
	}
}

// TestPoints: with the outcome settled both play for the number of moves. The
// more one thinks, the longer an enclosed cat holds out, and the sooner it is
// caught.
func TestPoints(t *testing.T) {
	g := NewGeometry(11, 11)
	rnd := rand.New(rand.NewPCG(6, 6))
	const games = 8
	var quick, slow, wander, hide int
	for n := 0; n < games; {
		start := randomBoard(g, rnd, 4, 40)
		if !newEngine(start, 1, 14).holds(false) {
			continue
		}
		n++
		play := func(catcher, cat int) int {
			b := start.Clone()
			players := [2]func(bool) Cell{newEngine(b, 5, 14).Sensible, thinker(b, 5, 20_000)}
			moves, out := playOut(t, b, players[catcher], players[cat])
			if out && catcher == 1 {
				t.Errorf("the cat gets out of\n%s", draw(start))
			}
			return moves
		}
		quick += play(1, 0)
		hide += play(1, 1)
		b := start.Clone()
		m, out := playOut(t, b, newEngine(b, 5, 14).Sensible, newEngine(b, 6, 14).Sensible)
		if !out {
			slow += m
			wander += play(0, 1)
		} else {
			n--
			quick, hide = 0, 0
			slow, wander = 0, 0
		}
		if rnd.IntN(1000) == 0 {
			t.Fatal("no such positions")
		}
	}
	t.Logf("caught by the engine: a sensible cat after %d moves, the engine's after %d; by a sensible catcher after %d and %d", quick, hide, slow, wander)
	if quick >= slow || hide <= quick || wander <= slow {
		t.Error("thinking does not pay")
	}
}

// TestDeterministic: the same seed and nodes give the same moves, whatever was
// thought about before.
func TestDeterministic(t *testing.T) {
	g := NewGeometry(11, 11)
	play := func() (moves []Cell) {
		b := randomBoard(g, rand.New(rand.NewPCG(1, 8)), 4, 9)
		catcher, cat := thinker(b, 1, 3000), thinker(b, 2, 3000)
		note := func(f func(bool) Cell) func(bool) Cell {
			return func(catToMove bool) Cell {
				moves = append(moves, f(catToMove))
				return moves[len(moves)-1]
			}
		}
		playOut(t, b, note(catcher), note(cat))
		return moves
	}
	a, b := play(), play()
	if len(a) != len(b) {
		t.Fatalf("%d moves and %d", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("move %d differs", i)
		}
	}
}

// TestStops: thinking ends when it is told to.
func TestStops(t *testing.T) {
	b := randomBoard(NewGeometry(25, 25), rand.New(rand.NewPCG(1, 8)), 10, 40)
	for _, catToMove := range []bool{false, true} {
		asked := 0
		thought := newEngine(b, 1, 14).Think(catToMove, Budget{Nodes: 1 << 30, Stop: func() bool { asked++; return asked > 5 }})
		if asked < 5 || asked > 60 || thought.Nodes > 20_000 {
			t.Errorf("asked %d times, %d nodes", asked, thought.Nodes)
		}
	}
}
