package goldhunter

import (
	"errors"
	"fmt"
	"strconv"

	"botarena/arena/game"
)

// Setup holds the parameters of one match. It plays the maps of the list, the
// next one whenever nothing decided the one before, or, where the list is
// empty, generated ones.
type Setup struct {
	// Maps names map files of the original form.
	Maps []string `json:"maps,omitempty" yaml:"maps,omitempty"`
	// Boards holds the maps' texts, filled in by Resolve from Maps. Given
	// without Maps it lists the maps themselves.
	Boards []string `json:"boards,omitempty" yaml:"boards,omitempty"`
	// Generate says how to make maps from the seed where none are listed.
	Generate Generate `json:"generate,omitzero" yaml:"generate,omitempty"`
	// Stages, Bullets and Hidden, where given, replace the maps' numbers.
	Stages  *int `json:"stages,omitempty" yaml:"stages,omitempty"`
	Bullets *int `json:"bullets,omitempty" yaml:"bullets,omitempty"`
	Hidden  *int `json:"hidden,omitempty" yaml:"hidden,omitempty"`
	// RetireAfter is the number of timeouts in a row with which a team is
	// retired; 0 is never.
	RetireAfter int `json:"retire_after" yaml:"retire_after"`

	maps []*Map // parsed Boards; nil before Resolve and for generated maps
}

// Resolve reads the map files and checks everything. See [game.Setup].
func (s *Setup) Resolve(read func(name string) ([]byte, error)) error {
	if len(s.Maps) > 0 && len(s.Boards) == 0 {
		for _, name := range s.Maps {
			text, err := read(name)
			if err != nil {
				return fmt.Errorf("maps: %w", err)
			}
			s.Boards = append(s.Boards, string(text))
		}
	}
	if len(s.Maps) > 0 && len(s.Maps) != len(s.Boards) {
		return &game.SetupError{Field: "boards", Problem: fmt.Sprintf("%d maps' texts for %d names in maps", len(s.Boards), len(s.Maps))}
	}
	if len(s.Boards) > 0 && s.Generate != defaultGenerate() && s.Generate != (Generate{}) {
		return &game.SetupError{Field: "generate", Problem: "maps are listed too; keep one of the two"}
	}
	if len(s.Boards) > 0 {
		s.Generate = Generate{}
	}
	s.maps = nil
	for i, text := range s.Boards {
		m, err := ReadMap(s.boardName(i), []byte(text))
		var wrong *game.SetupError
		if errors.As(err, &wrong) && i >= len(s.Maps) {
			wrong.Field, wrong.File = wrong.File, ""
		}
		if err != nil {
			return err
		}
		s.maps = append(s.maps, s.override(m))
	}
	if len(s.Boards) == 0 {
		if err := s.Generate.check(); err != nil {
			return err
		}
	}
	return s.checkNumbers()
}

func (s *Setup) boardName(i int) string {
	if i < len(s.Maps) {
		return s.Maps[i]
	}
	return fmt.Sprintf("boards[%d]", i)
}

func (s *Setup) checkNumbers() error {
	for _, n := range []struct {
		name        string
		value       *int
		least, most int
	}{
		{"stages", s.Stages, 1, maxStages},
		{"bullets", s.Bullets, 0, maxNumber},
		{"hidden", s.Hidden, 0, maxNumber},
		{"retire_after", &s.RetireAfter, 0, maxStages},
	} {
		if n.value != nil && (*n.value < n.least || *n.value > n.most) {
			return outOfRange(n.name, *n.value, n.least, n.most)
		}
	}
	return nil
}

func outOfRange(field string, value, least, most int) error {
	return &game.SetupError{Field: field, Problem: strconv.Itoa(value), Want: fmt.Sprintf("a number from %d to %d", least, most)}
}

// override replaces a map's numbers by those of the set-up.
func (s *Setup) override(m *Map) *Map {
	for _, n := range []struct{ to, from *int }{{&m.Stages, s.Stages}, {&m.Bullets, s.Bullets}, {&m.Hidden, s.Hidden}} {
		if n.from != nil {
			*n.to = *n.from
		}
	}
	return m
}

// Warnings lists the maps' warnings. See [Map.Warnings].
func (s *Setup) Warnings() []string {
	var w []string
	for i, m := range s.maps {
		for _, line := range m.Warnings() {
			w = append(w, s.boardName(i)+": "+line)
		}
	}
	if n := s.MaxTurns(); len(s.maps) == 0 && (n < 200 || n > 1000) {
		w = append(w, stagesWarning(n))
	}
	return w
}

// Rounds returns the number of maps.
func (s *Setup) Rounds() int {
	if n := len(s.Boards); n > 0 {
		return n
	}
	return s.Generate.Maps
}

// MaxTurns returns the greatest number of stages of a map.
func (s *Setup) MaxTurns() int {
	if s.Stages != nil {
		return *s.Stages
	}
	if len(s.maps) == 0 {
		return s.Generate.Stages
	}
	most := 0
	for _, m := range s.maps {
		most = max(most, m.Stages)
	}
	return most
}

// Map returns the map of the given round, generating it from rnd where none
// are listed.
func (s *Setup) Map(round int, rnd *game.Rand) (*Map, error) {
	if round < 0 || round >= s.Rounds() {
		return nil, fmt.Errorf("goldhunter: round %d of %d", round, s.Rounds())
	}
	if len(s.Boards) == 0 {
		m, err := s.Generate.Map(rnd)
		if err != nil {
			return nil, err
		}
		return s.override(m), nil
	}
	if len(s.maps) != len(s.Boards) {
		return nil, fmt.Errorf("goldhunter: the set-up was not resolved")
	}
	return s.maps[round], nil
}

// Start returns the position before the first stage of the given round.
func (s *Setup) Start(round int, rnd *game.Rand) (game.State, error) {
	m, err := s.Map(round, rnd)
	if err != nil {
		return nil, err
	}
	return NewState(m, s.RetireAfter)
}
