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

// teamSize returns how many units each team has in the first position of a
// match of Gold Hunter, and 0 for the other games.
func teamSize(first game.State) int {
	s, ok := first.(*goldhunter.State)
	if !ok {
		return 0
	}
	var v protocol.Stage
	s.Copy().View(0, &v)
	return len(v.Units)
}

// say appends what a bot would say for a move that was checked. size is the
// match's teamSize.
func say(dst []byte, s game.State, seat, size int, move []byte) ([]byte, error) {
	switch s := s.(type) {
	case *catchcat.State:
		row, col, ok := cell(move)
		if !ok {
			return nil, fmt.Errorf("%q is no cell", move)
		}
		if seat == catchcat.Cat {
			return protocol.AppendMove(dst, protocol.Cell{Row: row, Col: col}), nil
		}
		return protocol.AppendBlock(dst, protocol.Cell{Row: row, Col: col}), nil
	case *papersoccer.State:
		return protocol.AppendTurn(dst, move), nil
	case *goldhunter.State:
		return orders(dst, s, seat*size, move)
	}
	return nil, fmt.Errorf("nobody knows how to say a move of %T", s)
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
