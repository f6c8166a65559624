package engine

// spread says what a cell at a distance from the cat adds to the time for
// which the cat holds out, in sixteenths of a move.
var spread = [...]int{0, 16, 12, 9, 7, 5, 4, 3, 2, 2, 1, 1, 1, 1}

// held estimates for how many moves of both the cat holds out if the catcher
// can keep it in: by the cells that it can reach without stepping on a level,
// the near ones above all. The levels have to be complete.
func (s *search) held() int {
	if s.rough {
		return 50
	}
	return 1 + s.room()/16
}

// room is held without what makes it a time.
func (s *search) room() int {
	b := s.b
	var in Set
	top := &s.r.levels[s.r.n-1]
	for k := 1; k <= b.last; k++ {
		in[k] = b.free[k] &^ top[k]
	}
	return s.roomIn(&in)
}

// roomIn weighs the cells of in that the cat can reach within it.
func (s *search) roomIn(in *Set) int {
	s.nodes++
	b := s.b
	var x, y Set
	x.Add(b.cat)
	was, sum := 1, 0
	for d := 1; d < len(spread); d++ {
		if !b.grow(&y, &x, in) {
			break
		}
		x = y
		now := b.count(&x)
		sum += (now - was) * spread[d]
		was = now
	}
	return sum
}
