package goldhunter

import (
	"fmt"
	"slices"
	"strconv"

	"botarena/arena/game"
)

// Generate says how to make maps from a match's seed. Generated maps are fair
// by symmetry: one team's half is the other's turned or mirrored. All ground is
// connected, each team starts in one place away from the other and out of its
// sight, and gold lies away from both.
type Generate struct {
	Maps   int `json:"maps" yaml:"maps"` // how many, for matches that nothing decided
	Stages int `json:"stages" yaml:"stages"`
	Rows   int `json:"rows" yaml:"rows"`
	Cols   int `json:"cols" yaml:"cols"`
	// Rock is the share of rock in percent, about. What would cut off ground
	// is left out.
	Rock int `json:"rock" yaml:"rock"`
	// Gold is the number of deposits; their values are drawn from 1 to
	// MaxValue.
	Gold     int `json:"gold" yaml:"gold"`
	MaxValue int `json:"max_value" yaml:"max_value"`
	Bullets  int `json:"bullets" yaml:"bullets"`
	Hidden   int `json:"hidden" yaml:"hidden"`
	// Units of each team.
	Hunters int `json:"hunters" yaml:"hunters"`
	Miners  int `json:"miners" yaml:"miners"`
	Spies   int `json:"spies" yaml:"spies"`
	// Symmetry is half-turn, left-right, top-bottom or any, which draws one.
	Symmetry string `json:"symmetry" yaml:"symmetry"`
}

// The original contest's size and units.
func defaultGenerate() Generate {
	return Generate{
		Maps: 3, Stages: 400, Rows: 21, Cols: 20, Rock: 20, Gold: 15, MaxValue: 1,
		Bullets: 20, Hidden: 60, Hunters: 2, Miners: 5, Spies: 1, Symmetry: "any",
	}
}

const leastSide = 5

func (g *Generate) check() error {
	for _, n := range []struct {
		name               string
		value, least, most int
	}{
		{"maps", g.Maps, 1, 100},
		{"stages", g.Stages, 1, maxStages},
		{"rows", g.Rows, leastSide, MaxSide},
		{"cols", g.Cols, leastSide, MaxSide},
		{"rock", g.Rock, 0, 50},
		{"gold", g.Gold, 1, g.Rows * g.Cols / 10},
		{"max_value", g.MaxValue, 1, 1000},
		{"bullets", g.Bullets, 0, maxNumber},
		{"hidden", g.Hidden, 0, maxNumber},
		{"hunters", g.Hunters, 0, 1000},
		{"miners", g.Miners, 0, 1000},
		{"spies", g.Spies, 0, 1000},
	} {
		if n.value < n.least || n.value > n.most {
			return outOfRange("generate."+n.name, n.value, n.least, n.most)
		}
	}
	if n, most := g.perTeam(), g.Rows*g.Cols/10; n < 1 || n > most {
		return &game.SetupError{Field: "generate", Problem: fmt.Sprintf("hunters, miners and spies: %d", n), Want: fmt.Sprintf("1 to %d of them together", most)}
	}
	if len(g.symmetries()) == 0 {
		if _, ok := indexOf(symmetryNames[:], g.Symmetry); !ok && g.Symmetry != "any" {
			return &game.SetupError{Field: "generate.symmetry", Problem: strconv.Quote(g.Symmetry), Want: "half-turn, left-right, top-bottom or any"}
		}
		return &game.SetupError{
			Field:   "generate.gold",
			Problem: fmt.Sprintf("an odd number needs a middle row for top-bottom, a middle column for left-right, both for half-turn; %d×%d has none", g.Rows, g.Cols),
		}
	}
	return nil
}

func (g *Generate) perTeam() int { return g.Hunters + g.Miners + g.Spies }

// symmetries lists the symmetries to draw from. An odd number of deposits
// needs a cell that is its own image.
func (g *Generate) symmetries() []Symmetry {
	var list []Symmetry
	for y := range Symmetry(symmetries) {
		odd := g.Rows%2 == 1 && y != LeftRight || g.Cols%2 == 1 && y != TopBottom
		if y == HalfTurn {
			odd = g.Rows%2 == 1 && g.Cols%2 == 1
		}
		if (g.Symmetry == "any" || g.Symmetry == y.String()) && (g.Gold%2 == 0 || odd) {
			list = append(list, y)
		}
	}
	return list
}

// Map draws a map. The set-up must have been checked. It fails, after many
// attempts, only where the numbers leave no room.
func (g *Generate) Map(rnd *game.Rand) (*Map, error) {
	const attempts = 200
	list := g.symmetries()
	if len(list) == 0 {
		return nil, g.check()
	}
	for i := range attempts {
		d := draft{
			g: g, rnd: rnd, sym: list[rnd.IntN(len(list))],
			// Attempts that fail ask for ever less.
			ease: i * 100 / attempts,
		}
		if d.draw() && d.m.Check() == nil {
			return d.m, nil
		}
	}
	return nil, fmt.Errorf("generate: no map found for %d×%d with %d units a team, %d gold and %d %% rock; ask for less",
		g.Rows, g.Cols, g.perTeam(), g.Gold, g.Rock)
}

// draft is a map in the making.
type draft struct {
	g    *Generate
	rnd  *game.Rand
	sym  Symmetry
	ease int // how much to give up of rock and distances, in percent
	m    *Map
	dist [2][]int // steps from each team's home; -1 unreachable
	used []bool   // by cell: a unit or gold

	seen []bool   // scratch of connected
	next [][2]int // likewise
}

func (d *draft) draw() bool {
	g := d.g
	d.m = &Map{
		Stages: g.Stages, Rows: g.Rows, Cols: g.Cols, Bullets: g.Bullets, Hidden: g.Hidden,
		Counts: [kinds]int{g.Hunters, g.Miners, g.Spies},
	}
	d.m.Rock = make([]bool, g.Rows*g.Cols)
	d.used = make([]bool, len(d.m.Rock))
	d.drawRock()
	return d.drawTeams() && d.drawGold()
}

// eased returns n less what this attempt gives up.
func (d *draft) eased(n int) int { return n * (100 - d.ease) / 100 }

func (d *draft) image(cell int) int {
	row, col := d.sym.cell(d.m.Rows, d.m.Cols, cell/d.m.Cols, cell%d.m.Cols)
	return row*d.m.Cols + col
}

// drawRock puts small blocks and walls and their images on the board, and
// takes back every one that would cut the ground in two.
func (d *draft) drawRock() {
	m := d.m
	want := d.eased(d.g.Rock) * len(m.Rock) / 100
	have := 0
	for tries := 0; have < want && tries < 4*len(m.Rock); tries++ {
		height, width := 1+d.rnd.IntN(3), 1+d.rnd.IntN(3)
		switch d.rnd.IntN(6) { // walls
		case 0:
			height, width = 1, 2+d.rnd.IntN(max(1, m.Cols/4))
		case 1:
			height, width = 2+d.rnd.IntN(max(1, m.Rows/4)), 1
		}
		row, col := d.rnd.IntN(m.Rows), d.rnd.IntN(m.Cols)
		var added []int
		for r := row; r < min(m.Rows, row+height); r++ {
			for c := col; c < min(m.Cols, col+width); c++ {
				for _, cell := range [2]int{r*m.Cols + c, d.image(r*m.Cols + c)} {
					if !m.Rock[cell] {
						m.Rock[cell] = true
						added = append(added, cell)
					}
				}
			}
		}
		if have+len(added) > want+4 || !d.connected(len(m.Rock)-have-len(added)) {
			for _, cell := range added {
				m.Rock[cell] = false
			}
			continue
		}
		have += len(added)
	}
}

// connected reports whether the ground, of so many cells, is in one piece. It
// is asked after every block: thousands of times for a large map.
func (d *draft) connected(ground int) bool {
	m := d.m
	seen := append(d.seen[:0], m.Rock...)
	next := d.next[:0]
	visit := func(row, col int) {
		if cell := row*m.Cols + col; !seen[cell] {
			seen[cell] = true
			next = append(next, [2]int{row, col})
		}
	}
	start := slices.Index(m.Rock, false)
	if start < 0 {
		return false
	}
	visit(start/m.Cols, start%m.Cols)
	for reached := 0; ; reached++ {
		if len(next) == 0 {
			d.seen, d.next = seen, next
			return reached == ground
		}
		row, col := next[len(next)-1][0], next[len(next)-1][1]
		next = next[:len(next)-1]
		if row > 0 {
			visit(row-1, col)
		}
		if row < m.Rows-1 {
			visit(row+1, col)
		}
		if col > 0 {
			visit(row, col-1)
		}
		if col < m.Cols-1 {
			visit(row, col+1)
		}
	}
}

