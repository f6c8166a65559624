package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"botarena/arena/game"
	"botarena/protocol"
)

// toy is a small game with one bug, or none: in every turn each seat takes 1
// to 3 of its coins; the richer one wins after a number of turns. With the
// set-up's Both the seats take at once, otherwise one after the other.
type toy struct {
	bug     string
	started *int // calls of Start, for games that are not pure
}

type toySetup struct {
	toy   toy
	Coins int      `yaml:"coins" json:"coins"`
	Turns int      `yaml:"turns" json:"turns"`
	Both  bool     `yaml:"both" json:"both"`
	Note  *toyNote `yaml:"note" json:"note,omitempty"`
}

type toyNote struct {
	Text string `yaml:"text" json:"text"`
}

type toyState struct {
	toy      toy
	setup    *toySetup
	taken    []int
	turn     int
	mover    int
	late     []int // timeouts of each seat
	calls    *int
	held     []byte
	result   *game.Result
	vanished bool
}

func (t toy) Info() game.Info {
	info := game.Info{
		Name: "toy", Title: "Toy", Seats: []string{"first", "second"}, Dialects: []string{"plain"},
		Counters: []game.Counter{{Name: "late", Less: true}}, Simultaneous: t.bug != "is not simultaneous",
		Endings: []string{"richer", "equal", "gone"},
	}
	switch t.bug {
	case "two seats have one name":
		info.Seats[1] = "first"
	case "has no dialect":
		info.Dialects = nil
	case "has a name with a space":
		info.Name = "a toy"
	}
	return info
}

func (t toy) NewSetup() game.Setup { return &toySetup{toy: t, Coins: 40, Turns: 8} }

func (s *toySetup) Resolve(read func(string) ([]byte, error)) error {
	if s.Coins < 3*s.Turns {
		return s.wrong()
	}
	switch s.toy.bug {
	case "resolves to something else each time":
		s.Coins++
	case "reads its file again":
		_, err := read("coins.txt")
		return err
	}
	return nil
}

func (s *toySetup) wrong() error {
	e := &game.SetupError{Field: "coins", Problem: strconv.Itoa(s.Coins), Want: fmt.Sprintf("at least %d", 3*s.Turns)}
	switch s.toy.bug {
	case "has an error of no type":
		return errors.New(e.Error())
	case "has an error without a place":
		e.Field = ""
	case "has an error in a field of another name":
		e.Field = "Coins"
	case "has an error in a file that it did not read":
		e.Field, e.File = "", "coins.txt"
	case "has an error in two places":
		e.File = "coins.txt"
	case "has an error of two lines":
		e.Problem += "\n"
	}
	return e
}

func (s *toySetup) Warnings() []string { return nil }
func (s *toySetup) Rounds() int        { return 1 }
func (s *toySetup) MaxTurns() int {
	n := s.Turns
	if !s.Both {
		n *= 2
	}
	if s.toy.bug == "ends late" {
		n--
	}
	return n
}

func (s *toySetup) Start(_ int, rnd *game.Rand) (game.State, error) {
	*s.toy.started++
	st := &toyState{toy: s.toy, setup: s, taken: []int{0, 0}, late: []int{0, 0}, calls: new(int), mover: rnd.IntN(2)}
	if s.toy.bug == "starts differently each time" {
		st.mover = *s.toy.started % 2
	}
	return st, nil
}

func (s *toySetup) Dialogue(seat int, dialect string) (game.Dialogue, error) {
	bad := dialect != "" && dialect != "plain" && s.toy.bug != "speaks every dialect"
	if bad || seat < 0 || seat > 1 && s.toy.bug != "talks to seats that are not there" {
		return nil, errors.New("toy: no such seat or dialect")
	}
	return &toyTalk{toy: s.toy, seat: seat}, nil
}

func (s *toyState) is(bug string) bool { return s.toy.bug == bug }

func (s *toyState) ToMove() []int {
	switch {
	case s.result != nil && s.is("is to be moved in when it is over"):
		return []int{0}
	case s.result != nil, s.is("has nobody to move") && s.turn == 3:
		return nil
	case s.setup.Both && s.is("seats are not in order"):
		return []int{1, 0}
	case s.setup.Both:
		return []int{0, 1}
	}
	return []int{s.mover}
}

func (s *toyState) check(seat int, move []byte) string {
	n, err := strconv.Atoi(string(move))
	most := 3
	if s.is("takes a move that it does not list") {
		most = 4
	}
	switch {
	case s.is("takes any text"):
		return ""
	case err != nil && s.is("takes any text that is no number"):
		return ""
	case err != nil || (len(move) != 1 && !s.is("takes numbers in several forms")):
		return "want a number"
	case n < 1 || n > most:
		return "want a number from 1 to 3"
	case n == 3 && s.turn == 2 && s.is("refuses a legal move"):
		return "not now"
	}
	return ""
}

