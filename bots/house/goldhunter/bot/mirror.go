package bot

// mirrors weighs under which symmetries the board is fair: what one side has
// shown is then true of the other.
type mirrors struct {
	images [3][]int32 // by cell: half turn, left-right, top-bottom
	odds   [3]float64 // against a board without symmetry; 0 once disproved
	chance [3]float64
	sure   int // the symmetry that is as good as certain, or -1
}

// newMirrors follows the first n symmetries.
func newMirrors(m *memory, n int) mirrors {
	y := mirrors{sure: -1}
	for k := range n {
		y.odds[k] = 1
		y.images[k] = make([]int32, len(m.cell))
		for c := range m.cell {
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
	y.weigh()
	return y
}

// How much likelier a symmetry gets by a pair of cells that are alike. Rocks
// come in blocks, so a pair says less than if cells were independent.
const (
	rockPair   = 2.5
	groundPair = 1.1
	mostOdds   = 1e6
)

// compare holds a cell that has become known against its images.
func (y *mirrors) compare(m *memory, c int) {
	for k := range y.images {
		if y.odds[k] == 0 {
			continue
		}
		i := int(y.images[k][c])
		switch {
		case i == c || m.cell[i] == unknown:
		case m.cell[i] != m.cell[c]:
			y.odds[k] = 0
		case m.cell[c] == rock:
			y.odds[k] = min(mostOdds, y.odds[k]*rockPair)
		default:
			y.odds[k] = min(mostOdds, y.odds[k]*groundPair)
		}
	}
}

// start rules out the symmetries that would put an enemy where an own unit
// stands.
func (y *mirrors) start(m *memory) {
	for k := range y.images {
		for _, u := range m.units {
			if y.odds[k] > 0 && m.at[y.images[k][m.index(u.Row, u.Col)]] != 0 {
				y.odds[k] = 0
			}
		}
	}
	y.weigh()
}

// weigh works out the chances anew.
func (y *mirrors) weigh() {
	sum := 0.5 // boards without symmetry
	for _, o := range y.odds {
		sum += o
	}
	y.sure = -1
	for k, o := range y.odds {
		y.chance[k] = o / sum
		if y.chance[k] > certain {
			y.sure = k
		}
	}
}

const certain = 0.9

// image returns the cell that is like c, or -1 where that is not known.
func (y *mirrors) image(c int) int {
	if y.sure < 0 {
		return -1
	}
	return int(y.images[y.sure][c])
}
