// Package game is the contract that every game of the arena fulfils.
//
// Three things are kept apart: the facts of a game ([Game], [Info]), the
// parameters of one match ([Setup]) and a position ([State]). A fourth, the
// [Dialogue], turns positions into what one seat is told over the wire and
// what the seat says into an [Answer].
//
// Games do no I/O, read no clock, and draw randomness only from the [Rand]
// handed in. Same inputs give the same outputs on every machine: a match is
// a pure function of its set-up, its seed and its seats' answers.
//
// README.md says, step by step, how a rule is changed and a game is added.
package game

import (
	"fmt"

	"botarena/protocol"
)

// Info states the facts of a game that never change.
type Info struct {
	// Name is the game's name in configs and records, such as "catchcat".
	Name string
	// Title is the game's name for people, such as "Catch the Cat".
	Title string
	// Seats names the seats; a seat's number is its index here. Championships
	// are for games of two.
	Seats []string
	// Simultaneous says that several seats may have to answer at once.
	Simultaneous bool
	// Dialects lists the wire dialects, the default one first.
	Dialects []string
	// Endings lists the reasons that its results can have beside the faults'
	// names, such as "escaped": pages have words for each.
	Endings []string
	// Counters lists what the game counts for each seat beside its points,
	// in the order in which ties are broken.
	Counters []Counter
	// Usual is what holds where a config does not say otherwise.
	Usual Usual
}

// Usual says how a game is held by the rules that it comes from. The zero
// value is a round robin of bots with a core each.
type Usual struct {
	// All lets a championship be one of every program of the first seat
	// against every one of the second; else it is a round robin.
	All bool
	// OwnPoints says that a match is worth the points that the game counts;
	// else a win is worth 1 and a draw a half.
	OwnPoints bool
	// RemoveFor lists the faults that remove an entrant from a championship.
	RemoveFor []Fault
	// CPU is a bot's share of the processor, such as "1GHz"; empty for a core.
	CPU string
	// Graded says that the rules have a scale for grades, which is that of
	// grade.Contest.
	Graded bool
}

// Counter names one of the figures of a [SeatResult].
type Counter struct {
	Name string
	// Less says that the smaller figure is the better one.
	Less bool
}

// Game gives the facts of a game and makes set-ups for it.
type Game interface {
	Info() Info
	// NewSetup returns a set-up with the game's defaults, ready to be
	// overwritten by decoding YAML or JSON into it.
	NewSetup() Setup
}

// Setup holds the parameters of one match. Implementations are pointers to
// structs of plain exported fields with yaml and json tags of equal names; a
// set-up that was resolved and encoded to JSON is all that is needed to play
// the match again anywhere.
type Setup interface {
	// Resolve checks the set-up and replaces every file that it names by the
	// file's contents, got from read. Resolving twice changes nothing. An
	// error is a *[SetupError], or wraps that of read.
	Resolve(read func(name string) ([]byte, error)) error
	// Warnings lists what is legal but probably not meant, a line each, such
	// as a map that is not symmetric. Valid after Resolve.
	Warnings() []string
	// Rounds returns on how many boards the match may be played one after
	// the other when the earlier ones are undecided ([Result.Again]); at least 1.
	Rounds() int
	// MaxTurns returns an upper bound of the number of calls to [State.Apply]
	// in one round.
	MaxTurns() int
	// Start returns the first position of the given round, from 0.
	Start(round int, rnd *Rand) (State, error)
	// Dialogue returns the conversation with the given seat for one round, in
	// one of the game's dialects ("" is the default one).
	Dialogue(seat int, dialect string) (Dialogue, error)
}

// Fault says in what way a seat failed to answer. The zero value is no fault.
type Fault string

// The faults. A game decides by its own rules what each of them costs. There
// is none for much output: a match reads no more ahead than a line may be
// long, so that a flood waits in its pipe and costs nobody anything (protocol).
const (
	NoFault     Fault = ""
	Invalid     Fault = "invalid"       // an answer that the wire's grammar or the rules refuse
	Timeout     Fault = "timeout"       // no whole answer within the limit
	Crash       Fault = "crash"         // ended before its answer, by a signal or by leaving
	Closed      Fault = "closed-output" // closed its stdout and lives on
	LineTooLong Fault = "line-too-long" // more than protocol.MaxLine bytes without a line's end
	Memory      Fault = "memory"
	Violation   Fault = "violation" // tried what the jail forbids
	DidNotStart Fault = "did-not-start"
)

// Gone reports whether a seat with this fault can say nothing more for the
// rest of the match.
func (f Fault) Gone() bool {
	switch f {
	case NoFault, Invalid, Timeout:
		return false
	}
	return true
}

// Answer is what one seat gave when it was asked: a move in the game's
// notation, or a fault.
type Answer struct {
	// Move is the move's text in the game's notation. With the fault Invalid
	// it is the text that was refused, as far as it is known.
	Move []byte
	// Fault, where not empty, says why there is no valid move.
	Fault Fault
	// Malformed counts the parts of the answer that were dropped because they
	// are not of the wire's grammar (Gold Hunter only).
	Malformed int
}

