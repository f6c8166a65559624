package bot

import (
	"fmt"
	"slices"

	"botarena/arena/game/papersoccer"
)

// Variant says which lines are drawn at the start. The wire does not tell.
type Variant string

// The variants.
const (
	Auto    Variant = "auto"    // found out from the opponent's turns
	Halfway Variant = "halfway" // with the halfway line, as in the contest
	Plain   Variant = "plain"   // without it
)

// ParseVariant returns the variant of a name.
func ParseVariant(name string) (Variant, error) {
	switch v := Variant(name); v {
	case Auto, Halfway, Plain:
		return v, nil
	}
	return "", fmt.Errorf("variant %q: want %s, %s or %s", name, Auto, Halfway, Plain)
}

// Session is one match of a bot: it keeps the board and speaks in texts.
//
// While the variant is not known it keeps both boards and plays turns that are
// right on both; an opponent's turn that is wrong on one of them decides. The
// notation of the first opponent's turn is used from then on.
type Session struct {
	bot      *Bot
	seat     int
	boards   []*papersoccer.Pitch // those that are still possible, the likeliest first
	notation papersoccer.Notation
	heard    bool // the opponent has made a turn
}

// NewSession returns the match of bot on an empty pitch of the given size.
func NewSession(bot *Bot, width, height, seat int, v Variant, n papersoccer.Notation) *Session {
	s := &Session{bot: bot, seat: seat, notation: n}
	for _, halfway := range []bool{true, false} {
		if v == Auto || halfway == (v == Halfway) {
			s.boards = append(s.boards, papersoccer.NewPitch(width, height, halfway))
		}
	}
	return s
}

// Turn takes the opponent's turn, empty if there was none, and appends the
// bot's own to dst. It returns an error if the opponent's turn is wrong on
// every board that was possible.
func (s *Session) Turn(dst, opponent []byte) ([]byte, error) {
	if len(opponent) > 0 {
		s.listen(opponent)
		if !s.play(opponent) {
			return dst, fmt.Errorf("the opponent's turn %q is none on this bot's board", opponent)
		}
	}
	var allowed func([]uint8) bool
	if len(s.boards) > 1 {
		allowed = s.rightEverywhere
	}
	start := len(dst)
	dst = s.append(dst, s.bot.Turn(s.boards[0], s.seat, allowed))
	s.play(dst[start:])
	return dst, nil
}

func (s *Session) listen(turn []byte) {
	if s.heard {
		return
	}
	s.heard = true
	for _, n := range []papersoccer.Notation{papersoccer.Digits, papersoccer.Letters} {
		if _, ok := n.Direction(turn[0]); ok {
			s.notation = n
		}
	}
}

func (s *Session) append(dst []byte, steps []uint8) []byte {
	for _, d := range steps {
		dst = append(dst, s.notation.Byte(papersoccer.Direction(d)))
	}
	return dst
}

// play makes a turn on all boards, forgets those on which it is wrong, unless
// all are, and reports whether there is one on which it is right.
func (s *Session) play(turn []byte) bool {
	right := slices.DeleteFunc(slices.Clone(s.boards), func(p *papersoccer.Pitch) bool {
		_, err := p.Play(turn, s.notation)
		return err != nil
	})
	if len(right) > 0 {
		s.boards = right
	}
	return len(right) > 0
}

// rightEverywhere reports whether a turn can be made on all boards.
func (s *Session) rightEverywhere(steps []uint8) bool {
	text := s.append(nil, steps)
	for _, p := range s.boards {
		if _, err := p.Play(text, s.notation); err != nil {
			return false
		}
		p.Retract(text, s.notation)
	}
	return true
}
