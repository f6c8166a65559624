package goldhunter

import (
	"fmt"

	"botarena/protocol"
)

// MaxSide is the greatest number of rows and of columns (seed).
const MaxSide = 100

// Bounds on the numbers of a map. The seed bounds only the stages, softly;
// these keep sums within an int32 on every wire.
const (
	maxStages = 100_000
	maxNumber = 1_000_000
)

// Map is what a map file says.
type Map struct {
	// Stages is the number of stages of a match on this map.
	Stages     int
	Rows, Cols int
	// Rock holds Rows×Cols cells, row by row.
	Rock []bool
	// Gold lists the deposits, at most one a cell.
	Gold []Deposit
	// Bullets is what each hunter starts with, Hidden the number of stages
	// that each spy can be hidden.
	Bullets, Hidden int
	// Counts holds the number of hunters, miners and spies of each team.
	Counts [kinds]int
	// Units holds each team's units in the order hunters, miners, spies.
	Units [2][]Placement
}

// Deposit is gold under one cell.
type Deposit struct{ Row, Col, Value int }

// Placement is where and how a unit starts.
type Placement struct {
	Row, Col int
	Facing   Dir
}

// PerTeam returns the number of units of each team.
func (m *Map) PerTeam() int { return m.Counts[0] + m.Counts[1] + m.Counts[2] }

// kind returns the kind of a team's i-th unit.
func (m *Map) kind(i int) Kind {
	switch {
	case i < m.Counts[protocol.Hunter]:
		return protocol.Hunter
	case i < m.Counts[protocol.Hunter]+m.Counts[protocol.Miner]:
		return protocol.Miner
	}
	return protocol.Spy
}

// TotalGold returns the sum of the deposits' values.
func (m *Map) TotalGold() int {
	sum := 0
	for _, d := range m.Gold {
		sum += d.Value
	}
	return sum
}

func (m *Map) inside(row, col int) bool {
	return row >= 0 && row < m.Rows && col >= 0 && col < m.Cols
}

func (m *Map) rockAt(row, col int) bool {
	return !m.inside(row, col) || m.Rock[row*m.Cols+col]
}

