package bot

import (
	"math/bits"

	"botarena/protocol"
)

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

func newMemory(rows, cols, stages int) *memory {
	m := &memory{rows: rows, cols: cols, stride: cols + 2, stages: stages}
	m.delta = [4]int{-m.stride, 1, m.stride, -1}
	n := (rows + 2) * m.stride
	m.cell, m.seenAt = make([]uint8, n), make([]int, n)
	m.gold, m.value, m.left = make([]uint8, n), make([]int, n), make([]int, n)
	m.hadGold, m.told, m.at = make([]bool, n), make([]bool, n), make([]int16, n)
	for i := range m.cell {
		if !m.inside(i) {
			m.cell[i], m.gold[i] = rock, goldNone
		}
	}
	m.mirror = newMirrors(m)
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
func (m *memory) passable(c int) bool {
	if m.cell[c] != unknown {
		return m.cell[c] == ground
	}
	i := m.mirror.image(c)
	return i < 0 || m.cell[i] != rock
}

// belief returns how likely there is gold in a cell that is not known.
func (m *memory) belief(c int) float64 {
	switch m.gold[c] {
	case goldHere:
		return 1
	case goldNone:
		return 0
	}
	if i := m.mirror.image(c); i >= 0 && m.hadGold[i] {
		return m.mirror.trust()
	}
	return 0
}

// worth returns how much there is to be found out about a cell's gold.
func (m *memory) worth(c int) float32 {
	if m.gold[c] != goldUnknown || !m.passable(c) {
		return 0
	}
	if i := m.mirror.image(c); i >= 0 && m.told[i] {
		return float32(1.05 - m.mirror.trust())
	}
	return 1
}

// mirrors follows under which symmetries the board still could be fair.
type mirrors struct {
	images [3][]int32 // half turn, left-right, top-bottom
	dead   [3]bool
	proof  [3]int // rocks that were found on both sides
	best   int    // -1 when none is left
}

func newMirrors(m *memory) mirrors {
	y := mirrors{}
	for k := range y.images {
		y.images[k] = make([]int32, len(m.cell))
		for c := range m.cell {
			if !m.inside(c) {
				y.images[k][c] = -1
				continue
			}
			row, col := c/m.stride-1, c%m.stride-1
			if k != 1 {
				row = m.rows - 1 - row
			}
			if k != 2 {
				col = m.cols - 1 - col
			}
			y.images[k][c] = int32(m.index(row, col))
		}
	}
	return y
}

// compare holds a cell that has become known against its images.
func (y *mirrors) compare(m *memory, c int) {
	for k := range y.images {
		i := int(y.images[k][c])
		switch {
		case y.dead[k] || i < 0 || i == c || m.cell[i] == unknown:
		case m.cell[i] != m.cell[c]:
			y.dead[k] = true
		case m.cell[c] == rock:
			y.proof[k]++
		}
	}
	y.best = -1
	for k := range y.images {
		if !y.dead[k] && (y.best < 0 || y.proof[k] > y.proof[y.best]) {
			y.best = k
		}
	}
}

// start rules out the symmetries that would put an enemy where an own unit
// stands or on an own unit's side of the board.
func (y *mirrors) start(m *memory) {
	for k := range y.images {
		for _, u := range m.units {
			if i := y.images[k][m.index(u.Row, u.Col)]; i >= 0 && m.at[i] != 0 {
				y.dead[k] = true
			}
		}
	}
}

// image returns the cell that ought to be like c, or -1 where that is not
// known well enough to count on.
func (y *mirrors) image(c int) int {
	if y.best < 0 || y.proof[y.best] < 2 {
		return -1
	}
	return int(y.images[y.best][c])
}

// trust returns how sure the symmetry is.
func (y *mirrors) trust() float64 {
	if y.best < 0 {
		return 0
	}
	alive := bits.OnesCount8(uint8(btoi(!y.dead[0]) | btoi(!y.dead[1])<<1 | btoi(!y.dead[2])<<2))
	t := 0.5 + 0.08*float64(min(5, y.proof[y.best]))
	if alive > 1 {
		t -= 0.15
	}
	return t
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }
