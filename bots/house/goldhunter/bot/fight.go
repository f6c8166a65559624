package bot

import "botarena/protocol"

// horizon is how many stages ahead a foe is followed.
const horizon = 16

// habit is one way in which a foe may go on, and how likely it is.
type habit struct {
	// chance holds how likely it still goes on so at the start of the k-th
	// stage from now, from 1; at, in which cell it then is.
	chance [horizon + 2]float64
	at     [horizon + 2]int
}

// steady is how likely a foe goes on as it has begun, for each stage.
const steady = 0.88

// habitsOf lists how a foe may go on, the likeliest first, at most n ways.
func (b *Bot) habitsOf(f *foe, n int) []habit {
	m := b.m
	gold, _ := m.belief(f.cell)
	stay, ahead, right, left := 0.35, 0.4, 0.125, 0.125
	switch {
	case f.kind == protocol.Miner && gold > 0.5:
		stay, ahead = 0.85, 0.05
	case f.moving:
		stay, ahead = 0.12, 0.6
	case f.still >= 2:
		stay, ahead = 0.75, 0.1
	}
	if !m.passable(f.cell + m.delta[f.facing]) {
		stay, ahead = stay+ahead/2, 0
		right, left = right+0.1, left+0.1
	}
	total := stay + ahead + right + left
	line := func(chance float64, d protocol.Dir, wait int) habit {
		h := habit{}
		c := f.cell
		chance /= total
		for k := 1; k < len(h.at); k++ {
			h.at[k], h.chance[k] = c, chance
			chance *= steady
			if next := c + m.delta[d]; k > wait && m.passable(next) {
				c = next
			}
		}
		return h
	}
	list := []habit{
		line(stay, f.facing, horizon+1),
		line(ahead, f.facing, 0),
		line(right, (f.facing+1)&3, 1),
		line(left, (f.facing+3)&3, 1),
	}
	if list[1].chance[1] > list[0].chance[1] {
		list[0], list[1] = list[1], list[0]
	}
	return list[:min(n, len(list))]
}

// prey is a foe that is worth a bullet.
type prey struct {
	habits []habit
	value  float64
}

func (b *Bot) preys() []prey {
	var list []prey
	for i := range b.m.foes {
		f := &b.m.foes[i]
		age := b.m.stage - f.seen
		if age > 3 {
			continue
		}
		// Gold decides almost every match, and only miners dig.
		value := [...]float64{protocol.Hunter: 0.5, protocol.Miner: 1.1, protocol.Spy: 0.4}[f.kind]
		for range age {
			value *= 0.7
		}
		list = append(list, prey{b.habitsOf(f, b.budget.habits), value})
	}
	return list
}

// aim returns what a shot is worth that is fired from a cell in a facing in
// the t-th stage from now (0 is this one): the chances of hits times the
// values, and how many cells away the farthest of these hits is.
func (b *Bot) aim(list []prey, cell int, d protocol.Dir, t int) (worth float64, reach int) {
	for i := range list {
		for h := range list[i].habits {
			if chance, n := b.hit(&list[i].habits[h], cell, d, t); n > 0 {
				worth += chance * list[i].value
				reach = max(reach, n)
			}
		}
	}
	return worth, reach
}

// hit returns how likely a shot hits a foe that has a habit, and how many
// cells away; 0 cells if it does not.
func (b *Bot) hit(h *habit, cell int, d protocol.Dir, t int) (chance float64, n int) {
	m := b.m
	for k := t + 2; k <= min(horizon, t+1+b.budget.flight); k++ {
		// In the k-th stage the bullet crosses two cells, and lies in the
		// farther one while the units move.
		far := 2 * (k - t - 1)
		n := m.ahead(cell, d, h.at[k])
		if n != far && n != far-1 {
			if n = m.ahead(cell, d, h.at[k+1]); n != far {
				continue
			}
		}
		if n > 0 && m.open(cell, d, n) {
			return h.chance[k], n
		}
	}
	return 0, 0
}

// ahead returns how many steps in a facing lead from a cell to another, 0 if
// it is not in that line.
func (m *memory) ahead(from int, d protocol.Dir, to int) int {
	diff := (to - from) * sign(m.delta[d])
	switch {
	case diff <= 0:
		return 0
	case d == protocol.Right || d == protocol.Left:
		if from/m.stride != to/m.stride {
			return 0
		}
		return diff
	case diff%m.stride != 0:
		return 0
	}
	return diff / m.stride
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// open reports whether a bullet can fly n cells ahead.
func (m *memory) open(cell int, d protocol.Dir, n int) bool {
	for range n {
		if cell += m.delta[d]; !m.passable(cell) {
			return false
		}
	}
	return true
}

// friendInLine reports whether an own unit is, or is about to be, in the
// first cells that a bullet would cross.
func (b *Bot) friendInLine(i int, d protocol.Dir, reach int) bool {
	m := b.m
	c := b.cell(i)
	for n := 1; n <= reach+6; n++ {
		if c += m.delta[d]; !m.passable(c) {
			return false
		}
		if m.at[c] != 0 {
			return true
		}
		for j := range m.units {
			if j != i && b.plans[j].order == protocol.Move && b.cell(j)+m.delta[m.units[j].Facing] == c {
				return true
			}
		}
	}
	return false
}

// planHunters lets hunters fire, or get into a position to.
func (b *Bot) planHunters() {
	list := b.preys()
	if len(list) == 0 {
		return
	}
	for i, u := range b.m.units {
		if u.Kind == protocol.Hunter && u.Left > 0 {
			b.planHunter(i, list)
		}
	}
}

// least is the worth of a shot below which a bullet is kept.
const least = 0.25

// A stage spent on getting into position costs huntCost, and nobody is hunted
// for less than huntLeast: a hunter is of use for exploring, too.
const huntCost, huntLeast = 0.1, 0.3

func (b *Bot) planHunter(i int, list []prey) {
	w := b.ways[i]
	u := b.m.units[i]
	best, target := huntLeast, int32(-1)
	for _, s := range w.queue {
		t := int(w.dist[s])
		if t > b.budget.hunt {
			break
		}
		cell, d := int(s>>2), protocol.Dir(s&3)
		worth, reach := b.aim(list, cell, d, t)
		if worth < least || t == 0 && b.friendInLine(i, u.Facing, reach) {
			continue
		}
		worth -= huntCost * float64(t)
		if worth > best {
			best, target = worth, s
		}
	}
	switch {
	case target < 0:
	case target == w.start:
		b.plans[i] = plan{protocol.Fire, shooting, -1}
	default:
		b.follow(i, target, hunting)
	}
}
