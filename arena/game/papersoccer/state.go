package papersoccer

import (
	"errors"
	"fmt"
	"slices"

	"botarena/arena/game"
)

// State is a position: the pitch, who is to move, and the last turn. A move
// is a whole turn, written as the bytes inside the braces.
type State struct {
	pitch    *Pitch
	notation Notation
	mover    int
	turns    int
	last     []byte
	result   *game.Result
}

var (
	_ game.Lister  = (*State)(nil)
	_ game.Awaiter = (*State)(nil)
)

var toMove = [2][]int{Red: {Red}, Blue: {Blue}}

// NewState returns a position in which mover is to play on pitch, which it
// takes over, and no turn was played.
func NewState(pitch *Pitch, n Notation, mover int) *State {
	return &State{pitch: pitch, notation: n, mover: mover}
}

// Pitch returns the pitch. The caller must leave it as it is.
func (s *State) Pitch() *Pitch { return s.pitch }

// Mover returns the seat whose turn it is, or that ended the game.
func (s *State) Mover() int { return s.mover }

// LastTurn returns the text of the last turn that was correct; empty before
// the first. It is valid until the next Apply.
func (s *State) LastTurn() []byte { return s.last }

// ToMove returns the mover, or nothing when the game is over.
func (s *State) ToMove() []int {
	if s.result != nil {
		return nil
	}
	return toMove[s.mover]
}

// Apply plays the mover's turn. A dead end that was reached and steps after it
// are refused as every text is that is no turn; called again with
// [game.Invalid] the verdict is stuck all the same.
func (s *State) Apply(answers []game.Answer) error {
	if s.result != nil {
		return errors.New("papersoccer: Apply after the end")
	}
	if len(answers) != 1 {
		return fmt.Errorf("papersoccer: %d answers, want 1", len(answers))
	}
	a := &answers[0]
	if a.Fault != game.NoFault {
		s.forfeit(a)
		return nil
	}
	end, err := s.pitch.Play(a.Move, s.notation)
	if err != nil {
		return &game.IllegalMove{Seat: s.mover, Move: string(a.Move), Why: err.(*TurnError).Why}
	}
	s.turns++
	s.last = append(s.last[:0], a.Move...)
	switch end {
	case Fresh:
		s.mover = 1 - s.mover
	case Stuck:
		s.finish(VerdictStuck, 1-s.mover)
	case GoalNorth:
		s.goal(Red)
	case GoalSouth:
		s.goal(Blue)
	}
	return nil
}

// goal ends the game with the ball in the goal of owner.
func (s *State) goal(owner int) {
	reason := VerdictGoal
	if owner == s.mover {
		reason = VerdictOwnGoal
	}
	s.finish(reason, 1-owner)
}

// forfeit ends the game against the mover, whose answer has a fault.
func (s *State) forfeit(a *game.Answer) {
	reason, fault := string(a.Fault), a.Fault
	if fault == game.Invalid {
		reason = VerdictInvalidMove
		if _, err := s.pitch.Play(a.Move, s.notation); err == nil {
			// The rules know nothing against it: whoever refused the answer
			// saw more of it than came with it.
			s.pitch.Retract(a.Move, s.notation)
		} else if e := err.(*TurnError); e.Verdict == VerdictStuck {
			reason, fault = VerdictStuck, game.NoFault
		} else {
			reason = e.Verdict
		}
	}
	s.finish(reason, 1-s.mover)
	s.result.Seats[s.mover].Fault = fault
}

// NotStarted ends the game against the seat that did not start; where neither
// did, both lose, so that who is asked first does not matter (ruling).
func (s *State) NotStarted(faults []game.Fault) {
	red, blue := faults[Red], faults[Blue]
	switch {
	case red != game.NoFault && blue != game.NoFault:
		s.finish(string(game.DidNotStart), Red)
		s.result.Seats[Red] = game.SeatResult{Outcome: game.Lose, Fault: red}
		s.result.Seats[Blue].Fault = blue
	case red != game.NoFault:
		s.finish(string(red), Blue)
		s.result.Seats[Red].Fault = red
	case blue != game.NoFault:
		s.finish(string(blue), Red)
		s.result.Seats[Blue].Fault = blue
	}
}

// finish ends the game. The contest's page has no points: a win is 1, so that
// points and wins are one figure.
func (s *State) finish(reason string, winner int) {
	seats := make([]game.SeatResult, 2)
	seats[winner] = game.SeatResult{Outcome: game.Win, Points: 1}
	seats[1-winner] = game.SeatResult{Outcome: game.Lose}
	s.result = &game.Result{Reason: reason, Moves: s.turns, Seats: seats}
}

// RandomMove appends the steps of a random walk to the end of the turn. All
// steps that are legal at a point are equally likely.
func (s *State) RandomMove(dst []byte, seat int, rnd *game.Rand) []byte {
	start := len(dst)
	for ev := Again; ev == Again; {
		d := nth(s.pitch.Legal(), rnd)
		dst = append(dst, s.notation.Byte(d))
		ev = s.pitch.Step(d)
	}
	s.pitch.Retract(dst[start:], s.notation)
	return dst
}

// Moves lists all complete turns, those into a dead end and into the own goal
// too.
func (s *State) Moves(seat int, yield func(move []byte) bool) {
	if s.result != nil || seat != s.mover {
		return
	}
	var text []byte
	s.pitch.Clone().Turns(func(steps []Direction, _ Event) bool {
		text = text[:0]
		for _, d := range steps {
			text = append(text, s.notation.Byte(d))
		}
		return yield(text)
	})
}

// Result returns the result, or nil while the game goes on.
func (s *State) Result() *game.Result { return s.result }

// Clone returns an independent copy.
func (s *State) Clone() game.State {
	c := *s
	c.pitch = s.pitch.Clone()
	c.last = slices.Clone(s.last)
	if s.result != nil {
		r := *s.result
		r.Seats = slices.Clone(r.Seats)
		c.result = &r
	}
	return &c
}

// nth draws one of the directions of a set that is not empty.
func nth(m Mask, rnd *game.Rand) Direction {
	n := rnd.IntN(m.Len())
	for d := range Direction(Directions) {
		if m.Has(d) {
			if n == 0 {
				return d
			}
			n--
		}
	}
	panic("papersoccer: a set without directions")
}
