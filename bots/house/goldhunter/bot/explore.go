package bot

import (
	"slices"

	"botarena/protocol"
)

// exploreAll sends every unit without something better to do where most is to
// be found out for each stage of the way. What one unit will see is of no
// more worth to the next, which spreads them over the board.
func (b *Bot) exploreAll() {
	for i := range b.m.units {
		if t := b.plans[i].target; t >= 0 && b.plans[i].why == mining {
			b.cross(i, t)
		}
	}
	b.explorers = b.explorers[:0]
	for i := range b.m.units {
		if b.plans[i].why == idle {
			b.explorers = append(b.explorers, i)
		}
	}
	// Who chooses first matters: of several orders the best one is kept. The
	// first to be tried is that of the stage before, and another one has to be
	// clearly better, or units would turn back and forth.
	slices.SortStableFunc(b.explorers, func(i, j int) int { return b.rank[b.m.units[i].ID] - b.rank[b.m.units[j].ID] })
	b.before = append(b.before[:0], b.worth...)
	b.work = 0
	best := b.exploreInOrder()
	b.keep()
	for range b.budget.orders - 1 {
		if b.work > b.budget.work || len(b.explorers) < 2 {
			break
		}
		copy(b.worth, b.before)
		b.rnd.Shuffle(len(b.explorers), func(i, j int) {
			b.explorers[i], b.explorers[j] = b.explorers[j], b.explorers[i]
		})
		if sum := b.exploreInOrder(); sum > clearly*best {
			best = sum
			b.keep()
		}
	}
	copy(b.plans, b.kept)
}

const clearly = 1.03

// exploreInOrder plans the ways of all units that explore, one after the
// other, and returns how much they find out a stage.
func (b *Bot) exploreInOrder() float32 {
	sum := float32(0)
	for _, i := range b.explorers {
		b.plans[i] = plan{target: -1}
		sum += b.explore(i)
	}
	return sum
}

// keep remembers the plans and the order in which they were made.
func (b *Bot) keep() {
	b.kept = append(b.kept[:0], b.plans...)
	for n, i := range b.explorers {
		b.rank[b.m.units[i].ID] = n
	}
}

// explore plans one unit's way and returns how much it finds out a stage.
func (b *Bot) explore(i int) float32 {
	u := b.m.units[i]
	w := b.ways[i]
	target, best := int32(-1), float32(0)
	for _, limit := range [...]int{b.budget.explore, farthest} {
		if b.unexplored == 0 {
			break
		}
		// The worth of cells has changed since the first search: the others' ways.
		w.search(b.cell(i), u.Facing, limit, b.worth)
		b.work += len(w.queue)
		target, best = b.bestWay(i, limit == farthest)
		if target >= 0 {
			break
		}
	}
	if target < 0 {
		b.waitWell(i)
		return 0
	}
	b.follow(i, target, exploring)
	b.cross(i, target)
	return best
}

// bestWay returns the end of the way on which a unit finds out most for each
// stage, or of the first on which it finds out anything, and how much that is.
func (b *Bot) bestWay(i int, first bool) (target int32, best float32) {
	w := b.ways[i]
	target = -1
	goal, had := b.goal[b.m.units[i].ID]
	for _, s := range w.queue {
		if w.gain[s] == 0 {
			continue
		}
		score := w.gain[s] / (float32(w.dist[s]) + settle)
		if had && s == goal {
			score *= 1.2
		}
		if score > best {
			best, target = score, s
		}
		if first {
			break
		}
	}
	return target, best
}

// settle is what makes long ways that show much better than a few steps that
// show a little.
const settle = 3

// cross takes the worth from all cells that the way to a state will show.
func (b *Bot) cross(i int, target int32) {
	w := b.ways[i]
	for s := target; s >= 0 && s != w.start; s = w.from[s] {
		c := int(s >> 2)
		for dr := -b.m.stride; dr <= b.m.stride; dr += b.m.stride {
			b.worth[c+dr-1], b.worth[c+dr], b.worth[c+dr+1] = 0, 0, 0
		}
	}
}

// waitWell is for a unit with nothing left to find: hunters go and guard the
// gold that is left, the others stay.
func (b *Bot) waitWell(i int) {
	m := b.m
	if m.units[i].Kind != protocol.Hunter {
		return
	}
	w := b.ways[i]
	best, target := 1<<30, int32(-1)
	for c := range m.cell {
		if p, _ := m.belief(c); p < 0.3 {
			continue
		}
		for d := range protocol.Dir(4) {
			// Two or three cells away and looking at it: near enough that
			// what comes to dig is hit before it is done.
			at := c
			for n := 1; n <= 4; n++ {
				at -= m.delta[d]
				if !m.passable(at) {
					break
				}
				s := state(at, d)
				if n >= 2 && w.mark[s] == w.now && int(w.dist[s]) < best {
					best, target = int(w.dist[s]), s
				}
			}
		}
	}
	if target >= 0 {
		b.follow(i, target, hunting)
	}
}
