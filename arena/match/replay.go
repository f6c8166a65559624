package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"botarena/arena/game"
	"botarena/arena/record"
	"botarena/protocol"
)

// Replay plays a record again and calls visit with every position: the first
// of each round with no answers, then after each application of answers. The
// state must not be kept or changed. It stops when visit returns false.
// Errors: the set-up or an answer is not of this game, the answers do not fit
// the positions, or a round follows one that decided the match.
func Replay(g game.Game, rec *record.Record, visit func(round int, s game.State, answers []record.SeatAnswer) bool) error {
	setup, err := game.DecodeSetup(g, rec.Header.Setup)
	if err != nil {
		return err
	}
	for n, round := range rec.Rounds {
		s, err := StartRound(setup, rec.Header.Seed, n)
		if err != nil {
			return err
		}
		if round.Absent != nil {
			awaiter, ok := s.(game.Awaiter)
			if !ok {
				return fmt.Errorf("round %d: %s is not told who did not start", n, rec.Header.Game)
			}
			awaiter.NotStarted(round.Absent)
		}
		if !visit(n, s, nil) {
			return nil
		}
		if again, err := replayRound(s, n, round.Answers, visit); err != nil || !again {
			return err
		}
		if res := s.Result(); n+1 < len(rec.Rounds) && (res == nil || !res.Again) {
			return fmt.Errorf("round %d is there, and round %d was the last one", n+1, n)
		}
	}
	return nil
}

func replayRound(s game.State, n int, answers []record.SeatAnswer, visit func(int, game.State, []record.SeatAnswer) bool) (bool, error) {
	var given []game.Answer
	for at := 0; at < len(answers); {
		toMove := s.ToMove()
		if len(toMove) == 0 || at+len(toMove) > len(answers) {
			return false, fmt.Errorf("round %d, answer %d: answers are left over or missing", n, at)
		}
		given = given[:0]
		for i, seat := range toMove {
			if answers[at+i].Seat != seat {
				return false, fmt.Errorf("round %d, answer %d: seat %d answered where seat %d had to", n, at+i, answers[at+i].Seat, seat)
			}
			given = append(given, answers[at+i].Answer)
		}
		if err := s.Apply(given); err != nil {
			return false, fmt.Errorf("round %d, answer %d: %w", n, at, err)
		}
		if !visit(n, s, answers[at:at+len(toMove)]) {
			return false, nil
		}
		at += len(toMove)
	}
	return true, nil
}

// Verify plays a record again and compares every round's result, the match's
// result and the hash. The error says what differs; nil means that the record
// is what the rules make of its answers. A void record's unfinished round has
// no result to compare.
func Verify(g game.Game, rec *record.Record) error {
	results := make([]*game.Result, len(rec.Rounds))
	if err := Replay(g, rec, func(round int, s game.State, _ []record.SeatAnswer) bool {
		results[round] = s.Result()
		return true
	}); err != nil {
		return err
	}
	for n, round := range rec.Rounds {
		if err := sameResult(fmt.Sprintf("round %d", n), results[n], round.Result); err != nil {
			return err
		}
	}
	if m := rec.Measured; m != nil {
		text, err := rec.Game()
		if err != nil {
			return err
		}
		if h := record.Hash(text); h != m.Hash {
			return fmt.Errorf("the game part's hash is %s, the record says %s", h, m.Hash)
		}
		if m.Void != "" {
			return nil
		}
	}
	if len(results) == 0 {
		return errors.New("the record has no rounds")
	}
	last := results[len(results)-1]
	if last != nil && last.Again {
		setup, err := game.DecodeSetup(g, rec.Header.Setup)
		if err != nil {
			return err
		}
		if len(results) < setup.Rounds() {
			return fmt.Errorf("round %d is missing: none before it decided the match", len(results))
		}
	}
	return sameResult("match", last, rec.Result)
}

func sameResult(what string, played, recorded *game.Result) error {
	a, err := json.Marshal(played)
	if err != nil {
		return err
	}
	b, err := json.Marshal(recorded)
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("%s: played again the result is %s, recorded is %s", what, a, b)
	}
	return nil
}

// Sent returns the bytes that a seat was sent in a round, from its opening to
// its farewell, to feed a bot at one's desk.
func Sent(g game.Game, rec *record.Record, round, seat int) ([]byte, error) {
	if round < 0 || round >= len(rec.Rounds) || seat < 0 || seat >= len(rec.Header.Seats) {
		return nil, fmt.Errorf("the record has %d rounds and %d seats", len(rec.Rounds), len(rec.Header.Seats))
	}
	setup, err := game.DecodeSetup(g, rec.Header.Setup)
	if err != nil {
		return nil, err
	}
	d, err := setup.Dialogue(seat, rec.Header.Seats[seat].Dialect)
	if err != nil {
		return nil, err
	}
	var sent []byte
	answers := ofSeat(rec.Rounds[round].Answers, seat)
	asked := 0
	err = Replay(g, rec, func(n int, s game.State, now []record.SeatAnswer) bool {
		if n != round {
			return n < round
		}
		if now == nil {
			sent = append(sent, greet(d, s)...)
		}
		if slices.Contains(s.ToMove(), seat) {
			if reachable(answers, asked) {
				sent = d.Request(sent, s)
			}
			asked++
		}
		if res := s.Result(); res != nil {
			sent = d.End(sent, res)
		}
		return true
	})
	return sent, err
}

// greet returns what a seat is sent until it is ready.
func greet(d game.Dialogue, s game.State) []byte {
	var in protocol.Buffer
	if g, ok := d.(game.Greeter); ok {
		in.Added(copy(in.Space(), g.Greeting(nil)))
	}
	var sent []byte
	for {
		out, done, err := d.Handshake(nil, &in, s)
		sent = append(sent, out...)
		if done || err != nil || len(out) == 0 {
			return sent
		}
	}
}

func ofSeat(answers []record.SeatAnswer, seat int) []record.SeatAnswer {
	var own []record.SeatAnswer
	for _, a := range answers {
		if a.Seat == seat {
			own = append(own, a)
		}
	}
	return own
}

// reachable reports whether a seat with these answers was sent its k-th
// request: not when it had not started, nor after it was gone.
func reachable(answers []record.SeatAnswer, k int) bool {
	if k < len(answers) && answers[k].Fault == game.DidNotStart {
		return false
	}
	return k == 0 || k-1 < len(answers) && !answers[k-1].Fault.Gone()
}
