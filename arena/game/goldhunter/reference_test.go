package goldhunter

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"botarena/arena/game"
	"botarena/protocol"
)

// refGame plays the rules as the page says them, word by word, with maps and
// without any thought of speed. The engine must agree with it everywhere.
type refGame struct {
	m       *Map
	units   []refUnit
	bullets []refBullet
	digs    map[place]int // done; gold that was taken is not in gold any more
	gold    map[place]int // value
	score   [2]int
	deaths  [2]int
	fired   [2]int
}

type refUnit struct {
	id, team int
	kind     Kind
	at       place
	facing   Dir
	left     int
	hidden   bool
	dead     bool
}

type refBullet struct {
	at     place
	facing Dir
}

func newRef(m *Map) *refGame {
	g := &refGame{m: m, digs: map[place]int{}, gold: map[place]int{}}
	for team := range m.Units {
		for i, p := range m.Units[team] {
			u := refUnit{id: len(g.units), team: team, kind: m.kind(i), at: place{p.Row, p.Col}, facing: p.Facing}
			switch u.kind {
			case protocol.Hunter:
				u.left = m.Bullets
			case protocol.Spy:
				u.left = m.Hidden
			}
			g.units = append(g.units, u)
		}
	}
	for _, d := range m.Gold {
		g.gold[place{d.Row, d.Col}] = d.Value
	}
	return g
}

func ahead(p place, d Dir) place {
	row, col := stepOf(d)
	return place{p.row + row, p.col + col}
}

func (g *refGame) rock(p place) bool { return g.m.rockAt(p.row, p.col) }

func (g *refGame) unitAt(p place) *refUnit {
	for i := range g.units {
		if u := &g.units[i]; !u.dead && u.at == p {
			return u
		}
	}
	return nil
}

func (g *refGame) kill(u *refUnit) {
	u.dead, u.hidden = true, false
	g.deaths[u.team]++
}

func (g *refGame) flyOneCell() {
	var flying []refBullet
	for _, b := range g.bullets {
		meets := slices.ContainsFunc(g.bullets, func(o refBullet) bool {
			return o.at == ahead(b.at, b.facing) && b.at == ahead(o.at, o.facing)
		})
		if next := ahead(b.at, b.facing); !meets && !g.rock(next) {
			flying = append(flying, refBullet{next, b.facing})
		}
	}
	entered := map[place]int{}
	for _, b := range flying {
		entered[b.at]++
	}
	g.bullets = nil
	for _, b := range flying {
		if g.unitAt(b.at) == nil && entered[b.at] == 1 {
			g.bullets = append(g.bullets, b)
		}
	}
	for p := range entered {
		if u := g.unitAt(p); u != nil {
			g.kill(u)
		}
	}
}

func (g *refGame) stage(orders map[int]string) {
	// What cannot be carried out, by the position that the teams were told.
	could := map[int]string{}
	start := map[int]place{}
	for _, u := range g.units {
		o := orders[u.id]
		switch {
		case u.dead:
			continue
		case o == "fire" && (u.kind != protocol.Hunter || u.left == 0):
		case o == "hide" && (u.kind != protocol.Spy || u.left == 0):
		case o == "show" && u.kind != protocol.Spy:
		default:
			could[u.id] = o
		}
		start[u.id] = u.at
	}
	g.flyOneCell()
	g.flyOneCell()

	before := slices.Clone(g.units)
	wants := map[int]place{} // by unit, the cell it is ordered into
	claims := map[place]int{}
	for _, u := range before {
		if p := ahead(u.at, u.facing); !u.dead && could[u.id] == "move" && !g.rock(p) {
			wants[u.id] = p
			claims[p]++
		}
	}
	var moved []int
	for _, u := range before {
		to, ok := wants[u.id]
		if !ok || claims[to] > 1 {
			continue
		}
		in := slices.IndexFunc(before, func(o refUnit) bool { return !o.dead && o.at == to })
		if in >= 0 {
			back, ok := wants[before[in].id]
			if !ok || back != u.at || claims[back] > 1 {
				continue
			}
		}
		moved = append(moved, u.id)
	}
	for _, id := range moved {
		g.units[id].at = wants[id]
	}
	for i := range g.units {
		u := &g.units[i]
		if u.dead {
			continue
		}
		switch o := could[u.id]; o {
		case "up", "right", "down", "left":
			d, _ := indexOf([]string{"up", "right", "down", "left"}, o)
			u.facing = Dir(d)
		case "hide":
			u.hidden = true
		case "show":
			u.hidden = false
		}
	}
	for _, id := range moved {
		u := &g.units[id]
		if i := slices.IndexFunc(g.bullets, func(b refBullet) bool { return b.at == u.at }); i >= 0 {
			g.bullets = slices.Delete(g.bullets, i, i+1)
			g.kill(u)
		}
	}
	for i := range g.units {
		if u := &g.units[i]; !u.dead && could[u.id] == "fire" {
			u.left--
			g.fired[u.team]++
			g.bullets = append(g.bullets, refBullet{u.at, u.facing})
		}
	}
	for _, u := range g.units {
		if value, ok := g.gold[u.at]; ok && !u.dead && u.kind == protocol.Miner && start[u.id] == u.at {
			if g.digs[u.at]++; g.digs[u.at] == 3 {
				g.score[u.team] += value
				delete(g.gold, u.at)
			}
		}
	}
	for i := range g.units {
		if u := &g.units[i]; u.hidden && u.left == 0 {
			u.hidden = false
		} else if u.hidden {
			u.left--
		}
	}
}

