package table

// breakTies splits the groups of equal entrants by one tie-break.
func (m *maker) breakTies(groups [][]int, b tieBreak) [][]int {
	tied := false
	for _, g := range groups {
		tied = tied || len(g) > 1
	}
	if !tied {
		return groups
	}
	key := func(i int) int64 { return 0 }
	switch {
	case b.counter >= 0:
		sign := int64(1)
		if b.less {
			sign = -1
		}
		key = func(i int) int64 { return sign * int64(m.lines[i].Counters[b.counter]) }
	case b.name == Wins:
		key = func(i int) int64 { return int64(m.lines[i].Wins) }
	case b.name == Direct:
		points := m.direct(groups)
		key = func(i int) int64 { return int64(points[i]) }
	case b.name == Buchholz:
		points := m.buchholz()
		key = func(i int) int64 { return int64(points[i]) }
	}
	var finer [][]int
	for _, g := range groups {
		parts := split(g, key)
		for _, p := range parts[1:] {
			for _, i := range p {
				m.lines[i].Broke = b.name
			}
		}
		finer = append(finer, parts...)
	}
	return finer
}

// direct returns everybody's points in the matches within its own group. In a
// group in which not every two have met, or not all equally often, they are
// all 0: it would be no comparison.
func (m *maker) direct(groups [][]int) []Points {
	group := make([]int, len(m.lines)) // 0 for those who are alone
	place := make([]int, len(m.lines))
	met := make([][]int32, len(groups)+1) // matches of two members, one row each
	for g, members := range groups {
		if len(members) < 2 {
			continue
		}
		met[g+1] = make([]int32, len(members)*len(members))
		for at, i := range members {
			group[i], place[i] = g+1, at
		}
	}
	points := make([]Points, len(m.lines))
	for r := range m.results {
		a, b := r.Seats[0].Entrant, r.Seats[1].Entrant
		g := group[a]
		if g == 0 || g != group[b] || a == b {
			continue
		}
		points[a] += m.o.Scheme.points(r.Seats[0])
		points[b] += m.o.Scheme.points(r.Seats[1])
		size := len(groups[g-1])
		met[g][place[a]*size+place[b]]++
		met[g][place[b]*size+place[a]]++
	}
	for g, members := range groups {
		if len(members) > 1 && !even(met[g+1], len(members)) {
			for _, i := range members {
				points[i] = 0
			}
		}
	}
	return points
}

// even reports whether all pairs of a group met, and equally often.
func even(met []int32, size int) bool {
	for i := range size {
		for j := range size {
			if n := met[i*size+j]; i != j && (n == 0 || n != met[1]) {
				return false
			}
		}
	}
	return true
}

// buchholz returns the sum of every entrant's opponents' points, an opponent
// counting once for each match that counts.
func (m *maker) buchholz() []Points {
	sum := make([]Points, len(m.lines))
	for r := range m.results {
		if r.Self() {
			continue
		}
		for seat := range r.Seats {
			other := r.Seats[1-seat].Entrant
			if _, ok := m.o.Counted(m.entrants, &r, seat); ok && m.entrants[other].Removed == "" {
				sum[r.Seats[seat].Entrant] += m.lines[other].Points
			}
		}
	}
	return sum
}
