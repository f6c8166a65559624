package value

import (
	"math"
	"math/rand/v2"
)

// Randomise fills in small random weights to start learning from.
func Randomise(w *Weights, rnd *rand.Rand) {
	for i := range w.In {
		for j := range w.In[i] {
			w.In[i][j] = float32(rnd.NormFloat64() * 0.03)
		}
	}
	for j := range Hidden {
		w.Bias[j] = 0.5
		w.Out[j] = float32(rnd.NormFloat64() * 0.2)
	}
}

// Learn moves the weights one step of stochastic gradient descent of the
// cross entropy towards target, the probability that the player to move wins.
func (w *Weights) Learn(active []uint16, target, rate float32) {
	var hidden [Hidden]float32
	logit := w.Forward(active, &hidden)
	slope := rate * (float32(1/(1+math.Exp(-float64(logit)))) - target)
	var back [Hidden]float32
	for j, h := range hidden {
		if h > 0 && h < 1 {
			back[j] = slope * w.Out[j]
		}
		w.Out[j] -= slope * h
		w.Bias[j] -= back[j]
	}
	w.Last -= slope
	for _, i := range active {
		row := &w.In[i]
		for j := range row {
			row[j] = min(max(row[j]-back[j], -maxWeight), maxWeight)
		}
	}
}

// maxWeight keeps the input weights in the range of [NewNet].
const maxWeight = float32(offset-1) / scale

// Loss returns the cross entropy of an outcome, 0 or 1.
func (w *Weights) Loss(active []uint16, outcome float32) float64 {
	var hidden [Hidden]float32
	logit := float64(w.Forward(active, &hidden))
	if outcome < 0.5 {
		logit = -logit
	}
	return math.Log1p(math.Exp(-logit))
}

// Towards moves the weights by a part of the way to others.
func (w *Weights) Towards(to *Weights, part float32) {
	move := func(a *float32, b float32) { *a += part * (b - *a) }
	for i := range w.In {
		for j := range w.In[i] {
			move(&w.In[i][j], to.In[i][j])
		}
	}
	for j := range Hidden {
		move(&w.Bias[j], to.Bias[j])
		move(&w.Out[j], to.Out[j])
	}
	move(&w.Last, to.Last)
}
