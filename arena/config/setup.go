package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"botarena/arena/game"
)

// setupReader decodes a game's own part of a file and resolves it. It reads
// the files that the set-up names and remembers which one could not be
// read.
type setupReader struct {
	d      *decoder
	path   string // of the set-up in the file
	dir    string // that the files' names are relative to
	failed string // the file's name as the set-up has it
	err    error
	// warnings are the set-up's, a line each.
	warnings []string
}

func (r *setupReader) read(name string) ([]byte, error) {
	text, err := ReadFile(inFolder(r.dir, name), "a file of the set-up")
	if err != nil {
		r.failed, r.err = name, err
		return nil, err
	}
	return text, nil
}

// resolve decodes the set-up at a node, nil for the defaults, lets the game
// check it, and returns all that a match needs of it.
func (r *setupReader) resolve(n *yaml.Node, g game.Game) (json.RawMessage, error) {
	setup := g.NewSetup()
	if n != nil {
		if err := r.d.value(r.path, n, valueOf(setup)); err != nil {
			return nil, err
		}
	}
	if err := setup.Resolve(r.read); err != nil {
		return nil, r.fault(err)
	}
	for _, w := range setup.Warnings() {
		r.warnings = append(r.warnings, r.path+": "+oneLine(w))
	}
	text, err := json.Marshal(setup)
	if err != nil {
		return nil, r.d.failAt(r.path, "report this", "%s: %v", r.path, err)
	}
	return text, nil
}

// fault finds the place that a game's error is about: a file that could
// not be read, a line of one that could, or a field of the set-up.
func (r *setupReader) fault(err error) error {
	if r.err != nil {
		problem, cure := r.err.Error(), "correct the path; it is relative to this file"
		if e, ok := r.err.(*Error); ok {
			problem = e.Problem
			if strings.HasPrefix(e.Cure, "did you mean") {
				cure = e.Cure
			}
		}
		return r.d.failAt(r.placeOfName(r.failed), cure, "%s: file %s: %s", r.path, quote(r.failed), problem)
	}
	var wrong *game.SetupError
	if !errors.As(err, &wrong) {
		return r.d.failAt(r.path, "report this", "%s: %v", r.path, err)
	}
	problem, cure := wrong.Problem, "correct the value, or delete it to take the default"
	if wrong.Want != "" {
		problem += ": want " + wrong.Want
		cure = "write " + wrong.Want
	}
	if wrong.File == "" {
		return r.d.failAt(join(r.path, wrong.Field), cure, "%s: %v", r.path, err)
	}
	this := "this line"
	if wrong.Line == 0 {
		this = "this file"
	}
	at, _ := r.d.find(r.placeOfName(wrong.File))
	return &Error{
		File: inFolder(r.dir, wrong.File), Line: wrong.Line, Problem: problem,
		Cure: fmt.Sprintf("correct %s, or name another file in %s:%d", this, r.d.file, max(1, at.line)),
	}
}

// placeOfName returns the path at which the set-up names a file.
func (r *setupReader) placeOfName(name string) string {
	var paths []string
	for path, text := range r.d.texts {
		if text == name && strings.HasPrefix(path, r.path+".") {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return r.path
	}
	return slices.MinFunc(paths, func(a, b string) int {
		return cmp.Or(r.d.at[a].line-r.d.at[b].line, r.d.at[a].column-r.d.at[b].column)
	})
}
