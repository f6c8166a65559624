// Package build makes a bot out of a hand-in's sources.
//
// [Find] finds out from the files, and from bot.yaml where there is one, which
// language they are in and what the program is. A [Builder] compiles them in
// the jail, by command lines that are fixed for each language and published
// ([Toolchain.Lines]); nothing that the hand-in brings, such as a Makefile, is
// run to build it. The result is a folder with a bot.yaml, which the arena
// plays like any other.
//
// What is wrong with the sources is in the [Result]. An error is the
// organiser's to cure, such as a [MissingError] for a compiler that is not
// there, and never the student's fault.
package build

import (
	"time"

	"botarena/arena/game"
)

// Options say what is built and within which limits. The zero value of a
// limit means its default.
type Options struct {
	// Name is the bot's name, whatever the hand-in calls itself.
	Name string
	// Game is the game it is for; nil for what its bot.yaml says.
	Game game.Game
	// Languages are those that are taken; nil for all of [Languages].
	Languages []string
	// Prebuilt says that a hand-in without sources may be a program.
	Prebuilt bool

	// CPU is the processor time of a build, all its commands together.
	// Default 60s. Waiting for a busy host costs nothing of it.
	CPU time.Duration
	// Wall is the time of a build by the clock. Default 10 times CPU.
	Wall time.Duration
	// Memory in bytes, of all processes of a command and the files that they
	// write. Default 2 GiB.
	Memory int64
	// Program is the size of the program in bytes, and of any file written on
	// the way. Default 128 MiB.
	Program int64
}

const (
	mostScratch = 1 << 30  // bytes that a build may have written, sources included
	mostOutput  = 64 << 10 // bytes of the compiler's output that are kept
	mostSaid    = 32 << 20 // bytes of output at which a build is stopped
)

func (o Options) withDefaults() Options {
	if o.Languages == nil {
		o.Languages = Languages()
	}
	if o.CPU == 0 {
		o.CPU = time.Minute
	}
	if o.Wall == 0 {
		o.Wall = 10 * o.CPU
	}
	if o.Memory == 0 {
		o.Memory = 2 << 30
	}
	if o.Program == 0 {
		o.Program = 128 << 20
	}
	return o
}

// Result is what became of the sources. It says nothing of the time of day,
// and names no path of this host.
type Result struct {
	OK bool `json:"ok"`
	// Problem is what is wrong with the hand-in, and Cure what to do about it,
	// a line each; empty where it was built.
	Problem string `json:"problem,omitempty"`
	Cure    string `json:"cure,omitempty"`
	// Lasting says that the same sources will come out the same with the same
	// toolchain: a time limit that was reached may not be.
	Lasting bool `json:"lasting"`

	Languages []string `json:"languages,omitempty"`
	// Toolchains are the versions of what built it.
	Toolchains []string `json:"toolchains,omitempty"`
	// Starts says what is started, where the sources leave a choice: the file,
	// in Java the class, in Go the folder; "cat: cat.py" for a role's program.
	Starts   []string  `json:"starts,omitempty"`
	Commands []Command `json:"commands,omitempty"`
	// Output is what the commands wrote, as far as it is kept, made fit to be
	// shown; Cut says that there was more.
	Output string `json:"output,omitempty"`
	Cut    bool   `json:"cut,omitempty"`
}

// Command is a command that was run.
type Command struct {
	Line string `json:"line"` // as it can be typed
	// End is how it ended, "exit code 0".
	End    string        `json:"end"`
	CPU    time.Duration `json:"cpu"`    // of all its processes
	Wall   time.Duration `json:"wall"`   // by the clock
	Memory int64         `json:"memory"` // peak, in bytes
}

// fail marks a result as the student's to cure.
func (r *Result) fail(cure, problem string) *Result {
	r.OK, r.Lasting, r.Problem, r.Cure = false, true, problem, cure
	return r
}
