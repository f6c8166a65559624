// Package sprt answers "is B better than A?" with as few matches as the answer
// takes: Wald's sequential probability ratio test on pairs of matches.
//
// A pair is two matches from one starting position with the sides swapped. Its
// five scores (0 to 2 points in halves: the pentanomial) take the luck of the
// position out, which single matches would count as noise. The likelihoods
// are those of the two nearest distributions over the five scores that have
// the expected scores of the hypotheses (the generalised test of Van den
// Bergh, as in fishtest). After any pair the test may stop; the chances of a
// wrong answer are bounded by Alpha and Beta all the same, as long as nobody
// looks for a good moment to stop by hand.
package sprt

import (
	"fmt"
	"math"

	"botarena/arena/championship/rating"
)

// Test is a test that goes on. Its first fields are set before the first pair.
type Test struct {
	// Elo0 and Elo1 are the strengths of B over A in the two hypotheses, the
	// smaller first: "no better than Elo0", "at least Elo1".
	Elo0, Elo1 float64
	// Alpha bounds the chance to accept Elo1 where Elo0 is true, Beta the
	// reverse; 0.05 where they are 0.
	Alpha, Beta float64
	// Pairs counts pairs by B's score in half points, 0 to 4.
	Pairs [5]int
}

// Check reports settings with which there is nothing to test.
func (t *Test) Check() error {
	switch alpha, beta := t.risks(); {
	case math.IsNaN(t.Elo0+t.Elo1) || math.IsInf(t.Elo0, 0) || math.IsInf(t.Elo1, 0) || t.Elo1 <= t.Elo0:
		return fmt.Errorf("elo1: %g is not above elo0, %g", t.Elo1, t.Elo0)
	case math.Abs(t.Elo0) > 1000 || math.Abs(t.Elo1) > 1000:
		return fmt.Errorf("elo0, elo1: want numbers from -1000 to 1000")
	case !(alpha > 0 && alpha < 0.5), !(beta > 0 && beta < 0.5):
		return fmt.Errorf("alpha, beta: want chances above 0 and below 0.5")
	}
	return nil
}

func (t *Test) risks() (alpha, beta float64) {
	alpha, beta = t.Alpha, t.Beta
	if alpha == 0 {
		alpha = 0.05
	}
	if beta == 0 {
		beta = 0.05
	}
	return alpha, beta
}

// Add counts a pair by B's score in half points: 4 for two wins, 0 for two
// losses. It panics for another number.
func (t *Test) Add(halves int) { t.Pairs[halves]++ }

// N returns the number of pairs.
func (t *Test) N() int {
	n := 0
	for _, c := range t.Pairs {
		n += c
	}
	return n
}

// Answer is what a test has found.
type Answer string

// The answers.
const (
	Unknown Answer = "unknown" // go on
	Worse   Answer = "h0"      // Elo0 is accepted
	Better  Answer = "h1"      // Elo1 is accepted
)

