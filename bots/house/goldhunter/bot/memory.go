package bot

import "botarena/protocol"

// What is known of a cell's ground.
const (
	unknown uint8 = iota
	ground
	rock
)

// What is known of the gold in a cell.
const (
	goldUnknown uint8 = iota
	goldNone
	goldHere
)

// memory is what the team has seen so far, on a grid with a border of rock
// one cell wide.
type memory struct {
	rows, cols, stride int
	delta              [4]int
	stage, stages      int

	cell    []uint8 // unknown, ground or rock
	seenAt  []int   // the stage in which the cell was last in sight
	gold    []uint8
	value   []int // of the deposit, where there is one
	left    []int // digs that it still needs
	hadGold []bool
	told    []bool // the cell's gold was told at least once
	pass    []bool // the cell is believed to be ground

	mirror mirrors
	units  []protocol.Unit
	at     []int16 // own unit by cell: its index in units plus 1
	foes   []foe
	shots  []shot
}

// foe is an enemy that is or was in sight.
type foe struct {
	kind     protocol.Kind
	cell     int
	facing   protocol.Dir
	seen     int // stage
	still    int // stages for which it has not moved
	moving   bool
	matched  bool
	previous int // the cell before
}

// shot is a bullet that flies, seen or worked out.
type shot struct {
	cell   int
	facing protocol.Dir
}

func newMemory(rows, cols, stages, symmetries int) *memory {
	m := &memory{rows: rows, cols: cols, stride: cols + 2, stages: stages}
	m.delta = [4]int{-m.stride, 1, m.stride, -1}
	n := (rows + 2) * m.stride
	m.cell, m.seenAt = make([]uint8, n), make([]int, n)
	m.gold, m.value, m.left = make([]uint8, n), make([]int, n), make([]int, n)
	m.hadGold, m.told, m.pass, m.at = make([]bool, n), make([]bool, n), make([]bool, n), make([]int16, n)
	for i := range m.cell {
		if !m.inside(i) {
			m.cell[i], m.gold[i] = rock, goldNone
		}
	}
	m.mirror = newMirrors(m, symmetries)
	return m
}

func (m *memory) index(row, col int) int { return (row+1)*m.stride + col + 1 }

func (m *memory) inside(c int) bool {
	row, col := c/m.stride-1, c%m.stride-1
	return row >= 0 && row < m.rows && col >= 0 && col < m.cols
}

func (m *memory) distance(a, b int) int {
	return abs(a/m.stride-b/m.stride) + abs(a%m.stride-b%m.stride)
}

// update takes in what is told of a stage.
func (m *memory) update(s *protocol.Stage) {
	m.stage = s.Number
	clear(m.at)
	m.units = append(m.units[:0], s.Units...)
	for i, u := range m.units {
		m.at[m.index(u.Row, u.Col)] = int16(i + 1)
	}
	for _, r := range s.See {
		for j, c := range r.Cells {
			i := m.index(r.Row, r.Col+j)
			m.seenAt[i] = m.stage
			if m.cell[i] == unknown {
				m.cell[i] = ground
				if c == protocol.Rock {
					m.cell[i], m.gold[i] = rock, goldNone
				}
				m.mirror.compare(m, i)
			}
		}
	}
	m.mirror.weigh()
	for c := range m.pass {
		m.pass[c] = m.believed(c)
	}
	m.updateGold(s)
	m.updateFoes(s)
	m.updateShots(s)
}

// updateGold clears the gold around the units and sets it anew from what is
// told: all gold within a step of a unit is.
func (m *memory) updateGold(s *protocol.Stage) {
	for _, u := range m.units {
		c := m.index(u.Row, u.Col)
		for dr := -m.stride; dr <= m.stride; dr += m.stride {
			for i := c + dr - 1; i <= c+dr+1; i++ {
				m.gold[i], m.told[i] = goldNone, true
			}
		}
	}
	for _, g := range s.Gold {
		i := m.index(g.Row, g.Col)
		m.gold[i], m.value[i], m.left[i], m.hadGold[i] = goldHere, max(1, g.Value), g.Left, true
	}
}

const forget = 25 // stages after which a foe out of sight may be anywhere

func (m *memory) updateFoes(s *protocol.Stage) {
	for i := range m.foes {
		m.foes[i].matched = false
	}
	for _, f := range s.Foes {
		c := m.index(f.Row, f.Col)
		best, least := -1, 1<<30
		for i := range m.foes {
			k := &m.foes[i]
			d := m.distance(k.cell, c)
			if !k.matched && k.kind == f.Kind && d <= m.stage-k.seen && d < least {
				best, least = i, d
			}
		}
		if best < 0 {
			m.foes = append(m.foes, foe{kind: f.Kind, cell: c, facing: f.Facing, seen: m.stage, matched: true, previous: c})
			continue
		}
		k := &m.foes[best]
		k.previous = k.cell
		k.moving = k.cell != c
		if k.moving || k.facing != f.Facing {
			k.still = 0
		} else {
			k.still += m.stage - k.seen
		}
		k.cell, k.facing, k.seen, k.matched = c, f.Facing, m.stage, true
	}
	// Where one should be and is not, nobody knows where it went.
	kept := m.foes[:0]
	for _, k := range m.foes {
		if k.matched || m.seenAt[k.cell] != m.stage && m.stage-k.seen < forget {
			kept = append(kept, k)
		}
	}
	m.foes = kept
}

// updateShots lets the bullets that are remembered fly on, drops those that
// are in sight no more, and adds what is seen.
func (m *memory) updateShots(s *protocol.Stage) {
	kept := m.shots[:0]
	for _, b := range m.shots {
		gone := false
		for range 2 {
			b.cell += m.delta[b.facing]
			if gone = m.cell[b.cell] == rock; gone {
				break
			}
		}
		if !gone && m.seenAt[b.cell] != m.stage {
			kept = append(kept, b)
		}
	}
	m.shots = kept
	for _, b := range s.Bullets {
		m.shots = append(m.shots, shot{m.index(b.Row, b.Col), b.Facing})
	}
}

// passable reports whether a cell is believed to be ground.
func (m *memory) passable(c int) bool { return m.pass[c] }

func (m *memory) believed(c int) bool {
	if m.cell[c] != unknown {
		return m.cell[c] == ground
	}
	return m.mirror.sure < 0 || m.cell[m.mirror.images[m.mirror.sure][c]] != rock
}

// belief returns how likely there is gold in a cell, and of what value.
func (m *memory) belief(c int) (chance float64, value int) {
	switch m.gold[c] {
	case goldHere:
		return 1, m.value[c]
	case goldNone:
		return 0, 0
	}
	for k, p := range m.mirror.chance {
		if p == 0 {
			continue
		}
		if i := m.mirror.images[k][c]; m.hadGold[i] {
			chance += p
			value = max(value, m.value[i])
		}
	}
	return chance, value
}

// worth returns how much there is to be found out about a cell's gold.
func (m *memory) worth(c int) float32 {
	if m.gold[c] != goldUnknown || !m.pass[c] {
		return 0
	}
	left := 1.0
	for k, p := range m.mirror.chance {
		if p > 0 && m.told[m.mirror.images[k][c]] {
			left -= p
		}
	}
	return float32(max(0.05, left))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }
