package papersoccer

import (
	"errors"
	"strings"
	"testing"

	"botarena/arena/game"
)

// newGame starts a game with the given set-up changes and plays turns.
func newGame(t testing.TB, change func(*Setup), turns ...string) *State {
	t.Helper()
	setup := DefaultSetup()
	setup.Starter = StarterRed
	if change != nil {
		change(setup)
	}
	st, err := setup.Start(0, game.NewRand(1, "start"))
	if err != nil {
		t.Fatal(err)
	}
	s := st.(*State)
	for _, turn := range turns {
		if err := s.Apply([]game.Answer{{Move: []byte(turn)}}); err != nil {
			t.Fatalf("turn %s: %v", turn, err)
		}
	}
	return s
}

func plain(s *Setup)   { s.Halfway = false }
func letters(s *Setup) { s.Notation = Letters }

func blueStarts(s *Setup) { s.Starter = StarterBlue }

func text(move string) game.Answer { return game.Answer{Move: []byte(move)} }

// TestVerdictNames plays a last answer and compares the end of the game. Red
// starts, owns the north goal and attacks south.
func TestVerdictNames(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(*Setup)
		turns   string
		answer  game.Answer
		refused bool // Apply wants it again as Invalid
		reason  string
		winner  int
		fault   game.Fault
		moves   int
	}{
		// Goals.
		{
			name: "goal in the south for red", change: blueStarts, turns: "4 4 4 4 4", answer: text("4"),
			reason: "goal", winner: Red, moves: 6,
		},
		{
			name: "goal in the north for blue", turns: "0 0 0 0 0", answer: text("1"),
			reason: "goal", winner: Blue, moves: 6,
		},
		{
			name: "own goal of red", change: blueStarts, turns: "0 0 0 0 0", answer: text("7"),
			reason: "own-goal", winner: Blue, moves: 6,
		},
		{
			name: "own goal of blue", turns: "4 4 4 4 4", answer: text("5"),
			reason: "own-goal", winner: Red, moves: 6,
		},
		{
			name: "off the post", turns: "4 4 4 4", answer: text("53"),
			reason: "goal", winner: Red, moves: 5,
		},
		{
			name: "after the goal", turns: "4 4 4 4", answer: text("534"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid, moves: 4,
		},

		// Dead ends.
		{
			name: "corner", turns: "7 7 7 0", answer: text("7"),
			reason: "stuck", winner: Blue, moves: 5,
		},
		{
			name: "corner and on", turns: "7 7 7 0", answer: text("73"), refused: true,
			reason: "stuck", winner: Blue, moves: 4,
		},
		{
			name: "corner and rubbish", turns: "7 7 7 0", answer: text("7x"), refused: true,
			reason: "stuck", winner: Blue, moves: 4,
		},

		// Steps that cannot be made.
		{
			name: "along the goal's outline", turns: "4 4 4 4", answer: text("54"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid, moves: 4,
		},
		{
			name: "from a post past the goal", turns: "4 4 4 4", answer: text("55"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid, moves: 4,
		},
		{
			name: "along the halfway line", answer: text("2"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},
		{
			name: "back", turns: "4", answer: text("0"), refused: true,
			reason: "invalid-move", winner: Red, fault: game.Invalid, moves: 1,
		},
		{
			name: "along the border", change: plain, turns: "6 6 6", answer: text("60"), refused: true,
			reason: "invalid-move", winner: Red, fault: game.Invalid, moves: 3,
		},
		{
			name: "through the border", change: plain, turns: "6 6 6", answer: text("67"), refused: true,
			reason: "invalid-move", winner: Red, fault: game.Invalid, moves: 3,
		},

		// Texts that are no turn.
		{
			name: "no steps", answer: text(""), refused: true,
			reason: "invalid-end-point", winner: Blue, fault: game.Invalid,
		},
		{
			name: "stops on a post", turns: "4 4 4 4", answer: text("5"), refused: true,
			reason: "invalid-end-point", winner: Blue, fault: game.Invalid, moves: 4,
		},
		{
			name: "stops on the halfway line", turns: "0", answer: text("3"), refused: true,
			reason: "invalid-end-point", winner: Red, fault: game.Invalid, moves: 1,
		},
		{
			name: "after a fresh point", answer: text("44"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},
		{
			name: "eight", answer: text("8"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},
		{
			name: "blank", answer: text(" 4"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},
		{
			name: "brace", answer: text("{4"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},
		{
			name: "bytes beyond ASCII", answer: text("4\xff"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},
		{
			name: "letters among digits", answer: text("e"), refused: true,
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},
		{
			name: "digits among letters", change: letters, turns: "e", answer: text("4"), refused: true,
			reason: "invalid-move", winner: Red, fault: game.Invalid, moves: 1,
		},
		{
			name: "letters stop on a post", change: letters, turns: "e e e e", answer: text("f"), refused: true,
			reason: "invalid-end-point", winner: Blue, fault: game.Invalid, moves: 4,
		},
		{
			name: "goal in letters", change: letters, turns: "e e e e", answer: text("fd"),
			reason: "goal", winner: Red, moves: 5,
		},
		{
			name: "refused by the referee alone", answer: game.Answer{Move: []byte("4"), Fault: game.Invalid},
			reason: "invalid-move", winner: Blue, fault: game.Invalid,
		},

		// No answer at all.
		{
			name: "timeout", turns: "4", answer: game.Answer{Fault: game.Timeout},
			reason: "timeout", winner: Red, fault: game.Timeout, moves: 1,
		},
		{
			name: "crash", answer: game.Answer{Fault: game.Crash},
			reason: "crash", winner: Blue, fault: game.Crash,
		},
		{
			name: "violation", answer: game.Answer{Fault: game.Violation},
			reason: "violation", winner: Blue, fault: game.Violation,
		},
		{
			name: "line too long", answer: game.Answer{Fault: game.LineTooLong},
			reason: "line-too-long", winner: Blue, fault: game.LineTooLong,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newGame(t, c.change, strings.Fields(c.turns)...)
			mover := s.Mover()
			answers := []game.Answer{c.answer}
			err := s.Apply(answers)
			var illegal *game.IllegalMove
			if refused := errors.As(err, &illegal); refused != c.refused || !refused && err != nil {
				t.Fatalf("Apply: %v, want refused %t", err, c.refused)
			}
			if c.refused {
				if illegal.Seat != mover || illegal.Move != string(c.answer.Move) || s.Result() != nil {
					t.Errorf("refused with %+v, result %v", illegal, s.Result())
				}
				answers[0].Fault = game.Invalid
				if err := s.Apply(answers); err != nil {
					t.Fatalf("again as invalid: %v", err)
				}
			}
			r := s.Result()
			if r == nil || len(s.ToMove()) != 0 {
				t.Fatalf("result %v, to move %v", r, s.ToMove())
			}
			loser := 1 - c.winner
			if r.Reason != c.reason || r.Moves != c.moves || r.Again ||
				r.Seats[c.winner].Outcome != game.Win || r.Seats[c.winner].Points != 1 || r.Seats[c.winner].Fault != "" ||
				r.Seats[loser].Outcome != game.Lose || r.Seats[loser].Points != 0 || r.Seats[loser].Fault != c.fault {
				t.Errorf("%+v, want %s won by %d, fault %q, %d moves", *r, c.reason, c.winner, c.fault, c.moves)
			}
		})
	}
}

// TestLegalTurns lists turns that are easily thought wrong.
func TestLegalTurns(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Setup)
		turns  string
	}{
		{"the centre has a line once it was left", plain, "0 6 32"},
		{"across a diagonal that is drawn", plain, "1 6 3"},
		{"the middle of a mouth is fresh", nil, "4 4 4 4 4 1"},
		{"along the mouth from a post", nil, "4 4 4 4 52"},
		{"without the halfway line", plain, "2 2 2"},
		{"bounce off the halfway line", nil, "0 34"},
		{"bounce off the border", plain, "6 6 6 61"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newGame(t, c.change, strings.Fields(c.turns)...)
			if s.Result() != nil {
				t.Errorf("over: %+v", s.Result())
			}
			if want := len(strings.Fields(c.turns)); s.Mover() != want%2 {
				t.Errorf("mover %d after %d turns", s.Mover(), want)
			}
		})
	}
}

// TestStarter checks that both starters are drawn, and the same one from the
// same seed.
func TestStarter(t *testing.T) {
	count := [2]int{}
	for seed := range uint64(200) {
		var movers [2]int
		for i := range movers {
			st, err := DefaultSetup().Start(0, game.NewRand(seed, "start"))
			if err != nil {
				t.Fatal(err)
			}
			movers[i] = st.ToMove()[0]
		}
		if movers[0] != movers[1] {
			t.Fatalf("seed %d: starters %v", seed, movers)
		}
		count[movers[0]]++
	}
	if min(count[Red], count[Blue]) < 60 {
		t.Errorf("starters of 200 seeds: %v", count)
	}
}

// TestMaxTurns plays matches in which every step that ends a turn is taken
// where there is one, so that they last long, and checks the bound; on the
// smallest pitches it is compared with the longest of all matches.
func TestMaxTurns(t *testing.T) {
	for _, size := range []Board{{2, 2}, {2, 4}, {4, 2}} {
		for _, halfway := range []bool{true, false} {
			setup := DefaultSetup()
			setup.Board, setup.Halfway = size, halfway
			p := NewPitch(size.Width, size.Height, halfway)
			if got, most := longest(p, map[uint64]int{}), setup.MaxTurns(); got > most || got < most/2 {
				t.Errorf("%v halfway %t: longest match %d turns, bound %d", size, halfway, got, most)
			}
		}
	}
}

// longest returns the number of turns of the longest match from here.
func longest(p *Pitch, known map[uint64]int) int {
	if n, ok := known[p.Hash()]; ok {
		return n
	}
	best := 0
	legal := p.Legal()
	for d := range Direction(Directions) {
		if !legal.Has(d) {
			continue
		}
		ev, n := p.Step(d), 1
		switch ev {
		case Again:
			n = longest(p, known)
		case Fresh:
			n = 1 + longest(p, known)
		}
		p.Undo(d)
		best = max(best, n)
	}
	known[p.Hash()] = best
	return best
}

func TestMovesAreTheRulesTurns(t *testing.T) {
	rnd := game.NewRand(7, "moves")
	for range 20 {
		s := newGame(t, nil)
		for s.Result() == nil {
			n := 0
			s.Moves(s.Mover(), func(move []byte) bool {
				n++
				c := s.Clone()
				if err := c.Apply([]game.Answer{{Move: move}}); err != nil {
					t.Fatalf("%s: %v", move, err)
				}
				return n < 200
			})
			if n == 0 {
				t.Fatalf("no move in\n%s", s)
			}
			if err := s.Apply([]game.Answer{{Move: s.RandomMove(nil, s.Mover(), rnd)}}); err != nil {
				t.Fatal(err)
			}
		}
		s.Moves(s.Mover(), func(move []byte) bool { t.Fatalf("move %s after the end", move); return false })
	}
}

func TestCloneIsIndependent(t *testing.T) {
	s := newGame(t, nil, "4", "3")
	before, c := s.String(), s.Clone()
	for _, turn := range []string{"4", "5"} {
		if err := c.Apply([]game.Answer{{Move: []byte(turn)}}); err != nil {
			t.Fatal(err)
		}
	}
	if s.String() != before || c.String() == before {
		t.Errorf("original changed with its clone:\n%s", s)
	}
}

func TestApplyRefusesMisuse(t *testing.T) {
	s := newGame(t, nil)
	if err := s.Apply(nil); err == nil {
		t.Error("no answers: no error")
	}
	if err := s.Apply([]game.Answer{{Fault: game.Crash}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply([]game.Answer{{Move: []byte("4")}}); err == nil {
		t.Error("after the end: no error")
	}
}

// BenchmarkApply plays the turns of a game over and over; the end of the game
// is left out, because a result is made there.
func BenchmarkApply(b *testing.B) {
	s := newGame(b, plain)
	var answers [][]game.Answer
	for _, turn := range strings.Fields("2 0 53 4 7 4 16141 4 720 0 5257 445 2212 35 4 57 41 65 67 2 506 0 71 4 7271 4 7271 4 721 6") {
		answers = append(answers, []game.Answer{{Move: []byte(turn)}})
	}
	start := s.Clone().(*State)
	b.ReportAllocs()
	turns := 0
	for b.Loop() {
		s.pitch.CopyFrom(start.pitch)
		s.mover, s.turns = start.mover, start.turns
		for _, a := range answers {
			if err := s.Apply(a); err != nil {
				b.Fatal(err)
			}
		}
		turns += len(answers)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(turns), "ns/turn")
}

func TestNotStarted(t *testing.T) {
	for _, c := range []struct {
		faults []game.Fault
		want   [2]game.Outcome
	}{
		{[]game.Fault{game.DidNotStart, ""}, [2]game.Outcome{game.Lose, game.Win}},
		{[]game.Fault{"", game.DidNotStart}, [2]game.Outcome{game.Win, game.Lose}},
		{[]game.Fault{game.DidNotStart, game.DidNotStart}, [2]game.Outcome{game.Lose, game.Lose}},
	} {
		s, err := DefaultSetup().Start(0, game.NewRand(1, "start"))
		if err != nil {
			t.Fatal(err)
		}
		s.(game.Awaiter).NotStarted(c.faults)
		r := s.Result()
		if r == nil || r.Reason != string(game.DidNotStart) || r.Moves != 0 {
			t.Fatalf("%v: result %+v", c.faults, r)
		}
		for seat, got := range r.Seats {
			if got.Outcome != c.want[seat] || got.Fault != c.faults[seat] {
				t.Errorf("%v: seat %d has %+v, want %s", c.faults, seat, got, c.want[seat])
			}
		}
	}
}
