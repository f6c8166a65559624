package engine

// maxLevels is how many levels there can be: each has a cell more.
const maxLevels = MaxSize*MaxSize + 1

// reach is what the board looks like from the border. Level 0 are the free
// border cells; a cell is on level k if it is on none below and two of its
// neighbours are: from there the cat reaches the border in k moves if the
// catcher only ever blocks next to it. A cell on no level has at most one
// neighbour on any. A cat there never gets out while the catcher answers
// every visit to such a cell by blocking that neighbour: with the catcher to
// move the catcher has won.
type reach struct {
	g      *Geometry
	levels [maxLevels]Set // each with those below
	n      int            // how many there are
}

// find computes the levels until one of them has a cell of want, and returns
// its number, or -1 if none has.
func (r *reach) find(b *Board, want *Set) int {
	r.g = b.Geometry
	first := &r.levels[0]
	for k := 1; k <= r.g.last; k++ {
		first[k] = r.g.border[k] & b.free[k]
	}
	for r.n = 1; ; r.n++ {
		top := &r.levels[r.n-1]
		var met uint64
		for k := 1; k <= r.g.last; k++ {
			met |= top[k] & want[k]
		}
		if met != 0 {
			return r.n - 1
		}
		if !r.g.grow2(&r.levels[r.n], top, &b.free) {
			return -1
		}
	}
}

// level returns the level of a cell, or -1.
func (r *reach) level(c Cell) int {
	if !r.levels[r.n-1].Has(c) {
		return -1
	}
	for k := 0; ; k++ {
		if r.levels[k].Has(c) {
			return k
		}
	}
}

// support adds to s cells, c itself not among them, that keep c on its level:
// for each cell two neighbours on lower levels, down to the border.
func (r *reach) support(c Cell, s *Set) {
	var queue [cells]Cell
	queue[0] = c
	n := 1
	for i := 0; i < n; i++ {
		c := queue[i]
		top := r.level(c)
		if top == 0 {
			continue
		}
		// Cells that are needed anyway come first, then the lowest.
		best, second := None, None
		bestRank, secondRank := 1000, 1000
		for _, m := range r.g.near[c] {
			if !r.levels[top-1].Has(m) {
				continue
			}
			rank := 500
			if !s.Has(m) {
				rank = 501 + r.level(m)
			}
			switch {
			case rank < bestRank:
				second, secondRank = best, bestRank
				best, bestRank = m, rank
			case rank < secondRank:
				second, secondRank = m, rank
			}
		}
		for _, m := range [2]Cell{best, second} {
			if !s.Has(m) {
				s.Add(m)
				queue[n] = m
				n++
			}
		}
	}
}
