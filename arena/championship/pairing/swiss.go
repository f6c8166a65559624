package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// Swiss pairs entrants of equal points, round after round. Nobody meets the
// same opponent twice while that can be avoided, and with an odd number the
// lowest one that had no bye yet has it. What a bye is worth is the table's
// business.
type Swiss struct {
	Order  []int32 // the entrants, as drawn: decides among equals
	Count  int     // rounds
	Boards Boards  // of one meeting
}

var _ Format = Swiss{}

// Name returns "swiss".
func (Swiss) Name() string { return "swiss" }

// Adaptive returns true.
func (Swiss) Adaptive() bool { return true }

// Rounds returns the number of rounds and of matches.
func (f Swiss) Rounds() (rounds, matches int) {
	if len(f.Order) < 2 {
		return 0, 0
	}
	return f.Count, f.Count * (len(f.Order) / 2) * f.Boards.Matches()
}

// Next pairs the entrants that are still in.
func (f Swiss) Next(past Past) (Round, bool) {
	number := len(past.Rounds())
	if number >= f.Count {
		return Round{}, false
	}
	field := newField(f.Order, past)
	if len(field.order) < 2 {
		return Round{}, false
	}
	r := Round{Name: fmt.Sprintf("round %d", number+1)}
	if len(field.order)%2 != 0 {
		r.Byes = []int32{field.takeBye()}
	}
	for _, p := range field.pair() {
		// Who was first less often in earlier rounds is it now.
		if field.first[p[1]] < field.first[p[0]] {
			p[0], p[1] = p[1], p[0]
		}
		r.Matches = f.Boards.meetOnAll(r.Matches, number, p[0], p[1])
	}
	return r, true
}

// field is what pairing needs to know about the rounds before.
type field struct {
	order []int32 // best first
	score map[int32]int64
	met   map[[2]int32]int // how often two have met, the smaller number first
	byes  map[int32]int
	first map[int32]int // how often an entrant had the first seat
	steps int           // of the search that are left
}

func newField(drawn []int32, past Past) *field {
	f := &field{score: map[int32]int64{}, met: map[[2]int32]int{}, byes: map[int32]int{}, first: map[int32]int{}}
	for _, e := range drawn {
		if !past.Removed(e) {
			f.order = append(f.order, e)
			f.score[e] = past.Points(e)
		}
	}
	slices.SortStableFunc(f.order, func(a, b int32) int { return cmp.Compare(f.score[b], f.score[a]) })
	for _, r := range past.Rounds() {
		seen := map[[2]int32]bool{}
		for _, m := range r.Matches {
			if p := sorted(m.Seats); !seen[p] {
				seen[p] = true
				f.met[p]++
				f.first[m.Seats[0]]++
			}
		}
		for _, e := range r.Byes {
			f.byes[e]++
		}
	}
	return f
}

func sorted(p [2]int32) [2]int32 {
	if p[0] > p[1] {
		p[0], p[1] = p[1], p[0]
	}
	return p
}

// takeBye takes the lowest entrant with the fewest byes out of the order.
func (f *field) takeBye() int32 {
	at := len(f.order) - 1
	for i, e := range slices.Backward(f.order) {
		if f.byes[e] < f.byes[f.order[at]] {
			at = i
		}
	}
	e := f.order[at]
	f.order = slices.Delete(f.order, at, at+1)
	return e
}

// searchSteps bounds the search for a round without repeated meetings; it is
// needed only when nearly everybody has met everybody.
const searchSteps = 100_000

// pair returns the pairs of a round, the best ones first. It tries to have no
// pair that has met before, then as few meetings more as must be.
func (f *field) pair() [][2]int32 {
	for again := 0; ; again++ {
		f.steps = searchSteps
		pairs := make([][2]int32, 0, len(f.order)/2)
		if found, ok := f.search(pairs, f.order, again); ok {
			return found
		}
	}
}

// search pairs the best of the free entrants with the best partner for it and
// goes on with the rest, and back where that leads nowhere.
func (f *field) search(pairs [][2]int32, free []int32, again int) ([][2]int32, bool) {
	if len(free) == 0 {
		return pairs, true
	}
	best := free[0]
	for _, at := range f.partners(free) {
		if f.steps--; f.steps < 0 {
			return nil, false
		}
		p := [2]int32{best, free[at]}
		if f.met[sorted(p)] > again {
			continue
		}
		rest := make([]int32, 0, len(free)-2)
		rest = append(append(rest, free[1:at]...), free[at+1:]...)
		if found, ok := f.search(append(pairs, p), rest, again); ok {
			return found, true
		}
	}
	return nil, false
}

// partners lists the places in free of the first one's possible partners, the
// most fitting first: of its own points the one half a group below it (the
// best of a group's upper half meets the best of its lower half), then those
// around that one, then those with fewer points from the top.
func (f *field) partners(free []int32) []int {
	group := 1
	for group < len(free) && f.score[free[group]] == f.score[free[0]] {
		group++
	}
	places := make([]int, 0, len(free)-1)
	half := max(group/2, 1)
	for at := half; at < group; at++ {
		places = append(places, at)
	}
	for at := half - 1; at >= 1; at-- {
		places = append(places, at)
	}
	for at := group; at < len(free); at++ {
		places = append(places, at)
	}
	return places
}
