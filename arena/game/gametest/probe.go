package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"botarena/arena/game"
)

// maxListed bounds how many legal moves are looked at: Paper Soccer can have
// hundreds of thousands.
const maxListed = 300

// moves are the legal moves of a seat as far as they were listed.
type moves struct {
	texts []string
	all   bool
}

// listMoves returns nil for a game that does not list its moves.
func listMoves(s game.State, seat int) *moves {
	l, ok := s.(game.Lister)
	if !ok {
		return nil
	}
	m := &moves{all: true}
	l.Moves(seat, func(move []byte) bool {
		if len(m.texts) == maxListed {
			m.all = false
			return false
		}
		m.texts = append(m.texts, string(move))
		return true
	})
	return m
}

// probe makes the costly checks of a position that is not over. It leaves
// r.s as it is.
func (r *round) probe() error {
	before := fingerprint(r.s)
	for i, seat := range r.s.ToMove() {
		if err := r.checkRandomMove(seat); err != nil {
			return err
		}
		listed, err := r.checkListed(i, seat)
		if err != nil {
			return err
		}
		for _, text := range r.badTexts(seat) {
			if err := tryText(r.s, i, text, listed, r.rnd); err != nil {
				return err
			}
		}
		// No game's notation has this in it: a game that takes it takes anything.
		if err := r.s.Clone().Apply(r.with(i, []byte("\x00?\n!"))); err == nil {
			return fmt.Errorf("seat %d: a text that can be no move is accepted", seat)
		}
		for _, f := range allFaults {
			answers := r.with(i, nil)
			answers[i].Fault = f
			if err := r.s.Clone().Apply(answers); err != nil {
				return fmt.Errorf("seat %d: the fault %s is refused: %w", seat, f, err)
			}
		}
	}
	if err := r.checkClone(); err != nil {
		return err
	}
	if now := fingerprint(r.s); now != before {
		return fmt.Errorf("what was done on clones changed the position: %s, was %s", now, before)
	}
	return nil
}

// with returns answers in which the i-th seat to move gives the move and the
// others random ones.
func (r *round) with(i int, move []byte) []game.Answer {
	answers := randomAnswers(r.s, r.rnd)
	answers[i] = game.Answer{Move: move}
	return answers
}

func (r *round) checkRandomMove(seat int) error {
	before := r.s.String()
	seed := r.rnd.Uint64()
	a := r.s.RandomMove([]byte("kept"), seat, game.NewRand(seed, ""))
	b := r.s.RandomMove([]byte("kept"), seat, game.NewRand(seed, ""))
	switch {
	case !bytes.HasPrefix(a, []byte("kept")):
		return fmt.Errorf("seat %d: RandomMove does not append: %q", seat, a)
	case !bytes.Equal(a, b):
		return fmt.Errorf("seat %d: RandomMove gives %q and %q from one seed", seat, a, b)
	case r.s.String() != before:
		return fmt.Errorf("seat %d: RandomMove changes the position", seat)
	}
	return nil
}

// checkListed checks that the listed moves are unique, in a fixed order and
// legal, and that random ones are among them.
func (r *round) checkListed(i, seat int) (*moves, error) {
	l := listMoves(r.s, seat)
	if l == nil {
		return nil, nil
	}
	if len(l.texts) == 0 {
		return nil, fmt.Errorf("seat %d is to move and has no legal move", seat)
	}
	if again := listMoves(r.s, seat); !slices.Equal(again.texts, l.texts) {
		return nil, fmt.Errorf("seat %d: listed twice, the moves are %q and %q", seat, l.texts, again.texts)
	}
	calls := 0
	r.s.(game.Lister).Moves(seat, func([]byte) bool { calls++; return false })
	if calls != 1 {
		return nil, fmt.Errorf("seat %d: Moves went on after yield returned false", seat)
	}
	sorted := slices.Sorted(slices.Values(l.texts))
	if len(slices.Compact(sorted)) != len(l.texts) {
		return nil, fmt.Errorf("seat %d: a move is listed twice: %q", seat, l.texts)
	}
	for _, text := range l.texts {
		if err := r.s.Clone().Apply(r.with(i, []byte(text))); err != nil {
			return nil, fmt.Errorf("seat %d: the listed move %q is refused: %w", seat, text, err)
		}
	}
	if random := string(r.s.RandomMove(nil, seat, r.rnd)); l.all && !slices.Contains(l.texts, random) {
		return nil, fmt.Errorf("seat %d: the random move %q is not listed: %q", seat, random, l.texts)
	}
	return l, nil
}

