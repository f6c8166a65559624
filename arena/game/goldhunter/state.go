package goldhunter

import (
	"fmt"
	"slices"

	"botarena/arena/game"
	"botarena/protocol"
)

// State is a position between two stages, as [game.State] has it. Both teams
// move at once; a team that is gone or retired is not asked, and when both
// are, the rest of the match is played out at once.
type State struct {
	b     *board
	stage int // the stage whose orders are due, from 1; stages+1 after the last

	units    []unit  // by id of the record
	unitAt   []int16 // by cell: id, or -1
	flying   []bullet
	bulletAt []uint8 // by cell: facing + 1, or 0
	digs     []uint8 // by deposit: digs done; protocol.DigsNeeded once it is taken
	teams    [2]team
	retire   int // timeouts in a row that retire a team; 0 = never
	fired    int // bullets fired so far by both teams, for their ids

	toMove []int
	result *game.Result

	// Scratch of one call; of no meaning between calls.
	orders  [2]orderSet
	target  []int16  // by unit: the cell that it wants to enter, 0 if none
	claims  []uint8  // by cell: units ordered into it, at most 2 counted; else 0
	moved   []bool   // by unit: has changed its cell in this stage
	movers  []int16  // units with a target
	crashed []int16  // cells where bullets have ended in this sub-step
	seen    []uint64 // bit rows, see lookAround
	near    []uint64 // bit rows, see lookAround
}

type unit struct {
	cell   int16
	left   int32 // bullets of a hunter, hidden stages of a spy
	kind   Kind
	facing Dir
	hidden bool
	dead   bool
}

type bullet struct {
	cell   int16
	facing Dir
	gone   bool  // within one sub-step: will not enter its next cell
	id     int32 // from 0 in the order of firing
}

type team struct {
	gold, deaths, bullets int
	timeouts              int // in all
	inRow                 int // timeouts in a row
	malformed             int
	ineffective           int
	out                   bool       // stands still for the rest of the match
	fault                 game.Fault // what made it stand still or lose
}

// NewState returns the position before the first stage on m. A team is
// retired after retireAfter timeouts in a row; 0 is never. It returns the
// error of [Map.Check].
func NewState(m *Map, retireAfter int) (*State, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if retireAfter < 0 {
		return nil, fmt.Errorf("retire after %d timeouts: expected 0 (never) or more", retireAfter)
	}
	b := newBoard(m)
	s := newState(b, retireAfter)
	for t := range m.Units {
		for i, p := range m.Units[t] {
			s.put(t*b.perTeam+i, b.cell(p.Row, p.Col), p.Facing)
		}
	}
	return s, nil
}

// newState returns a position without any unit on the board.
func newState(b *board, retireAfter int) *State {
	s := &State{
		b: b, stage: 1, retire: retireAfter, toMove: []int{0, 1},
		units:    make([]unit, 2*b.perTeam),
		unitAt:   make([]int16, len(b.rock)),
		bulletAt: make([]uint8, len(b.rock)),
		digs:     make([]uint8, len(b.gold)),
	}
	for i := range s.unitAt {
		s.unitAt[i] = -1
	}
	for id := range s.units {
		u := unit{kind: b.kind(id % b.perTeam), dead: true}
		switch u.kind {
		case protocol.Hunter:
			u.left = int32(b.bullets)
		case protocol.Spy:
			u.left = int32(b.hidden)
		}
		s.units[id] = u
	}
	s.makeScratch()
	return s
}

// put puts a unit on the board.
func (s *State) put(id, cell int, facing Dir) {
	u := &s.units[id]
	u.cell, u.facing, u.dead = int16(cell), facing, false
	s.unitAt[cell] = int16(id)
}

func (s *State) makeScratch() {
	for t := range s.orders {
		s.orders[t].given = make([]protocol.Action, s.b.perTeam)
	}
	s.target = make([]int16, len(s.units))
	s.claims = make([]uint8, len(s.b.rock))
	s.moved = make([]bool, len(s.units))
	s.movers = make([]int16, 0, len(s.units))
	s.crashed = nil
	s.seen = make([]uint64, s.b.rows*s.b.words)
	s.near = make([]uint64, s.b.rows*s.b.words)
}