// IllegalMove is the error of [State.Apply] for a move that the rules refuse.
type IllegalMove struct {
	Seat int
	Move string // the refused text
	Why  string // what was wrong with it, such as "cell 4 5 is blocked"
}

func (e *IllegalMove) Error() string {
	return fmt.Sprintf("illegal move %q of seat %d: %s", e.Move, e.Seat, e.Why)
}

// State is a position. It is not safe for use by several goroutines.
type State interface {
	// ToMove returns the seats that must answer now, in ascending order. It
	// is empty exactly when the game is over. The caller must not change it.
	ToMove() []int
	// Apply plays one answer of every seat of ToMove, in that order. A move
	// that the rules refuse returns *[IllegalMove] and leaves the position as
	// it was; the referee then calls again with that answer's Fault set to
	// Invalid, which is never refused. Apply keeps no reference to answers.
	Apply(answers []Answer) error
	// RandomMove appends a legal move of seat, drawn from rnd, to dst.
	RandomMove(dst []byte, seat int, rnd *Rand) []byte
	// Result returns the result, or nil while the game goes on.
	Result() *Result
	// Clone returns an independent copy.
	Clone() State
	// String draws the position as plain text for a terminal, several lines,
	// each ended by a newline. Equal positions have equal texts: everything
	// that matters for the rest of the game is in it.
	String() string
}

// Lister is a State whose legal moves can be listed.
type Lister interface {
	State
	// Moves calls yield with every legal move of seat, each once, in a fixed
	// order, until yield returns false. The text is valid during the call only.
	Moves(seat int, yield func(move []byte) bool)
}

// Awaiter is a State whose rules say what follows when a seat does not start.
// A seat of another game that did not start is asked like any other, and its
// fault is its first answer.
type Awaiter interface {
	State
	// NotStarted tells the first position which seats did not start, with one
	// fault for each seat, NoFault for those that did. It may end the game.
	NotStarted(faults []Fault)
}

// Outcome is how a match or round ended for a seat.
type Outcome string

// The outcomes.
const (
	Win  Outcome = "win"
	Lose Outcome = "lose"
	Draw Outcome = "draw"
)

// Against returns what an outcome says of a seat beside the other seat's. Where
// both lose, as those do that never start, neither is the better one: a draw.
func (o Outcome) Against(other Outcome) Outcome {
	if o == Lose && other == Lose {
		return Draw
	}
	return o
}

// SeatResult is what a game's end means for one seat.
type SeatResult struct {
	Outcome Outcome `json:"outcome"`
	// Points as the game's seed has them.
	Points int `json:"points"`
	// Fault is the fault that decided the game against this seat or made it
	// stand still, or empty.
	Fault Fault `json:"fault,omitempty"`
	// Counters holds one figure for each of Info.Counters.
	Counters []int `json:"counters,omitempty"`
}

// Result is the end of one round.
type Result struct {
	// Reason is one of Info.Endings, or the name of the fault that ended the
	// game.
	Reason string `json:"reason"`
	// Moves is the number of valid moves or stages played.
	Moves int `json:"moves"`
	// Again says that nothing decided the round and that the match goes on
	// with its next round, if there is one; otherwise it is a draw.
	Again bool         `json:"again,omitempty"`
	Seats []SeatResult `json:"seats"`
}

// Greeter is a Dialogue whose handshake waits for the seat.
type Greeter interface {
	Dialogue
	// Greeting appends what a seat says to complete the handshake.
	Greeting(dst []byte) []byte
}

// Dialogue is the conversation with one seat through one round. It keeps the
// state that the wire has (what was already sent, orders of an unfinished
// stage); it does no I/O. Its methods append to dst and return the extended
// slice; what they return is valid until the next call.
type Dialogue interface {
	// Handshake is called first with an empty buffer and then whenever more
	// has come, until done: it takes what the seat said from in and appends
	// what to send to dst. An error that is not nil says why the seat did not
	// start; its text quotes what was received.
	Handshake(dst []byte, in *protocol.Buffer, s State) (out []byte, done bool, err error)
	// Request appends what the seat is sent when it has to answer in s.
	Request(dst []byte, s State) []byte
	// Answer takes one whole answer from in. It returns protocol.ErrMore when
	// there is none yet, protocol.ErrTooLong when a line has no end, and
	// io.EOF when no answer can come any more. A text that is not of the
	// wire's grammar is an answer with the fault Invalid. Notes lists what is
	// worth a line in the report (bytes outside the braces, malformed orders
	// quoted), bounded.
	Answer(in *protocol.Buffer) (Answer, error)
	// Notes returns and forgets what was remarkable in the answers so far.
	Notes() []string
	// End appends the closing message to dst; nothing where the dialect has none.
	End(dst []byte, r *Result) []byte
}

// Described is a Dialogue that says what its answers look like, for whoever
// wrote a bot that answers otherwise.
type Described interface {
	Dialogue
	// Form returns a clause such as "the cat's answer is the line move ROW COL".
	Form() string
}
