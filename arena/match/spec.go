// Package match is the referee: it seats players, asks them in turn, applies
// their answers to the game under the match's terms, and makes the record.
//
// A match is described by a [Spec], which can be sent to another machine.
// Whoever wants matches played hands Specs to a [Dispatcher]; [Local] plays
// them in this process, each on a thread of its own.
package match

import (
	"context"
	"iter"

	"botarena/arena/record"
)

// Spec says all about one match that is to be played.
type Spec struct {
	// ID names the match for whoever ordered it; free text, may be empty.
	ID string `json:"id,omitempty"`
	// Header becomes the header of the record. The hashes of its seats are
	// filled in when the programs are opened; where a hash is given already,
	// a program with another one is refused.
	Header record.Header `json:"header"`
	// Sources says where the player of each seat is found.
	Sources []Source `json:"sources"`
}

// Source says where a seat's player is found: exactly one field is set. Each
// kind of player has a field of its own.
type Source struct {
	Process *Process `json:"process,omitempty"`
	Serial  *Serial  `json:"serial,omitempty"`
	TCP     *TCP     `json:"tcp,omitempty"`
}

// Kind returns the kind of the player as a record has it, "" where not
// exactly one is given.
func (s *Source) Kind() string {
	kind, given := "", 0
	for name, is := range map[string]bool{record.KindProcess: s.Process != nil, record.KindSerial: s.Serial != nil, record.KindTCP: s.TCP != nil} {
		if is {
			kind = name
			given++
		}
	}
	if given != 1 {
		return ""
	}
	return kind
}

// Process is a program on this machine's disk.
type Process struct {
	Path string `json:"path"` // absolute
	// Runtime names the jail's root: static, dynamic, python, java, node or
	// custom; empty to find it from the file.
	Runtime string `json:"runtime,omitempty"`
	// Folder is the bot's own folder, absolute: the program sees a copy of it
	// and starts there, and the hash covers all of it. Empty: the file alone.
	Folder string `json:"folder,omitempty"`
	// Interpreter runs the program: a path, or a name in PATH. Empty: found
	// from the file and the runtime.
	Interpreter string `json:"interpreter,omitempty"`
}

// Outcome is what became of a Spec.
type Outcome struct {
	Spec   Spec
	Record *record.Record
	// Attempt counts from 1; a void match is played again up to Attempts times.
	Attempt int
	// Final says that the match will not be played again.
	Final bool
	// Err says why the match has no record at all: its Spec is not valid, or
	// it was called off.
	Err error
}

// Attempts is how often a match is played at most when it comes out void (ruling).
const Attempts = 3

// Void reports whether the match was played and does not count.
func (o *Outcome) Void() bool {
	return o.Record != nil && o.Record.Measured.Void != ""
}

// Dispatcher plays matches.
type Dispatcher interface {
	// Dispatch plays every Spec of specs and calls done with each outcome, in
	// any order but never two calls at once. It draws no more than one Spec
	// ahead of those that there is room for. A void match is played again, alone, when all the
	// others are done; done is called for each attempt. It returns when all
	// are done, or the context's error when that ends first; then matches in
	// play are stopped and have outcomes too.
	Dispatch(ctx context.Context, specs iter.Seq[Spec], done func(Outcome)) error
}
