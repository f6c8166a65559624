package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"botarena/arena/game"
)

// checkEnd checks a round's result, and that the end is the end.
func (r *round) checkEnd() error {
	if err := r.checkResult(r.s.Result()); err != nil {
		return err
	}
	c := r.s.Clone()
	if !reflect.DeepEqual(c.Result(), r.s.Result()) {
		return fmt.Errorf("a clone's result is %+v, not %+v", c.Result(), r.s.Result())
	}
	before := fingerprint(r.s)
	for _, answers := range [][]game.Answer{nil, {{}}, {{Fault: game.Timeout}}, {{}, {}}} {
		if err := c.Apply(answers); err == nil {
			return errors.New("Apply after the end is not refused")
		}
	}
	if res := c.Result(); res != nil && len(res.Seats) > 0 {
		res.Seats[0].Points += 1000
		for i := range res.Seats[0].Counters {
			res.Seats[0].Counters[i] += 1000
		}
	}
	if fingerprint(r.s) != before {
		return errors.New("the result of a clone is shared")
	}
	return r.closeTalks()
}

func (r *round) checkResult(res *game.Result) error {
	if !isWord(res.Reason) {
		return fmt.Errorf("reason %q: want a word of small letters and hyphens", res.Reason)
	}
	if !slices.Contains(r.info.Endings, res.Reason) && !slices.Contains(allFaults, game.Fault(res.Reason)) {
		return fmt.Errorf("reason %q is neither one of Info.Endings nor a fault", res.Reason)
	}
	if res.Moves < 0 || res.Moves > r.setup.MaxTurns() {
		return fmt.Errorf("the result has %d moves, the longest match %d", res.Moves, r.setup.MaxTurns())
	}
	if len(res.Seats) != len(r.info.Seats) {
		return fmt.Errorf("the result has %d seats, the game %d", len(res.Seats), len(r.info.Seats))
	}
	count := map[game.Outcome]int{}
	for seat, s := range res.Seats {
		count[s.Outcome]++
		if len(s.Counters) != len(r.info.Counters) {
			return fmt.Errorf("seat %d has %d counters, the game %d", seat, len(s.Counters), len(r.info.Counters))
		}
		if s.Fault != game.NoFault && !r.faults[seat] && !r.malformed[seat] {
			return fmt.Errorf("seat %d has the fault %s and gave no answer with one", seat, s.Fault)
		}
	}
	if err := checkOutcomes(res, count); err != nil {
		return err
	}
	text, err := json.Marshal(res)
	if err != nil {
		return fmt.Errorf("result to JSON: %w", err)
	}
	var again game.Result
	if err := json.Unmarshal(text, &again); err != nil {
		return fmt.Errorf("result from JSON %s: %w", text, err)
	}
	if now, err := json.Marshal(&again); err != nil || string(now) != string(text) {
		return fmt.Errorf("the result through JSON is %s, was %s, %v", now, text, err)
	}
	return nil
}

// checkOutcomes: one wins and the others lose, or all draw, or all lose by a
// fault of their own.
func checkOutcomes(res *game.Result, count map[game.Outcome]int) error {
	seats := len(res.Seats)
	switch {
	case res.Again && count[game.Draw] != seats:
		return fmt.Errorf("the match goes on after a round that is decided: %+v", res.Seats)
	case count[game.Draw] == seats:
	case count[game.Win] == 1 && count[game.Lose] == seats-1:
	case count[game.Lose] == seats:
		for seat, s := range res.Seats {
			if s.Fault == game.NoFault {
				return fmt.Errorf("nobody wins and seat %d has no fault: %+v", seat, res.Seats)
			}
		}
	default:
		return fmt.Errorf("outcomes do not add up: %+v", res.Seats)
	}
	for _, w := range res.Seats {
		for _, l := range res.Seats {
			if w.Outcome == game.Win && l.Outcome == game.Lose && l.Fault == game.NoFault && w.Points < l.Points {
				return fmt.Errorf("the winner has fewer points than a loser without a fault: %+v", res.Seats)
			}
		}
	}
	return nil
}
