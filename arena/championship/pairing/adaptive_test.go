package pairing

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSwiss checks for any strengths: everybody is paired once a round, byes go
// round, nobody meets twice in the first rounds, and who is removed is gone.
func TestSwiss(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 25).Draw(rt, "entrants")
		p := &strengths{out: map[int32]bool{}}
		for range n {
			p.strength = append(p.strength, rapid.IntRange(0, 9).Draw(rt, "strength"))
		}
		count := rapid.IntRange(1, max(1, n/2)).Draw(rt, "rounds")
		f := Swiss{Order: Draw(5, n), Count: count, Boards: Boards{Count: 1}}
		gone := int32(-1)
		for {
			r, ok := f.Next(p)
			if !ok {
				break
			}
			var busy []int32
			for _, m := range r.Matches {
				if m.Seats[0] < m.Seats[1] {
					busy = append(busy, m.Seats[0], m.Seats[1])
				}
			}
			busy = append(busy, r.Byes...)
			slices.Sort(busy)
			if len(busy) != n-len(p.out) || len(slices.Compact(slices.Clone(busy))) != len(busy) || len(r.Byes) != (n-len(p.out))%2 {
				rt.Fatalf("round %d of %d without %v: busy %v, byes %v", len(p.rounds), n, p.out, busy, r.Byes)
			}
			if slices.Contains(busy, gone) {
				rt.Fatal("a removed entrant was paired")
			}
			p.rounds = append(p.rounds, r)
			if gone < 0 && n > 4 && rapid.Bool().Draw(rt, "removed") {
				gone = int32(rapid.IntRange(0, n-1).Draw(rt, "who"))
				p.out[gone] = true
			}
		}
		met, byes := map[[2]int32]int{}, map[int32]int{}
		for _, r := range p.rounds {
			for _, m := range r.Matches {
				met[m.Seats]++
			}
			for _, e := range r.Byes {
				byes[e]++
			}
		}
		for pair, times := range met {
			if times > 1 && len(p.out) == 0 {
				rt.Fatalf("%v met %d times in %d rounds of %d", pair, times, count, n)
			}
		}
		for e, times := range byes {
			if times > 1 && len(p.out) == 0 {
				rt.Fatalf("entrant %d had %d byes in %d rounds of %d", e, times, count, n)
			}
		}
	})
}

// TestSwissFindsBest checks that with enough rounds the best wins.
func TestSwissFindsBest(t *testing.T) {
	p := &strengths{strength: []int{4, 9, 1, 3, 7, 8, 2, 6}}
	playOut(t, Swiss{Order: Draw(1, 8), Count: 3, Boards: Boards{Count: 1}}, p)
	for e := range int32(8) {
		if e != 1 && p.Points(e) >= p.Points(1) {
			t.Errorf("entrant %d has %d points, the best one %d", e, p.Points(e), p.Points(1))
		}
	}
}

// TestSwissTooLong checks that more rounds than opponents come to an end with
// meetings repeated as evenly as can be.
func TestSwissTooLong(t *testing.T) {
	p := &strengths{strength: []int{1, 2, 3, 4}}
	playOut(t, Swiss{Order: Draw(1, 4), Count: 6, Boards: Boards{Count: 1}}, p)
	met := map[[2]int32]int{}
	for _, m := range matches(p.rounds) {
		met[m.Seats]++
	}
	if len(p.rounds) != 6 || len(met) != 12 {
		t.Fatalf("%d rounds, %d pairs", len(p.rounds), len(met))
	}
	for pair, times := range met {
		if times != 2 {
			t.Errorf("%v met %d times", pair, times)
		}
	}
}

