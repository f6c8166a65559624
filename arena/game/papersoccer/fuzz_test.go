package papersoccer

import (
	"errors"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

// FuzzTurn applies any text in positions drawn from a seed: it never panics,
// a refused text leaves the position as it was, and one that is accepted is
// among the turns of the rules.
func FuzzTurn(f *testing.F) {
	for _, text := range []string{"", "4", "44", "34", "x", "\xff", "70123456", "{4}"} {
		f.Add(uint64(1), uint8(0), true, text)
		f.Add(uint64(2), uint8(20), false, text)
	}
	f.Fuzz(func(t *testing.T, seed uint64, turns uint8, halfway bool, text string) {
		rnd := game.NewRand(seed, "fuzz")
		s := newGame(t, func(s *Setup) { s.Halfway = halfway })
		for range turns {
			next := s.Clone()
			if err := next.Apply([]game.Answer{{Move: s.RandomMove(nil, s.Mover(), rnd)}}); err != nil {
				t.Fatal(err)
			}
			if next.Result() != nil {
				break
			}
			s = next.(*State)
		}
		checkText(t, s, text)
	})
}

func checkText(t *testing.T, s *State, text string) {
	t.Helper()
	before, pitch := s.String(), s.pitch.Clone()
	answers := []game.Answer{{Move: []byte(text)}}
	err := s.Apply(answers)
	if err == nil {
		s.pitch.Retract([]byte(text), s.notation)
		if !s.pitch.Equal(pitch) || s.pitch.Hash() != pitch.Hash() {
			t.Fatalf("%q cannot be taken back from\n%s", text, before)
		}
		return
	}
	var illegal *game.IllegalMove
	if !errors.As(err, &illegal) || illegal.Move != text || illegal.Why == "" {
		t.Fatalf("%q: %v", text, err)
	}
	if s.String() != before || !s.pitch.Equal(pitch) || s.pitch.Hash() != pitch.Hash() {
		t.Fatalf("%q was refused (%v) and changed the position to\n%s", text, err, s)
	}
	answers[0].Fault = game.Invalid
	if err := s.Apply(answers); err != nil || s.Result() == nil {
		t.Fatalf("%q as invalid: %v, result %v", text, err, s.Result())
	}
}

// FuzzDialogue cuts any bytes in two: the answers are those of the whole, and
// nothing but the documented errors comes.
func FuzzDialogue(f *testing.F) {
	f.Add([]byte("{34}\n{5}\n"), 3)
	f.Add([]byte("x}{{\n}"), 2)
	f.Add([]byte("\xef\xbb\xbf{0}"), 1)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		if len(data) > protocol.MaxLine || cut < 0 || cut > len(data) {
			return
		}
		whole := allAnswers(t, data)
		parts := allAnswers(t, data[:cut], data[cut:])
		if len(whole) != len(parts) {
			t.Fatalf("%q as a whole, %q in parts", whole, parts)
		}
		for i := range whole {
			if whole[i] != parts[i] {
				t.Fatalf("%q as a whole, %q in parts", whole, parts)
			}
		}
	})
}

func allAnswers(t *testing.T, parts ...[]byte) []string {
	t.Helper()
	var in protocol.Buffer
	d := dialogue(t, Red, nil)
	var got []string
	for _, part := range parts {
		feed(&in, string(part))
		for {
			a, err := d.Answer(&in)
			if err != nil {
				if err != protocol.ErrMore {
					t.Fatalf("error %v", err)
				}
				break
			}
			got = append(got, string(a.Fault)+string(a.Move))
		}
	}
	return got
}