// same reports how the engine's position differs, "" if it does not.
func (g *refGame) same(s *State) string {
	for i, u := range g.units {
		e := s.units[i]
		at := place{int(s.b.rowOf[e.cell]), int(s.b.colOf[e.cell])}
		if u.dead != e.dead || !u.dead && (u.at != at || u.facing != e.facing || u.left != int(e.left) && u.kind != protocol.Miner || u.hidden != e.hidden) {
			return fmt.Sprintf("unit %d: %+v, engine %+v at %v", i, u, e, at)
		}
	}
	var want, got []string
	for _, b := range g.bullets {
		want = append(want, fmt.Sprint(b.at, b.facing))
	}
	for _, b := range s.flying {
		got = append(got, fmt.Sprint(place{int(s.b.rowOf[b.cell]), int(s.b.colOf[b.cell])}, b.facing))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Sprintf("bullets %v, engine %v", want, got)
	}
	for i, d := range g.m.Gold {
		p := place{d.Row, d.Col}
		left := 0
		if _, ok := g.gold[p]; ok {
			left = 3 - g.digs[p]
		}
		if left != 3-int(s.digs[i]) {
			return fmt.Sprintf("gold at %v: %d digs left, engine %d", p, left, 3-s.digs[i])
		}
	}
	for t := range 2 {
		if e := s.Tally(t); e.Gold != g.score[t] || e.Deaths != g.deaths[t] || e.Bullets != g.fired[t] {
			return fmt.Sprintf("team %d: %d %d %d, engine %+v", t, g.score[t], g.deaths[t], g.fired[t], e)
		}
	}
	return ""
}

// view writes what a team is told as the page says it, in the wire's order.
func (g *refGame) view(team int) string {
	near, seen := map[place]bool{}, map[place]bool{}
	for _, u := range g.units {
		if u.dead || u.team != team {
			continue
		}
		for dr := -1; dr <= 1; dr++ {
			for dc := -1; dc <= 1; dc++ {
				near[place{u.at.row + dr, u.at.col + dc}] = true
			}
		}
		for p := ahead(u.at, u.facing); g.m.inside(p.row, p.col); p = ahead(p, u.facing) {
			seen[p] = true
			if g.rock(p) {
				break
			}
		}
	}
	var foes, bullets, gold, see strings.Builder
	for row := range g.m.Rows {
		run := false
		for col := range g.m.Cols {
			p := place{row, col}
			if !near[p] && !seen[p] {
				run = false
				continue
			}
			if !run {
				fmt.Fprintf(&see, "\nsee %d %d ", row, col)
			}
			run = true
			see.WriteByte(".#"[btoi(g.rock(p))])
			if u := g.unitAt(p); u != nil && u.team != team && !u.hidden {
				fmt.Fprintf(&foes, "\nfoe %s %d %d %s", u.kind, row, col, u.facing)
			}
			for _, b := range g.bullets {
				if b.at == p {
					fmt.Fprintf(&bullets, "\nbullet %d %d %s", row, col, b.facing)
				}
			}
			if value, ok := g.gold[p]; ok && near[p] {
				fmt.Fprintf(&gold, "\ngold %d %d %d %d", row, col, value, 3-g.digs[p])
			}
		}
	}
	var units strings.Builder
	for _, u := range g.units {
		if u.dead || u.team != team {
			continue
		}
		left := u.left
		if _, ok := g.gold[u.at]; u.kind == protocol.Miner {
			left = 0
			if ok {
				left = 3 - g.digs[u.at]
			}
		}
		fmt.Fprintf(&units, "\nunit %d %s %d %d %s %d", u.id-team*g.m.PerTeam(), u.kind, u.at.row, u.at.col, u.facing, left)
		if u.hidden {
			units.WriteString(" hidden")
		}
	}
	return fmt.Sprintf("score %d %d%s%s%s%s%s\ngo\n", g.score[team], g.score[1-team],
		units.String(), foes.String(), bullets.String(), gold.String(), see.String())
}

// crowdedMap draws a small map on which units meet all the time.
func crowdedMap(t *rapid.T) *Map {
	m := &Map{
		Stages: 60, Rows: rapid.IntRange(1, 6).Draw(t, "rows"), Cols: rapid.IntRange(3, 70).Draw(t, "cols"),
		Bullets: rapid.IntRange(0, 30).Draw(t, "bullets"), Hidden: rapid.IntRange(0, 5).Draw(t, "hidden"),
	}
	if rapid.Bool().Draw(t, "narrow") {
		m.Cols = min(m.Cols, 7)
	}
	seed := rapid.Uint64().Draw(t, "seed")
	rnd := game.NewRand(seed, "crowd")
	cells := rnd.IntN(1 + m.Rows*m.Cols/2)
	m.Rock = make([]bool, m.Rows*m.Cols)
	var ground []int
	for i := range m.Rock {
		if m.Rock[i] = rnd.IntN(8) == 0 && i < cells; !m.Rock[i] {
			ground = append(ground, i)
		}
	}
	rnd.Shuffle(len(ground), func(i, j int) { ground[i], ground[j] = ground[j], ground[i] })
	for len(m.Units[0]) < 8 && 2*len(m.Units[0])+2 <= len(ground) {
		k := rnd.IntN(kinds)
		m.Counts[k]++
		for team := range m.Units {
			cell := ground[2*len(m.Units[team])+team]
			m.Units[team] = append(m.Units[team], Placement{cell / m.Cols, cell % m.Cols, Dir(rnd.IntN(4))})
		}
	}
	for i, cell := range ground {
		if i%2 == 0 {
			m.Gold = append(m.Gold, Deposit{cell / m.Cols, cell % m.Cols, 1 + rnd.IntN(3)})
		}
	}
	return m
}

// wildOrders draws orders of all kinds, also such as cannot be carried out.
func wildOrders(rnd *game.Rand, s *State, team int) (text []byte, byID map[int]string) {
	var set orderSet
	set.given = make([]protocol.Action, s.b.perTeam)
	byID = map[int]string{}
	for i := range set.given {
		a := protocol.Action(rnd.IntN(int(protocol.Show) + 1))
		if rnd.IntN(2) == 0 {
			a = protocol.Move
		}
		set.given[i] = a
		byID[team*s.b.perTeam+i] = a.String()
	}
	return set.append(nil, team*s.b.perTeam), byID
}

func TestEngineAgreesWithTheRulesWordByWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := crowdedMap(t)
		s, err := NewState(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		ref := newRef(m)
		rnd := game.NewRand(rapid.Uint64().Draw(t, "orders"), "orders")
		var view protocol.Stage
		for s.Result() == nil {
			for team := range 2 {
				s.View(team, &view)
				want := fmt.Sprintf("stage %d\n%s", s.stage, ref.view(team))
				if got := string(view.Append(nil)); got != want {
					t.Fatalf("team %d is told\n%swant\n%s%s", team, got, want, s)
				}
			}
			before := s.String()
			a, all := wildOrders(rnd, s, 0)
			b, more := wildOrders(rnd, s, 1)
			for id, o := range more {
				all[id] = o
			}
			if err := s.Apply([]game.Answer{{Move: a}, {Move: b}}); err != nil {
				t.Fatal(err)
			}
			ref.stage(all)
			if diff := ref.same(s); diff != "" {
				t.Fatalf("%s\n%s| %s\nfrom\n%s", diff, a, b, before)
			}
			checkInvariants(t, s)
		}
	})
}

// checkInvariants checks what holds in every position.
func checkInvariants(t *rapid.T, s *State) {
	units, bullets := map[int16]bool{}, map[int16]bool{}
	left, fired := 0, 0
	for id := range s.units {
		u := &s.units[id]
		if u.kind == protocol.Hunter {
			left += int(u.left)
		}
		if u.dead {
			continue
		}
		if units[u.cell] || s.b.rock[u.cell] || s.unitAt[u.cell] != int16(id) {
			t.Fatalf("unit %d is not alone on ground\n%s", id, s)
		}
		units[u.cell] = true
	}
	for _, b := range s.flying {
		if bullets[b.cell] || s.b.rock[b.cell] || s.bulletAt[b.cell] != uint8(b.facing)+1 {
			t.Fatalf("bullet %d is not alone on ground\n%s", b.id, s)
		}
		bullets[b.cell] = true
	}
	for cell := range s.unitAt {
		if s.unitAt[cell] >= 0 && !units[int16(cell)] || s.bulletAt[cell] != 0 && !bullets[int16(cell)] || s.claims[cell] != 0 {
			t.Fatalf("cell %d holds what is not there\n%s", cell, s)
		}
	}
	for t := range s.teams {
		fired += s.teams[t].bullets
	}
	if all := 2 * s.b.counts[protocol.Hunter] * s.b.bullets; left+fired != all || s.fired != fired || len(s.flying) > fired {
		t.Fatalf("%d bullets left and %d fired of %d", left, fired, all)
	}
}