func order(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// TestGroups checks groups and knock-out for many sizes: the strongest wins,
// the numbers told are those made, and each loser of a round shares its place.
func TestGroups(t *testing.T) {
	for n := 2; n <= 20; n++ {
		for groups := 1; groups <= n/2; groups++ {
			p := &strengths{strength: make([]int, n)}
			for i := range p.strength {
				p.strength[i] = i * 7 % n // n and 7 may share a factor: ties too
			}
			f := Groups{Order: order(n), Count: groups, Advance: 2, Boards: Boards{Count: 1}, KnockOut: Boards{Count: 1}, ThirdGame: true}
			playOut(t, f, p)
			rounds, count := f.Rounds()
			if rounds != len(p.rounds) || count != len(matches(p.rounds)) {
				t.Errorf("%d in %d groups: told %d rounds, %d matches; made %d, %d", n, groups, rounds, count, len(p.rounds), len(matches(p.rounds)))
			}
			places := Places(p)
			if len(places) != 2*groups {
				t.Errorf("%d in %d groups: %d places", n, groups, len(places))
			}
			for e, place := range places {
				if best := slices.Max(p.strength); place == 1 && p.strength[e] != best {
					t.Errorf("%d in %d groups: won by strength %d of %d", n, groups, p.strength[e], best)
				}
			}
		}
	}
}

// TestGroupsKeepApart checks that two of a group do not meet in the first
// round of the knock-out where that can be avoided.
func TestGroupsKeepApart(t *testing.T) {
	for groups := 2; groups <= 8; groups++ {
		n := 4 * groups
		p := &strengths{strength: make([]int, n)}
		for i := range p.strength {
			p.strength[i] = -i
		}
		f := Groups{Order: order(n), Count: groups, Advance: 2, Boards: Boards{Count: 1}, KnockOut: Boards{Count: 1}}
		group := map[int32]int{}
		for g, members := range f.groups() {
			for _, e := range members {
				group[e] = g
			}
		}
		playOut(t, f, p)
		first := p.rounds[f.groupRounds()]
		for _, m := range first.Matches {
			if group[m.Seats[0]] == group[m.Seats[1]] {
				t.Errorf("%d groups: %v are of one group", groups, m.Seats)
			}
		}
	}
}

// TestKnockOut checks a plain knock-out of six: byes for the best two, and the
// places that rulings after the end leave.
func TestKnockOut(t *testing.T) {
	p := &strengths{strength: []int{6, 5, 4, 3, 2, 1}, out: map[int32]bool{}}
	f := Groups{Order: order(6), Count: 1, Advance: 6, Skip: true, KnockOut: Boards{Count: 2}}
	playOut(t, f, p)
	if f.Name() != "knock-out" || len(p.rounds) != 3 || !slices.Equal(p.rounds[0].Byes, []int32{0, 1}) {
		t.Fatalf("%s: %d rounds, byes %v", f.Name(), len(p.rounds), p.rounds[0].Byes)
	}
	check := func(what string, want map[int32]int) {
		t.Helper()
		got := Places(p)
		for _, e := range []int32{0, 1, 2, 3, 4, 5} {
			if !p.out[e] && got[e] != want[e] {
				t.Errorf("%s: entrant %d has place %d, want %d", what, e, got[e], want[e])
			}
		}
	}
	check("played", map[int32]int{0: 1, 1: 2, 2: 3, 3: 3, 4: 5, 5: 5})
	p.out[0] = true
	check("the winner removed", map[int32]int{1: 1, 2: 3, 3: 3, 4: 5, 5: 5})
	p.out[1] = true
	check("both finalists removed", map[int32]int{2: 3, 3: 3, 4: 5, 5: 5})
	clear(p.out)
	// A ruling turns the semi-final of 0 and 3 after the final: 0 keeps its
	// place in the final, in which it now loses to 1.
	p.strength[0] = 0
	check("the winner's matches turned", map[int32]int{0: 2, 1: 1, 2: 3, 3: 3, 4: 5, 5: 5})
}

// TestKnockOutEqual checks that of equal ones the higher seed goes on, from the
// lower half of the bracket too.
func TestKnockOutEqual(t *testing.T) {
	for size := 2; size <= 16; size *= 2 {
		p := &strengths{strength: make([]int, size), out: map[int32]bool{}}
		// Without the best seed the second must win from the lower half.
		f := Groups{Order: order(size), Count: 1, Advance: size, Skip: true, KnockOut: Boards{Count: 1}}
		first, _ := f.Next(p)
		p.rounds = append(p.rounds, first)
		p.out[0] = true
		playOut(t, f, p)
		if got := Places(p); got[1] != 1 {
			t.Errorf("%d: the highest seed left has place %d", size, got[1])
		}
	}
}
