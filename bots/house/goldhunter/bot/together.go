package bot

import "botarena/protocol"

// avoidEachOther sees to it that no two units are sent into one cell, and that
// none walks against one that stays.
func (b *Bot) avoidEachOther() {
	m := b.m
	claimed := map[int]int{} // cell: the unit that goes there
	for _, urgent := range []reason{digging, shooting, mining, hunting, exploring, idle} {
		for i := range m.units {
			p := &b.plans[i]
			if p.why != urgent || p.order != protocol.Move {
				continue
			}
			to := b.cell(i) + m.delta[m.units[i].Facing]
			if _, ok := claimed[to]; !ok && b.free(i, to) {
				claimed[to] = i
				continue
			}
			b.goAround(i, to, claimed)
		}
	}
}

// free reports whether a unit can enter a cell: nobody stands there, or one
// that comes the other way.
func (b *Bot) free(i, to int) bool {
	j := int(b.m.at[to]) - 1
	if j < 0 {
		return true
	}
	back := b.cell(j) + b.m.delta[b.m.units[j].Facing]
	return b.plans[j].order == protocol.Move && back == b.cell(i)
}

// goAround looks for a way that does not begin with the given cell. If it is
// much longer the unit waits; if the one in the way has nothing to do, it is
// the one that turns to it and changes places.
func (b *Bot) goAround(i, to int, claimed map[int]int) {
	p := &b.plans[i]
	u := b.m.units[i]
	w := b.ways[i]
	target := p.target
	if j := int(b.m.at[to]) - 1; j >= 0 && b.plans[j].why == idle && b.plans[j].order == protocol.NoAction {
		v := b.m.units[j]
		if b.m.delta[v.Facing] == -b.m.delta[u.Facing] {
			b.plans[j].order = protocol.Move
			claimed[to], claimed[b.cell(i)] = i, j
			return
		}
		b.plans[j].order = protocol.Rotate((u.Facing + 2) & 3)
	}
	p.order = protocol.NoAction
	if target < 0 {
		return
	}
	old := int(w.dist[target])
	w.blocked[to] = true
	for c := range claimed {
		if b.m.distance(c, b.cell(i)) == 1 {
			w.blocked[c] = true
		}
	}
	w.search(b.cell(i), u.Facing, old+5, nil)
	if w.mark[target] != w.now {
		return
	}
	p.order = w.first(target)
	if p.order == protocol.Move {
		next := b.cell(i) + b.m.delta[u.Facing]
		if _, ok := claimed[next]; ok || b.m.at[next] != 0 {
			p.order = protocol.NoAction
			return
		}
		claimed[next] = i
	}
}

// hideSpies hides spies from hunters that are near, and shows them when none
// has been near for a while.
func (b *Bot) hideSpies() {
	for i, u := range b.m.units {
		if u.Kind != protocol.Spy {
			continue
		}
		near := 1 << 30
		for _, f := range b.m.foes {
			if b.m.stage-f.seen <= 6 && f.kind == protocol.Hunter {
				near = min(near, b.m.distance(f.cell, b.cell(i)))
			}
		}
		p := &b.plans[i]
		switch {
		case !u.Hidden && u.Left > 5 && near <= 7 && p.why != dodging:
			p.order, p.why = protocol.Hide, dodging
		case u.Hidden && near > 14:
			p.order = protocol.Show
		}
	}
}
