package search

import (
	"math"

	"botarena/bots/house/papersoccer/field"
	"botarena/bots/house/papersoccer/value"
)

// expand adds the children of node at and returns its value: that of the best
// child.
func (t *Tree) expand(at int32, b *field.Board, v value.View, maxEnds, maxMids int) float32 {
	first := int32(len(t.nodes))
	edges := t.eval.Edges(b, v.Other())
	t.turns.Reset(b)
	complete := t.turns.More(maxEnds, maxMids)
	best := t.judge(&edges, 0, v)
	for !complete && best == lost && maxMids < t.RescueMids && !t.stopped {
		// Nothing listed so far is safe: look for a way out further on.
		from := len(t.turns.Ends())
		maxMids *= 2
		complete = t.turns.More(from+maxEnds, maxMids)
		best = t.judge(&edges, from, v)
	}
	n := &t.nodes[at]
	n.first, n.count = first, int32(len(t.nodes))-first
	n.part = !complete && maxMids < t.RescueMids
	switch {
	case best == won:
		n.proof = 1
	case best == lost && t.stopped: // not all were judged: no proof
		return -1
	case best == lost:
		n.proof = -1
	}
	if n.proof != 0 {
		return float32(n.proof)
	}
	t.setPriors(first, n.count)
	return squash(best)
}

// extend lists all turns that there is room for at the end of the first
// length nodes of the path, where all turns listed so far are lost. It is as if
// the position had never been expanded: what is known of its children is that
// they lose.
func (t *Tree) extend(length int) float32 {
	b, v := t.root, t.view
	for _, at := range t.path[1:length] {
		for _, d := range t.turn(&t.nodes[at]) {
			b.Step(d)
		}
		v = v.Other()
	}
	at := t.path[length-1]
	known := t.nodes[at].count
	first, steps := int32(len(t.nodes)), len(t.steps)
	edges := t.eval.Edges(&b, v.Other())
	t.turns.Reset(&b)
	t.turns.More(maxExtended, t.RescueMids)
	t.judge(&edges, 0, v)
	if t.stopped { // half a list is worth less than the shorter one
		t.nodes, t.steps = t.nodes[:first], t.steps[:steps]
		return -1
	}
	n := &t.nodes[at]
	n.first, n.count, n.part = first, int32(len(t.nodes))-first, false
	// The list begins as the shorter one did.
	for i := first; i < first+known; i++ {
		t.nodes[i].proof, t.nodes[i].prior = 1, lost
	}
	best := lost
	for i := first + known; i < first+n.count; i++ {
		best = max(best, t.nodes[i].prior)
	}
	switch best {
	case won:
		n.proof = 1
	case lost:
		n.proof = -1
	default:
		t.setPriors(first, n.count)
		return squash(best)
	}
	return float32(n.proof)
}

// maxExtended bounds the turns that extend lists.
const maxExtended = 5000

// Logits of positions that are decided.
const (
	won  = float32(1e6)
	lost = float32(-1e6)
)

// judge adds the turns listed from the given one on as children of a node
// whose player has the view v, and returns the best one's logit as that player
// sees it. It stops on the way when time is up.
func (t *Tree) judge(edges *value.Edges, from int, v value.View) float32 {
	best := lost
	other := v.Other()
	ends := t.turns.Ends()
	for i := from; i < len(ends); i++ {
		if i%100 == 99 && t.Over != nil && t.Over() {
			t.stopped = true
			break
		}
		e := &ends[i]
		t.look.At(&e.Board)
		t.evals++
		child := node{steps: uint32(len(t.steps))}
		var logit float32
		switch r := &t.look.Reach; {
		case r.Goal[other.Target()] == 0:
			child.proof, logit = 1, lost
		case r.Fresh == field.Bits{}:
			// Only dead ends and the own goal are left.
			child.proof, logit = -1, won
		default:
			logit = -t.logit(edges, e)
			child.hot = t.look.Safe == field.Bits{}
		}
		child.value = -squash(logit)
		child.prior = logit
		t.steps = t.turns.Steps(t.steps, e)
		child.length = uint16(len(t.steps) - int(child.steps))
		t.nodes = append(t.nodes, child)
		best = max(best, logit)
	}
	return best
}

// logit judges the end of a turn as the next player sees it.
func (t *Tree) logit(edges *value.Edges, e *field.End) float32 {
	t.segs = t.turns.Segments(t.segs[:0], e)
	return t.eval.Judge(edges, t.segs, &e.Board, &t.look)
}

// setPriors turns the logits that judge left into shares.
func (t *Tree) setPriors(first, count int32) {
	children := t.nodes[first : first+count]
	top := lost
	for i := range children {
		top = max(top, children[i].prior)
	}
	sum := float32(0)
	for i := range children {
		c := &children[i]
		if c.proof == 1 {
			c.prior = 0
			continue
		}
		c.prior = float32(math.Exp(float64((c.prior - top) * t.Sharp)))
		sum += c.prior
	}
	for i := range children {
		children[i].prior /= sum
	}
}

func squash(logit float32) float32 {
	return float32(math.Tanh(float64(logit) / 2))
}
