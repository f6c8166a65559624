// A bot for Gold Hunter: think, in bot.go, is yours. This file and talk.go have
// what every such bot needs: what is known, and the talk with the arena.
package main

import "fmt"

// Direction is a facing.
type Direction int

const (
	Up Direction = iota
	Right
	Down
	Left
)

var directions = []string{"up", "right", "down", "left"}

// Place is a cell; rows and columns count from 0.
type Place struct{ Row, Col int }

// Next returns the next cell in a direction.
func (p Place) Next(d Direction) Place {
	return Place{p.Row + [4]int{-1, 0, 1, 0}[d], p.Col + [4]int{0, 1, 0, -1}[d]}
}

// Unit is a unit of yours, or an enemy that is seen now (then ID and Left are -1).
type Unit struct {
	ID   int
	Kind string // "hunter", "miner" or "spy"
	Place
	Facing Direction
	// Left is a hunter's bullets, the digs that a miner's cell still needs (0:
	// no gold there), or the stages that a spy can still be hidden.
	Left   int
	Hidden bool
}

// Bullet is a bullet that is seen now.
type Bullet struct {
	Place
	Facing Direction
}

// Gold is gold under a cell.
type Gold struct {
	Value int
	Left  int // digs that it still needs, 1 to 3
}

// Game is what is known. Ground and gold are remembered from stage to stage;
// all the rest is of this stage.
type Game struct {
	Team                    int
	Rows, Cols              int
	Hunters, Miners, Spies  int            // of each team at the start
	BulletsEach, HiddenEach int            // bullets of a hunter, hidden stages of a spy at the start
	Stages                  int            // of the match
	Stage                   int            // this one, from 1
	Mine, Theirs            int            // scores
	Ground                  map[Place]byte // '.' ground, '#' rock; absent where unknown
	Gold                    map[Place]Gold // as last seen
	Units                   []Unit         // yours that live
	Foes                    []Unit         // enemies that are seen
	Bullets                 []Bullet       // bullets that are seen

	orders map[int]string // by the unit's id
	taken  map[Place]bool // cells that moves lead to
	seen   map[Place]Gold // this stage's gold
}

// The orders. The last one that is given to a unit counts.

// Move orders a unit to go one cell ahead.
func (g *Game) Move(u Unit) {
	g.orders[u.ID] = fmt.Sprintf("move %d\n", u.ID)
	g.taken[u.Next(u.Facing)] = true
}

// Rotate orders a unit to turn to a direction.
func (g *Game) Rotate(u Unit, d Direction) {
	g.orders[u.ID] = fmt.Sprintf("rotate %d %s\n", u.ID, directions[d])
}

// Fire orders a hunter to fire ahead.
func (g *Game) Fire(u Unit) { g.orders[u.ID] = fmt.Sprintf("fire %d\n", u.ID) }

// Hide orders a spy to become invisible to the enemy.
func (g *Game) Hide(u Unit) { g.orders[u.ID] = fmt.Sprintf("hide %d\n", u.ID) }

// Show orders a spy to become visible again, which saves hidden stages.
func (g *Game) Show(u Unit) { g.orders[u.ID] = fmt.Sprintf("show %d\n", u.ID) }

// At returns what a cell is: '.' ground, '#' rock, as is all off the board, or
// 0 for unknown.
func (g *Game) At(p Place) byte {
	if p.Row < 0 || p.Row >= g.Rows || p.Col < 0 || p.Col >= g.Cols {
		return '#'
	}
	return g.Ground[p]
}

// IsGold tells whether gold is known under a cell.
func (g *Game) IsGold(p Place) bool { return g.Gold[p].Value > 0 }

// IsFrontier tells whether a neighbour of the cell is unknown.
func (g *Game) IsFrontier(p Place) bool {
	for row := p.Row - 1; row <= p.Row+1; row++ {
		for col := p.Col - 1; col <= p.Col+1; col++ {
			if g.At(Place{row, col}) == 0 {
				return true
			}
		}
	}
	return false
}

func stands(list []Unit, p Place) bool {
	for _, u := range list {
		if u.Place == p {
			return true
		}
	}
	return false
}

// FoeAhead tells whether the first unit straight ahead, before any rock, is an
// enemy.
func (g *Game) FoeAhead(u Unit) bool {
	for p := u.Next(u.Facing); g.At(p) == '.' && !stands(g.Units, p); p = p.Next(u.Facing) {
		if stands(g.Foes, p) {
			return true
		}
	}
	return false
}

// Way returns the direction of the first step on a shortest way over known
// ground to a cell for which goal is true, if there is one. It goes round the
// units that are seen and the cells that this stage's moves lead to.
func (g *Game) Way(u Unit, goal func(Place) bool) (Direction, bool) {
	type step struct {
		at    Place
		first Direction
	}
	closed := map[Place]bool{u.Place: true}
	queue := []step{{at: u.Place}}
	for next := 0; next < len(queue); next++ {
		for d := Up; d <= Left; d++ {
			to := step{queue[next].at.Next(d), queue[next].first}
			if next == 0 {
				to.first = d
			}
			if g.At(to.at) != '.' || closed[to.at] || g.taken[to.at] || stands(g.Units, to.at) || stands(g.Foes, to.at) {
				continue
			}
			if goal(to.at) {
				return to.first, true
			}
			closed[to.at] = true
			queue = append(queue, to)
		}
	}
	return Up, false
}
