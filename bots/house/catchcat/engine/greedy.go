package engine

// Random returns a legal move, all equally likely.
func (e *Engine) Random(catToMove bool) Cell {
	b := e.s.b
	if catToMove {
		ways := b.Ways(nil)
		return ways[e.rnd.IntN(len(ways))]
	}
	var free []Cell
	b.each(&b.free, func(c Cell) {
		if c != b.cat {
			free = append(free, c)
		}
	})
	return free[e.rnd.IntN(len(free))]
}

// Sensible returns a move that looks at shortest ways only: the cat takes the
// step with the most of them, the catcher blocks that step. A cat without a
// way out goes where it has room; a catcher then blocks there.
func (e *Engine) Sensible(catToMove bool) Cell {
	b := e.s.b
	ways := b.Ways(nil)
	distance, routes := routesOut(b)
	best, bestRank := None, -1.0
	for _, c := range ways {
		rank := float64(len(b.waysFrom(c))) / 10
		if d := distance[c]; d >= 0 {
			rank = float64(1000-d)*1e6 + min(float64(routes[c]), 9e5)
		}
		if rank += e.rnd.Float64() / 100; rank > bestRank {
			best, bestRank = c, rank
		}
	}
	return best
}

func (b *Board) waysFrom(c Cell) (ways []Cell) {
	for _, n := range b.near[c] {
		if b.free.Has(n) {
			ways = append(ways, n)
		}
	}
	return ways
}

// routesOut returns for every cell the distance to the nearest free border
// cell, -1 where there is no way, and the number of shortest ways.
func routesOut(b *Board) (distance [cells]int, routes [cells]int) {
	for i := range distance {
		distance[i] = -1
	}
	var now, next []Cell
	b.each(&b.border, func(c Cell) {
		if b.free.Has(c) {
			distance[c], routes[c] = 0, 1
			now = append(now, c)
		}
	})
	for d := 1; len(now) > 0; d++ {
		next = nil
		for _, c := range now {
			for _, n := range b.waysFrom(c) {
				if distance[n] < 0 {
					distance[n] = d
					next = append(next, n)
				}
				if distance[n] == d {
					routes[n] += routes[c]
				}
			}
		}
		now = next
	}
	return distance, routes
}
