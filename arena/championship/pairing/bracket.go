package pairing

import "slices"

// nobody fills the places of a bracket that have no entrant.
const nobody = int32(-1)

// final is the name of the last round of a knock-out.
const final = "final"

// bracket returns the places of seeds 0 to size-1 in the first round of a
// knock-out, size a power of two: the best two can meet in the final only,
// the best four in the semi-finals only, and so on.
func bracket(size int) []int {
	places := []int{0}
	for n := 2; n <= size; n *= 2 {
		next := make([]int, 0, n)
		for _, seed := range places {
			next = append(next, seed, n-1-seed)
		}
		places = next
	}
	return places
}

// firstBracket returns the places of the knock-out's first round: the groups'
// winners are seeded first, then the seconds, and so on; the best seeds have
// the byes. Two of one group do not meet there if that can be avoided.
func (f Groups) firstBracket(past Past) []int32 {
	ranked := f.Ranked(past)
	group := map[int32]int{nobody: -1}
	var seeds []int32
	for place := range f.Advance {
		for g, members := range ranked {
			if place < len(members) {
				group[members[place]] = g
				seeds = append(seeds, members[place])
			}
		}
	}
	size := 1
	for size < len(seeds) {
		size *= 2
	}
	places := make([]int32, 0, size)
	for _, seed := range bracket(size) {
		if seed < len(seeds) {
			places = append(places, seeds[seed])
		} else {
			places = append(places, nobody)
		}
	}
	if f.Skip || f.Count < 2 || size < 4 {
		return places
	}
	clash := func(i int) bool { return group[places[i]] == group[places[i+1]] }
	for i := 0; i < size; i += 2 {
		for j := 0; j < size && clash(i); j += 2 {
			// Only those who have an opponent change places: byes stay.
			if j == i || places[j+1] == nobody {
				continue
			}
			places[i+1], places[j+1] = places[j+1], places[i+1]
			if clash(i) || clash(j) {
				places[i+1], places[j+1] = places[j+1], places[i+1]
			}
		}
	}
	return places
}

// knockOut returns the next round of the knock-out. From its second round on
// it follows the bracket of the round before, so that what is changed in the
// groups afterwards never changes a bracket under way.
func (f Groups) knockOut(past Past, from int) (Round, bool) {
	rounds := past.Rounds()
	number := len(rounds)
	var places []int32
	if number == from {
		places = f.firstBracket(past)
	} else {
		last := rounds[number-1]
		if len(last.Bracket) <= 2 {
			return Round{}, false
		}
		for i := 0; i < len(last.Bracket); i += 2 {
			winner, _ := decide(past, number-1, last.Bracket[i], last.Bracket[i+1])
			places = append(places, winner)
		}
	}
	if len(places) < 2 {
		return Round{}, false
	}
	names := map[int]string{2: final, 4: "semi-finals", 8: "quarter-finals"}
	r := Round{Name: names[len(places)], Bracket: places}
	if r.Name == "" {
		r.Name = "knock-out"
	}
	for i := 0; i < len(places); i += 2 {
		a, b := places[i], places[i+1]
		switch {
		case a != nobody && b != nobody:
			r.Matches = f.KnockOut.meetOnAll(r.Matches, number, a, b)
		case a != nobody || b != nobody:
			r.Byes = append(r.Byes, max(a, b))
		}
	}
	if third := f.third(past, number, places); third[0] != nobody && third[1] != nobody {
		r.Matches = f.KnockOut.meetOnAll(r.Matches, number, third[0], third[1])
	}
	return r, true
}

// third returns who plays for the third place beside the final.
func (f Groups) third(past Past, number int, places []int32) [2]int32 {
	pair := [2]int32{nobody, nobody}
	if !f.ThirdGame || len(places) != 2 || number == 0 {
		return pair
	}
	semi := past.Rounds()[number-1].Bracket
	if len(semi) != 4 {
		return pair
	}
	for i := range pair {
		_, pair[i] = decide(past, number-1, semi[2*i], semi[2*i+1])
		if pair[i] != nobody && past.Removed(pair[i]) {
			pair[i] = nobody
		}
	}
	return pair
}

// decide returns who goes on from a meeting and who does not: the one that is
// still in, the better one, or, where all that counts is equal, the higher seed.
func decide(past Past, round int, a, b int32) (winner, loser int32) {
	in := func(e int32) bool { return e != nobody && !past.Removed(e) }
	switch {
	case !in(a) && !in(b):
		return nobody, nobody
	case !in(a):
		return b, a
	case !in(b):
		return a, b
	}
	better := past.Better(a, b, round, round+1, []int32{a, b})
	if better == 0 {
		better = seed(past, a) - seed(past, b)
	}
	if better > 0 {
		return b, a
	}
	return a, b
}

// seed returns the seed of an entrant's place in the knock-out's first round.
func seed(past Past, entrant int32) int {
	rounds := past.Rounds()
	first := rounds[slices.IndexFunc(rounds, func(r Round) bool { return r.Bracket != nil })].Bracket
	return bracket(len(first))[slices.Index(first, entrant)]
}

// Places returns the places that a knock-out has decided so far, 1 for the
// winner; who is still in has place 1 together with all others that are, and
// the losers of one round share a place, except where the third is played for.
// Who did not reach the knock-out has none. The rounds must be settled.
//
// Only the last round is decided by what counts now. In the rounds before, who
// stands in the next bracket went on, whatever was ruled afterwards: nobody
// gets back in by a ruling about somebody else.
func Places(past Past) map[int32]int {
	places := map[int32]int{}
	rounds := past.Rounds()
	for number, r := range rounds {
		for i := 0; i+1 < len(r.Bracket); i += 2 {
			a, b := r.Bracket[i], r.Bracket[i+1]
			var winner int32
			if number+1 < len(rounds) {
				winner = rounds[number+1].Bracket[i/2]
			} else {
				winner, _ = decide(past, number, a, b)
			}
			places[a], places[b] = len(r.Bracket)/2+1, len(r.Bracket)/2+1
			places[winner] = 1
		}
		if r.Name != final {
			continue
		}
		for _, m := range r.Matches {
			if !slices.Contains(r.Bracket, m.Seats[0]) {
				winner, loser := decide(past, number, m.Seats[0], m.Seats[1])
				places[winner], places[loser] = 3, 4
				break // the others are the same meeting
			}
		}
	}
	delete(places, nobody)
	return places
}
