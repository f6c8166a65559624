package papersoccer

import (
	"fmt"
	"strconv"

	"botarena/arena/game"
)

// Starter says who makes the first turn: "random", "red" or "blue".
type Starter string

// The starters.
const (
	StarterRandom Starter = "random" // drawn from the match's seed, as the contest has it
	StarterRed    Starter = "red"
	StarterBlue   Starter = "blue"
)

// Board is the size of the pitch in cells: even numbers from [MinSize] to
// [MaxSize].
type Board struct {
	Width  int `yaml:"width" json:"width"`
	Height int `yaml:"height" json:"height"`
}

// Setup holds the parameters of a match.
type Setup struct {
	Board Board `yaml:"board" json:"board"`
	// Halfway says whether the halfway line is drawn at the start. The contest
	// has it; kurnik.pl and CodinGame play without.
	Halfway  bool     `yaml:"halfway" json:"halfway"`
	Notation Notation `yaml:"notation" json:"notation"`
	Starter  Starter  `yaml:"starter" json:"starter"`
}

var _ game.Setup = (*Setup)(nil)

// DefaultSetup returns the set-up of the contest.
func DefaultSetup() *Setup {
	return &Setup{
		Board:    Board{Width: ContestWidth, Height: ContestHeight},
		Halfway:  true,
		Notation: Digits,
		Starter:  StarterRandom,
	}
}

// Resolve checks the fields; it reads no file.
func (s *Setup) Resolve(func(name string) ([]byte, error)) error {
	for _, f := range []struct {
		name  string
		value int
	}{{"board.width", s.Board.Width}, {"board.height", s.Board.Height}} {
		if f.value < MinSize || f.value > MaxSize || f.value%2 != 0 {
			return &game.SetupError{Field: f.name, Problem: strconv.Itoa(f.value), Want: fmt.Sprintf("an even number of cells from %d to %d", MinSize, MaxSize)}
		}
	}
	switch s.Notation {
	case Digits, Letters:
	default:
		return &game.SetupError{Field: "notation", Problem: strconv.Quote(string(s.Notation)), Want: fmt.Sprintf("%s or %s", Digits, Letters)}
	}
	switch s.Starter {
	case StarterRandom, StarterRed, StarterBlue:
	default:
		return &game.SetupError{
			Field: "starter", Problem: strconv.Quote(string(s.Starter)),
			Want: fmt.Sprintf("%s, %s or %s", StarterRandom, StarterRed, StarterBlue),
		}
	}
	return nil
}

// Warnings tells of sizes that the contest's boards do not know.
func (s *Setup) Warnings() []string {
	if s.Board.Width == ContestWidth && s.Board.Height == ContestHeight {
		return nil
	}
	return []string{fmt.Sprintf("board: %d×%d: boards built for the contest ignore the size and play %d×%d",
		s.Board.Width, s.Board.Height, ContestWidth, ContestHeight)}
}

// Rounds returns 1: a game of Paper Soccer is always decided.
func (s *Setup) Rounds() int { return 1 }

// MaxTurns returns the number of points that are fresh at the start and can
// be reached, and one: every turn but the last one ends on such a point, and
// none does so twice.
func (s *Setup) MaxTurns() int {
	inner := (s.Board.Width - 1) * (s.Board.Height - 1)
	lined := 1 // the ball leaves a line on its own point with the first step
	if s.Halfway {
		lined = s.Board.Width - 1
	}
	const mouths = 2
	return inner - lined + mouths + 1
}

// Start returns the position before the first turn.
func (s *Setup) Start(round int, rnd *game.Rand) (game.State, error) {
	if round != 0 {
		return nil, fmt.Errorf("papersoccer: round %d of 1", round+1)
	}
	if err := s.Resolve(nil); err != nil {
		return nil, fmt.Errorf("papersoccer: %w", err)
	}
	first := Red
	switch s.Starter {
	case StarterBlue:
		first = Blue
	case StarterRandom:
		first = rnd.IntN(2)
	}
	return NewState(NewPitch(s.Board.Width, s.Board.Height, s.Halfway), s.Notation, first), nil
}

// Dialogue returns the conversation with a seat.
func (s *Setup) Dialogue(seat int, dialect string) (game.Dialogue, error) {
	if dialect != "" && dialect != Dialect {
		return nil, fmt.Errorf("papersoccer: dialect %q: want %s", dialect, Dialect)
	}
	if seat != Red && seat != Blue {
		return nil, fmt.Errorf("papersoccer: no seat %d", seat)
	}
	return &Dialogue{seat: seat, board: s.Board, notation: s.Notation}, nil
}
