package bot

import (
	"math/rand/v2"

	"botarena/arena/game/papersoccer"
	"botarena/bots/house/level"
	"botarena/bots/house/papersoccer/field"
	"botarena/bots/house/papersoccer/search"
	"botarena/bots/house/papersoccer/value"
)

// Options say how a bot plays.
type Options struct {
	Level  level.Level
	Budget Budget
	// Seed makes turns of equal worth come out differently.
	Seed uint64
	// Net judges positions of the contest's pitch; nil is the bot's own.
	Net *value.Net
	// Params are the knobs of the search; nil are the bot's own.
	Params *search.Params
}

// Bot chooses turns. It is not safe for use by several goroutines.
type Bot struct {
	Options
	rnd  *rand.Rand
	tree *search.Tree
}

// New returns a bot.
func New(o Options) *Bot {
	b := &Bot{Options: o, rnd: rand.New(rand.NewPCG(o.Seed, 0))}
	if b.Net == nil {
		b.Net = value.Default()
	}
	p := search.DefaultParams()
	if o.Params != nil {
		p = *o.Params
	}
	b.tree = search.NewTree(b.Net, p)
	if b.Budget.Time > 0 {
		b.tree.Reserve()
	}
	return b
}

// Turn returns a legal turn of seat in a position that is not decided.
// Where allowed is not nil, only turns for which it returns true are played,
// as long as there is one among those that were looked at.
func (b *Bot) Turn(p *papersoccer.Pitch, seat int, allowed func(steps []uint8) bool) []uint8 {
	var steps []uint8
	switch {
	case b.Level == level.Random:
		return b.random(p)
	case !field.Fits(p):
		steps = b.run(p, seat, allowed)
	case b.Level == level.Sensible:
		steps = b.sensible(p, seat, allowed)
	default:
		steps = b.search(p, seat, allowed)
	}
	if steps == nil {
		return b.random(p)
	}
	return steps
}

// View returns the view of a seat.
func View(seat int) value.View {
	if seat == papersoccer.Red {
		return value.Red
	}
	return value.Blue
}

func (b *Bot) search(p *papersoccer.Pitch, seat int, allowed func([]uint8) bool) []uint8 {
	clock := level.StartClock()
	b.tree.Over = func() bool { return b.Budget.Time > 0 && clock.Elapsed() >= b.Budget.Time }
	b.tree.Start(field.FromPitch(p), View(seat))
	b.tree.Shake(b.rnd)
	for n := 0; n != b.Budget.Expansions; n++ {
		if b.tree.Over() || !b.tree.Expand() {
			break
		}
	}
	return b.tree.Best(allowed)
}

// random walks to the end of a turn.
func (b *Bot) random(p *papersoccer.Pitch) []uint8 {
	p = p.Clone()
	var steps []uint8
	for ev := papersoccer.Again; ev == papersoccer.Again; {
		legal := p.Legal()
		d := papersoccer.Direction(b.rnd.IntN(papersoccer.Directions))
		if !legal.Has(d) {
			continue
		}
		steps = append(steps, uint8(d))
		ev = p.Step(d)
	}
	return steps
}
