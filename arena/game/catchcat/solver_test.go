package catchcat

import "testing"

// field holds, for every cell, the distance to the nearest free border cell
// through free cells and the number of shortest ways there.
type field struct {
	b        *Board
	distance []int // far where there is no way
	routes   []int
}

const far = 1 << 30

func newField(b *Board) *field {
	f := &field{b, make([]int, len(b.blocked)), make([]int, len(b.blocked))}
	var now, next []Cell
	for i := range f.distance {
		f.distance[i] = far
		if c := Cell(i); b.border[c] && !b.blocked[c] {
			f.distance[c], f.routes[c] = 0, 1
			now = append(now, c)
		}
	}
	for d := 1; len(now) > 0; d++ {
		next = next[:0:0]
		for _, c := range now {
			for _, n := range b.near[c] {
				if n == None || b.blocked[n] || f.distance[n] < d {
					continue
				}
				if f.distance[n] == far {
					f.distance[n] = d
					next = append(next, n)
				}
				f.routes[n] += f.routes[c]
			}
		}
		now = next
	}
	return f
}

// choose returns the direction in which a solver of the recorded games sends
// the cat, -1 where there is no way out: the first that leads nearer, or of
// those that lead nearer the first with the most shortest ways.
func (f *field) choose(most bool) int {
	best, routes := -1, 0
	for d, c := range f.b.near[f.b.cat] {
		if c == None || f.b.blocked[c] || f.distance[c] >= f.distance[f.b.cat] {
			continue
		}
		if best < 0 || most && f.routes[c] > routes {
			best, routes = d, f.routes[c]
		}
	}
	return best
}

// checkSolvers compares with the moves that the other program's two cats
// would have made.
func checkSolvers(t *testing.T, where string, s *State, near, near2 *int) {
	t.Helper()
	f := newField(s.board)
	for _, c := range []struct {
		what string
		want *int
		most bool
	}{{"near", near, false}, {"near2", near2, true}} {
		if c.want == nil {
			t.Fatalf("%s: the record has no %s", where, c.what)
		}
		if got := f.choose(c.most); got != *c.want {
			t.Fatalf("%s: the solver %s goes %d, ours %d, in\n%s", where, c.what, *c.want, got, s)
		}
	}
}