// Check reports the first thing that makes m no map to play on: the size, a
// number out of its range, a unit or gold on rock or off the map, two units
// or two deposits in a cell, teams of unequal numbers. Maps from ReadMap and
// Generate always pass.
func (m *Map) Check() error {
	if err := m.checkNumbers(); err != nil {
		return err
	}
	c := newChecker(m)
	for _, d := range m.Gold {
		if err := c.gold(d); err != nil {
			return err
		}
	}
	for team, units := range m.Units {
		if len(units) != m.PerTeam() {
			return fmt.Errorf("team %d has %d units, expected %d", team, len(units), m.PerTeam())
		}
		for _, u := range units {
			if err := c.unit(u); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *Map) checkNumbers() error {
	for _, n := range []struct {
		what               string
		value, least, most int
	}{
		{"stages", m.Stages, 1, maxStages},
		{"rows", m.Rows, 1, MaxSide},
		{"columns", m.Cols, 1, MaxSide},
		{"bullets", m.Bullets, 0, maxNumber},
		{"hidden stages", m.Hidden, 0, maxNumber},
		{"hunters", m.Counts[protocol.Hunter], 0, MaxSide * MaxSide},
		{"miners", m.Counts[protocol.Miner], 0, MaxSide * MaxSide},
		{"spies", m.Counts[protocol.Spy], 0, MaxSide * MaxSide},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("%s: %d is not between %d and %d", n.what, n.value, n.least, n.most)
		}
	}
	if m.PerTeam() == 0 {
		return fmt.Errorf("the teams have no units")
	}
	if len(m.Rock) != m.Rows*m.Cols {
		return fmt.Errorf("%d cells, expected %d rows of %d", len(m.Rock), m.Rows, m.Cols)
	}
	return nil
}

// checker checks what is put on a map piece by piece, so that a reader can
// say on which line the fault is.
type checker struct {
	m                *Map
	hasGold, hasUnit []bool
}

func newChecker(m *Map) *checker {
	return &checker{m: m, hasGold: make([]bool, len(m.Rock)), hasUnit: make([]bool, len(m.Rock))}
}

func (c *checker) place(what string, row, col int, taken []bool) error {
	switch {
	case !c.m.inside(row, col):
		return fmt.Errorf("%s at %d %d is off the map of %d rows and %d columns", what, row, col, c.m.Rows, c.m.Cols)
	case c.m.Rock[row*c.m.Cols+col]:
		return fmt.Errorf("%s at %d %d is on rock", what, row, col)
	case taken[row*c.m.Cols+col]:
		return fmt.Errorf("a second %s at %d %d", what, row, col)
	}
	taken[row*c.m.Cols+col] = true
	return nil
}

func (c *checker) gold(d Deposit) error {
	if d.Value < 1 || d.Value > maxNumber {
		return fmt.Errorf("gold value %d is not between 1 and %d", d.Value, maxNumber)
	}
	return c.place("gold", d.Row, d.Col, c.hasGold)
}

func (c *checker) unit(u Placement) error { return c.place("unit", u.Row, u.Col, c.hasUnit) }

// Symmetry is a way to turn a board onto itself so that the teams change sides.
type Symmetry uint8

// The symmetries under which a map counts as fair.
const (
	HalfTurn Symmetry = iota
	LeftRight
	TopBottom
	symmetries = 3
)

var symmetryNames = [symmetries]string{"half-turn", "left-right", "top-bottom"}

// String returns the symmetry's name in a set-up, such as "half-turn".
func (y Symmetry) String() string { return symmetryNames[y] }

// cell returns where a cell of a board of the given size goes.
func (y Symmetry) cell(rows, cols, row, col int) (int, int) {
	if y != LeftRight {
		row = rows - 1 - row
	}
	if y != TopBottom {
		col = cols - 1 - col
	}
	return row, col
}

// dir returns where a facing goes.
func (y Symmetry) dir(d Dir) Dir {
	vertical := d == protocol.Up || d == protocol.Down
	if y == HalfTurn || vertical == (y == TopBottom) {
		return opposite(d)
	}
	return d
}

// Symmetric reports whether y turns the map onto itself with the teams
// exchanged: rock onto rock, gold onto gold of the same value, and every unit
// of team 0 onto one of team 1 with the same kind and the facing turned along.
func (m *Map) Symmetric(y Symmetry) bool {
	for row := range m.Rows {
		for col := range m.Cols {
			if r, c := y.cell(m.Rows, m.Cols, row, col); m.Rock[row*m.Cols+col] != m.Rock[r*m.Cols+c] {
				return false
			}
		}
	}
	gold := make(map[Deposit]bool, len(m.Gold))
	for _, d := range m.Gold {
		gold[d] = true
	}
	for _, d := range m.Gold {
		r, c := y.cell(m.Rows, m.Cols, d.Row, d.Col)
		if !gold[Deposit{r, c, d.Value}] {
			return false
		}
	}
	type key struct {
		Placement
		kind Kind
	}
	theirs := make(map[key]bool, len(m.Units[1]))
	for i, u := range m.Units[1] {
		theirs[key{u, m.kind(i)}] = true
	}
	for i, u := range m.Units[0] {
		r, c := y.cell(m.Rows, m.Cols, u.Row, u.Col)
		if !theirs[key{Placement{r, c, y.dir(u.Facing)}, m.kind(i)}] {
			return false
		}
	}
	return true
}

// Warnings lists what is legal but probably not meant: a number of stages
// outside 200 to 1000 (seed), a map that is not fair by symmetry, no gold.
func (m *Map) Warnings() []string {
	var w []string
	if m.Stages < 200 || m.Stages > 1000 {
		w = append(w, stagesWarning(m.Stages))
	}
	if !m.Symmetric(HalfTurn) && !m.Symmetric(LeftRight) && !m.Symmetric(TopBottom) {
		w = append(w, "not symmetric under a half turn or a mirror with the teams exchanged: one team may be better off")
	}
	if len(m.Gold) == 0 {
		w = append(w, "no gold: only deaths and bullets can decide")
	}
	return w
}

func stagesWarning(n int) string { return fmt.Sprintf("%d stages: the rules say 200 to 1000", n) }
