package bot

import (
	"testing"

	"botarena/arena/game"
	"botarena/arena/game/papersoccer"
	"botarena/bots/house/level"
)

func newSession(seat int, v Variant) *Session {
	return NewSession(newBot(level.Novice, 1), papersoccer.ContestWidth, papersoccer.ContestHeight, seat, v, papersoccer.Digits)
}

// TestSessionFindsOutTheVariant plays against random turns without telling
// which lines are drawn: no turn is wrong, and no board of the wrong variant
// outlives a turn that is none on it.
func TestSessionFindsOutTheVariant(t *testing.T) {
	for seed := range uint64(60) {
		halfway := seed%2 == 0
		rnd := game.NewRand(seed, "session")
		seat := int(seed / 2 % 2)
		bot := newSession(seat, Auto)
		p := papersoccer.NewPitch(papersoccer.ContestWidth, papersoccer.ContestHeight, halfway)
		s := papersoccer.NewState(p, papersoccer.Digits, papersoccer.Red)
		for s.Result() == nil {
			var turn []byte
			var err error
			if s.Mover() == seat {
				turn, err = bot.Turn(nil, s.LastTurn())
			} else {
				turn = s.RandomMove(nil, s.Mover(), rnd)
			}
			if err == nil {
				err = s.Apply([]game.Answer{{Move: turn}})
			}
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, s)
			}
		}
	}
}

func TestSessionSpeaksLetters(t *testing.T) {
	s := newSession(papersoccer.Blue, Halfway)
	turn, err := s.Turn(nil, []byte("a"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range turn {
		if _, ok := papersoccer.Letters.Direction(c); !ok {
			t.Errorf("turn %s after a turn in letters", turn)
		}
	}
}

func TestSessionRefusesWrongTurns(t *testing.T) {
	for _, turn := range []string{"2", "00", "x", "9"} {
		if _, err := newSession(papersoccer.Blue, Halfway).Turn(nil, []byte(turn)); err == nil {
			t.Errorf("turn %s was taken", turn)
		}
	}
}