// badTexts returns texts of which most are no legal moves.
func (r *round) badTexts(seat int) [][]byte {
	move := r.s.RandomMove(nil, seat, r.rnd)
	texts := [][]byte{
		nil, []byte(" "), []byte("\n"), []byte("x"), []byte("-1"), []byte("0"), []byte("999999999999999999999 1"),
		[]byte("\xff\xfe"), []byte("\xef\xbb\xbf" + string(move)), []byte(strings.Repeat("9 ", 5000)),
		append(bytes.Clone(move), ' '), append([]byte(" "), move...), append(bytes.Clone(move), '\n'),
		append(append(bytes.Clone(move), ' '), move...), append([]byte("+"), move...), append([]byte("0"), move...),
		bytes.ToUpper(move), bytes.ReplaceAll(move, []byte(" "), []byte("  ")),
		bytes.ReplaceAll(move, []byte(" "), []byte("\t")),
	}
	for range 12 {
		texts = append(texts, mutate(r.s.RandomMove(nil, seat, r.rnd), r.rnd))
	}
	return texts
}

// mutate changes a byte or two of a move's text.
func mutate(move []byte, rnd *game.Rand) []byte {
	const letters = "0123456789 -+.,:abcdefhnswxz{}\x00\xff"
	b := bytes.Clone(move)
	for range 1 + rnd.IntN(2) {
		c := letters[rnd.IntN(len(letters))]
		if len(b) == 0 {
			b = append(b, c)
			continue
		}
		i := rnd.IntN(len(b))
		switch rnd.IntN(4) {
		case 0:
			b[i] = c
		case 1:
			b = slices.Insert(b, i, c)
		case 2:
			b = slices.Delete(b, i, i+1)
		case 3:
			j := rnd.IntN(len(b))
			b[i], b[j] = b[j], b[i]
		}
	}
	return b
}

// tryText checks that a text as the move of the i-th seat to move is either
// legal or refused as it should be.
func tryText(s game.State, i int, text []byte, listed *moves, rnd *game.Rand) error {
	seat := s.ToMove()[i]
	c := s.Clone()
	before, able := c.String(), fingerprint(c)
	answers := randomAnswers(s, rnd)
	answers[i] = game.Answer{Move: bytes.Clone(text)}
	err := c.Apply(answers)
	if err == nil {
		if listed != nil && listed.all && !slices.Contains(listed.texts, string(text)) {
			return fmt.Errorf("seat %d: %q is accepted and not listed: %q", seat, text, listed.texts)
		}
		return nil
	}
	var illegal *game.IllegalMove
	switch {
	case !errors.As(err, &illegal):
		return fmt.Errorf("seat %d: %q is refused with %w: want a *game.IllegalMove", seat, text, err)
	case illegal.Seat != seat || illegal.Move != string(text) || illegal.Why == "":
		return fmt.Errorf("seat %d: %q is refused with %+v: want this seat and move, and why", seat, text, *illegal)
	case listed != nil && slices.Contains(listed.texts, string(text)):
		return fmt.Errorf("seat %d: %q is listed and refused: %w", seat, text, err)
	case c.String() != before || fingerprint(c) != able:
		return fmt.Errorf("seat %d: %q is refused and changed the position to\n%s", seat, text, c)
	case !bytes.Equal(answers[i].Move, text):
		return fmt.Errorf("seat %d: Apply changed the text %q to %q", seat, text, answers[i].Move)
	}
	answers[i].Fault = game.Invalid
	if err := c.Apply(answers); err != nil {
		return fmt.Errorf("seat %d: %q is refused as an invalid answer too: %w", seat, text, err)
	}
	return nil
}

// checkClone plays a few turns on a clone and on a clone of it, and checks
// that what each was cloned from stays as it was.
func (r *round) checkClone() error {
	before := r.s.String()
	a := r.s.Clone()
	if text := a.String(); text != before || fingerprint(a) != fingerprint(r.s) {
		return fmt.Errorf("a clone differs:\n%s", text)
	}
	for range 6 {
		if a.Result() != nil {
			break
		}
		b := a.Clone()
		text, able := a.String(), fingerprint(a)
		answers := randomAnswers(a, r.rnd)
		if err := b.Apply(cloneAnswers(answers)); err != nil {
			return fmt.Errorf("a random move on a clone: %w", err)
		}
		if a.String() != text || fingerprint(a) != able {
			return fmt.Errorf("a move on a clone changes what it was cloned from to\n%s", a)
		}
		after, ableAfter := b.String(), fingerprint(b)
		if err := a.Apply(cloneAnswers(answers)); err != nil {
			return fmt.Errorf("a random move: %w", err)
		}
		if a.String() != after || fingerprint(a) != ableAfter {
			return fmt.Errorf("the same move gives on a clone\n%sand on what it was cloned from\n%s", after, a)
		}
		if b.String() != after || fingerprint(b) != ableAfter {
			return fmt.Errorf("a move changes a clone made before it to\n%s", b)
		}
	}
	if r.s.String() != before {
		return errors.New("moves on a clone change what it was cloned from")
	}
	return nil
}
