package sprt

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"botarena/arena/game"
)

// TestPublished compares with the ratios that fishtest gives for its tests,
// as listed by fastchess, to the two decimals given there.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		pairs      [5]int // the middle one: a win and a loss, or two draws
		elo0, elo1 float64
		want       float64
		answer     Answer
	}{
		{[5]int{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, -3.07, Worse},
		{[5]int{871, 26175, 55003 + 980, 26678, 821}, 0, 2, -4.98, Worse},
	} {
		x := Test{Elo0: c.elo0, Elo1: c.elo1, Pairs: c.pairs}
		if got := x.LLR(); math.Abs(got-c.want) > 0.01*math.Abs(c.want) {
			t.Errorf("%v: %.3f, want %.2f", c.pairs, got, c.want)
		}
		if got := x.Answer(); got != c.answer {
			t.Errorf("%v: %s", c.pairs, got)
		}
	}
}

func TestBounds(t *testing.T) {
	lower, upper := (&Test{Elo1: 1}).Bounds()
	if math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
		t.Errorf("%.4f to %.4f", lower, upper)
	}
}

// simulate plays pairs of players until the answer. The strength is that of
// the scores over all positions.
func simulate(elo, spread float64, seed uint64) (Answer, int) {
	low, high := elo, elo+spread
	for range 60 {
		mid := (low + high) / 2
		if (expected(mid+spread)+expected(mid-spread))/2 < expected(elo) {
			low = mid
		} else {
			high = mid
		}
	}
	elo = low
	x := Test{Elo0: 0, Elo1: 60}
	rnd := game.NewRand(seed, "sprt")
	for x.Answer() == Unknown && x.N() < 20000 {
		// The position favours one side, the same in both matches.
		side := spread * (2*float64(rnd.IntN(2)) - 1)
		halves := 0
		for _, d := range []float64{elo + side, elo - side} {
			p := expected(d)
			draw := 0.4 * min(p, 1-p)
			switch u := float64(rnd.Uint64()>>11) / (1 << 53); {
			case u < p-draw/2:
				halves += 2
			case u < p+draw/2:
				halves++
			}
		}
		x.Add(halves)
	}
	return x.Answer(), x.N()
}

// TestErrors checks the chances of a wrong answer with simulated players, with
// and without positions that favour a side: 5 % of 300, and three deviations.
func TestErrors(t *testing.T) {
	const runs, most = 300, 300*0.05 + 3*3.8
	for _, spread := range []float64{0, 200} {
		for _, c := range []struct {
			elo   float64
			wrong Answer
		}{{0, Better}, {60, Worse}} {
			wrong, pairs := 0, 0
			for seed := range uint64(runs) {
				a, n := simulate(c.elo, spread, seed)
				pairs += n
				if a == c.wrong {
					wrong++
				}
				if a == Unknown {
					t.Fatal("no end")
				}
			}
			if float64(wrong) > most {
				t.Errorf("Elo %g, spread %g: wrong in %d of %d", c.elo, spread, wrong, runs)
			}
			t.Logf("Elo %g, spread %g: wrong in %d of %d, %d pairs on average", c.elo, spread, wrong, runs, pairs/runs)
		}
	}
}

// TestNumbers checks that all is a number for any counts, and that the ratio
// is antisymmetric: from the other side the hypotheses change places.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x := Test{Elo0: -10, Elo1: 20}
		y := Test{Elo0: -20, Elo1: 10}
		for i := range x.Pairs {
			x.Pairs[i] = rapid.SampledFrom([]int{0, 0, 1, 7, 1000000}).Draw(rt, "pairs")
			y.Pairs[4-i] = x.Pairs[i]
		}
		a, b := x.LLR(), y.LLR()
		e := x.Estimate()
		for _, v := range []float64{a, b, e.Score, e.Elo, e.Low, e.High, e.Superiority} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				rt.Fatalf("%v: %v %+v", x.Pairs, a, e)
			}
		}
		if math.Abs(a+b) > 1e-6*(1+math.Abs(a)) {
			rt.Fatalf("%v: %v from one side, %v from the other", x.Pairs, a, b)
		}
		if e.Known && (e.Low > e.Elo || e.High < e.Elo) {
			rt.Fatalf("%+v", e)
		}
	})
}

func TestEstimate(t *testing.T) {
	// Ten pairs, mean score 0.75: Elo 190.8; variance 0.0625, so 0.0791 deviation.
	x := Test{Elo1: 10, Pairs: [5]int{0, 0, 5, 0, 5}}
	e := x.Estimate()
	if e.Score != 0.75 || math.Abs(e.Elo-190.85) > 0.01 || math.Abs(e.Low-elo(0.75-1.96*0.25/math.Sqrt(10))) > 0.01 || e.Superiority < 0.999 {
		t.Errorf("%+v", e)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		pairs [5]int
		want  string
	}{
		{[5]int{}, "not known yet whether B is better than A: the ratio is 0.00 between -2.94 and 2.94; no pair was played"},
		{[5]int{0, 0, 1}, "not known yet whether B is better than A: the ratio is -0.05 between -2.94 and 2.94; after 1 pair B has 50.0 % of the points, the same in every pair"},
		{[5]int{0, 0, 0, 0, 60}, "B is better than A: “+20 Elo or more” is accepted over “0 Elo or less” (wrong in at most 5 % of such tests); after 60 pairs B has 100.0 % of the points, the same in every pair"},
		{[5]int{90, 10, 10, 10, 0}, "B is not shown to be better than A: “0 Elo or less” is accepted over “+20 Elo or more” (wrong in at most 5 % of such tests); after 120 pairs B has 12.5 % of the points, Elo -338.0 (95 %: "},
	} {
		x := Test{Elo1: 20, Pairs: c.pairs}
		if got := x.Words("A", "B"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
	x := Test{Elo1: 20, Alpha: 0.07, Pairs: [5]int{0, 0, 0, 0, 60}}
	if got := x.Words("A", "B"); !strings.Contains(got, "(wrong in at most 7 % of such tests)") {
		t.Error(got)
	}
}

func TestCheck(t *testing.T) {
	for _, x := range []Test{{}, {Elo0: 5, Elo1: 5}, {Elo0: math.NaN(), Elo1: 5}, {Elo1: 2000}, {Elo1: 5, Alpha: 0.6}, {Elo1: 5, Beta: -1}, {Elo1: math.Inf(1)}} {
		if x.Check() == nil {
			t.Errorf("%+v passed", x)
		}
	}
	if err := (&Test{Elo1: 5}).Check(); err != nil {
		t.Error(err)
	}
}
