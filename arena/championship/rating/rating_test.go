package rating

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"botarena/arena/game"
)

// TestBaseball compares with Agresti, Categorical Data Analysis (2002), table
// 10.11: the 1987 season of the American League's eastern division, with the
// advantage of playing at home.
func TestBaseball(t *testing.T) {
	teams := []string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"}
	// Wins at home and away wins, of the row's team at home.
	home := [7][7][2]int{
		{{}, {4, 3}, {4, 2}, {4, 3}, {6, 1}, {4, 2}, {6, 0}},
		{{3, 3}, {}, {4, 2}, {4, 3}, {6, 0}, {6, 1}, {4, 3}},
		{{2, 5}, {4, 3}, {}, {2, 4}, {4, 3}, {4, 2}, {6, 0}},
		{{3, 3}, {5, 1}, {2, 5}, {}, {4, 3}, {4, 2}, {6, 1}},
		{{5, 1}, {2, 5}, {3, 3}, {4, 2}, {}, {5, 2}, {6, 0}},
		{{2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 2}, {}, {2, 4}},
		{{2, 5}, {1, 5}, {1, 6}, {2, 4}, {1, 6}, {3, 4}, {}},
	}
	var scores []Score
	for i := range home {
		for j := range home[i] {
			if i != j {
				scores = append(scores, Score{First: i, Second: j, Wins: home[i][j][0], Losses: home[i][j][1]})
			}
		}
	}
	l := Rate(7, scores)
	want := map[string]string{"Milwaukee": "0.220", "Detroit": "0.190", "Toronto": "0.164", "New York": "0.157", "Boston": "0.137", "Cleveland": "0.088", "Baltimore": "0.044"}
	sum := 0.0
	for _, p := range l.Players {
		sum += math.Exp(p.Elo * perElo)
	}
	for _, p := range l.Players {
		if got := fmt.Sprintf("%.3f", math.Exp(p.Elo*perElo)/sum); got != want[teams[p.Index]] {
			t.Errorf("%s: %s, want %s", teams[p.Index], got, want[teams[p.Index]])
		}
		if p.Bounded || p.Played != 78 {
			t.Errorf("%s: %+v", teams[p.Index], p)
		}
	}
	if got := fmt.Sprintf("%.3f", l.Advantage*perElo); got != "0.302" {
		t.Errorf("home advantage %s, want 0.302", got)
	}
}

// TestCitations compares with Stigler's citations of four journals as fitted
// by Turner and Firth, Journal of Statistical Software 48(9), 2012. Each pair
// is put in with both sides equally often, which makes the advantage 0.
func TestCitations(t *testing.T) {
	// Biometrika, Communications in Statistics, JASA, JRSS-B.
	var scores []Score
	for _, c := range [][4]int{{0, 1, 730, 33}, {0, 2, 498, 320}, {0, 3, 221, 284}, {1, 2, 68, 813}, {1, 3, 17, 276}, {2, 3, 142, 325}} {
		scores = append(scores, Score{First: c[0], Second: c[1], Wins: c[2], Losses: c[3]}, Score{First: c[1], Second: c[0], Wins: c[3], Losses: c[2]})
	}
	l := Rate(4, scores)
	elo := map[int]float64{}
	for _, p := range l.Players {
		elo[p.Index] = p.Elo * perElo
	}
	for i, want := range []float64{0, -2.9491, -0.4796, 0.2690} {
		if got := elo[i] - elo[0]; math.Abs(got-want) > 1e-4 {
			t.Errorf("journal %d: %.4f, want %.4f", i, got, want)
		}
	}
	if math.Abs(l.Advantage) > 1e-6 {
		t.Errorf("advantage %g of balanced sides", l.Advantage)
	}
}

// TestInterval compares with what two players give in closed form: odds of 2
// in n matches have the variance 1/(n·2/9), of which each has a quarter.
func TestInterval(t *testing.T) {
	l := Rate(2, []Score{{0, 1, 10, 0, 5}, {1, 0, 5, 0, 10}})
	p := l.Players[0]
	half := Z95 / 2 / math.Sqrt(30*2.0/9) / perElo
	if p.Index != 0 || math.Abs(p.Elo-200*math.Log10(2)) > 1e-6 || math.Abs(p.High-p.Elo-half) > 1e-6 || math.Abs(p.Elo-p.Low-half) > 1e-6 {
		t.Errorf("%+v, want %.3f ± %.3f", p, 200*math.Log10(2), half)
	}
}

// TestUnbounded follows F086: always won, always lost, never played, alone.
func TestUnbounded(t *testing.T) {
	l := Rate(4, []Score{{0, 1, 5, 0, 0}, {1, 0, 0, 0, 5}})
	first, second, third := l.Players[0], l.Players[1], l.Players[2]
	if first.Index != 0 || !first.Bounded || first.Elo < 100 || first.Elo > 1000 || second.Elo != -first.Elo && math.Abs(second.Elo+first.Elo) > 1e-6 {
		t.Errorf("all won: %+v, %+v", first, second)
	}
	if third.Rated || third.Played != 0 || third.Island != 0 || third.Elo != 0 {
		t.Errorf("never played: %+v", third)
	}
	for _, n := range []int{0, 1} {
		if l := Rate(n, nil); len(l.Players) != n || l.AdvantageKnown || l.Islands != 0 {
			t.Errorf("%d players: %+v", n, l)
		}
	}
	// The advantage alone explains everything: the first one always wins.
	l = Rate(2, []Score{{0, 1, 9, 0, 0}, {1, 0, 9, 0, 0}})
	if !l.AdvantageKnown || l.Advantage < 100 || l.Advantage > 2000 || math.Abs(l.Players[0].Elo) > 1e-6 {
		t.Errorf("first always wins: %+v", l)
	}
}