// Clone returns an independent copy.
func (s *State) Clone() game.State { return s.Copy() }

// Copy is Clone with the concrete type.
func (s *State) Copy() *State {
	c := *s
	c.units = slices.Clone(s.units)
	c.unitAt = slices.Clone(s.unitAt)
	c.flying = slices.Clone(s.flying)
	c.bulletAt = slices.Clone(s.bulletAt)
	c.digs = slices.Clone(s.digs)
	c.toMove = slices.Clone(s.toMove)
	if s.result != nil {
		r := *s.result
		r.Seats = slices.Clone(r.Seats)
		for i := range r.Seats {
			r.Seats[i].Counters = slices.Clone(r.Seats[i].Counters)
		}
		c.result = &r
	}
	c.makeScratch()
	return &c
}

// ToMove returns the teams that must give orders.
func (s *State) ToMove() []int { return s.toMove }

// Result returns the result, or nil while the match goes on.
func (s *State) Result() *game.Result { return s.result }

// Stage returns the number of the stage whose orders are due, from 1, and
// the number of stages of the match. The first is one more than the second
// when the last stage was played.
func (s *State) Stage() (stage, stages int) { return s.stage, s.b.stages }

// Tally is what the match report says of one team.
type Tally struct {
	// Gold is the team's score, Deaths its units killed by anyone, Bullets
	// the shots it has fired.
	Gold, Deaths, Bullets int
	// Timeouts counts stages without finished orders, Malformed what was no
	// order at all, Ineffective orders that could not be carried out.
	Timeouts, Malformed, Ineffective int
	// Fault says why the team stands still for good; empty if it does not.
	Fault game.Fault
}

// Tally returns the figures of one team.
func (s *State) Tally(team int) Tally {
	t := &s.teams[team]
	return Tally{t.gold, t.deaths, t.bullets, t.timeouts, t.malformed, t.ineffective, t.fault}
}

// Apply plays one stage: the orders of every team of ToMove. A team with a
// fault gives none. Violations end the match before the stage is played.
func (s *State) Apply(answers []game.Answer) error {
	if len(answers) != len(s.toMove) {
		return fmt.Errorf("goldhunter: %d answers, expected %d", len(answers), len(s.toMove))
	}
	if len(answers) == 0 {
		return fmt.Errorf("goldhunter: the match is over")
	}
	for t := range s.orders {
		s.orders[t].clear()
	}
	for i, t := range s.toMove {
		if answers[i].Fault != game.NoFault {
			continue
		}
		if why := s.orders[t].parse(answers[i].Move, t*s.b.perTeam); why != "" {
			return &game.IllegalMove{Seat: t, Move: string(answers[i].Move), Why: why}
		}
	}
	violation := false
	for i, t := range s.toMove {
		s.settle(t, &answers[i])
		violation = violation || answers[i].Fault == game.Violation
	}
	if violation {
		s.finish()
		return nil
	}
	s.play()
	for s.result == nil && s.teams[0].out && s.teams[1].out {
		s.orders[0].clear()
		s.orders[1].clear()
		s.play()
	}
	s.askAgain()
	return nil
}

// settle books one team's answer. The orders of a team that is retired by it
// are dropped.
func (s *State) settle(t int, a *game.Answer) {
	tm := &s.teams[t]
	switch {
	case a.Fault == game.Timeout:
		tm.timeouts++
		tm.inRow++
		if s.retire > 0 && tm.inRow >= s.retire {
			tm.out, tm.fault = true, game.Timeout
		}
	case a.Fault.Gone():
		tm.out, tm.fault = true, a.Fault
	default:
		tm.inRow = 0
	}
	tm.malformed += max(0, a.Malformed)
	if tm.malformed >= MalformedLimit && !tm.out {
		tm.out, tm.fault = true, game.Invalid
		s.orders[t].clear()
	}
}

// askAgain brings toMove up to date.
func (s *State) askAgain() {
	s.toMove = s.toMove[:0]
	if s.result != nil {
		return
	}
	for t := range s.teams {
		if !s.teams[t].out {
			s.toMove = append(s.toMove, t)
		}
	}
}
