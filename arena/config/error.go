package config

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a file, where, and what to do about it.
type Error struct {
	File string // as the caller named it, or the absolute path of a file it names
	// Line and Column count from 1, columns in characters; 0 where the whole
	// file is meant.
	Line, Column int
	Problem      string // one line
	Cure         string // one line: the exact thing to write or to do
}

// Error returns FILE:LINE:COLUMN: PROBLEM, without the cure.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.File + ": " + e.Problem
	case e.Column == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// Hint returns the cure.
func (e *Error) Hint() string { return e.Cure }

// quote quotes text of a file for an error, shortened.
func quote(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// oneLine makes an error of another package fit into one line.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// list joins names as people do: a, b or c.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
