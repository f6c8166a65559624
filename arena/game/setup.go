package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// SetupError is the error of [Setup.Resolve] for what cannot be played. Its
// place is a field of the set-up, or a line of a file that the set-up names.
type SetupError struct {
	// Field is the field's path by the keys of YAML, such as "board.width" or
	// "boards[0]". It is empty where the fault is in a file.
	Field string
	// File is the file's name as the set-up has it.
	File string
	// Line counts from 1 in the text of the file or of the field; 0 where all
	// of it is meant.
	Line    int
	Problem string // one line, such as the value that is refused
	// Want is what to write instead, such as "an odd number from 3 to 51". It
	// is empty where Problem says so, or where it is not one value that is wrong.
	Want string
}

// Error returns PLACE: PROBLEM: want WANT.
func (e *SetupError) Error() string {
	text := e.Field + e.File
	if e.Line > 0 {
		text += fmt.Sprintf(":%d", e.Line)
	}
	text += ": " + e.Problem
	if e.Want != "" {
		text += ": want " + e.Want
	}
	return text
}

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
