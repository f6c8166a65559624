package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"botarena/arena/game"
)

// maxRounds is how many rounds of a match are checked, maxProbes about how
// many positions of a round get the costly checks.
const (
	maxRounds = 3
	maxProbes = 24
)

// match checks one match.
func (c *checker) match(seed uint64) error {
	for n := range min(c.setup.Rounds(), maxRounds) {
		r := &round{checker: c, n: n, seed: seed, rnd: game.NewRand(seed, fmt.Sprintf("gametest %d", n))}
		if err := r.check(); err != nil {
			return fmt.Errorf("seed %#x, round %d, turn %d: %w", seed, n, len(r.turns), err)
		}
	}
	return nil
}

// round is one round being played and what is remembered of it.
type round struct {
	*checker
	n     int
	seed  uint64
	rnd   *game.Rand
	s     game.State
	turns []turn
	first string // the text of the first position
	gone  []game.Fault
	// absent says which seats did not start.
	absent []game.Fault
	// faults and malformed say of each seat whether an answer had one.
	faults, malformed []bool
	oneIn             int          // an answer in so many is a fault; 0 is none
	menu              []game.Fault // the faults to choose from
	talks             []*talk
}

// turn is what was answered by the seats to move, and the text of the
// position that it led to.
type turn struct {
	seats   []int
	answers []game.Answer
	text    string
}

func (r *round) check() error {
	var err error
	if r.s, err = start(r.setup, r.n, r.seed); err != nil {
		return err
	}
	seats := len(r.info.Seats)
	r.gone, r.faults, r.malformed = make([]game.Fault, seats), make([]bool, seats), make([]bool, seats)
	// Half of the rounds go without faults: where a fault ends the game one
	// would otherwise never see its end. Half of the others have those after
	// which a seat may go on.
	r.oneIn = []int{0, 0, 0, 100, 10, 3}[r.rnd.IntN(6)]
	r.menu = allFaults
	if r.rnd.IntN(2) == 0 {
		r.menu = allFaults[:3]
	}
	r.first = r.s.String()
	if err := r.checkPosition(); err != nil {
		return err
	}
	if r.talks, err = r.openTalks(); err != nil {
		return err
	}
	if err := r.notStarted(); err != nil {
		return err
	}
	every := max(1, r.setup.MaxTurns()/maxProbes)
	for {
		if err := r.checkPosition(); err != nil {
			return err
		}
		if r.s.Result() != nil {
			break
		}
		if len(r.turns) == r.setup.MaxTurns() {
			return fmt.Errorf("MaxTurns is %d and the game is not over:\n%s", r.setup.MaxTurns(), r.s)
		}
		if n := len(r.turns); n < 4 || r.rnd.IntN(every) == 0 {
			if err := r.probe(); err != nil {
				return fmt.Errorf("%w; in\n%s", err, r.s)
			}
		}
		if err := r.play(); err != nil {
			return err
		}
	}
	if err := r.checkEnd(); err != nil {
		return fmt.Errorf("%w; in\n%s", err, r.s)
	}
	if err := r.replay(false); err != nil {
		return fmt.Errorf("played again: %w", err)
	}
	if err := r.replay(true); err != nil {
		return fmt.Errorf("played again on clones: %w", err)
	}
	return nil
}

// notStarted lets a seat or two not start now and then.
func (r *round) notStarted() error {
	r.absent = make([]game.Fault, len(r.info.Seats))
	if err := tell(r.s, r.absent); err != nil {
		return err
	}
	if text := r.s.String(); text != r.first {
		return fmt.Errorf("NotStarted without a fault changes the position to\n%s", text)
	}
	if r.oneIn == 0 || r.rnd.IntN(4) > 0 {
		return nil
	}
	for seat := range r.absent {
		if r.rnd.IntN(2) == 0 {
			f := []game.Fault{game.DidNotStart, game.Violation, game.Memory}[r.rnd.IntN(3)]
			r.absent[seat], r.gone[seat], r.faults[seat] = f, f, true
		}
	}
	return tell(r.s, r.absent)
}

// tell tells a first position who did not start, if it wants to know.
func tell(s game.State, faults []game.Fault) error {
	a, ok := s.(game.Awaiter)
	if !ok {
		return nil
	}
	given := slices.Clone(faults)
	a.NotStarted(given)
	if !slices.Equal(given, faults) {
		return errors.New("NotStarted changes its argument")
	}
	return nil
}

// checkPosition checks what must hold of every position.
func (r *round) checkPosition() error {
	toMove := r.s.ToMove()
	if over := r.s.Result() != nil; over != (len(toMove) == 0) {
		return fmt.Errorf("seats %v are to move and the result is %v", toMove, r.s.Result())
	}
	for i, seat := range toMove {
		if seat < 0 || seat >= len(r.info.Seats) || i > 0 && toMove[i-1] >= seat {
			return fmt.Errorf("seats %v are to move: want seats of %d in ascending order", toMove, len(r.info.Seats))
		}
	}
	if len(toMove) > 1 && !r.info.Simultaneous {
		return fmt.Errorf("seats %v are to move at once in a game that is not simultaneous", toMove)
	}
	text := r.s.String()
	if len(text) == 0 || text[len(text)-1] != '\n' {
		return fmt.Errorf("the position's text does not end with a newline: %q", text)
	}
	if strings.ContainsAny(text, "\x00\x1b\r") {
		return fmt.Errorf("the position's text has control characters: %q", text)
	}
	if again := r.s.String(); again != text {
		return fmt.Errorf("the position's text changed from\n%sto\n%s", text, again)
	}
	now := "over"
	if r.s.Result() == nil {
		now = fingerprint(r.s)
	}
	if before, ok := r.seen[text]; ok && before != now {
		return fmt.Errorf("two positions have one text and differ in what may be played, %s and %s; the text is\n%s", before, now, text)
	}
	r.seen[text] = now
	return nil
}

