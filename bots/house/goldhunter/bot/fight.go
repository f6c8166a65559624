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
	stay, ahead, right, left := 0.35, 0.4, 0.125, 0.125
	switch {
	case f.kind == protocol.Miner && m.belief(f.cell) > 0.5:
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
		value := [...]float64{protocol.Hunter: VHunter, protocol.Miner: 1.1, protocol.Spy: VSpy}[f.kind]
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
	m := b.m
	for i := range list {
		for h := range list[i].habits {
			x := &list[i].habits[h]
			for k := t + 2; k < min(len(x.at), t+2+b.budget.flight); k++ {
				n := m.ahead(cell, d, x.at[k])
				if (n+1)/2 == k-t-1 && n > 0 && m.open(cell, d, n) {
					worth += x.chance[k] * list[i].value
					reach = max(reach, n)
					break
				}
				// It may also walk into the bullet at the end of its flight in
				// this stage.
				if n := m.ahead(cell, d, x.at[min(k+1, len(x.at)-1)]); n == 2*(k-t-1) && x.at[k+1-btoi(k+1 == len(x.at))] != x.at[k] && m.open(cell, d, n) {
					worth += x.chance[k] * list[i].value
					reach = max(reach, n)
					break
				}
			}
		}
	}
	return worth, reach
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

var HuntCost, HuntMin, VHunter, VSpy = 0.05, 0.2, 1.0, 0.7

func (b *Bot) planHunter(i int, list []prey) {
	w := b.ways[i]
	u := b.m.units[i]
	best, target := HuntMin, int32(-1)
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
		worth -= HuntCost * float64(t)
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
