package board

import (
	"botarena/arena/game"
	"botarena/arena/game/goldhunter"
	"botarena/arena/record"
	"botarena/protocol"
)

// newGoldHunter returns the encoder for a match with this header.
func newGoldHunter(h *record.Header) (*goldHunter, error) {
	setup, err := game.DecodeSetup(goldhunter.Game{}, h.Setup)
	if err != nil {
		return nil, err
	}
	return &goldHunter{setup: setup.(*goldhunter.Setup), seed: h.Seed, round: -1}, nil
}

func (g *goldHunter) start(s game.State) (any, error) {
	g.round++
	m, err := g.setup.Map(g.round, game.RoundRand(g.seed, g.round))
	if err != nil {
		return nil, err
	}
	g.perTeam = m.PerTeam()
	v := goldStart{
		Rows: m.Rows, Cols: m.Cols, Stages: m.Stages, Bullets: m.Bullets, Hidden: m.Hidden,
		Counts: m.Counts, Gold: [][3]int{}, shared: sharedBy(s, nil),
	}
	for row := range m.Rows {
		line := make([]byte, m.Cols)
		for col := range line {
			line[col] = ".#"[btoi(m.Rock[row*m.Cols+col])]
		}
		v.Rock = append(v.Rock, string(line))
	}
	for _, d := range m.Gold {
		v.Gold = append(v.Gold, [3]int{d.Row, d.Col, d.Value})
	}
	for _, units := range m.Units {
		for _, u := range units {
			v.Units = append(v.Units, [3]int{u.Row, u.Col, int(u.Facing)})
		}
	}
	g.was = scene{units: make([]standing, 2*g.perTeam)}
	g.look(s.(*goldhunter.State))
	g.was, g.now = g.now, scene{}
	return v, nil
}

// setting returns the whole of g.now.
func (g *goldHunter) setting() *setting {
	v := &setting{Units: make([]*[5]int, len(g.now.units)), Bullets: [][3]int{}, Digs: [][2]int{}}
	for id, u := range g.now.units {
		if !u.alive {
			continue
		}
		left := u.left
		if u.kind == protocol.Miner {
			left = 0
		}
		v.Units[id] = &[5]int{u.row, u.col, int(u.facing), left, btoi(u.hidden)}
	}
	for _, b := range g.now.bullets {
		v.Bullets = append(v.Bullets, [3]int{b.Row, b.Col, int(b.Facing)})
	}
	for i, n := range g.now.digs {
		if n > 0 {
			v.Digs = append(v.Digs, [2]int{i, n})
		}
	}
	for t, tally := range g.now.tally {
		v.Gold[t], v.Deaths[t], v.Fired[t] = tally.Gold, tally.Deaths, tally.Bullets
	}
	return v
}
