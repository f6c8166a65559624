package match

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"botarena/arena/game"
	"botarena/protocol"
)

// toy is a game for these tests: the seats add 0 to 3 to a sum; who reaches
// the goal wins. In its simultaneous form both add in every stage and the
// match lasts a fixed number of stages; a seat that fails adds nothing.
type toy struct{ together bool }

// only finds this game, whatever it is called.
func only(g game.Game) func(string) (game.Game, error) {
	return func(string) (game.Game, error) { return g, nil }
}

func (g toy) Info() game.Info {
	return game.Info{Name: "toy", Title: "Toy", Seats: []string{"left", "right"}, Simultaneous: g.together, Dialects: []string{"toy"}}
}

func (g toy) NewSetup() game.Setup { return &toySetup{Goal: 21, Boards: 1, together: g.together} }

type toySetup struct {
	Goal   int `json:"goal"`
	Boards int `json:"boards"`
	// Even makes every board but the last undecided.
	Even     bool `json:"even"`
	Bare     bool `json:"bare"`   // no handshake
	Silent   bool `json:"silent"` // no opening at all
	Await    bool `json:"await"`  // wants to know who did not start
	Big      int  `json:"big"`    // bytes added to every request
	together bool
}

func (s *toySetup) Resolve(func(string) ([]byte, error)) error { return nil }
func (s *toySetup) Warnings() []string                         { return nil }
func (s *toySetup) Rounds() int                                { return s.Boards }
func (s *toySetup) MaxTurns() int                              { return 4 * s.Goal }
func (s *toySetup) Start(round int, rnd *game.Rand) (game.State, error) {
	state := &toyState{setup: s, round: round, first: rnd.IntN(2)}
	if s.Await {
		return toyAwaiter{state}, nil
	}
	return state, nil
}

func (s *toySetup) Dialogue(seat int, _ string) (game.Dialogue, error) {
	return &toyDialogue{setup: s, seat: seat}, nil
}

type toyState struct {
	setup  *toySetup
	round  int
	first  int
	turn   int
	sums   [2]int
	result *game.Result
}

var bothSeats, seatLists = []int{0, 1}, [][]int{{0}, {1}}

func (s *toyState) ToMove() []int {
	switch {
	case s.result != nil:
		return nil
	case s.setup.together:
		return bothSeats
	}
	return seatLists[(s.first+s.turn)%2]
}

func (s *toyState) Apply(answers []game.Answer) error {
	seats := s.ToMove()
	add := make([]int, len(seats))
	for i, a := range answers {
		if a.Fault != game.NoFault {
			continue
		}
		n, err := strconv.Atoi(string(a.Move))
		if err != nil || n < 0 || n > 3 || len(a.Move) != 1 {
			return &game.IllegalMove{Seat: seats[i], Move: string(a.Move), Why: "not a number from 0 to 3"}
		}
		add[i] = n
	}
	s.turn++
	for i, seat := range seats {
		s.sums[seat] += add[i]
		if f := answers[i].Fault; f != game.NoFault && !s.setup.together {
			s.end(1-seat, string(f), f)
			return nil
		}
	}
	switch {
	case s.setup.together && s.turn == s.setup.Goal:
		s.end(-1, "over", game.NoFault)
	case !s.setup.together && (s.sums[0]+s.sums[1] >= s.setup.Goal || s.turn >= s.setup.MaxTurns()):
		s.end(seats[0], "goal", game.NoFault)
	}
	return nil
}

func (s *toyState) end(winner int, reason string, fault game.Fault) {
	s.result = &game.Result{Reason: reason, Moves: s.turn, Seats: make([]game.SeatResult, 2)}
	s.result.Again = s.setup.Even && fault == game.NoFault && s.round < s.setup.Boards-1
	for i := range s.result.Seats {
		r := &s.result.Seats[i]
		r.Points = s.sums[i]
		switch {
		case winner < 0 || s.result.Again:
			r.Outcome = game.Draw
		case winner == i:
			r.Outcome = game.Win
		default:
			r.Outcome, r.Fault = game.Lose, fault
		}
	}
}

// toyAwaiter is the toy for which nobody moves when a seat did not start.
type toyAwaiter struct{ *toyState }

func (s toyAwaiter) Clone() game.State { return toyAwaiter{s.toyState.Clone().(*toyState)} }
func (s toyAwaiter) NotStarted(faults []game.Fault) {
	for seat, f := range faults {
		if f != game.NoFault {
			s.end(1-seat, string(f), f)
		}
	}
}

func (s *toyState) RandomMove(dst []byte, _ int, rnd *game.Rand) []byte {
	return strconv.AppendInt(dst, int64(1+rnd.IntN(3)), 10)
}
func (s *toyState) Result() *game.Result { return s.result }
func (s *toyState) Clone() game.State    { c := *s; return &c }
func (s *toyState) String() string       { return fmt.Sprintln(s.turn, s.sums) }

type toyDialogue struct {
	setup   *toySetup
	seat    int
	greeted bool
}

func (d *toyDialogue) Handshake(dst []byte, in *protocol.Buffer, _ game.State) ([]byte, bool, error) {
	if d.setup.Silent {
		return dst, true, nil
	}
	if d.setup.Bare {
		d.greeted = true
		return append(dst, "hello\n"...), true, nil
	}
	if !d.greeted {
		d.greeted = true
		dst = append(dst, "start\n"...)
	}
	line, err := in.Line()
	switch {
	case errors.Is(err, protocol.ErrMore):
		return dst, false, nil
	case err != nil:
		return dst, false, err
	case string(line) != "ready":
		return dst, false, fmt.Errorf("the first line must be ready, received %.100q", line)
	}
	return dst, true, nil
}

func (d *toyDialogue) Greeting(dst []byte) []byte { return append(dst, "ready\n"...) }

func (d *toyDialogue) Request(dst []byte, s game.State) []byte {
	dst = fmt.Appendf(dst, "turn %d ", turnOf(s))
	dst = slices.Grow(dst, d.setup.Big+1)
	for range d.setup.Big {
		dst = append(dst, 'x')
	}
	return append(dst, '\n')
}

func (d *toyDialogue) Answer(in *protocol.Buffer) (game.Answer, error) {
	line, err := in.Line()
	return game.Answer{Move: line}, err
}
func (d *toyDialogue) Notes() []string { return nil }
func (d *toyDialogue) End(dst []byte, r *game.Result) []byte {
	return fmt.Appendf(dst, "end %s %s\n", r.Seats[d.seat].Outcome, r.Reason)
}

func turnOf(s game.State) int {
	if a, ok := s.(toyAwaiter); ok {
		return a.turn
	}
	return s.(*toyState).turn
}
