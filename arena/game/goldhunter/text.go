package goldhunter

import (
	"bytes"
	"fmt"

	"botarena/arena/game"
	"botarena/protocol"
)

// String draws the position: the scores, the board in the cells of [Map.Draw]
// with bullets as `*^`, and then what the board does not show: every unit with
// what it has left, bullets, digs, and each team's faults.
func (s *State) String() string {
	var b bytes.Buffer
	if s.result != nil {
		fmt.Fprintf(&b, "over after %d of %d stages, gold %d : %d of %d\n",
			s.stage-1, s.b.stages, s.teams[0].gold, s.teams[1].gold, s.b.total)
	} else {
		fmt.Fprintf(&b, "stage %d of %d, gold %d : %d of %d\n",
			s.stage, s.b.stages, s.teams[0].gold, s.teams[1].gold, s.b.total)
	}
	s.drawBoard(&b)
	for t := range s.teams {
		s.writeTeam(&b, t)
	}
	for _, f := range s.flying {
		fmt.Fprintf(&b, "bullet %d at %s %s\n", f.id, s.at(f.cell), f.facing)
	}
	for i, g := range s.b.gold {
		if s.digs[i] < protocol.DigsNeeded {
			fmt.Fprintf(&b, "gold %d at %s value %d digs left %d\n", i, s.at(g.cell), g.value, protocol.DigsNeeded-s.digs[i])
		}
	}
	return b.String()
}

func (s *State) at(cell int16) string {
	return fmt.Sprintf("%d %d", s.b.rowOf[cell], s.b.colOf[cell])
}

func (s *State) drawBoard(b *bytes.Buffer) {
	cells := make([][2]byte, s.b.rows*s.b.cols)
	for i, c := range s.b.drawn {
		cells[i] = [2]byte{c, ' '}
		if c == '#' {
			cells[i][1] = '#'
		}
	}
	index := func(cell int16) int { return int(s.b.rowOf[cell])*s.b.cols + int(s.b.colOf[cell]) }
	for i, g := range s.b.gold {
		if s.digs[i] < protocol.DigsNeeded {
			cells[index(g.cell)] = [2]byte{'$', '0' + byte(min(9, g.value))}
		}
	}
	for _, f := range s.flying {
		cells[index(f.cell)] = [2]byte{'*', facingGlyphs[f.facing]}
	}
	for id := range s.units {
		if u := &s.units[id]; !u.dead {
			cells[index(u.cell)] = [2]byte{unitGlyph(id/s.b.perTeam, u.kind), facingGlyphs[u.facing]}
		}
	}
	writeCells(b, s.b.cols, cells)
}

func (s *State) writeTeam(b *bytes.Buffer, t int) {
	tm := &s.teams[t]
	fmt.Fprintf(b, "team %d: deaths %d, bullets %d, timeouts %d (%d in a row), malformed %d, ineffective %d",
		t, tm.deaths, tm.bullets, tm.timeouts, tm.inRow, tm.malformed, tm.ineffective)
	if tm.fault != game.NoFault {
		fmt.Fprintf(b, ", %s", tm.fault)
	}
	if tm.out {
		b.WriteString(", stands still")
	}
	b.WriteByte('\n')
	for i := range s.b.perTeam {
		id := t*s.b.perTeam + i
		u := &s.units[id]
		fmt.Fprintf(b, "  %d %s ", id, u.kind)
		switch {
		case u.dead:
			b.WriteString("dead\n")
			continue
		case u.kind == protocol.Miner:
			fmt.Fprintf(b, "%s %s", s.at(u.cell), u.facing)
		default:
			fmt.Fprintf(b, "%s %s %d", s.at(u.cell), u.facing, u.left)
		}
		if u.hidden {
			b.WriteString(" hidden")
		}
		b.WriteByte('\n')
	}
}