func (s *toyState) Apply(answers []game.Answer) error {
	toMove := s.ToMove()
	if s.result != nil {
		if s.is("goes on after the end") {
			return nil
		}
		return errors.New("toy: it is over")
	}
	if len(answers) != len(toMove) {
		return errors.New("toy: wrong number of answers")
	}
	for i, seat := range toMove {
		a := answers[i]
		if a.Fault != game.NoFault {
			if a.Fault == game.Invalid && s.is("refuses what is called invalid") {
				return &game.IllegalMove{Seat: seat, Move: string(a.Move), Why: "still"}
			}
			if a.Fault == game.Memory && s.is("refuses a fault") {
				return errors.New("toy: what is that?")
			}
			continue
		}
		why := s.check(seat, a.Move)
		if why == "" {
			continue
		}
		illegal := &game.IllegalMove{Seat: seat, Move: string(a.Move), Why: why}
		switch s.toy.bug {
		case "refuses with another error":
			return errors.New(why)
		case "refuses without a reason":
			illegal.Why = ""
		case "refuses for another seat":
			illegal.Seat = 1 - seat
		case "changes the position when it refuses":
			s.taken[seat]++
		case "changes in secret when it refuses":
			s.vanished = true
		case "changes the answer when it refuses":
			if len(a.Move) > 0 {
				a.Move[0] = '?'
			}
		}
		return illegal
	}
	for i, seat := range toMove {
		s.take(seat, &answers[i])
	}
	*s.calls++
	s.mover = 1 - s.mover
	if s.turn++; s.turn == s.setup.Turns*2 || s.setup.Both && s.turn == s.setup.Turns {
		s.finish()
	}
	return nil
}

func (s *toyState) take(seat int, a *game.Answer) {
	switch {
	case a.Fault.Gone() && s.result == nil:
		s.end("gone", 1-seat)
		s.result.Seats[seat].Fault = a.Fault
	case a.Fault.Gone(): // both are
		s.result.Seats[seat] = game.SeatResult{Outcome: game.Lose, Counters: []int{s.late[seat]}, Fault: a.Fault}
		if s.is("gives a loser no fault") {
			s.result.Seats[seat].Fault = ""
		}
	case a.Fault == game.NoFault:
		n, _ := strconv.Atoi(string(a.Move))
		s.taken[seat] += n
	case a.Fault == game.Timeout:
		s.late[seat]++
	}
	if s.is("depends on what was played before") && *s.calls > 20 {
		s.taken[seat]++
	}
	if s.is("keeps a reference to an answer") {
		s.held = a.Move
	}
}

func (s *toyState) finish() {
	if s.result != nil {
		return
	}
	if s.taken[0] == s.taken[1] {
		s.result = &game.Result{Reason: "equal", Moves: s.turn, Again: true, Seats: []game.SeatResult{
			{Outcome: game.Draw, Points: s.taken[0], Counters: []int{s.late[0]}},
			{Outcome: game.Draw, Points: s.taken[1], Counters: []int{s.late[1]}},
		}}
		return
	}
	winner := 0
	if s.taken[1] > s.taken[0] {
		winner = 1
	}
	s.end("richer", winner)
}

func (s *toyState) end(reason string, winner int) {
	r := &game.Result{Reason: reason, Moves: s.turn, Seats: make([]game.SeatResult, 2)}
	for seat := range r.Seats {
		r.Seats[seat] = game.SeatResult{Outcome: game.Lose, Points: s.taken[seat], Counters: []int{s.late[seat]}}
	}
	r.Seats[winner].Outcome = game.Win
	switch s.toy.bug {
	case "has two winners":
		r.Seats[1-winner].Outcome = game.Win
	case "has no winner":
		r.Seats[winner].Outcome = game.Lose
	case "has a draw that one seat loses":
		r.Seats[winner].Outcome = game.Draw
	case "gives the winner less":
		r.Seats[winner].Points, r.Seats[1-winner].Points = -1, 2
	case "forgets a counter":
		r.Seats[0].Counters = nil
	case "has a third seat in the result":
		r.Seats = append(r.Seats, game.SeatResult{Outcome: game.Lose})
	case "blames a seat without a fault":
		r.Seats[1-winner].Fault = game.Timeout
	case "counts too many moves":
		r.Moves = 1000
	case "has a reason of several words":
		r.Reason = "the richer one"
	case "ends in a way that it does not list":
		r.Reason = "poorer"
	case "plays on after a decision":
		r.Again = true
	}
	s.result = r
}

var toyCalls int // for what is not pure

func (s *toyState) RandomMove(dst []byte, _ int, rnd *game.Rand) []byte {
	switch s.toy.bug {
	case "RandomMove does not append":
		dst = nil
	case "RandomMove does not use its generator":
		toyCalls++
		return strconv.AppendInt(dst, int64(1+toyCalls%3), 10)
	case "RandomMove changes the position":
		s.taken[0]++
	case "RandomMove is not legal":
		return append(dst, '4')
	}
	return strconv.AppendInt(dst, int64(1+rnd.IntN(3)), 10)
}

