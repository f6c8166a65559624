// Package bot thinks for the arena's own Gold Hunter bot. A [Bot] is told a
// stage and gives orders; it knows nothing of the wire. The README beside the
// program says how it thinks.
package bot

import (
	"math/rand/v2"

	"botarena/bots/house/level"
	"botarena/protocol"
)

// Options say what a bot plays.
type Options struct {
	Level      level.Level
	Rows, Cols int
	Stages     int    // 0 where that is not told
	Seed       uint64 // of the random level, and of ties
}

// Give gives a unit an order.
type Give func(id int, a protocol.Action)

// Bot plays one match for one team. It is not safe for use by several
// goroutines.
type Bot struct {
	budget budget
	m      *memory
	rnd    *rand.Rand
	simple func(s *protocol.Stage, give Give) // for the levels without the engine

	ways   []*walks // by unit
	worth  []float32
	plans  []plan
	danger *danger
	goal   map[int]int32 // by unit id: the state that it went for in the stage before
	jobs   []job
	home   int // the middle of where the team started

	explorers []int     // units that explore, in the order of choosing
	before    []float32 // worth before the first of them has chosen
	kept      []plan
	rank      map[int]int // by unit id: its place in the order of choosing
	work      int         // states of ways looked at in this stage by those that explore

	unexplored float32 // share of the board that is worth a look
}

// plan is what one unit is going to do.
type plan struct {
	order protocol.Action
	why   reason
	// target is the state that it is going to, -1 for none.
	target int32
}

type reason uint8

const (
	idle reason = iota
	digging
	mining
	exploring
	hunting
	shooting
	dodging
)

// New returns a bot for one match.
func New(o Options) *Bot {
	b := &Bot{rnd: rand.New(rand.NewPCG(o.Seed, 0x60_1d)), goal: map[int]int32{}, rank: map[int]int{}}
	b.budget = budgets[o.Level]
	b.m = newMemory(o.Rows, o.Cols, o.Stages, b.budget.mirrors)
	switch o.Level {
	case level.Random:
		b.simple = b.randomStage
	case level.Sensible:
		b.simple = b.sensibleStage
	default:
		b.worth = make([]float32, len(b.m.cell))
		b.danger = newDanger(b.m, b.budget.dodge)
	}
	return b
}

// Stage gives the orders of one stage.
func (b *Bot) Stage(s *protocol.Stage, give Give) {
	b.m.update(s)
	if s.Number == 1 {
		b.m.mirror.start(b.m)
		b.home = b.middle()
	}
	if b.simple != nil {
		b.simple(s, give)
		return
	}
	b.think()
	for i, u := range b.m.units {
		if a := b.plans[i].order; a != protocol.NoAction {
			give(u.ID, a)
			if a == protocol.Fire {
				// It will fly although nobody may see it.
				b.m.shots = append(b.m.shots, shot{b.cell(i), u.Facing})
			}
		}
	}
}

func (b *Bot) cell(i int) int { return b.m.index(b.m.units[i].Row, b.m.units[i].Col) }

// farthest is how far ways are looked for at all: 3,000 states or so at most.
const farthest = 140

func (b *Bot) think() {
	m := b.m
	for len(b.ways) < len(m.units) {
		b.ways = append(b.ways, newWalks(m))
	}
	b.plans = b.plans[:0]
	for range m.units {
		b.plans = append(b.plans, plan{target: -1})
	}
	b.unexplored = 0
	for c := range b.worth {
		b.worth[c] = m.worth(c)
		b.unexplored += b.worth[c]
	}
	b.unexplored /= float32(m.rows * m.cols)
	b.fear()
	for i, u := range m.units {
		b.block(i)
		switch u.Kind {
		case protocol.Miner:
			b.ways[i].search(b.cell(i), u.Facing, farthest, b.worth)
		case protocol.Hunter:
			b.ways[i].search(b.cell(i), u.Facing, b.budget.hunt, b.worth)
		}
	}
	b.assignMiners()
	b.planHunters()
	b.exploreAll()
	b.avoidEachOther()
	b.dodgeAll()
	b.hideSpies()
	for i, u := range m.units {
		b.goal[u.ID] = b.plans[i].target
	}
}

// block marks what stands around a unit and does not go away at once.
func (b *Bot) block(i int) {
	w := b.ways[i]
	clear(w.blocked)
	for j, u := range b.m.units {
		c := b.cell(j)
		if j != i && u.Kind == protocol.Miner && u.Left > 0 {
			w.blocked[c] = true
		}
	}
	for _, f := range b.m.foes {
		if f.seen == b.m.stage {
			w.blocked[f.cell] = true
		}
	}
}

// follow lets a unit go toward a state.
func (b *Bot) follow(i int, target int32, why reason) {
	b.plans[i] = plan{b.ways[i].first(target), why, target}
}

// middle returns the cell in the middle of the own units.
func (b *Bot) middle() int {
	row, col := 0, 0
	for _, u := range b.m.units {
		row, col = row+u.Row, col+u.Col
	}
	n := max(1, len(b.m.units))
	return b.m.index(row/n, col/n)
}
