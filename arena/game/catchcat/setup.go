package catchcat

import (
	"errors"
	"fmt"
	"strconv"

	"botarena/arena/game"
)

// Range is a range of numbers, both ends included.
type Range struct {
	Min int `yaml:"min" json:"min"`
	Max int `yaml:"max" json:"max"`
}

// Setup holds the parameters of a match.
type Setup struct {
	// Size is the number of rows and of columns.
	Size int `yaml:"size" json:"size"`
	// Blocked says how many cells are blocked at the start where the position
	// is drawn from the seed.
	Blocked Range `yaml:"blocked" json:"blocked"`
	// Position is the starting position; absent to draw it from the seed.
	Position *Position `yaml:"position" json:"position,omitempty"`
	// File names a file with a drawn starting position, whose size is the
	// board's: see [ParsePosition]. Resolve puts Size and Position in its place.
	File string `yaml:"file" json:"file,omitempty"`
}

var _ game.Setup = (*Setup)(nil)

// DefaultSetup returns the set-up of the seed. The range of blocked cells is
// a ruling.
func DefaultSetup() *Setup {
	return &Setup{Size: DefaultSize, Blocked: Range{0, 20}}
}

// Resolve reads the file and checks the fields. See [game.Setup].
func (s *Setup) Resolve(read func(name string) ([]byte, error)) error {
	file := s.File
	if file == "" {
		return s.check()
	}
	if err := s.load(read); err != nil {
		return err
	}
	err := s.check()
	var wrong *game.SetupError
	if errors.As(err, &wrong) { // whoever drew the position wrote no fields
		return &game.SetupError{File: file, Problem: wrong.Field + ": " + wrong.Problem, Want: wrong.Want}
	}
	return err
}

func (s *Setup) check() error {
	if s.Size < MinSize || s.Size > MaxSize || s.Size%2 == 0 {
		return &game.SetupError{Field: "size", Problem: strconv.Itoa(s.Size), Want: fmt.Sprintf("an odd number from %d to %d", MinSize, MaxSize)}
	}
	if s.Position != nil {
		_, err := s.Position.board(s.Size)
		return err
	}
	// With a third of the board free a position is found in a few draws.
	most := s.Size * s.Size * 2 / 3
	if s.Blocked.Min < 0 || s.Blocked.Max < s.Blocked.Min || s.Blocked.Max > most {
		return &game.SetupError{
			Field: "blocked", Problem: fmt.Sprintf("%d to %d", s.Blocked.Min, s.Blocked.Max),
			Want: fmt.Sprintf("two numbers from 0 to %d, the smaller first", most),
		}
	}
	return nil
}

// load puts the file's contents in the place of its name.
func (s *Setup) load(read func(name string) ([]byte, error)) error {
	if s.Position != nil {
		return &game.SetupError{Field: "file", Problem: "a position is given too; keep one of the two"}
	}
	text, err := read(s.File)
	if err != nil {
		return fmt.Errorf("file: %w", err)
	}
	size, p, err := ParsePosition(s.File, text)
	if err != nil {
		return err
	}
	s.Size, s.Position, s.File = size, p, ""
	return nil
}

// Warnings lists nothing.
func (s *Setup) Warnings() []string { return nil }

// Rounds returns 1: a game is always decided.
func (s *Setup) Rounds() int { return 1 }

// MaxTurns returns twice the cells without the cat's: every other turn blocks one.
func (s *Setup) MaxTurns() int { return 2 * (s.Size*s.Size - 1) }

// Start returns the position before the first move.
func (s *Setup) Start(round int, rnd *game.Rand) (game.State, error) {
	if round != 0 {
		return nil, fmt.Errorf("catchcat: round %d of 1", round+1)
	}
	p, err := s.Draw(rnd)
	if err != nil {
		return nil, fmt.Errorf("catchcat: %w", err)
	}
	b, err := p.board(s.Size)
	if err != nil {
		return nil, fmt.Errorf("catchcat: %w", err)
	}
	return NewState(b), nil
}

// draw draws a starting position (ruling): the cat uniform over the cells off
// the border, the number of blocks uniform in its range, their cells uniform;
// a position in which the cat is surrounded is drawn again.
func (s *Setup) draw(rnd *game.Rand) *Position {
	for {
		inner := s.Size - 2
		p := &Position{Cat: RowCol{1 + rnd.IntN(inner), 1 + rnd.IntN(inner)}}
		cells := make([]RowCol, 0, s.Size*s.Size)
		for r := range s.Size {
			for c := range s.Size {
				if (RowCol{r, c}) != p.Cat {
					cells = append(cells, RowCol{r, c})
				}
			}
		}
		n := s.Blocked.Min + rnd.IntN(s.Blocked.Max-s.Blocked.Min+1)
		for i := range n {
			j := i + rnd.IntN(len(cells)-i)
			cells[i], cells[j] = cells[j], cells[i]
		}
		p.Blocked = cells[:n]
		if _, err := p.board(s.Size); err == nil {
			return p
		}
	}
}

// Draw returns the position that a match with this set-up starts from, for
// export: the one that is given, or the one that rnd gives.
func (s *Setup) Draw(rnd *game.Rand) (*Position, error) {
	if s.File != "" {
		return nil, errors.New("the set-up was not resolved")
	}
	if err := s.Resolve(nil); err != nil {
		return nil, err
	}
	if s.Position != nil {
		return s.Position, nil
	}
	return s.draw(rnd), nil
}

// Dialogue returns the conversation with a seat.
func (s *Setup) Dialogue(seat int, dialect string) (game.Dialogue, error) {
	if dialect != "" && dialect != Dialect {
		return nil, fmt.Errorf("catchcat: dialect %q: want %s", dialect, Dialect)
	}
	if seat != Catcher && seat != Cat {
		return nil, fmt.Errorf("catchcat: no seat %d", seat)
	}
	return &Dialogue{seat: seat}, nil
}

// Pot returns the points that are shared in a match on a board of this size:
// 500 (seed), and more on boards above 11×11, so that a winner always has
// more than the loser (ruling).
func Pot(size int) int { return max(500, 4*size*size+16) }
