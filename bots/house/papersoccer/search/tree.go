// Package search chooses the turns of the Paper Soccer house bot: a best-first
// tree search over whole turns, guided by the judgement of package value, that
// proves wins and losses as it finds them.
package search

import (
	"math"
	"math/rand/v2"

	"botarena/bots/house/papersoccer/field"
	"botarena/bots/house/papersoccer/value"
)

// node is a position of the tree with a player to move. Values and sums are
// as that player sees them: 1 is a win.
type node struct {
	first  int32  // its children are nodes first to first+count-1
	count  int32  // 0: not expanded
	steps  uint32 // the turn that leads here, in Tree.steps
	visits int32
	sum    float32
	value  float32 // the network's judgement
	prior  float32 // share of the parent's attention
	length uint16  // of the turn
	proof  int8    // 1: the player to move wins, -1: loses, 0: not known
	hot    bool    // the player to move has no safe point to end on, and it was not looked at
	part   bool    // the children are not all turns, because there are too many
}

// Params are the knobs of the search.
type Params struct {
	// Explore weighs what the judgement at first sight suggests against what
	// the search found.
	Explore float32
	// Sharp says how much more attention better turns get at first sight:
	// priors are proportional to exp(Sharp × logit).
	Sharp float32
	// Ends and Mids bound the turns listed in one position and the positions
	// looked at within these turns. Where none of the turns listed is safe, the
	// list is continued up to RescueMids.
	Ends, Mids, RescueMids int
	// RootEnds and RootMids are the bounds in the position to be played.
	RootEnds, RootMids int
	// Hot is how often a position has to be visited before the turns that leave
	// the opponent without a safe point are looked at out of turn.
	Hot int
	// MaxNodes bounds the tree, and with it the memory.
	MaxNodes int
}

// DefaultParams returns what played best.
func DefaultParams() Params {
	return Params{
		Explore: 0.6, Sharp: 1.0,
		Ends: 250, Mids: 2000, RescueMids: 20000,
		RootEnds: 3000, RootMids: 20000,
		Hot:      30,
		MaxNodes: 1_000_000,
	}
}

// Tree is a search from one position. It is used again for the next one, so
// that a game costs no more memory than its largest search. It is not safe
// for use by several goroutines.
type Tree struct {
	Params
	// Over says that time is up: it is asked now and then, and when it is true
	// the search ends with what was found until then. Nil: never.
	Over func() bool

	eval  value.Evaluator
	turns *field.Turns
	look  value.Look

	root  field.Board
	view  value.View // of the player to move at the root
	nodes []node
	steps []uint8
	path  []int32
	segs  []uint16
	evals int
	// stopped is set when time was up in the middle of a list of turns.
	stopped bool
}

// NewTree returns a tree that judges with net.
func NewTree(net *value.Net, p Params) *Tree {
	return &Tree{Params: p, eval: value.Evaluator{Net: net}, turns: field.NewTurns()}
}

// Reserve makes room for the largest tree. Pages that are not used cost
// nothing, and moving a large tree to a larger place would cost a turn 100 ms.
func (t *Tree) Reserve() {
	t.nodes = make([]node, 0, t.MaxNodes+t.MaxNodes/8)
	t.steps = make([]uint8, 0, 12*t.MaxNodes)
}

// Start begins the search of a position in which the player of view v is to
// move. It expands the root.
func (t *Tree) Start(b field.Board, v value.View) {
	t.root, t.view = b, v
	t.nodes = append(t.nodes[:0], node{})
	t.steps = t.steps[:0]
	t.evals, t.stopped = 0, false
	if goal := b.WayTo(v.Target()); goal != nil {
		t.nodes[0].proof = 1
		t.nodes = append(t.nodes, node{proof: -1, value: -1, prior: 1, length: uint16(len(goal))})
		t.nodes[0].first, t.nodes[0].count = 1, 1
		t.steps = append(t.steps, goal...)
		return
	}
	t.expand(0, &b, v, t.RootEnds, t.RootMids)
}

// Expand makes one step of the search. It returns false when there is nothing
// more to find out or no more room.
func (t *Tree) Expand() bool {
	if t.stopped || t.nodes[0].proof != 0 || t.nodes[0].count <= 1 || len(t.nodes) >= t.MaxNodes {
		return false
	}
	b, v := t.root, t.view
	t.path = append(t.path[:0], 0)
	at := int32(0)
	for t.nodes[at].count > 0 {
		at = t.choose(at)
		t.path = append(t.path, at)
		n := &t.nodes[at]
		for _, d := range t.turn(n) {
			b.Step(d)
		}
		v = v.Other()
		if n.proof != 0 {
			break
		}
	}
	n := &t.nodes[at]
	if n.proof != 0 {
		t.backUp(float32(n.proof), true)
		return true
	}
	hot := n.hot
	result := t.expand(at, &b, v, t.Ends, t.Mids)
	n = &t.nodes[at]
	n.hot = false
	if hot {
		// A look out of turn makes the judgement better but is no visit: it
		// says nothing about how good the turn is.
		n.value = result
	}
	t.backUp(result, !hot)
	return true
}