func (s *toyState) Moves(_ int, yield func([]byte) bool) {
	list := []string{"1", "2", "3"}
	switch s.toy.bug {
	case "lists a move twice":
		list = append(list, "2")
	case "lists an illegal move":
		list = append(list, "0")
	case "leaves a move out":
		list = list[:2]
	case "lists nothing":
		list = nil
	case "lists in another order each time":
		toyCalls++
		list[0], list[1+toyCalls%2] = list[1+toyCalls%2], list[0]
	}
	if s.vanished {
		list = list[1:]
	}
	for _, m := range list {
		if !yield([]byte(m)) && !s.is("does not stop listing") {
			return
		}
	}
}

func (s *toyState) Result() *game.Result { return s.result }

func (s *toyState) Clone() game.State {
	c := *s
	switch s.toy.bug {
	case "clones share a slice":
	case "a clone forgets":
		c.late, c.taken = []int{0, 0}, slices.Clone(s.taken)
	default:
		c.taken, c.late = slices.Clone(s.taken), slices.Clone(s.late)
	}
	if s.result != nil && !s.is("clones share the result") {
		r := *s.result
		r.Seats = slices.Clone(r.Seats)
		for i := range r.Seats {
			r.Seats[i].Counters = slices.Clone(r.Seats[i].Counters)
		}
		c.result = &r
	}
	return &c
}

func (s *toyState) String() string {
	if s.is("does not show who is to move") {
		return fmt.Sprintf("taken %v\n", s.taken)
	}
	text := fmt.Sprintf("turn %d, taken %v, late %v, mover %d%s\n", s.turn, s.taken, s.late, s.mover, s.held)
	if s.result != nil {
		text += fmt.Sprintf("%s, seat 0 %s, seat 1 %s\n", s.result.Reason, s.result.Seats[0].Fault, s.result.Seats[1].Fault)
	}
	switch s.toy.bug {
	case "text without a line end":
		text = text[:len(text)-1]
	case "text changes when it is looked at":
		toyCalls++
		text += strconv.Itoa(toyCalls) + "\n"
	case "text with colours":
		text = "\x1b[1m" + text
	}
	return text
}

// NotStarted ends the game where nobody started.
func (s *toyState) NotStarted(faults []game.Fault) {
	switch {
	case s.is("is changed when all have started"):
		s.taken[0] = 1
	case s.is("changes the list of those who did not start"):
		faults[0] = game.Crash
	case faults[0] != game.NoFault && faults[1] != game.NoFault:
		s.end("gone", 0)
		for seat, f := range faults {
			s.result.Seats[seat].Outcome, s.result.Seats[seat].Fault = game.Lose, f
		}
	}
}

type toyTalk struct {
	toy   toy
	seat  int
	sent  bool
	calls int
	text  []byte
	notes []string
}

func (d *toyTalk) Handshake(dst []byte, in *protocol.Buffer, s game.State) ([]byte, bool, error) {
	if !d.sent {
		d.sent = true
		dst = append(dst, "hello\n"...)
	}
	if d.toy.bug == "the handshake changes the position" {
		s.(*toyState).taken[0]++
	}
	_, err := in.Line()
	if err == protocol.ErrMore || d.toy.bug == "the handshake never ends" {
		return dst, false, nil
	}
	return dst, err == nil, err
}

func (d *toyTalk) Request(dst []byte, s game.State) []byte {
	d.calls++
	switch d.toy.bug {
	case "requests are not appended":
		dst = dst[:0]
	case "requests are not ended":
		return append(dst, "go"...)
	case "requests are not pure":
		toyCalls++
		return fmt.Appendf(dst, "go %d\n", toyCalls)
	case "requests change the position":
		s.(*toyState).taken[0]++
	}
	return fmt.Appendf(dst, "go %d\n", d.calls)
}

func (d *toyTalk) Answer(in *protocol.Buffer) (game.Answer, error) {
	if d.toy.bug == "takes an answer before its end" && bytes.HasPrefix(in.Bytes(), []byte("t")) {
		d.text = append(d.text[:0], in.Bytes()...)
		in.Discard(len(d.text))
		return game.Answer{Move: d.text}, nil
	}
	line, err := in.Line()
	if err != nil {
		if d.toy.bug == "does not see the end of the input" {
			err = protocol.ErrMore
		}
		return game.Answer{}, err
	}
	word, found := bytes.CutPrefix(line, []byte("take "))
	d.text = append(d.text[:0], word...)
	if !found {
		if len(d.notes) < 10 || d.toy.bug == "keeps every note" {
			d.notes = append(d.notes, "not an answer")
		}
		return game.Answer{Move: d.text, Fault: game.Invalid}, nil
	}
	if d.toy.bug == "takes an answer for another" {
		d.text[0] = '1'
	}
	return game.Answer{Move: d.text}, nil
}

func (d *toyTalk) Notes() []string {
	notes := d.notes
	if d.toy.bug != "does not forget its notes" {
		d.notes = nil
	}
	return notes
}

func (d *toyTalk) End(dst []byte, _ *game.Result) []byte {
	if d.toy.bug == "the closing message is not ended" {
		return append(dst, "bye"...)
	}
	return append(dst, "bye\n"...)
}
