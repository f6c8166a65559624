package catchcat

import (
	"errors"
	"strings"
	"testing"

	"botarena/arena/game"
	"botarena/protocol"
)

// start returns the position with these blocked cells on an 11×11 board.
func start(t *testing.T, cat RowCol, blocked ...RowCol) *State {
	t.Helper()
	setup := DefaultSetup()
	setup.Position = &Position{Cat: cat, Blocked: blocked}
	s, err := setup.Start(0, game.NewRand(1, "start"))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

func play(t *testing.T, s *State, moves ...string) {
	t.Helper()
	for _, m := range moves {
		if err := s.Apply([]game.Answer{{Move: []byte(m)}}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNeighbours(t *testing.T) {
	b := NewBoard(11, 60)
	for _, c := range []struct {
		row, col int
		want     [directions]RowCol // clockwise from the west
	}{
		{4, 5, [directions]RowCol{{4, 4}, {3, 4}, {3, 5}, {4, 6}, {5, 5}, {5, 4}}},
		{5, 5, [directions]RowCol{{5, 4}, {4, 5}, {4, 6}, {5, 6}, {6, 6}, {6, 5}}},
	} {
		for d := range directions {
			r, col := b.RowCol(b.Neighbour(b.At(c.row, c.col), d))
			if (RowCol{r, col}) != c.want[d] {
				t.Errorf("neighbour %d of %d,%d is %d,%d, want %v", d, c.row, c.col, r, col, c.want[d])
			}
		}
	}
	if n := b.Neighbour(b.At(1, 10), NE); n != None {
		t.Errorf("1,10 has %d in the north-east", n)
	}
}

// around are the neighbours of 5 5.
var around = []RowCol{{5, 4}, {4, 5}, {4, 6}, {5, 6}, {6, 6}, {6, 5}}

func TestEnds(t *testing.T) {
	t.Run("caught", func(t *testing.T) {
		s := start(t, RowCol{5, 5}, around[:5]...)
		play(t, s, "6 5")
		want(t, s, "caught", Catcher, 499, 1, "")
	})
	t.Run("escaped", func(t *testing.T) {
		s := start(t, RowCol{1, 5})
		play(t, s, "5 5", "0 5")
		want(t, s, "escaped", Cat, 498, 2, "")
	})
	// A walled-in cat with a free neighbour plays on (ruling).
	t.Run("walled in", func(t *testing.T) {
		wall := []RowCol{{5, 3}, {4, 4}, {3, 5}, {3, 6}, {4, 7}, {5, 7}, {6, 7}, {7, 6}, {7, 5}, {6, 4}, {4, 5}, {4, 6}, {5, 6}, {6, 6}, {6, 5}}
		wall = append(wall, RowCol{7, 4}, RowCol{3, 4}, RowCol{3, 7}, RowCol{7, 7}, RowCol{6, 3}, RowCol{4, 3})
		s := start(t, RowCol{5, 5}, wall...)
		play(t, s, "0 0", "5 4", "0 1", "5 5", "0 2")
		if s.Result() != nil {
			t.Fatalf("over: %+v", s.Result())
		}
		play(t, s, "5 4", "5 5")
		want(t, s, "caught", Catcher, 493, 7, "")
	})
	// A blocked border cell is no way out, but only the border ring is one.
	t.Run("one step from the border", func(t *testing.T) {
		s := start(t, RowCol{1, 1}, RowCol{0, 1})
		play(t, s, "5 5", "2 1", "6 6")
		if s.Result() != nil {
			t.Fatalf("over off the border: %+v", s.Result())
		}
	})
}

func want(t *testing.T, s *State, reason string, winner, winPoints, losePoints int, fault game.Fault) {
	t.Helper()
	r := s.Result()
	if r == nil || r.Reason != reason {
		t.Fatalf("result %+v, want %s", r, reason)
	}
	w, l := r.Seats[winner], r.Seats[1-winner]
	if w.Outcome != game.Win || l.Outcome != game.Lose || w.Points != winPoints || l.Points != losePoints || l.Fault != fault || w.Fault != "" {
		t.Errorf("result %+v, want seat %d to win %d to %d", r, winner, winPoints, losePoints)
	}
}

// TestFaults: an invalid move ends the match for the opponent; the loser has
// as many points as valid moves were made.
func TestFaults(t *testing.T) {
	for fault, reason := range map[game.Fault]string{
		game.Invalid: "invalid", game.LineTooLong: "invalid", game.Timeout: "timeout", game.Crash: "crash", game.Closed: "crash",
		game.Memory: "crash", game.Violation: "violation", game.DidNotStart: "did-not-start",
	} {
		s := start(t, RowCol{5, 5})
		s.Apply([]game.Answer{{Fault: fault}})
		want(t, s, reason, Cat, 500, 0, fault)
		s = start(t, RowCol{5, 5})
		play(t, s, "0 0")
		s.Apply([]game.Answer{{Fault: fault}})
		want(t, s, reason, Catcher, 499, 1, fault)
	}
}

func TestNotStarted(t *testing.T) {
	s := start(t, RowCol{5, 5})
	s.NotStarted([]game.Fault{"", game.DidNotStart})
	want(t, s, "did-not-start", Catcher, 500, 0, game.DidNotStart)
	s = start(t, RowCol{5, 5})
	s.NotStarted([]game.Fault{game.DidNotStart, ""})
	want(t, s, "did-not-start", Cat, 500, 0, game.DidNotStart)
	s = start(t, RowCol{5, 5})
	s.NotStarted([]game.Fault{game.DidNotStart, game.DidNotStart})
	for i, r := range s.Result().Seats {
		if r.Points != 0 || r.Outcome != game.Lose || r.Fault != game.DidNotStart {
			t.Errorf("seat %d: %+v, want a loss with 0 points", i, r)
		}
	}
}

// TestFullBoard: a catcher that fills the whole empty board wins 261 to 239
// (seed): 120 blocks and 119 moves.
func TestFullBoard(t *testing.T) {
	// The cat walks to and fro between 5 5 and 5 6 while all else is blocked.
	s := start(t, RowCol{5, 5})
	cat := []string{"5 6", "5 5"}
	n := 0
	for c := range s.board.blocked {
		row, col := s.board.RowCol(Cell(c))
		if row == 5 && (col == 5 || col == 6) {
			continue
		}
		play(t, s, string(AppendMove(nil, row, col)))
		play(t, s, cat[n%2])
		n++
	}
	last := "5 6"
	if r, c := s.board.RowCol(s.board.cat); r == 5 && c == 6 {
		last = "5 5"
	}
	play(t, s, last)
	want(t, s, "caught", Catcher, 261, 239, "")
}

func TestPot(t *testing.T) {
	for size, pot := range map[int]int{5: 500, 11: 500, 13: 4*169 + 16, 25: 2516} {
		if got := Pot(size); got != pot {
			t.Errorf("%d: %d, want %d", size, got, pot)
		}
		if most := 2*(size*size-1) - 1; 2*most >= Pot(size) {
			t.Errorf("%d: a loser may have %d of %d", size, most, Pot(size))
		}
	}
}

func TestRefused(t *testing.T) {
	s := start(t, RowCol{5, 5}, RowCol{0, 3})
	before := s.String()
	for _, m := range []string{"", "5 5", "0 3", "11 0", "0 11", "-1 0", "05 5", "5  5", "5 5 ", " 5 5", "+5 5", "5", "5 x", "99999999999 0"} {
		var illegal *game.IllegalMove
		if err := s.Apply([]game.Answer{{Move: []byte(m)}}); !errors.As(err, &illegal) {
			t.Errorf("block %q: %v", m, err)
		}
	}
	if s.String() != before {
		t.Error("a refused move changed the position")
	}
	play(t, s, "5 4")
	for _, m := range []string{"5 4", "5 5", "7 7", "3 5"} {
		var illegal *game.IllegalMove
		if err := s.Apply([]game.Answer{{Move: []byte(m)}}); !errors.As(err, &illegal) {
			t.Errorf("move %q: %v", m, err)
		}
	}
}

func TestSetup(t *testing.T) {
	for want, s := range map[string]*Setup{
		"size":             {Size: 10},
		"size: 27":         {Size: 27},
		"blocked":          {Size: 11, Blocked: Range{5, 3}},
		"blocked: 0":       {Size: 11, Blocked: Range{0, 200}},
		"position.cat":     {Size: 11, Position: &Position{Cat: RowCol{0, 5}}},
		"the cat is there": {Size: 11, Position: &Position{Cat: RowCol{5, 5}, Blocked: []RowCol{{5, 5}}}},
		"blocked already":  {Size: 11, Position: &Position{Cat: RowCol{5, 5}, Blocked: []RowCol{{5, 4}, {5, 4}}}},
		"caught already":   {Size: 11, Position: &Position{Cat: RowCol{5, 5}, Blocked: around}},
	} {
		if err := s.Resolve(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}

// TestDraw: the drawn positions keep to the ruling, and all counts and cells
// come up.
func TestDraw(t *testing.T) {
	s := DefaultSetup()
	counts := map[int]int{}
	cats := map[RowCol]int{}
	for seed := range uint64(5000) {
		p, err := s.Draw(game.NewRand(seed, "start"))
		if err != nil {
			t.Fatal(err)
		}
		counts[len(p.Blocked)]++
		cats[p.Cat]++
	}
	if len(counts) != 21 || len(cats) != 81 {
		t.Errorf("%d counts of blocks and %d cells of the cat, want 21 and 81", len(counts), len(cats))
	}
	for n, times := range counts {
		if times < 150 || times > 340 { // 238 expected, σ 15
			t.Errorf("%d blocks came up %d times of 5000", n, times)
		}
	}
}

func TestDialogue(t *testing.T) {
	s := start(t, RowCol{5, 5}, RowCol{4, 4}, RowCol{0, 3})
	setup := DefaultSetup()
	catcher, _ := setup.Dialogue(Catcher, "")
	cat, _ := setup.Dialogue(Cat, Dialect)
	var in protocol.Buffer
	out, done, err := catcher.Handshake(nil, &in, s)
	const header = "catchcat 1\nrole catcher\nboard 11 11\ncat 5 5\nblocked 0 3\nblocked 4 4\nstart\n"
	if string(out) != header || done || err != nil {
		t.Errorf("header %q, %v, %v", out, done, err)
	}
	in.Added(copy(in.Space(), "ready\nblock 4 5\n"))
	if out, done, err = catcher.Handshake(nil, &in, s); len(out) != 0 || !done || err != nil {
		t.Errorf("ready: %q %v %v", out, done, err)
	}
	if got := string(catcher.Request(nil, s)); got != "go\n" {
		t.Errorf("first request %q", got)
	}
	a, err := catcher.Answer(&in)
	if err != nil || string(a.Move) != "4 5" {
		t.Fatalf("answer %+v, %v", a, err)
	}
	s.Apply([]game.Answer{a})
	if got := string(cat.Request(nil, s)); got != "block 4 5\n" {
		t.Errorf("the cat is sent %q", got)
	}
	var catIn protocol.Buffer
	catIn.Added(copy(catIn.Space(), "moev 5 6\nmove 5 6\n"))
	if a, err := cat.Answer(&catIn); err != nil || a.Fault != game.Invalid || string(a.Move) != "moev 5 6" {
		t.Errorf("answer %+v, %v", a, err)
	}
	a, _ = cat.Answer(&catIn)
	s.Apply([]game.Answer{a})
	if got := string(catcher.Request(nil, s)); got != "move 5 6\n" {
		t.Errorf("the catcher is sent %q", got)
	}
	s.Apply([]game.Answer{{Fault: game.Timeout}})
	if got := string(cat.End(nil, s.Result())) + string(catcher.End(nil, s.Result())); got != "end win timeout 2\nend lose timeout 2\n" {
		t.Errorf("end %q", got)
	}
	var bad protocol.Buffer
	bad.Added(copy(bad.Space(), "my bot v3 loaded\n"))
	late, _ := setup.Dialogue(Cat, "")
	if _, _, err := late.Handshake(nil, &bad, s); err == nil || !strings.Contains(err.Error(), "my bot v3 loaded") {
		t.Errorf("handshake error %v", err)
	}
}

func FuzzMove(f *testing.F) {
	f.Add("5 4")
	f.Add("05 4")
	f.Fuzz(func(t *testing.T, text string) {
		s := start(t, RowCol{5, 5})
		before := s.String()
		if err := s.Apply([]game.Answer{{Move: []byte(text)}}); err != nil {
			if s.String() != before {
				t.Error("a refused move changed the position")
			}
			return
		}
		row, col := s.board.RowCol(s.last)
		if again := string(AppendMove(nil, row, col)); again != text {
			t.Errorf("%q was taken for %q", text, again)
		}
	})
}

// BenchmarkMoves makes and takes back moves of both sides, as a search does,
// with the test for the end after each.
func BenchmarkMoves(b *testing.B) {
	board := NewBoard(11, 60)
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		for c := Cell(0); c < 121; c++ {
			if board.Blocked(c) || c == board.Cat() {
				continue
			}
			board.Block(c)
			if ways := board.Ways(); ways != 0 {
				for d := range directions {
					if ways&(1<<d) == 0 {
						continue
					}
					from := board.MoveCat(board.Neighbour(board.Cat(), d))
					if board.Escaped() {
						b.Fatal("escaped from the centre")
					}
					board.MoveCat(from)
					moves++
				}
			}
			board.Unblock(c)
			moves++
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkApply plays whole moves through the contract.
func BenchmarkApply(b *testing.B) {
	rnd := game.NewRand(1, "bench")
	first := NewState(NewBoard(11, 60))
	var moves [][]byte
	for s := first.Clone(); s.Result() == nil; {
		m := s.RandomMove(nil, s.ToMove()[0], rnd)
		moves = append(moves, m)
		s.Apply([]game.Answer{{Move: m}})
	}
	answers := make([]game.Answer, 1)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		b.StopTimer()
		s := first.Clone()
		b.StartTimer()
		for _, m := range moves[:len(moves)-1] {
			answers[0].Move = m
			s.Apply(answers)
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "moves/s")
}
