package bot

import "botarena/protocol"

// danger says how likely it is to be killed where and when. Stages count from
// now, which is 1.
type danger struct {
	m     *memory
	depth int
	// cross holds by stage and cell how likely a bullet crosses the cell in the
	// first step of the stage; rest, how likely one lies there when units move.
	cross, rest [][]float32
	touched     []int
	memo        map[uint64]float32
}

func newDanger(m *memory, depth int) *danger {
	d := &danger{m: m, depth: depth, memo: map[uint64]float32{}}
	for range depth + 1 {
		d.cross = append(d.cross, make([]float32, len(m.cell)))
		d.rest = append(d.rest, make([]float32, len(m.cell)))
	}
	return d
}

func (d *danger) clear() {
	for _, c := range d.touched {
		for k := range d.cross {
			d.cross[k][c], d.rest[k][c] = 0, 0
		}
	}
	d.touched = d.touched[:0]
}

// bullet adds a bullet that lies in a cell at the start of a stage.
func (d *danger) bullet(cell int, facing protocol.Dir, stage int, chance float32) {
	for k := stage; k <= d.depth; k++ {
		for range 2 {
			if cell += d.m.delta[facing]; d.m.cell[cell] == rock {
				return
			}
			d.cross[k][cell] = either(d.cross[k][cell], chance)
			d.touched = append(d.touched, cell)
		}
		d.rest[k][cell] = either(d.rest[k][cell], chance)
	}
}

// either returns the chance that one of two independent things happens.
func either(a, b float32) float32 { return a + b - a*b }

// fear works out where bullets fly, and where they will if the foes that could
// fire do.
func (b *Bot) fear() {
	d := b.danger
	d.clear()
	for _, s := range b.m.shots {
		d.bullet(s.cell, s.facing, 1, 1)
	}
	if b.budget.threats == 0 {
		return
	}
	if b.budget.threats > 1 {
		b.fearVolleys()
	}
	for i := range b.m.foes {
		f := &b.m.foes[i]
		age := b.m.stage - f.seen
		if f.kind != protocol.Hunter || age > rememberHunter {
			continue
		}
		fade := float32(1)
		for range age {
			fade *= 0.85
		}
		for dir := range protocol.Dir(4) {
			chance := float32(0.25) // it fires at whoever comes into its line
			if b.inLine(f.cell, dir) {
				chance = 0.5
			}
			if dir == f.facing {
				d.bullet(f.cell, dir, 2, chance*fade)
			} else if b.budget.threats > 1 {
				d.bullet(f.cell, dir, 3, chance*fade*turned)
			}
		}
	}
}

// fearVolleys expects that whoever has fired once goes on: bullets behind the
// known ones, two cells apart, where nobody looks.
func (b *Bot) fearVolleys() {
	for _, s := range b.m.shots {
		cell := s.cell
		for n := 1; n <= 6; n++ {
			if cell -= b.m.delta[s.facing]; !b.m.passable(cell) {
				break
			}
			if n%2 == 0 && b.m.seenAt[cell] != b.m.stage {
				b.danger.bullet(cell, s.facing, 1, volley)
			}
		}
	}
}

const volley = 0.4

// rememberHunter is for how many stages a hunter out of sight is feared.
const rememberHunter = 8

// turned is how likely a hunter turns before it fires.
const turned = 0.3

// inLine reports whether an own unit stands in the next cells ahead.
func (b *Bot) inLine(cell int, d protocol.Dir) bool {
	for range 10 {
		if cell += b.m.delta[d]; !b.m.passable(cell) {
			return false
		}
		if b.m.at[cell] != 0 {
			return true
		}
	}
	return false
}

// death returns the least chance of being killed from the k-th stage on for a
// unit that stands in a cell at its start.
func (d *danger) death(k, cell int, facing protocol.Dir) float32 {
	if k > d.depth {
		return 0
	}
	key := uint64(k)<<32 | uint64(cell)<<2 | uint64(facing)
	if v, ok := d.memo[key]; ok {
		return v
	}
	here := d.cross[k][cell]
	least := float32(1)
	if here < 1 {
		for a := protocol.NoAction; a <= protocol.Move && least > 0; a++ {
			least = min(least, d.after(k, cell, facing, a))
		}
		least = either(here, least)
	}
	d.memo[key] = least
	return least
}

// after returns the least chance of being killed for a unit that has lived
// through the bullets of the k-th stage and now carries out an order.
func (d *danger) after(k, cell int, facing protocol.Dir, a protocol.Action) float32 {
	risk := float32(0)
	if dir, ok := a.Facing(); ok {
		facing = dir
	} else if a == protocol.Move {
		next := cell + d.m.delta[facing]
		if d.m.passable(next) && (k > 1 || d.m.at[next] == 0) {
			cell = next
			risk = d.rest[k][cell]
		}
	}
	return either(risk, d.death(k+1, cell, facing))
}

// bear is how much more dangerous than need be what a unit does may be.
var bear = map[reason]float32{
	idle: 0.02, digging: 0.12, mining: 0.08, exploring: 0.05, hunting: 0.15, shooting: 0.35,
}

// dodgeAll replaces orders that are too dangerous by the safest ones.
func (b *Bot) dodgeAll() {
	d := b.danger
	if len(d.touched) == 0 {
		return
	}
	clear(d.memo)
	for i, u := range b.m.units {
		cell := b.cell(i)
		if !b.near(cell) {
			continue
		}
		p := &b.plans[i]
		order := p.order
		if order > protocol.Move {
			order = protocol.NoAction // firing is standing
		}
		planned := d.after(1, cell, u.Facing, order)
		least, best := planned, order
		for a := protocol.NoAction; a <= protocol.Move; a++ {
			if v := d.after(1, cell, u.Facing, a); v < least-1e-4 {
				least, best = v, a
			}
		}
		if planned-least > bear[p.why] {
			p.order, p.why = best, dodging
		}
	}
}

// near reports whether there is danger within a unit's reach.
func (b *Bot) near(cell int) bool {
	for _, c := range b.danger.touched {
		if b.m.distance(cell, c) <= b.budget.dodge {
			return true
		}
	}
	return false
}
