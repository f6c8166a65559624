// Package player is what can sit in a seat of a match, and the turn itself:
// a request goes out, an answer comes in, and the clock runs between.
//
// A [Table] holds the seats of one match. All its methods run on the match's
// own thread, which itself writes, polls and reads the seats' descriptors:
// handing a line to another thread would cost twice the turn. What sits in a
// seat is an [Endpoint]; the table knows nothing else of it.
//
// Between its turns a seat is frozen unless the terms let it ponder.
package player

import (
	"time"

	"botarena/arena/game"
	"botarena/arena/record"
)

// Endpoint is what sits in a seat: descriptors to poll and a few controls.
// Its methods are called from one thread only.
type Endpoint interface {
	// Files returns the descriptors to talk through.
	Files() Files
	// Freeze stops it from running until Thaw. Both do nothing where there is
	// nothing to freeze.
	Freeze() error
	Thaw() error
	// CPU returns the CPU time that its whole process tree has used so far;
	// false where that is not known.
	CPU() (time.Duration, bool)
	// Waiting returns how long so far it could run while the host ran none of
	// its threads; false where that is not known. Throttling by its own quota
	// is not waiting.
	Waiting() (time.Duration, bool)
	// Ended reports whether it has ended, waiting up to the given time for it,
	// and up to 2 s more for what computes no more and the kernel is still
	// clearing away, and if so in what way and in which words.
	Ended(wait time.Duration) (End, bool)
	// Close ends it at once if it still runs, for the given fault (none where
	// the match is simply over), and returns the facts of its run.
	Close(why game.Fault) record.Run
}

// Wired is an Endpoint at the end of a line whose bytes take their time. That
// time is no part of a turn, under any clock.
type Wired interface{ ByteTime() time.Duration }

// Beginner is an Endpoint that is told when all seats are taken, right before
// the first byte is sent to any.
type Beginner interface{ Begin() }

// Turner is an Endpoint that is told when its turns begin.
type Turner interface{ TurnBegins(now time.Time) }

// InputCloser is an Endpoint whose input can be closed by itself, which is
// how a process is told that the match is over.
type InputCloser interface{ CloseInput() }

// Files are an endpoint's descriptors, non-blocking, -1 where there is none.
// They stay the endpoint's: it closes them in Close.
type Files struct {
	In  int // requests are written to it
	Out int // answers are read from it
	Log int // its stderr
	End int // readable when its main process has ended
}

// isLine reports whether both directions are one line, serial or TCP.
func (f Files) isLine() bool { return f.In == f.Out && f.Out >= 0 }

// End says how an endpoint ended.
type End struct {
	// Fault is Crash, Memory, Violation or DidNotStart.
	Fault game.Fault
	// Detail says it in words, such as "killed by SIGSEGV" or "left with exit code 1".
	Detail string
	// Killed says that it did not leave by itself: a line that it had begun is
	// none then.
	Killed bool
	// Arena says that the jail or the arena is at fault, not the seat.
	Arena bool
}

// Times are one turn's times.
type Times struct {
	Wall    time.Duration // from the first byte of the request to the end of the answer
	CPU     time.Duration // of its whole tree, in the turn
	Waiting time.Duration // it could run and the host ran something else, or its bytes were on the wire
	Ponder  time.Duration // CPU between the turn before and this one
	Lag     time.Duration // the arena's own worst delay
}

// Mode says what the limit of a turn holds against.
type Mode string

// The modes of the clock; see [record.Terms].
const (
	Fair Mode = record.ClockFair
	Wall Mode = record.ClockWall
	CPU  Mode = record.ClockCPU
	Off  Mode = record.ClockOff
)

// Clock limits a turn.
type Clock struct {
	Mode  Mode
	Limit time.Duration
	Grace time.Duration // added to Limit, and not told to anybody
	// Summed says that the times of turns are added up. Waiting time is read from
	// their begin on then: otherwise that of turns of less than 20 ms is not known.
	Summed bool
}
