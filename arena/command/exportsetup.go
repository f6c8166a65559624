package command

import (
	"botarena/arena/game"
	"botarena/arena/game/catchcat"
	"botarena/arena/game/goldhunter"
	"botarena/arena/game/papersoccer"
	"botarena/arena/match"
	"botarena/arena/record"
)

// fixedSetup returns the set-up of a match with everything in it that the
// match drew from its seed, at the first position or, in Catch the Cat, after
// a number of turns. It is nil where the game was over by then.
func fixedSetup(m *exported, turn int) (game.Setup, error) {
	setup, err := game.DecodeSetup(m.game, m.rec.Header.Setup)
	if err != nil {
		return nil, err
	}
	switch s := setup.(type) {
	case *catchcat.Setup:
		return catchCatAfter(m, s, turn)
	case *goldhunter.Setup:
		if turn > 0 {
			break
		}
		return fixMaps(s, m.rec.Header.Seed)
	case *papersoccer.Setup:
		if turn > 0 {
			break
		}
		first, err := match.StartRound(s, m.rec.Header.Seed, 0)
		if err != nil {
			return nil, err
		}
		s.Starter = papersoccer.StarterRed
		if first.ToMove()[0] == papersoccer.Blue {
			s.Starter = papersoccer.StarterBlue
		}
		return s, nil
	}
	return nil, usage("leave --turn out", "--turn: a match of %s cannot begin in the middle of another", m.game.Info().Title)
}

// catchCatAfter returns the set-up that begins where a match of Catch the Cat
// was after a number of turns, when it is the catcher's.
func catchCatAfter(m *exported, s *catchcat.Setup, turn int) (game.Setup, error) {
	if turn%2 != 0 {
		return nil, usage("write an even number", "--turn: a match of Catch the Cat begins with the catcher, who moves after an even number of turns")
	}
	var found *catchcat.Board
	at := -1
	err := match.Replay(m.game, m.rec, func(_ int, state game.State, answers []record.SeatAnswer) bool {
		at++
		if at == turn && len(state.ToMove()) > 0 {
			found = state.(*catchcat.State).Board().Clone()
		}
		return at < turn
	})
	if err != nil || found == nil {
		return nil, err
	}
	p := &catchcat.Position{Blocked: []catchcat.RowCol{}}
	p.Cat[0], p.Cat[1] = found.RowCol(found.Cat())
	for row := range found.Size() {
		for col := range found.Size() {
			if found.Blocked(found.At(row, col)) {
				p.Blocked = append(p.Blocked, catchcat.RowCol{row, col})
			}
		}
	}
	s.Position = p
	return s, nil
}

// fixMaps puts the maps that a seed gives into the set-up.
func fixMaps(s *goldhunter.Setup, seed uint64) (game.Setup, error) {
	fixed := &goldhunter.Setup{RetireAfter: s.RetireAfter}
	for round := range s.Rounds() {
		m, err := s.Map(round, game.RoundRand(seed, round))
		if err != nil {
			return nil, err
		}
		fixed.Boards = append(fixed.Boards, string(m.Format()))
	}
	return fixed, nil
}
