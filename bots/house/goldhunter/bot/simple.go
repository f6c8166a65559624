package bot

import "botarena/protocol"

// randomStage gives every unit a random order that it can carry out.
func (b *Bot) randomStage(s *protocol.Stage, give Give) {
	for _, u := range s.Units {
		switch n := b.rnd.IntN(10); {
		case n < 6:
			give(u.ID, protocol.Move)
		case n < 8:
			give(u.ID, protocol.Rotate(protocol.Dir(b.rnd.IntN(4))))
		case u.Kind == protocol.Hunter && u.Left > 0:
			give(u.ID, protocol.Fire)
		case u.Kind == protocol.Spy && u.Hidden:
			give(u.ID, protocol.Show)
		case u.Kind == protocol.Spy && u.Left > 0:
			give(u.ID, protocol.Hide)
		}
	}
}

// sensibleStage plays as one would at first: miners dig the nearest gold that
// they know of, hunters fire at what is in front of them, and whoever has
// nothing to do goes to the nearest cell that nobody has been near.
func (b *Bot) sensibleStage(s *protocol.Stage, give Give) {
	m := b.m
	w := b.simpleWays()
	clear(b.worth)
	for c := range b.worth {
		if m.gold[c] == goldUnknown && m.cell[c] != rock {
			b.worth[c] = 1
		}
	}
	gone := map[int]bool{} // cells that somebody else goes for
	for i, u := range m.units {
		switch {
		case u.Kind == protocol.Miner && u.Left > 0:
			continue
		case u.Kind == protocol.Hunter && u.Left > 0 && b.foeAhead(i):
			give(u.ID, protocol.Fire)
			continue
		}
		w.search(b.cell(i), u.Facing, farthest, nil)
		target := int32(-1)
		for _, s := range w.queue {
			c := int(s >> 2)
			if gone[c] || s == w.start {
				continue
			}
			if u.Kind == protocol.Miner && m.gold[c] == goldHere {
				target = s
				break
			}
			if target < 0 && b.worth[c] > 0 {
				target = s
			}
		}
		if target < 0 {
			if b.rnd.IntN(3) == 0 {
				give(u.ID, protocol.Rotate(protocol.Dir(b.rnd.IntN(4))))
			} else {
				give(u.ID, protocol.Move)
			}
			continue
		}
		gone[int(target>>2)] = true
		a := w.first(target)
		if a == protocol.Move && m.at[b.cell(i)+m.delta[u.Facing]] != 0 && b.rnd.IntN(2) == 0 {
			a = protocol.Rotate(protocol.Dir(b.rnd.IntN(4))) // somebody is in the way
		}
		give(u.ID, a)
	}
}

func (b *Bot) simpleWays() *walks {
	if len(b.ways) == 0 {
		b.ways = append(b.ways, newWalks(b.m))
		b.worth = make([]float32, len(b.m.cell))
	}
	return b.ways[0]
}

// foeAhead reports whether the first unit ahead is a foe.
func (b *Bot) foeAhead(i int) bool {
	m := b.m
	c := b.cell(i)
	for range 8 {
		if c += m.delta[m.units[i].Facing]; m.cell[c] != ground || m.at[c] != 0 {
			return false
		}
		for _, f := range m.foes {
			if f.cell == c && f.seen == m.stage {
				return true
			}
		}
	}
	return false
}