// choose returns the child of node at to look at next.
func (t *Tree) choose(at int32) int32 {
	n := &t.nodes[at]
	explore := t.Explore * float32(math.Sqrt(float64(n.visits+1)))
	best, bestScore := n.first, float32(math.Inf(-1))
	for i := n.first; i < n.first+n.count; i++ {
		c := &t.nodes[i]
		if c.proof == 1 {
			continue
		}
		if c.hot && n.visits >= int32(t.Hot) {
			return i
		}
		score := -c.mean() + explore*c.prior/float32(1+c.visits)
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

func (n *node) mean() float32 {
	if n.proof != 0 {
		return float32(n.proof)
	}
	if n.visits == 0 {
		return n.value
	}
	return n.sum / float32(n.visits)
}

// backUp enters the result of the last node of the path, as its player sees
// it, as a visit in all nodes of the path if it is to count, and what is
// proved by it in any case.
func (t *Tree) backUp(result float32, count bool) {
	for i := len(t.path) - 1; i >= 0; i-- {
		if i < len(t.path)-1 {
			switch t.conclude(t.path[i], t.path[i+1]) {
			case 1:
				t.nodes[t.path[i]].proof = 1
				result = 1
			case -1:
				switch {
				case !t.nodes[t.path[i]].part:
					t.nodes[t.path[i]].proof = -1
					result = -1
				case t.stopped: // not proved, but nothing better is known
					result = -1
				default:
					result = t.extend(i + 1)
				}
			}
		}
		n := &t.nodes[t.path[i]]
		if count {
			n.visits++
			n.sum += result
		}
		result = -result
	}
}

// conclude returns what the proof of child c says of node at: 1 or -1 where it
// is decided by it, as far as its turns are listed.
func (t *Tree) conclude(at, c int32) int {
	n := &t.nodes[at]
	switch t.nodes[c].proof {
	case -1:
		return 1
	case 1:
		for i := n.first; i < n.first+n.count; i++ {
			if t.nodes[i].proof != 1 {
				return 0
			}
		}
		return -1
	}
	return 0
}

// Best returns the steps of the best turn found among those for which allowed
// returns true, nil where there is none: where every turn ends in a dead end
// or the own goal. A nil allowed allows everything.
func (t *Tree) Best(allowed func(steps []uint8) bool) []uint8 {
	root := &t.nodes[0]
	var best *node
	for i := root.first; i < root.first+root.count; i++ {
		c := &t.nodes[i]
		if (best == nil || t.better(c, best)) && (allowed == nil || allowed(t.turn(c))) {
			best = c
		}
	}
	if best == nil {
		return nil
	}
	return t.turn(best)
}

// turn returns the steps that lead to a node from its parent.
func (t *Tree) turn(n *node) []uint8 {
	return t.steps[n.steps : n.steps+uint32(n.length)]
}

// shake is the greatest change that Shake makes to a share of attention, as a
// part of it.
const shake = 0.05

// Shake changes the attention that the turns at the root get at first by a
// few per cent, so that among turns of equal worth chance decides.
func (t *Tree) Shake(rnd *rand.Rand) {
	root := &t.nodes[0]
	for i := root.first; i < root.first+root.count; i++ {
		t.nodes[i].prior *= 1 + shake*(2*rnd.Float32()-1)
	}
}

// better reports whether a is to be played rather than b. Among turns that are
// lost the one that took longest to refute is the best hope.
func (t *Tree) better(a, b *node) bool {
	if a.proof != b.proof {
		return a.proof < b.proof
	}
	if a.visits != b.visits {
		return a.visits > b.visits
	}
	return a.prior > b.prior
}

// Value returns the value of the root as its player sees it, from -1 to 1.
func (t *Tree) Value() float32 {
	n := &t.nodes[0]
	if n.proof != 0 || n.visits > 0 {
		return n.mean()
	}
	best := float32(-1)
	for i := n.first; i < n.first+n.count; i++ {
		best = max(best, -t.nodes[i].value)
	}
	return best
}

// Evals returns the number of positions judged.
func (t *Tree) Evals() int { return t.evals }

// Choice is one of the turns at the root.
type Choice struct {
	Steps  []uint8 // valid until the next Start
	Visits int
	Prior  float32
	// Proof is 1 if the turn is known to win, -1 if it is known to lose.
	Proof int
}

// Choices calls yield with the turns at the root until it returns false.
func (t *Tree) Choices(yield func(Choice) bool) {
	root := &t.nodes[0]
	for i := root.first; i < root.first+root.count; i++ {
		c := &t.nodes[i]
		ch := Choice{t.turn(c), int(c.visits), c.prior, -int(c.proof)}
		if !yield(ch) {
			return
		}
	}
}

// Proof returns 1 if the player to move at the root is known to win, -1 if it
// is known to lose, 0 otherwise.
func (t *Tree) Proof() int { return int(t.nodes[0].proof) }
