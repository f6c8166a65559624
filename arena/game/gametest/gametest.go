// Package gametest is the one conformance suite for every game of the arena.
//
// [Check] plays random matches of a game from many seeds, with faults thrown
// in, and holds what it sees against the contract of package game:
//
//   - what is wrong with a set-up is a [game.SetupError] that names its place;
//   - seats to move ascend, and nobody is to move exactly when there is a result;
//   - what is listed as legal is listed once and applies, what RandomMove draws
//     applies, and what is refused is refused with a [game.IllegalMove], leaves
//     the position as it was and is taken at once when it comes as a fault;
//   - clones are independent, and nothing is kept of answers or of scratch;
//   - the same answers give the same positions at every step, on the set-up as
//     it comes out of JSON and YAML too;
//   - equal texts of a position mean equal moves;
//   - results add up, and the longest match holds;
//   - the dialogues frame what they are told in every dialect, and their
//     requests depend on nothing but the position.
//
// It returns the first violation as an error that names the set-up, the seed,
// the round and the turn, so it serves tests, fuzzing and a command alike.
// [Golden] writes a match down as a readable file.
package gametest

import (
	"errors"
	"fmt"
	"io/fs"

	"botarena/arena/game"
)

// Options say how a game is checked. The zero value is what [Check] does.
type Options struct {
	// Matches is how many matches are played with each set-up; 0 stands for 16,
	// or fewer of a game whose matches are long.
	Matches int
	// Seed is what the matches' seeds are derived from.
	Seed uint64
	// Read reads the files that the set-ups name; nil refuses every name.
	Read func(name string) ([]byte, error)
	// Voices holds, by dialect, how a bot speaks it. A dialect without a voice
	// is checked only as far as one can without speaking it.
	Voices map[string]Voice
}

// Voice is how a bot speaks a dialect.
type Voice struct {
	// Hello is what the bot says in the handshake, all of it.
	Hello string
	// Say appends an answer as the bot sends it for a move of seat in s.
	Say func(dst []byte, s game.State, seat int, move []byte) []byte
}

// matches returns how many matches are played with the set-up.
func (c *checker) matches() int {
	if c.Matches > 0 {
		return c.Matches
	}
	const least, most, turns = 4, 16, 2000
	return min(most, max(least, turns/c.setup.MaxTurns()))
}

// Check plays matches with the game's default set-up and each of the others
// and returns the first violation of the contract. Set-ups need not be
// resolved, and are left as they are.
func Check(g game.Game, setups ...game.Setup) error { return Options{}.Check(g, setups...) }

// Check is [Check] with options.
func (o Options) Check(g game.Game, setups ...game.Setup) error {
	if err := checkInfo(g); err != nil {
		return err
	}
	for i, setup := range append([]game.Setup{g.NewSetup()}, setups...) {
		c, err := newChecker(o, g, setup)
		if err == nil {
			err = c.checkErrors()
		}
		for k := 0; err == nil && k < c.matches(); k++ {
			err = c.match(game.DeriveSeed(o.Seed, fmt.Sprintf("match %d", k)))
		}
		if err != nil {
			return fmt.Errorf("%s: set-up %d: %w", g.Info().Name, i, err)
		}
	}
	return nil
}

// Match checks one match, with all its rounds.
func (o Options) Match(g game.Game, setup game.Setup, seed uint64) error {
	c, err := newChecker(o, g, setup)
	if err == nil {
		err = c.match(seed)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	return nil
}

// Text plays at most so many random turns and then checks that any text as a
// move of any seat is either legal or refused as it should be. It is the body
// of a fuzz target for a game's notation.
func (o Options) Text(g game.Game, setup game.Setup, seed uint64, turns int, text []byte) error {
	c, err := newChecker(o, g, setup)
	if err != nil {
		return fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	s, err := start(c.setup, 0, seed)
	if err != nil {
		return fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	rnd := game.NewRand(seed, "gametest text")
	for range turns {
		next := s.Clone()
		if err := next.Apply(randomAnswers(s, rnd)); err != nil {
			return fmt.Errorf("%s: a random move: %w", g.Info().Name, err)
		}
		if next.Result() != nil {
			break
		}
		s = next
	}
	for i := range s.ToMove() {
		if err := tryText(s, i, text, listMoves(s, s.ToMove()[i]), rnd); err != nil {
			return fmt.Errorf("%s: seed %#x, turn %d: %w", g.Info().Name, seed, turns, err)
		}
	}
	return nil
}

func start(setup game.Setup, round int, seed uint64) (game.State, error) {
	s, err := setup.Start(round, game.NewRand(seed, fmt.Sprintf("round %d", round)))
	if err != nil {
		return nil, fmt.Errorf("Start of round %d, seed %#x: %w", round, seed, err)
	}
	if s == nil {
		return nil, errors.New("Start returned neither a position nor an error")
	}
	return s, nil
}

// randomAnswers returns an answer of every seat that is to move.
func randomAnswers(s game.State, rnd *game.Rand) []game.Answer {
	answers := make([]game.Answer, len(s.ToMove()))
	for i, seat := range s.ToMove() {
		answers[i].Move = s.RandomMove(nil, seat, rnd)
	}
	return answers
}

func noFiles(name string) ([]byte, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