// Bounds returns the log-likelihood ratios at which the test ends.
func (t *Test) Bounds() (lower, upper float64) {
	alpha, beta := t.risks()
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Answer returns the answer so far.
func (t *Test) Answer() Answer {
	lower, upper := t.Bounds()
	switch llr := t.LLR(); {
	case llr <= lower:
		return Worse
	case llr >= upper:
		return Better
	}
	return Unknown
}

// expected returns the expected share of points at a strength.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// unseen is counted for scores that did not occur, so that they stay possible.
const unseen = 1e-3

// distribution returns the pairs' shares and their number, unseen ones included.
func (t *Test) distribution() (p [5]float64, n float64) {
	for i, c := range t.Pairs {
		p[i] = max(float64(c), unseen)
		n += p[i]
	}
	for i := range p {
		p[i] /= n
	}
	return p, n
}

// LLR returns the log-likelihood ratio of Elo1 to Elo0; 0 before the first pair.
func (t *Test) LLR() float64 {
	if t.N() == 0 {
		return 0
	}
	p, n := t.distribution()
	q0, q1 := nearest(p, expected(t.Elo0)), nearest(p, expected(t.Elo1))
	sum := 0.0
	for i := range p {
		sum += p[i] * math.Log(q1[i]/q0[i])
	}
	return n * sum
}

// nearest returns the most likely distribution with the mean s, given the
// shares p: p[i]/(1+x(a[i]-s)) with the x that makes the mean right. Since
// the mean falls with x, bisection finds it.
func nearest(p [5]float64, s float64) [5]float64 {
	// All of 1+x(a-s) are positive between these.
	low, high := -1/(1-s), 1/s
	excess := func(x float64) float64 {
		sum := 0.0
		for i := range p {
			d := float64(i)/4 - s
			sum += p[i] * d / (1 + x*d)
		}
		return sum
	}
	for range 200 {
		mid := (low + high) / 2
		if mid <= low || mid >= high {
			break
		}
		if excess(mid) > 0 {
			low = mid
		} else {
			high = mid
		}
	}
	x := (low + high) / 2
	var q [5]float64
	for i := range p {
		q[i] = p[i] / (1 + x*(float64(i)/4-s))
	}
	return q
}

// Estimate is the strength of B over A as measured.
type Estimate struct {
	Score float64 // B's share of the points
	// Elo with its 95 % interval. Known is false without a pair and where
	// every pair had the same score: then there is no interval, and where
	// somebody won all there is no Elo either.
	Elo, Low, High float64
	Known          bool
	// Superiority is the chance that B is stronger, by the normal
	// approximation; 0.5 where nothing is known.
	Superiority float64
}

// Estimate measures. Stopping early makes the estimate lean to the side of
// the answer; the answer is what the test is for.
func (t *Test) Estimate() Estimate {
	n := float64(t.N())
	e := Estimate{Superiority: 0.5}
	if n == 0 {
		return e
	}
	var mean, square float64
	for i, c := range t.Pairs {
		a := float64(i) / 4
		mean += a * float64(c) / n
		square += a * a * float64(c) / n
	}
	e.Score = mean
	deviation := math.Sqrt(max(square-mean*mean, 0) / n)
	if deviation == 0 || mean <= 0 || mean >= 1 {
		return e
	}
	e.Known = true
	e.Elo, e.Low, e.High = elo(mean), elo(mean-rating.Z95*deviation), elo(mean+rating.Z95*deviation)
	e.Superiority = 0.5 * math.Erfc(-(mean-0.5)/deviation/math.Sqrt2)
	return e
}

// elo returns the strength that gives an expected share, bounded where the
// share is that of somebody who wins all.
func elo(share float64) float64 {
	const least = 1e-6
	share = min(max(share, least), 1-least)
	return -400 * math.Log10(1/share-1)
}

// Words says what was shown and how sure it is.
func (t *Test) Words(a, b string) string {
	alpha, beta := t.risks()
	n, e := t.N(), t.Estimate()
	text := ""
	switch t.Answer() {
	case Better:
		text = fmt.Sprintf("%s is better than %s: %s is accepted over %s (wrong in at most %s of such tests)", b, a, atLeast(t.Elo1), atMost(t.Elo0), percent(alpha))
	case Worse:
		text = fmt.Sprintf("%s is not shown to be better than %s: %s is accepted over %s (wrong in at most %s of such tests)", b, a, atMost(t.Elo0), atLeast(t.Elo1), percent(beta))
	default:
		lower, upper := t.Bounds()
		text = fmt.Sprintf("not known yet whether %s is better than %s: the ratio is %.2f between %.2f and %.2f", b, a, t.LLR(), lower, upper)
	}
	pairs := fmt.Sprintf("%d pairs", n)
	switch n {
	case 0:
		return text + "; no pair was played"
	case 1:
		pairs = "1 pair"
	}
	if e.Known {
		return text + fmt.Sprintf("; after %s %s has %.1f %% of the points, Elo %+.1f (95 %%: %+.1f to %+.1f)", pairs, b, 100*e.Score, tenth(e.Elo), tenth(e.Low), tenth(e.High))
	}
	return text + fmt.Sprintf("; after %s %s has %.1f %% of the points, the same in every pair", pairs, b, 100*e.Score)
}

// tenth rounds to one decimal and has no -0.
func tenth(x float64) float64 { return math.Round(10*x)/10 + 0 }

func atLeast(elo float64) string { return fmt.Sprintf("“%s Elo or more”", signed(elo)) }
func atMost(elo float64) string  { return fmt.Sprintf("“%s Elo or less”", signed(elo)) }

// percent writes a risk: 100 times 0.07 is not 7 in binary fractions.
func percent(p float64) string { return fmt.Sprintf("%.4g %%", 100*p) }

// signed writes a strength with its sign; that of nothing is 0.
func signed(elo float64) string {
	if elo == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", elo)
}