// TestIslands rates two groups apart.
func TestIslands(t *testing.T) {
	l := Rate(5, []Score{{3, 4, 2, 0, 1}, {4, 3, 1, 0, 2}, {0, 1, 3, 0, 1}, {1, 2, 3, 0, 1}, {2, 0, 1, 0, 3}})
	if l.Islands != 2 || l.Players[0].Index != 0 || l.Players[0].Island != 1 || l.Players[3].Index != 3 || l.Players[3].Island != 2 {
		t.Errorf("%+v", l)
	}
	alone := Rate(5, []Score{{3, 4, 2, 0, 1}, {4, 3, 1, 0, 2}})
	if math.Abs(alone.Players[0].Elo-l.Players[3].Elo) > 1e-9 {
		t.Errorf("an island's ratings depend on another one: %v, %v", alone.Players[0].Elo, l.Players[3].Elo)
	}
}

// TestNumbers checks for any results that everything is a number in its
// interval, that an island's ratings sum to 0 (F087), and that the order of
// the scores changes nothing that shows.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(rt, "players")
		var scores []Score
		for range rapid.IntRange(0, 20).Draw(rt, "scores") {
			a := rapid.IntRange(0, n-1).Draw(rt, "a")
			b := rapid.IntRange(0, n-2).Draw(rt, "b")
			if b >= a {
				b++
			}
			count := rapid.SampledFrom([]int{0, 0, 1, 3, 100000})
			scores = append(scores, Score{a, b, count.Draw(rt, "w"), count.Draw(rt, "d"), count.Draw(rt, "l")})
		}
		l := Rate(n, scores)
		sums := map[int]float64{}
		for _, p := range l.Players {
			for _, x := range []float64{p.Elo, p.Low, p.High} {
				if math.IsNaN(x) || math.Abs(x) > 1e6 {
					rt.Fatalf("%+v", p)
				}
			}
			if p.Low > p.Elo || p.High < p.Elo || p.Rated != (p.Played > 0) {
				rt.Fatalf("%+v", p)
			}
			sums[p.Island] += p.Elo
		}
		for _, sum := range sums {
			if math.Abs(sum) > 1e-5 {
				rt.Fatalf("sums %v", sums)
			}
		}
		if math.IsNaN(l.Advantage + l.AdvantageLow + l.AdvantageHigh) {
			rt.Fatalf("%+v", l)
		}
		again := Rate(n, rapid.Permutation(scores).Draw(rt, "order"))
		if !reflect.DeepEqual(rounded(l), rounded(again)) {
			rt.Fatalf("the order matters: %v, %v", rounded(l), rounded(again))
		}
	})
}

func rounded(l *List) map[int]string {
	list := map[int]string{}
	for _, p := range l.Players {
		list[p.Index] = fmt.Sprintf("%.2f %.2f", p.Elo+1e4, p.High+1e4)
	}
	return list
}

// TestSimulated rates simulated players of known strength: 95 % of the true
// values lie in their intervals, as near as 40 series of 8 players tell.
func TestSimulated(t *testing.T) {
	const n, first = 8, 60.0
	inside, total, advantages := 0, 0, 0
	for series := range 40 {
		rnd := game.NewRand(uint64(series), "rating")
		var scores []Score
		for i := range n {
			for j := range n {
				if i == j {
					continue
				}
				s := Score{First: i, Second: j}
				p := 1 / (1 + math.Pow(10, -(truth(i)-truth(j)+first)/400))
				for range 20 {
					if float64(rnd.Uint64()>>11)/(1<<53) < p {
						s.Wins++
					} else {
						s.Losses++
					}
				}
				scores = append(scores, s)
			}
		}
		l := Rate(n, scores)
		for _, p := range l.Players {
			total++
			if p.Low <= truth(p.Index) && truth(p.Index) <= p.High {
				inside++
			}
		}
		if l.AdvantageLow <= first && first <= l.AdvantageHigh {
			advantages++
		}
	}
	// Seven of eight are free: 280 draws, so three deviations are 4 %.
	if share := float64(inside) / float64(total); share < 0.91 || share > 0.99 || advantages < 34 {
		t.Errorf("%.3f of the intervals hold the truth, want 0.95; advantage in %d of 40", share, advantages)
	}
}

// truth is the strength of a simulated player; the mean of eight is 0.
func truth(i int) float64 { return 80 * (float64(i) - 3.5) }

// BenchmarkRate1000 rates 1000 players after a double round robin.
func BenchmarkRate1000(b *testing.B) {
	const n = 1000
	rnd := game.NewRand(1, "bench")
	var scores []Score
	for i := range n {
		for j := range n {
			if i != j {
				w := rnd.IntN(2)
				scores = append(scores, Score{First: i, Second: j, Wins: w, Losses: 1 - w})
			}
		}
	}
	for b.Loop() {
		Rate(n, scores)
	}
}
