package catchcat

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"botarena/arena/game"
)

// State is a position with whose turn it is and what was played last.
type State struct {
	board  *Board
	mover  int
	moves  int  // valid moves made by both
	last   Cell // where the last move went, None before the first
	result *game.Result
}

var (
	_ game.Lister  = (*State)(nil)
	_ game.Awaiter = (*State)(nil)
)

// NewState returns the position with the catcher to move on this board, which
// it keeps.
func NewState(b *Board) *State { return &State{board: b, mover: Catcher, last: None} }

// Board returns the board. It must not be changed.
func (s *State) Board() *Board { return s.board }

// Last returns where the last move went, None before the first.
func (s *State) Last() Cell { return s.last }

var movers = [2][]int{Catcher: {Catcher}, Cat: {Cat}}

// ToMove implements [game.State].
func (s *State) ToMove() []int {
	if s.result != nil {
		return nil
	}
	return movers[s.mover]
}

// NotStarted implements [game.Awaiter]: a seat that did not start has made an
// invalid first move, so nobody moves; where neither did, both have nothing
// (ruling).
func (s *State) NotStarted(faults []game.Fault) {
	switch catcher, cat := faults[Catcher], faults[Cat]; {
	case catcher != game.NoFault && cat != game.NoFault:
		s.result = &game.Result{Reason: string(game.DidNotStart), Seats: []game.SeatResult{
			{Outcome: game.Lose, Fault: catcher}, {Outcome: game.Lose, Fault: cat},
		}}
	case catcher != game.NoFault:
		s.fail(Catcher, catcher)
	case cat != game.NoFault:
		s.fail(Cat, cat)
	}
}

// Apply implements [game.State]. A fault ends the match for the opponent.
func (s *State) Apply(answers []game.Answer) error {
	if s.result != nil {
		return errors.New("catchcat: Apply after the end")
	}
	if len(answers) != 1 {
		return fmt.Errorf("catchcat: %d answers, want 1", len(answers))
	}
	if f := answers[0].Fault; f != game.NoFault {
		s.fail(s.mover, f)
		return nil
	}
	move := answers[0].Move
	row, col, ok := parseMove(move)
	why := "want a row and a column, such as 4 5"
	if ok && s.mover == Catcher {
		why = s.board.mayBlock(row, col)
	} else if ok {
		why = s.board.mayMove(row, col)
	}
	if why != "" {
		return &game.IllegalMove{Seat: s.mover, Move: string(move), Why: why}
	}
	s.play(s.board.At(row, col))
	return nil
}

// play makes a legal move.
func (s *State) play(c Cell) {
	s.moves++
	s.last = c
	if s.mover == Catcher {
		s.board.Block(c)
		s.mover = Cat
		if s.board.Caught() {
			s.end(Catcher, caught, game.NoFault)
		}
		return
	}
	s.board.MoveCat(c)
	s.mover = Catcher
	if s.board.Escaped() {
		s.end(Cat, escaped, game.NoFault)
	}
}

// fail ends the match against a seat.
func (s *State) fail(seat int, f game.Fault) { s.end(1-seat, reason(f), f) }

// reason returns the verdict's name for a fault, as the wire has it.
func reason(f game.Fault) string {
	switch f {
	case game.Timeout, game.Violation, game.DidNotStart:
		return string(f)
	case game.Invalid, game.LineTooLong:
		return string(game.Invalid)
	}
	return string(game.Crash)
}

// end shares the pot: the loser gets the number of moves, the winner the rest
// (seed).
func (s *State) end(winner int, why string, f game.Fault) {
	r := &game.Result{Reason: why, Moves: s.moves, Seats: make([]game.SeatResult, 2)}
	r.Seats[winner] = game.SeatResult{Outcome: game.Win, Points: Pot(s.board.size) - s.moves}
	r.Seats[1-winner] = game.SeatResult{Outcome: game.Lose, Points: s.moves, Fault: f}
	s.result = r
}

// parseMove reads "ROW COL" as it stands in records: no sign, no leading
// zero, one space.
func parseMove(text []byte) (row, col int, ok bool) {
	row, rest, ok := parseNumber(text)
	if !ok || len(rest) == 0 || rest[0] != ' ' {
		return 0, 0, false
	}
	col, rest, ok = parseNumber(rest[1:])
	return row, col, ok && len(rest) == 0
}

func parseNumber(text []byte) (n int, rest []byte, ok bool) {
	i := 0
	for ; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
		if n = n*10 + int(text[i]-'0'); n > 1<<20 {
			return 0, nil, false
		}
	}
	return n, text[i:], i == 1 || i > 1 && text[0] != '0'
}

// AppendMove appends a move in the notation of records.
func AppendMove(dst []byte, row, col int) []byte {
	dst = strconv.AppendInt(dst, int64(row), 10)
	dst = append(dst, ' ')
	return strconv.AppendInt(dst, int64(col), 10)
}

// Moves implements [game.Lister]: cells in row order.
func (s *State) Moves(seat int, yield func(move []byte) bool) {
	if s.result != nil || seat != s.mover {
		return
	}
	var buf [8]byte
	for c := range s.board.blocked {
		row, col := s.board.RowCol(Cell(c))
		if s.legal(Cell(c)) && !yield(AppendMove(buf[:0], row, col)) {
			return
		}
	}
}

// legal reports whether the mover may choose a cell.
func (s *State) legal(c Cell) bool {
	if s.mover == Catcher {
		return !s.board.blocked[c] && c != s.board.cat
	}
	for _, n := range s.board.near[s.board.cat] {
		if n == c {
			return !s.board.blocked[c]
		}
	}
	return false
}

// RandomMove implements [game.State].
func (s *State) RandomMove(dst []byte, _ int, rnd *game.Rand) []byte {
	n := 0
	for c := range s.board.blocked {
		if s.legal(Cell(c)) {
			n++
		}
	}
	for k, c := rnd.IntN(n), Cell(0); ; c++ {
		if !s.legal(c) {
			continue
		}
		if k == 0 {
			row, col := s.board.RowCol(c)
			return AppendMove(dst, row, col)
		}
		k--
	}
}

// Result implements [game.State].
func (s *State) Result() *game.Result { return s.result }

// Clone implements [game.State].
func (s *State) Clone() game.State {
	c := *s
	c.board = s.board.Clone()
	if s.result != nil {
		r := *s.result
		r.Seats = slices.Clone(r.Seats)
		c.result = &r
	}
	return &c
}
