package board

import (
	"bytes"

	"botarena/arena/game"
	"botarena/arena/game/goldhunter"
	"botarena/arena/record"
	"botarena/protocol"
)

// goldHunter encodes Gold Hunter: it compares each position with the one
// before.
type goldHunter struct {
	setup    *goldhunter.Setup
	seed     uint64
	round    int
	was, now scene
	perTeam  int
	view     [2]protocol.Stage // of both teams, for reuse
}

// scene is what shows of a position.
type scene struct {
	stage   int
	units   []standing        // by id
	bullets []protocol.Bullet // in the order of firing
	digs    []int             // by deposit: digs done
	tally   [2]goldhunter.Tally
}

type standing struct {
	row, col int
	facing   protocol.Dir
	kind     protocol.Kind
	left     int
	hidden   bool
	alive    bool
}

type goldStart struct {
	Rows    int      `json:"rows"`
	Cols    int      `json:"cols"`
	Stages  int      `json:"stages"`
	Bullets int      `json:"bullets"`
	Hidden  int      `json:"hidden"`
	Rock    []string `json:"rock"`
	Gold    [][3]int `json:"gold"`
	Counts  [3]int   `json:"counts"`
	Units   [][3]int `json:"units"`
	shared
}

type goldMoment struct {
	Units   string   `json:"u,omitempty"`
	Gone    []int    `json:"b,omitempty"`
	Stages  int      `json:"n,omitempty"`
	Setting *setting `json:"set,omitempty"`
	shared
}

// setting is a whole position.
type setting struct {
	Units   []*[5]int `json:"units"`
	Bullets [][3]int  `json:"bullets"`
	Digs    [][2]int  `json:"digs"`
	Gold    [2]int    `json:"gold"`
	Deaths  [2]int    `json:"deaths"`
	Fired   [2]int    `json:"fired"` // bullets
}

func (g *goldHunter) moment(s game.State, _ []record.SeatAnswer, common shared) (any, error) {
	g.look(s.(*goldhunter.State))
	v := goldMoment{shared: common}
	var ok bool
	if v.Units, v.Gone, ok = g.changes(); !ok {
		v.Units, v.Gone = "", nil
		v.Stages, v.Setting = g.now.stage-g.was.stage, g.setting()
	}
	g.was, g.now = g.now, g.was
	return v, nil
}

// changes writes what has become of the units and bullets in one stage; it
// returns false where the characters cannot say it.
func (g *goldHunter) changes() (units string, gone []int, ok bool) {
	if g.now.stage == g.was.stage { // a violation ends the match before the stage
		return "", nil, true
	}
	if g.now.stage != g.was.stage+1 {
		return "", nil, false
	}
	letters := make([]byte, len(g.now.units))
	for id := range letters {
		if letters[id], ok = change(&g.was.units[id], &g.now.units[id]); !ok {
			return "", nil, false
		}
	}
	next := 0
	for i, b := range g.was.bullets {
		if next < len(g.now.bullets) && g.now.bullets[next].ID == b.ID {
			next++
		} else {
			gone = append(gone, i)
		}
	}
	if len(g.now.bullets)-next != bytes.Count(letters, []byte{'f'}) {
		return "", nil, false
	}
	return string(letters), gone, true
}

// change returns the character for one unit.
func change(was, now *standing) (letter byte, ok bool) {
	if !now.alive {
		return ".x"[btoi(was.alive)], true
	}
	dr, dc := now.row-was.row, now.col-was.col
	turned := now.facing != was.facing
	hid, appeared := !was.hidden && now.hidden, was.hidden && !now.hidden
	moved := dr != 0 || dc != 0
	if moved {
		if r, c := step(was.facing); r != dr || c != dc || turned {
			return 0, false
		}
		return "mM"[btoi(appeared)], !hid
	}
	dug := was.kind == protocol.Miner && now.left != was.left
	fired := was.kind == protocol.Hunter && now.left != was.left
	switch {
	case turned && (hid || fired):
		return 0, false
	case turned && (dug || appeared):
		return "URDL"[now.facing], true
	case turned:
		return "urdl"[now.facing], true
	case dug:
		return 'g', true
	case fired:
		return 'f', true
	case hid:
		return 'h', true
	case appeared:
		return 's', true
	}
	return '.', true
}

func step(d protocol.Dir) (row, col int) {
	return [4]int{-1, 0, 1, 0}[d], [4]int{0, 1, 0, -1}[d]
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// look fills g.now from a position. A dead unit keeps its last place.
func (g *goldHunter) look(s *goldhunter.State) {
	now := &g.now
	now.stage, _ = s.Stage()
	now.units = append(now.units[:0], g.was.units...)
	for id := range now.units {
		now.units[id].alive = false
		now.units[id].hidden = false
	}
	for t := range g.view {
		now.tally[t] = s.Tally(t)
		s.View(t, &g.view[t])
		for _, u := range g.view[t].Units {
			now.units[t*g.perTeam+u.ID] = standing{u.Row, u.Col, u.Facing, u.Kind, u.Left, u.Hidden, true}
		}
	}
	now.digs = s.Digs(now.digs[:0])
	now.bullets = s.Bullets(now.bullets[:0])
}