// fingerprint tells what can be done in a position.
func fingerprint(s game.State) string {
	result, err := json.Marshal(s.Result())
	if err != nil {
		return err.Error()
	}
	text := fmt.Sprintf("to move %v, result %s", s.ToMove(), result)
	for _, seat := range s.ToMove() {
		if l := listMoves(s, seat); l != nil {
			text += fmt.Sprintf(", seat %d: %q", seat, l.texts[:min(len(l.texts), 64)])
		}
	}
	return text
}

// play chooses an answer for every seat to move and applies them as a referee
// does: what is refused is applied again as invalid.
func (r *round) play() error {
	t := turn{seats: slices.Clone(r.s.ToMove())}
	for _, seat := range t.seats {
		t.answers = append(t.answers, r.choose(seat))
	}
	if err := r.converse(t.seats, t.answers); err != nil {
		return fmt.Errorf("%w; in\n%s", err, r.s)
	}
	given := cloneAnswers(t.answers)
	for tries := 0; ; tries++ {
		err := r.s.Apply(given)
		if err == nil {
			break
		}
		var illegal *game.IllegalMove
		if !errors.As(err, &illegal) {
			return fmt.Errorf("Apply: %w", err)
		}
		i := slices.Index(t.seats, illegal.Seat)
		if i < 0 || t.answers[i].Fault != game.NoFault || tries > len(t.seats) {
			return fmt.Errorf("Apply refuses what it must take: %w", err)
		}
		given[i].Fault, t.answers[i].Fault = game.Invalid, game.Invalid
	}
	for i, seat := range t.seats {
		r.faults[seat] = r.faults[seat] || t.answers[i].Fault != game.NoFault
		r.malformed[seat] = r.malformed[seat] || t.answers[i].Malformed > 0
	}
	// A position that keeps a reference to an answer shows now.
	for _, a := range given {
		for i := range a.Move {
			a.Move[i] = '!'
		}
	}
	clear(given)
	t.text = r.s.String()
	r.turns = append(r.turns, t)
	return nil
}

// allFaults begins with those after which a seat is not gone.
var allFaults = []game.Fault{
	game.Invalid, game.Timeout, game.Timeout, game.Crash, game.Closed, game.LineTooLong,
	game.Memory, game.Violation, game.DidNotStart,
}

// choose returns an answer of a seat. A seat that is gone stays so.
func (r *round) choose(seat int) game.Answer {
	if r.gone[seat] != game.NoFault {
		return game.Answer{Fault: r.gone[seat]}
	}
	move := r.s.RandomMove(nil, seat, r.rnd)
	if r.oneIn == 0 || r.rnd.IntN(r.oneIn) > 0 {
		if l := listMoves(r.s, seat); l != nil && r.rnd.IntN(2) == 0 {
			move = []byte(l.texts[r.rnd.IntN(len(l.texts))])
		}
		return game.Answer{Move: move}
	}
	f := r.menu[r.rnd.IntN(len(r.menu))]
	if f == game.DidNotStart && len(r.turns) > 1 {
		f = game.Crash
	}
	switch {
	case f.Gone():
		r.gone[seat] = f
		return game.Answer{Fault: f}
	case f == game.Invalid && r.rnd.IntN(2) == 0:
		return game.Answer{Move: mutate(move, r.rnd)} // for Apply to judge
	case f == game.Invalid:
		return game.Answer{Move: move, Fault: f, Malformed: r.rnd.IntN(3)}
	}
	return game.Answer{Fault: f}
}

func cloneAnswers(answers []game.Answer) []game.Answer {
	c := slices.Clone(answers)
	for i := range c {
		c[i].Move = bytes.Clone(c[i].Move)
	}
	return c
}

// replay plays the round's answers again on the set-up that went through JSON
// and compares every position. With clones every turn is played on a clone,
// and something else on what it was cloned from.
func (r *round) replay(clones bool) error {
	s, err := start(r.again, r.n, r.seed)
	if err != nil {
		return err
	}
	if text := s.String(); text != r.first {
		return fmt.Errorf("the first position differs:\n%swas\n%s", text, r.first)
	}
	if err := tell(s, r.absent); err != nil {
		return err
	}
	for i, t := range r.turns {
		if !slices.Equal(s.ToMove(), t.seats) {
			return fmt.Errorf("turn %d: seats %v are to move, were %v", i, s.ToMove(), t.seats)
		}
		if clones {
			c := s.Clone()
			if err := s.Apply(randomAnswers(s, r.rnd)); err != nil {
				return fmt.Errorf("turn %d: a random move: %w", i, err)
			}
			s = c
		}
		if err := s.Apply(cloneAnswers(t.answers)); err != nil {
			return fmt.Errorf("turn %d: %w", i, err)
		}
		if text := s.String(); text != t.text {
			return fmt.Errorf("turn %d: the position differs:\n%swas\n%s", i, text, t.text)
		}
	}
	if now, was := fingerprint(s), fingerprint(r.s); now != was {
		return fmt.Errorf("at the end: %s, was %s", now, was)
	}
	return nil
}