// walk returns every cell's distance from the start in steps, -1 where there
// is no way, and the cells that can be reached, nearest first.
func (d *draft) walk(start int) (dist, order []int) {
	m := d.m
	dist = make([]int, len(m.Rock))
	for i := range dist {
		dist[i] = -1
	}
	dist[start] = 0
	order = append(order, start)
	for i := 0; i < len(order); i++ {
		row, col := order[i]/m.Cols, order[i]%m.Cols
		for dir := range Dir(4) {
			dr, dc := stepOf(dir)
			if m.rockAt(row+dr, col+dc) {
				continue
			}
			if cell := (row+dr)*m.Cols + col + dc; dist[cell] < 0 {
				dist[cell] = dist[order[i]] + 1
				order = append(order, cell)
			}
		}
	}
	return dist, order
}

// drawTeams puts team 0 around a home cell, nearest cells first in a random
// order of units, and team 1 at the images.
func (d *draft) drawTeams() bool {
	m := d.m
	away := d.eased((m.Rows + m.Cols) / 2)
	home := d.rnd.IntN(len(m.Rock))
	if m.Rock[home] {
		return false
	}
	var order []int
	d.dist[0], order = d.walk(home)
	d.dist[1], _ = d.walk(d.image(home))
	if d.dist[0][d.image(home)] < away {
		return false
	}
	n := d.g.perTeam()
	var cells []int
	for _, cell := range order {
		// Every second cell or so, for room to walk; a cell and its image
		// cannot both be taken, nor can one that is its own image.
		if len(cells) < n && !d.used[cell] && d.image(cell) != cell && (d.ease > 50 || d.rnd.IntN(3) > 0) {
			d.used[cell], d.used[d.image(cell)] = true, true
			cells = append(cells, cell)
		}
	}
	if len(cells) < n {
		return false
	}
	d.rnd.Shuffle(n, func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for _, cell := range cells {
		p := Placement{cell / m.Cols, cell % m.Cols, d.openDir(cell)}
		r, c := d.sym.cell(m.Rows, m.Cols, p.Row, p.Col)
		m.Units[0] = append(m.Units[0], p)
		m.Units[1] = append(m.Units[1], Placement{r, c, d.sym.dir(p.Facing)})
	}
	return d.ease > 50 || !d.inSight()
}

// openDir draws a facing that does not look at rock, if there is one.
func (d *draft) openDir(cell int) Dir {
	dir := Dir(d.rnd.IntN(4))
	for range 4 {
		dr, dc := stepOf(dir)
		if !d.m.rockAt(cell/d.m.Cols+dr, cell%d.m.Cols+dc) {
			return dir
		}
		dir = (dir + 1) & 3
	}
	return dir
}

// inSight reports whether a unit of team 0 has one of team 1 in a straight
// line without rock between, whatever it faces.
func (d *draft) inSight() bool {
	m := d.m
	theirs := make([]bool, len(m.Rock))
	for _, u := range m.Units[1] {
		theirs[u.Row*m.Cols+u.Col] = true
	}
	for _, u := range m.Units[0] {
		for dir := range Dir(4) {
			dr, dc := stepOf(dir)
			for r, c := u.Row+dr, u.Col+dc; !m.rockAt(r, c); r, c = r+dr, c+dc {
				if theirs[r*m.Cols+c] {
					return true
				}
			}
		}
	}
	return false
}

// drawGold puts deposits and their images on the board, an odd one first on a
// cell that is its own image.
func (d *draft) drawGold() bool {
	m := d.m
	from := d.eased(min(6, (m.Rows+m.Cols)/5)) // steps from both homes
	apart := d.eased(min(3, m.Rows*m.Cols/(4*d.g.Gold)))
	for tries := 0; len(m.Gold) < d.g.Gold && tries < 50*len(m.Rock); tries++ {
		cell := d.rnd.IntN(len(m.Rock))
		other := d.image(cell)
		if needOwn := d.g.Gold%2 == 1 && len(m.Gold) == 0; needOwn != (cell == other) {
			continue
		}
		if m.Rock[cell] || d.used[cell] || d.dist[0][cell] < from || d.dist[1][cell] < from || d.goldWithin(cell, apart) {
			continue
		}
		value := 1 + d.rnd.IntN(d.g.MaxValue)
		for _, c := range []int{cell, other}[:1+btoi(cell != other)] {
			d.used[c] = true
			m.Gold = append(m.Gold, Deposit{c / m.Cols, c % m.Cols, value})
		}
	}
	return len(m.Gold) == d.g.Gold
}

// goldWithin reports whether there is gold fewer rows and columns away.
func (d *draft) goldWithin(cell, apart int) bool {
	row, col := cell/d.m.Cols, cell%d.m.Cols
	for _, g := range d.m.Gold {
		if abs(g.Row-row) < apart && abs(g.Col-col) < apart {
			return true
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }
