// Package unpack takes a hand-in's zip apart, and trusts nothing in it.
//
// What people hand in honestly is put right: a top folder around everything,
// the litter of macOS, of Windows and of editors, names that are not UTF-8,
// missing execute bits, scripts with Windows line ends. What could do harm is
// refused, and the [Refusal] says to the student what to change. All names are
// looked at before anything is written; then what is inflated is counted as it
// comes out, whatever the headers say. Files are written through an [os.Root]
// and nowhere else.
package unpack

import "fmt"

// DefaultBytes is what all files together inflate to where Limits do not say.
const DefaultBytes = 64 << 20

// Limits bound an archive. The zero value of a field means its default.
type Limits struct {
	// Archive is the size of the zip itself in bytes. Default 16 MiB.
	Archive int64
	// Bytes is what all files together inflate to. Default 64 MiB.
	Bytes int64
	// Files is the number of files and folders. Default 2000.
	Files int
	// Depth is the number of folders around a file. Default 16.
	Depth int
	// Names is the code page of names that are not UTF-8: one of [CodePages].
	// Default cp437, the zip format's own.
	Names string
}

func (l Limits) withDefaults() Limits {
	if l.Archive == 0 {
		l.Archive = 16 << 20
	}
	if l.Bytes == 0 {
		l.Bytes = DefaultBytes
	}
	if l.Files == 0 {
		l.Files = 2000
	}
	if l.Depth == 0 {
		l.Depth = 16
	}
	if l.Names == "" {
		l.Names = "cp437"
	}
	return l
}

// Refusal says to whoever handed in why the archive is not taken.
type Refusal struct {
	Name    string // the entry, quoted; empty for the whole archive
	Problem string // one line
	Cure    string // one line: what to do about it
}

func (r *Refusal) Error() string {
	if r.Name == "" {
		return r.Problem
	}
	return r.Name + ": " + r.Problem
}

// Hint returns the cure.
func (r *Refusal) Hint() string { return r.Cure }

// refuse returns the refusal of an entry, or of the archive where name is empty.
func refuse(name, cure, problem string, args ...any) *Refusal {
	if name != "" {
		if short := []rune(name); len(short) > 80 {
			name = string(short[:80]) + "…"
		}
		name = fmt.Sprintf("%q", name)
	}
	return &Refusal{name, fmt.Sprintf(problem, args...), cure}
}

// Contents is what was unpacked.
type Contents struct {
	Files []File // by name
	Bytes int64
	// Top is the folder around everything that was left away; empty for none.
	Top string
	// Notes say what was left out or put right, a line each.
	Notes []string
	// Hash is the sha256, in hex, of all names, modes and contents: the same
	// sources have the same one however they were packed.
	Hash string
}

// File is one file that was written.
type File struct {
	Name string // its path from the top, with slashes
	Size int64
	Exec bool
}
