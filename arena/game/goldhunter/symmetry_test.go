package goldhunter

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"botarena/arena/game"
	"botarena/protocol"
)

// turned returns the map with y applied, and the teams exchanged if swap.
func turned(m *Map, y Symmetry, swap bool) *Map {
	c := *m
	c.Rock = make([]bool, len(m.Rock))
	for i, rock := range m.Rock {
		row, col := y.cell(m.Rows, m.Cols, i/m.Cols, i%m.Cols)
		c.Rock[row*m.Cols+col] = rock
	}
	c.Gold = nil
	for _, d := range m.Gold {
		row, col := y.cell(m.Rows, m.Cols, d.Row, d.Col)
		c.Gold = append(c.Gold, Deposit{row, col, d.Value})
	}
	for team := range m.Units {
		to := team ^ btoi(swap)
		c.Units[to] = nil
		for _, u := range m.Units[team] {
			row, col := y.cell(m.Rows, m.Cols, u.Row, u.Col)
			c.Units[to] = append(c.Units[to], Placement{row, col, y.dir(u.Facing)})
		}
	}
	return &c
}

// summary lists what is on the board, with y, where there is one, applied and
// the teams exchanged if swap; what it leaves out are the bullets' ids.
func summary(s *State, y *Symmetry, swap bool) []string {
	var list []string
	at := func(cell int16) place {
		row, col := int(s.b.rowOf[cell]), int(s.b.colOf[cell])
		if y != nil {
			row, col = y.cell(s.b.rows, s.b.cols, row, col)
		}
		return place{row, col}
	}
	facing := func(d Dir) Dir {
		if y != nil {
			return y.dir(d)
		}
		return d
	}
	for id, u := range s.units {
		team := id/s.b.perTeam ^ btoi(swap)
		if u.dead {
			list = append(list, fmt.Sprintf("team %d unit %d dead", team, id%s.b.perTeam))
			continue
		}
		list = append(list, fmt.Sprintf("team %d unit %d %v %v %d %v", team, id%s.b.perTeam, at(u.cell), facing(u.facing), u.left, u.hidden))
	}
	for _, b := range s.flying {
		list = append(list, fmt.Sprintf("bullet %v %v", at(b.cell), facing(b.facing)))
	}
	for i, d := range s.digs {
		list = append(list, fmt.Sprintf("gold %v %d", at(s.b.gold[i].cell), d))
	}
	for t := range s.teams {
		list = append(list, fmt.Sprintf("team %d %+v", t^btoi(swap), s.Tally(t)))
		if s.result != nil {
			list = append(list, fmt.Sprintf("team %d %+v", t^btoi(swap), s.result.Seats[t]))
		}
	}
	slices.Sort(list)
	return list
}

// A turned or mirrored board played with turned or mirrored orders, and with
// the teams exchanged, gives the same match turned or mirrored.
func TestNoSideIsBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := crowdedMap(t)
		m.Bullets, m.Hidden = 3, 3
		y := Symmetry(rapid.IntRange(0, symmetries-1).Draw(t, "symmetry"))
		swap := rapid.Bool().Draw(t, "swap")
		a, err := NewState(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewState(turned(m, y, swap), 0)
		if err != nil {
			t.Fatal(err)
		}
		rnd := game.NewRand(rapid.Uint64().Draw(t, "orders"), "orders")
		for a.Result() == nil {
			var ours, theirs [2]game.Answer
			for team := range 2 {
				text, _ := wildOrders(rnd, a, team)
				ours[team].Move = text
				set := orderSet{given: make([]protocol.Action, a.b.perTeam)}
				if why := set.parse(text, team*a.b.perTeam); why != "" {
					t.Fatal(why)
				}
				for i, o := range set.given {
					if d, ok := o.Facing(); ok {
						set.given[i] = protocol.Rotate(y.dir(d))
					}
				}
				to := team ^ btoi(swap)
				theirs[to].Move = set.append(nil, to*a.b.perTeam)
			}
			if err := a.Apply(ours[:]); err != nil {
				t.Fatal(err)
			}
			if err := b.Apply(theirs[:]); err != nil {
				t.Fatal(err)
			}
			if want, got := summary(a, &y, swap), summary(b, nil, false); !slices.Equal(want, got) {
				t.Fatalf("%v, exchanged %v:\n%q\nwant\n%q\n%s%s", y, swap, got, want, a, b)
			}
		}
	})
}

func TestGeneratedMapsAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := defaultGenerate()
		g.Rows = rapid.IntRange(leastSide, 40).Draw(t, "rows")
		g.Cols = rapid.IntRange(leastSide, 40).Draw(t, "cols")
		g.Rock = rapid.IntRange(0, 50).Draw(t, "rock")
		area := g.Rows * g.Cols
		g.Gold = rapid.IntRange(1, max(1, area/20)).Draw(t, "gold")
		g.MaxValue = rapid.IntRange(1, 3).Draw(t, "max_value")
		g.Hunters = rapid.IntRange(0, max(0, area/60)).Draw(t, "hunters")
		g.Miners = rapid.IntRange(1, max(1, area/60)).Draw(t, "miners")
		g.Spies = rapid.IntRange(0, max(0, area/60)).Draw(t, "spies")
		g.Symmetry = rapid.SampledFrom([]string{"any", "half-turn", "left-right", "top-bottom"}).Draw(t, "symmetry")
		if g.check() != nil {
			g.Gold++ // an odd number of deposits and no middle for one of them
		}
		seed := rapid.Uint64().Draw(t, "seed")
		m, err := g.Map(game.NewRand(seed, "map"))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		if !m.Symmetric(HalfTurn) && !m.Symmetric(LeftRight) && !m.Symmetric(TopBottom) {
			t.Fatalf("not fair:\n%s", m.Draw())
		}
		if len(m.Gold) != g.Gold || m.PerTeam() != g.perTeam() {
			t.Fatalf("%d gold, %d units a team", len(m.Gold), m.PerTeam())
		}
		ground := 0
		for _, rock := range m.Rock {
			ground += btoi(!rock)
		}
		if d := (draft{g: &g, m: m}); !d.connected(ground) {
			t.Fatalf("not connected:\n%s", m.Draw())
		}
		again, err := g.Map(game.NewRand(seed, "map"))
		if err != nil || string(again.Format()) != string(m.Format()) {
			t.Fatal("the same seed gives another map")
		}
	})
}
