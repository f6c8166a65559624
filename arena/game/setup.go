package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// DecodeSetup decodes a resolved set-up, as the header of a record holds it,
// over the game's defaults, and resolves it. Errors: text is not one JSON
// object with the set-up's keys alone, it is not a set-up that can be played,
// or it still names a file.
func DecodeSetup(g Game, text []byte) (Setup, error) {
	setup := g.NewSetup()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(setup)
	if err == nil {
		if _, end := dec.Token(); end != io.EOF {
			err = errors.New("one object is wanted")
		}
	}
	if err == nil {
		err = setup.Resolve(func(name string) ([]byte, error) {
			return nil, fmt.Errorf("it names the file %s, which cannot be read here", name)
		})
	}
	if err != nil {
		return nil, fmt.Errorf("set-up of %s: %w", g.Info().Name, err)
	}
	return setup, nil
}
