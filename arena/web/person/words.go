package person

import (
	"bytes"
	"fmt"
	"strconv"

	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/protocol"
)

// MaxMove bounds the text of a move that a person may send.
const MaxMove = 16 << 10

// check says why seat may not play move in s, which is left as it is; nil
// where it may.
func check(s game.State, seat int, move []byte) error {
	toMove := s.ToMove()
	answers := make([]game.Answer, len(toMove))
	asked := false
	for i, other := range toMove {
		answers[i].Fault = game.Timeout
		if other == seat {
			answers[i], asked = game.Answer{Move: move}, true
		}
	}
	if !asked {
		return ErrAway
	}
	if len(move) > MaxMove {
		return fmt.Errorf("a move of more than %d bytes", MaxMove)
	}
	return s.Clone().Apply(answers)
}

// Voice says the moves of one seat as a bot would say them: it appends to dst
// the words for a move that was checked in this position.
type Voice func(dst []byte, s game.State, move []byte) ([]byte, error)

// VoiceOf returns the voice of a seat for a round that begins with this
// position. The error says that there are no words for the game.
func VoiceOf(first game.State, seat int) (Voice, error) {
	switch first := first.(type) {
	case *catchcat.State:
		say := protocol.AppendBlock
		if seat == catchcat.Cat {
			say = protocol.AppendMove
		}
		return func(dst []byte, _ game.State, move []byte) ([]byte, error) {
			row, col, ok := cell(move)
			if !ok {
				return nil, fmt.Errorf("%q is no cell", move)
			}
			return say(dst, protocol.Cell{Row: row, Col: col}), nil
		}, nil
	case *papersoccer.State:
		return func(dst []byte, _ game.State, move []byte) ([]byte, error) {
			return protocol.AppendTurn(dst, move), nil
		}, nil
	case *goldhunter.State:
		before := seat * teamSize(first)
		return func(dst []byte, s game.State, move []byte) ([]byte, error) {
			return orders(dst, s.(*goldhunter.State), before, move)
		}, nil
	}
	return nil, fmt.Errorf("person: nobody knows how to say a move of %T", first)
}

// teamSize returns how many units each team has in the first position.
func teamSize(first *goldhunter.State) int {
	var v protocol.Stage
	first.Copy().View(0, &v)
	return len(v.Units)
}

func cell(move []byte) (row, col int, ok bool) {
	first, second, ok := bytes.Cut(move, []byte(" "))
	row, err1 := strconv.Atoi(string(first))
	col, err2 := strconv.Atoi(string(second))
	return row, col, ok && err1 == nil && err2 == nil
}

// orders writes a stage's orders. The record numbers the units of both teams
// in a row, the wire those of each team.
func orders(dst []byte, s *goldhunter.State, first int, move []byte) ([]byte, error) {
	for word := range bytes.FieldsSeq(move) {
		number, name, _ := bytes.Cut(word, []byte(":"))
		id, err := strconv.Atoi(string(number))
		action, known := actions[string(name)]
		if err != nil || !known {
			return nil, fmt.Errorf("%q is no order", word)
		}
		dst = protocol.Order{ID: id - first, Action: action}.Append(dst)
	}
	stage, _ := s.Stage()
	return protocol.AppendDone(dst, stage), nil
}

var actions = func() map[string]protocol.Action {
	m := map[string]protocol.Action{}
	for a := protocol.RotateUp; a <= protocol.Show; a++ {
		m[a.String()] = a
	}
	return m
}()
