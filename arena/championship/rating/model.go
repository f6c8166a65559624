package rating

import (
	"cmp"
	"math"
	"slices"
)

// model is one island's likelihood. Strengths and the advantage are natural
// logarithms of odds; the advantage is the last parameter.
type model struct {
	players   int
	pairs     []pair
	prior     float64   // curvature that holds everybody near the average; 0 for none
	strength  []float64 // of the players, then the advantage
	deviation []float64 // standard errors of the same
}

// pair is what two players reached, the first of them starting.
type pair struct {
	first, second int32
	score, total  float64 // of the first; matches
}

// newModel makes the model of an island. Place gives the place of each of its
// members, and -1 for everybody else.
func newModel(players int, place []int32, scores []Score) *model {
	m := &model{players: players}
	for _, s := range scores {
		if total := s.Wins + s.Draws + s.Losses; total > 0 && place[s.First] >= 0 {
			m.pairs = append(m.pairs, pair{
				first: place[s.First], second: place[s.Second],
				score: float64(s.Wins) + float64(s.Draws)/2, total: float64(total),
			})
		}
	}
	slices.SortFunc(m.pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second)) })
	// Each pair once: sums of halves are exact in any order.
	merged := m.pairs[:0]
	for _, p := range m.pairs {
		if n := len(merged) - 1; n >= 0 && merged[n].first == p.first && merged[n].second == p.second {
			merged[n].score += p.score
			merged[n].total += p.total
		} else {
			merged = append(merged, p)
		}
	}
	m.pairs = merged
	return m
}

// far is a difference of strengths in natural logarithms, about 4300 Elo, at
// which the search is going to no maximum.
const far = 25

// fit finds the maximum, and with the prior where there is none, or one that
// tells less than the prior.
func (m *model) fit() {
	const deviation = Prior * math.Ln10 / 400
	if m.connected() && m.climb() && slices.Max(m.deviation) <= deviation {
		return
	}
	m.prior = 1 / (deviation * deviation)
	// Now the function is strictly concave and has its maximum; damped steps
	// reach it.
	m.climb()
}

// connected reports whether everybody did not lose to somebody, and so on,
// until everybody else is reached (Ford's condition).
func (m *model) connected() bool {
	forth, back := make([][]int32, m.players), make([][]int32, m.players)
	for _, p := range m.pairs {
		if p.score > 0 {
			forth[p.first] = append(forth[p.first], p.second)
			back[p.second] = append(back[p.second], p.first)
		}
		if p.score < p.total {
			forth[p.second] = append(forth[p.second], p.first)
			back[p.first] = append(back[p.first], p.second)
		}
	}
	return reachesAll(forth) && reachesAll(back)
}

func reachesAll(edges [][]int32) bool {
	seen := make([]bool, len(edges))
	seen[0] = true
	reached := []int32{0}
	for i := 0; i < len(reached); i++ {
		for _, j := range edges[reached[i]] {
			if !seen[j] {
				seen[j] = true
				reached = append(reached, j)
			}
		}
	}
	return len(reached) == len(edges)
}

// climb finds the maximum by Newton's method from 0, halving steps that lead
// down. It reports whether there is one; then deviation is set too.
func (m *model) climb() bool {
	n := m.players + 1
	m.strength = make([]float64, n)
	m.deviation = make([]float64, n)
	gradient := make([]float64, n)
	info := newMatrix(n)
	value := m.likelihood(m.strength)
	next := make([]float64, n)
	for range 200 {
		m.derive(gradient, info)
		if !info.decompose() {
			return false
		}
		step := info.solve(gradient)
		scale, climbed := 1.0, false
		for range 50 {
			for i := range next {
				next[i] = m.strength[i] + scale*step[i]
			}
			if v := m.likelihood(next); v >= value {
				value, climbed = v, true
				break
			}
			scale /= 2
		}
		if !climbed {
			// No step leads up any more: rounding is all that is left.
			break
		}
		largest := 0.0
		for i := range next {
			largest = max(largest, math.Abs(next[i]-m.strength[i]))
			if m.prior == 0 && math.Abs(next[i]) > far {
				return false
			}
		}
		copy(m.strength, next)
		if largest < 1e-10 {
			break
		}
	}
	m.derive(gradient, info)
	if !info.decompose() {
		return false
	}
	m.center()
	m.deviate(info)
	return true
}

// center makes the mean of the strengths 0.
func (m *model) center() {
	mean := 0.0
	for _, s := range m.strength[:m.players] {
		mean += s
	}
	mean /= float64(m.players)
	for i := range m.players {
		m.strength[i] -= mean
	}
}

func (m *model) likelihood(strength []float64) float64 {
	sum := 0.0
	advantage := strength[m.players]
	for _, p := range m.pairs {
		d := strength[p.first] - strength[p.second] + advantage
		sum += p.score*logistic(d) + (p.total-p.score)*logistic(-d)
	}
	for _, s := range strength {
		sum -= m.prior / 2 * s * s
	}
	return sum
}

// logistic returns the logarithm of 1/(1+e^-d).
func logistic(d float64) float64 {
	if d < 0 {
		return d - math.Log1p(math.Exp(d))
	}
	return -math.Log1p(math.Exp(-d))
}

// derive sets the gradient and the observed information. The strengths are
// known up to a constant only; adding the square of their sum fixes it, and
// its curvature is of the size of the others'.
func (m *model) derive(gradient []float64, info *matrix) {
	clear(gradient)
	info.clear()
	a := m.players
	for _, p := range m.pairs {
		q := 1 / (1 + math.Exp(-(m.strength[p.first] - m.strength[p.second] + m.strength[a])))
		g, w := p.score-p.total*q, p.total*q*(1-q)
		gradient[p.first] += g
		gradient[p.second] -= g
		gradient[a] += g
		i, j := int(p.first), int(p.second)
		info.add(i, i, w)
		info.add(j, j, w)
		info.add(i, j, -w)
		info.add(a, i, w)
		info.add(a, j, -w)
		info.add(a, a, w)
	}
	for i, s := range m.strength {
		gradient[i] -= m.prior * s
		info.add(i, i, m.prior)
	}
	if m.prior > 0 {
		return
	}
	fix := m.fixing(info)
	for i := range m.players {
		for j := range i + 1 {
			info.add(i, j, fix)
		}
	}
}

// fixing returns the curvature that holds the mean of the strengths.
func (m *model) fixing(info *matrix) float64 {
	sum := 0.0
	for i := range m.players {
		sum += info.at(i, i)
	}
	return sum / float64(m.players*m.players)
}

// deviate sets the standard errors from the decomposed information: those of
// a strength against the mean of all.
func (m *model) deviate(info *matrix) {
	inverse := info.inverse()
	n := m.players
	all := 0.0
	rows := make([]float64, n)
	for i := range n {
		for j := range n {
			rows[i] += inverse.at(i, j)
		}
		all += rows[i]
	}
	for i := range n {
		v := inverse.at(i, i) - 2*rows[i]/float64(n) + all/float64(n*n)
		m.deviation[i] = math.Sqrt(max(v, 0))
	}
	m.deviation[n] = math.Sqrt(max(inverse.at(n, n), 0))
}
