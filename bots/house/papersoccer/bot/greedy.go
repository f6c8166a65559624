package bot

import (
	"botarena/arena/game/papersoccer"
	"botarena/bots/house/papersoccer/field"
)

// sensible looks at some of the turns: it scores if it can, keeps the opponent
// from scoring at once, and then gets as near to the goal as it can.
func (b *Bot) sensible(p *papersoccer.Pitch, seat int, allowed func([]uint8) bool) []uint8 {
	board := field.FromPitch(p)
	target := View(seat).Target()
	if way := board.WayTo(target); way != nil {
		return way
	}
	const ends, mids = 300, 1000
	turns := field.NewTurns()
	turns.Reset(&board)
	turns.More(ends, mids)
	var best []uint8
	bestScore := 0.0
	var reach field.Reach
	for i := range turns.Ends() {
		e := &turns.Ends()[i]
		steps := turns.Steps(nil, e)
		if allowed != nil && !allowed(steps) {
			continue
		}
		reach.From(&e.Board)
		score := b.rnd.Float64() - 2*float64(rows(p, int(e.Board.Ball), target))
		switch {
		case reach.Goal[target^1] == 0:
			score -= 1000
		case reach.Fresh.Len() == 0:
			score += 1000
		}
		if best == nil || score > bestScore {
			best, bestScore = steps, score
		}
	}
	return best
}

// rows returns how many steps a point is from a goal if nothing is in the way.
func rows(p *papersoccer.Pitch, at, goal int) int {
	x, y := p.XY(papersoccer.Point(at))
	line := -1
	if goal == field.South {
		line = p.Height() + 1
	}
	side := max(abs(x-p.Width()/2)-1, 0)
	return max(side, abs(y-line))
}

func abs(n int) int { return max(n, -n) }

// run is for pitches of other sizes than the search knows: it takes the turn
// that ends nearest to the goal among the first ones listed.
func (b *Bot) run(p *papersoccer.Pitch, seat int, allowed func([]uint8) bool) []uint8 {
	target := View(seat).Target()
	const most = 5000
	n, bestScore := 0, 0.0
	var best []uint8
	walk := p.Clone()
	walk.Turns(func(steps []papersoccer.Direction, end papersoccer.Event) bool {
		n++
		score := b.rnd.Float64() - 2*float64(rows(walk, int(walk.Ball()), target))
		if end == papersoccer.Stuck || end >= papersoccer.GoalNorth && int(end-papersoccer.GoalNorth) != target {
			score -= 1000
		}
		if best == nil || score > bestScore {
			turn := make([]uint8, len(steps))
			for i, d := range steps {
				turn[i] = uint8(d)
			}
			if allowed == nil || allowed(turn) {
				best, bestScore = turn, score
			}
		}
		return n < most
	})
	return best
}
