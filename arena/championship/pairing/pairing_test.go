package pairing

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"botarena/arena/game"
)

// strengths is a Past in which the entrant with the greater strength wins
// every match; equal ones draw.
type strengths struct {
	strength []int
	rounds   []Round
	out      map[int32]bool
}

func (p *strengths) Rounds() []Round      { return p.rounds }
func (p *strengths) Removed(e int32) bool { return p.out[e] }

func (p *strengths) Points(e int32) int64 { return p.points(e, 0, len(p.rounds), nil) }

func (p *strengths) points(e int32, from, until int, among []int32) (sum int64) {
	for _, r := range p.rounds[from:until] {
		if among == nil && slices.Contains(r.Byes, e) {
			sum += 2
		}
		for _, m := range r.Matches {
			other := m.Seats[1]
			if other == e {
				other = m.Seats[0]
			} else if m.Seats[0] != e {
				continue
			}
			if among == nil || slices.Contains(among, other) {
				sum += int64(1 + cmp.Compare(p.strength[e], p.strength[other]))
			}
		}
	}
	return sum
}

func (p *strengths) Better(a, b int32, from, until int, among []int32) int {
	return cmp.Compare(p.points(b, from, until, among), p.points(a, from, until, among))
}

// playOut lets a format make all its rounds.
func playOut(t *testing.T, f Format, p *strengths) {
	t.Helper()
	for {
		r, ok := f.Next(p)
		if !ok {
			return
		}
		for _, m := range r.Matches {
			if int(m.Round) != len(p.rounds) {
				t.Fatalf("%s: a match of round %d in round %d", f.Name(), m.Round, len(p.rounds))
			}
		}
		if p.rounds = append(p.rounds, r); len(p.rounds) > 5000 {
			t.Fatal("no end of rounds")
		}
	}
}

func matches(rounds []Round) (all []Match) {
	for _, r := range rounds {
		all = append(all, r.Matches...)
	}
	return all
}

// TestAll checks n² matches, one for each pair of programs, and that every
// round uses each program once.
func TestAll(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 7, 10} {
		p := &strengths{strength: make([]int, n)}
		playOut(t, All{Entrants: n, Boards: 1}, p)
		seen := map[[2]int32]int{}
		for _, r := range p.rounds {
			var first, second []int32
			for _, m := range r.Matches {
				seen[m.Seats]++
				first, second = append(first, m.Seats[0]), append(second, m.Seats[1])
			}
			slices.Sort(first)
			slices.Sort(second)
			if len(slices.Compact(first)) != n || len(slices.Compact(second)) != n {
				t.Errorf("%d entrants: a round does not use every program once", n)
			}
		}
		if len(seen) != n*n || len(matches(p.rounds)) != n*n {
			t.Errorf("%d entrants: %d matches, %d different", n, len(matches(p.rounds)), len(seen))
		}
	}
}

// TestRoundRobin checks that every pair meets on every board with both sides,
// that no entrant plays two pairs in a round, and that byes are even (F079).
func TestRoundRobin(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 11} {
		for _, boards := range []Boards{{Count: 1}, {Count: 3}, {Count: 2, OneSided: true}} {
			p := &strengths{strength: make([]int, n)}
			f := RoundRobin{Entrants: n, Boards: boards}
			playOut(t, f, p)
			rounds, count := f.Rounds()
			all := matches(p.rounds)
			if rounds != len(p.rounds) || count != len(all) {
				t.Errorf("%+v: told %d rounds, %d matches; made %d, %d", f, rounds, count, len(p.rounds), len(all))
			}
			seen, byes := map[string]int{}, map[int32]int{}
			for _, m := range all {
				s := m.Seats
				if boards.OneSided {
					s = sorted(s)
				}
				seen[fmt.Sprint(m.Board, s)]++
			}
			want := n * (n - 1) / 2 * boards.Matches()
			if len(seen) != want || len(all) != want {
				t.Errorf("%+v: %d matches, %d different; want %d", f, len(all), len(seen), want)
			}
			for _, r := range p.rounds {
				busy := map[int32]int32{}
				for _, m := range r.Matches {
					for i, e := range m.Seats {
						if other, ok := busy[e]; ok && other != m.Seats[1-i] {
							t.Fatalf("%+v: entrant %d plays %d and %d in one round", f, e, other, m.Seats[1-i])
						}
						busy[e] = m.Seats[1-i]
					}
				}
				for _, e := range r.Byes {
					byes[e]++
				}
			}
			for e, got := range byes {
				if got != boards.Count || n%2 == 0 {
					t.Errorf("%+v: %d byes for entrant %d", f, got, e)
				}
			}
			if n > 1 && n%2 == 1 && len(byes) != n {
				t.Errorf("%+v: byes for %d of %d", f, len(byes), n)
			}
		}
	}
}

// TestSameBoards checks that all pairs have the same boards in the same order
// (F082), and that nothing but the championship's seed decides their seeds (F084).
func TestSameBoards(t *testing.T) {
	lists := map[[2]int32][]int32{}
	p := &strengths{strength: []int{3, 1, 2}}
	playOut(t, RoundRobin{Entrants: 3, Boards: Boards{Count: 2}}, p)
	for _, m := range matches(p.rounds) {
		lists[sorted(m.Seats)] = append(lists[sorted(m.Seats)], m.Board)
	}
	for pair, list := range lists {
		if !slices.Equal(list, []int32{0, 0, 1, 1}) {
			t.Errorf("boards of %v: %v", pair, list)
		}
	}
	seen := map[uint64]bool{}
	for k := range 1000 {
		seen[BoardSeed(7, k)] = true
	}
	if len(seen) != 1000 || BoardSeed(7, 3) != game.DeriveSeed(7, "board 3") || seen[BoardSeed(8, 0)] {
		t.Error("seeds of boards repeat, or are not derived from the master seed")
	}
}

// TestGauntlet checks that only the hero meets everybody (F080).
func TestGauntlet(t *testing.T) {
	p := &strengths{strength: make([]int, 5)}
	playOut(t, Gauntlet{Entrants: 5, Hero: 2, Boards: Boards{Count: 2}}, p)
	all := matches(p.rounds)
	if len(all) != 4*2*2 {
		t.Errorf("%d matches", len(all))
	}
	for _, m := range all {
		if (m.Seats[0] == 2) == (m.Seats[1] == 2) {
			t.Errorf("match %+v without the hero, or of it with itself", m)
		}
	}
}

// TestPartial checks that after any round of a round robin nobody has played
// more than one meeting more than anybody else.
func TestPartial(t *testing.T) {
	p := &strengths{strength: make([]int, 9)}
	playOut(t, RoundRobin{Entrants: 9, Boards: Boards{Count: 1}}, p)
	played := make([]int, 9)
	for _, r := range p.rounds {
		for _, m := range r.Matches {
			played[m.Seats[0]]++
			played[m.Seats[1]]++
		}
		if slices.Max(played)-slices.Min(played) > 4 {
			t.Errorf("after a round: %v", played)
		}
	}
}
