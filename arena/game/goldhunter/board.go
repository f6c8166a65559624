package goldhunter

import "botarena/protocol"

// board holds what never changes during a match on one map. Cells are
// numbered on a grid with a border of rock one cell wide, so that a step never
// needs a check of the edge. Sets of cells are bit rows: the column of an
// inner cell is its bit.
type board struct {
	rows, cols int
	stride     int    // cells of a bordered row
	words      int    // uint64s of a bit row
	delta      [4]int // change of cell number of one step
	stages     int
	total      int // sum of the gold's values
	bullets    int
	hidden     int
	counts     [kinds]int
	perTeam    int

	rock   []bool     // by cell, border included
	rowOf  []uint8    // by cell; of inner cells only
	colOf  []uint8    // by cell; of inner cells only
	ahead  [4][]uint8 // by facing and cell: cells seen straight ahead, the first rock included
	goldAt []int16    // by cell: index into gold, or -1
	gold   []deposit

	goldBits []uint64 // bit rows: deposits
	drawn    []byte   // rows×cols: `.` ground, `#` rock
}

type deposit struct {
	cell  int16
	value int32
}

func newBoard(m *Map) *board {
	b := &board{
		rows: m.Rows, cols: m.Cols, stride: m.Cols + 2, words: (m.Cols + 63) / 64,
		stages: m.Stages, total: m.TotalGold(), bullets: m.Bullets, hidden: m.Hidden,
		counts: m.Counts, perTeam: m.PerTeam(),
	}
	cells := (m.Rows + 2) * b.stride
	b.rock = make([]bool, cells)
	b.rowOf = make([]uint8, cells)
	b.colOf = make([]uint8, cells)
	b.goldAt = make([]int16, cells)
	for cell := range b.rock {
		row, col := cell/b.stride-1, cell%b.stride-1
		b.rock[cell] = m.rockAt(row, col)
		b.goldAt[cell] = -1
		if m.inside(row, col) {
			b.drawn = append(b.drawn, ".#"[btoi(b.rock[cell])])
			b.rowOf[cell], b.colOf[cell] = uint8(row), uint8(col)
		}
	}
	for d := range b.ahead {
		row, col := stepOf(Dir(d))
		b.delta[d] = row*b.stride + col
		b.ahead[d] = make([]uint8, cells)
		for r := range m.Rows {
			for c := range m.Cols {
				n := uint8(0)
				for y, x := r+row, c+col; m.inside(y, x); y, x = y+row, x+col {
					n++
					if m.Rock[y*m.Cols+x] {
						break
					}
				}
				b.ahead[d][b.cell(r, c)] = n
			}
		}
	}
	b.goldBits = make([]uint64, m.Rows*b.words)
	for i, d := range m.Gold {
		b.goldBits[d.Row*b.words+d.Col>>6] |= 1 << (d.Col & 63)
		cell := b.cell(d.Row, d.Col)
		b.goldAt[cell] = int16(i)
		b.gold = append(b.gold, deposit{int16(cell), int32(d.Value)})
	}
	return b
}

func (b *board) cell(row, col int) int { return (row+1)*b.stride + col + 1 }

// has reports whether a cell is in a set of bit rows.
func (b *board) has(rows []uint64, cell int16) bool {
	col := b.colOf[cell]
	return rows[int(b.rowOf[cell])*b.words+int(col>>6)]>>(col&63)&1 != 0
}

// kind returns the kind of a team's i-th unit.
func (b *board) kind(i int) Kind {
	switch {
	case i < b.counts[protocol.Hunter]:
		return protocol.Hunter
	case i < b.counts[protocol.Hunter]+b.counts[protocol.Miner]:
		return protocol.Miner
	}
	return protocol.Spy
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
