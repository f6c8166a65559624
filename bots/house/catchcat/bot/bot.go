// Package bot is the Catch the Cat house bot without its wire: levels, the
// budget of a move, and the link between a match and the engine.
package bot

import (
	"fmt"
	"math"

	"botarena/bots/house/catchcat/engine"
	"botarena/bots/house/level"
	"botarena/protocol"
)

// Options say how a bot plays.
type Options struct {
	Level  level.Level
	Budget Budget
	// Seed makes moves of equal worth come out differently.
	Seed uint64
}

// Bot chooses moves of both roles. It is not safe for use by several
// goroutines.
type Bot struct {
	Options
	board  *engine.Board
	engine *engine.Engine
}

// New returns a bot for boards of this size. The error says that the engine
// has no boards of it.
func New(o Options, rows, cols int) (*Bot, error) {
	if rows < 1 || cols < 1 || rows > engine.MaxSize || cols > engine.MaxSize {
		return nil, fmt.Errorf("a board of %d×%d: want 1×1 to %d×%d", rows, cols, engine.MaxSize, engine.MaxSize)
	}
	b := &Bot{Options: o, board: engine.NewBoard(engine.NewGeometry(rows, cols), engine.At(rows/2, cols/2))}
	b.engine = engine.New(b.board, o.Seed)
	return b, nil
}

// Position is what a bot is asked about.
type Position interface {
	// Blocked reports whether a cell of the board is blocked.
	Blocked(c protocol.Cell) bool
}

// Move returns a legal move: the cell to block for a catcher, the cell to move
// to for a cat. The position must not be over.
func (b *Bot) Move(role string, p Position, cat protocol.Cell) protocol.Cell {
	b.set(p, cat)
	row, col := b.choose(role == protocol.Cat).RowCol()
	return protocol.Cell{Row: row, Col: col}
}

// set brings the board up to date.
func (b *Bot) set(p Position, cat protocol.Cell) {
	rows, cols := b.board.Size()
	for r := range rows {
		for c := range cols {
			cell := engine.At(r, c)
			blocked := p.Blocked(protocol.Cell{Row: r, Col: c})
			switch {
			case blocked && b.board.Free(cell):
				b.board.Block(cell)
			case !blocked && !b.board.Free(cell):
				b.board.Unblock(cell)
			}
		}
	}
	b.board.Move(engine.At(cat.Row, cat.Col))
}

func (b *Bot) choose(catToMove bool) engine.Cell {
	switch b.Level {
	case level.Random:
		return b.engine.Random(catToMove)
	case level.Sensible:
		return b.engine.Sensible(catToMove)
	}
	budget := engine.Budget{Nodes: b.Budget.Nodes}
	if budget.Nodes == 0 {
		budget.Nodes = math.MaxInt32
	}
	if b.Budget.Time > 0 {
		clock := level.StartClock()
		budget.Stop = func() bool { return clock.Elapsed() >= b.Budget.Time }
	}
	return b.engine.Think(catToMove, budget).Move
}
