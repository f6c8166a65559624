// Package record keeps what was played: the replay of a match.
//
// A record has two parts. The game part is deterministic: the [Header] (all
// that is needed to play the match again), every seat's answers, and the
// result. Its hash names the match; equality, verifying and resuming are
// judged on it alone. The measured part ([Measured]) is what this run cost:
// times, memory, host, jail layers, versions. Positions are not stored: the
// engine computes them again.
//
// On disk a record is a file of JSON lines, compressed with zstd:
//
//	{"header":{…}}             game
//	{"round":0}                game; opens the answers of a round
//	{"absent":["","did-not-start"]}  game; a fault for each seat that did not start
//	[0,"4 5"]                  game; seat, move
//	[1,"9 9","invalid"]        game; seat, refused move, fault
//	[0,"0:move","",3]          game; seat, move, no fault, malformed parts
//	{"end":{…}}                game; the round's result
//	{"result":{…}}             game; the match's result
//	{"measured":{…}}           measured
//
// A move whose bytes are not plain text is written as ["hex", "7b80"] in the
// move's place.
package record

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"botarena/arena/game"
)

// Version is the version of the record's form.
const Version = 1

// Header says all that is needed to play a match again.
type Header struct {
	Version int    `json:"version"`
	Game    string `json:"game"`
	// Setup is the game's resolved set-up.
	Setup json.RawMessage `json:"setup"`
	Seed  uint64          `json:"seed"`
	Seats []Seat          `json:"seats"`
	Terms Terms           `json:"terms"`
}

// The kinds of players.
const (
	KindProcess = "process" // a program that the arena starts
	KindSerial  = "serial"  // a board at a serial line
	KindTCP     = "tcp"     // a client that connects, as those of 2015 did
	KindPerson  = "person"  // a person in a browser
	KindMoves   = "moves"   // moves that were played elsewhere
)

// Seat says who sat in a seat.
type Seat struct {
	// Name is the bot's name as the config or the folder has it.
	Name string `json:"name"`
	// Kind says what plays: one of the kinds above.
	Kind string `json:"kind"`
	// Move is the limit of one answer of this seat where it is not that of the
	// terms: a person's, or a handicap.
	Move Duration `json:"move,omitempty"`
	// Hash is the SHA-256 of the program in hex; empty where there is none.
	Hash    string   `json:"hash,omitempty"`
	Args    []string `json:"args,omitempty"`
	Env     []string `json:"env,omitempty"`
	Dialect string   `json:"dialect,omitempty"`
}

// The clocks: what the limit of an answer holds against.
const (
	ClockFair = "fair" // wall time less waiting time, and CPU time
	ClockWall = "wall" // wall time
	ClockCPU  = "cpu"  // CPU time, and three times as much wall time less waiting time
	ClockOff  = "off"  // nothing: a debugger may be attached
)

// Clocks lists the clocks, the usual one first.
var Clocks = []string{ClockFair, ClockWall, ClockCPU, ClockOff}

// How much of the jail a match wants.
const (
	JailStandard = "standard" // the strongest that a host has
	JailStrict   = "strict"   // every layer
	JailOff      = "off"      // none, of a match with Debug
)

// What an attempt at something forbidden costs.
const (
	ViolationDisqualify = "disqualify" // the match
	ViolationDeny       = "deny"       // nothing: it fails, and is counted
)

// Terms are the conditions under which the seats play.
type Terms struct {
	Clock       string   `json:"clock"` // fair, wall, cpu or off
	Move        Duration `json:"move"`  // limit of one answer
	Start       Duration `json:"start"` // limit of the start
	Total       Duration `json:"total,omitempty"`
	Grace       Duration `json:"grace,omitempty"`
	Ponder      bool     `json:"ponder,omitempty"`
	Memory      int64    `json:"memory"` // bytes, of a seat's whole process tree
	CPU         string   `json:"cpu"`    // "1" core, or a clock rate such as "1GHz"
	Jail        string   `json:"jail"`   // standard, strict or off
	OnViolation string   `json:"on_violation"`
	Debug       bool     `json:"debug,omitempty"`
}

// Duration is a time.Duration that is written the way people write it, such as "1s".
type Duration time.Duration

// MarshalText writes d like "1.5s".
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText reads what time.ParseDuration reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

func (d Duration) String() string { return time.Duration(d).String() }

// Round is what was played on one board.
type Round struct {
	// Absent holds, where a seat did not start in a game that is told so
	// before its first move, one fault for each seat.
	Absent []game.Fault
	// Answers holds the seats' answers in the order in which they were applied:
	// as many for each call of State.Apply as seats had to move.
	Answers []SeatAnswer
	Result  *game.Result
}

// SeatAnswer is one seat's answer.
type SeatAnswer struct {
	Seat int
	game.Answer
}

// Record is a whole replay.
type Record struct {
	Header   Header
	Rounds   []Round
	Result   *game.Result
	Measured *Measured
}

// Measured is what playing the match cost, here and this time.
type Measured struct {
	// Hash is the SHA-256 of the game part in hex: the match's name.
	Hash   string    `json:"hash"`
	Began  time.Time `json:"began"` // RFC 3339, UTC
	Wall   Duration  `json:"wall"`  // without the wait for a cue
	Host   Host      `json:"host"`
	Arena  string    `json:"arena"`  // the arena's version
	Layers []string  `json:"layers"` // jail layers in force
	// Void says why the match does not count: a fault of the arena or of the
	// host, never of a seat. Empty where it counts.
	Void  string    `json:"void,omitempty"`
	Seats []SeatRun `json:"seats"`
}

// Host names the machine a match was played on.
type Host struct {
	Name   string `json:"name"`
	Kernel string `json:"kernel"`
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	// Speed is how fast one core was: millions of steps a second of a fixed
	// computation (package fleet); 0 where it was not measured.
	Speed float64 `json:"speed,omitempty"`
}

// SeatRun is what one seat's run was like, all rounds together.
type SeatRun struct {
	Start  Duration `json:"start"`  // until it was ready
	CPU    Duration `json:"cpu"`    // of all turns
	Wall   Duration `json:"wall"`   // of all turns
	Wait   Duration `json:"wait"`   // of all turns: it could run and the host ran something else
	Ponder Duration `json:"ponder"` // CPU between its turns
	Lag    Duration `json:"lag"`    // the arena's own worst delay in a turn
	// Turns holds every turn's times in the order of the seat's answers.
	Turns []TurnTimes `json:"turns"`
	Run   Run         `json:"run"` // of its processes, one a round
	// Early counts answers that came before they were asked for.
	Early int `json:"early,omitempty"`
	// Faults and Notes say what went wrong or was remarkable, a line each,
	// with the turn and the text quoted.
	Faults []string `json:"faults,omitempty"`
	Notes  []string `json:"notes,omitempty"`
	// Log is what the seat wrote to stderr: its first and last 64 KiB of each board.
	Log string `json:"log,omitempty"`
}

// LogEnd returns the end of what a seat said on stderr, on one line of at most
// some 300 bytes: what matters of a stack trace stands there. It is kept apart
// from the faults, which everybody may read.
func (s *SeatRun) LogEnd() string {
	log := strings.TrimSpace(s.Log)
	if n := len(log); n > 300 {
		log = "…" + log[n-300:]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(log, "?"), "\n", " | ")
}

// Run holds the facts of a seat's processes, each apart. How it ended is the
// last one's.
type Run struct {
	Status     string   `json:"status"`
	ExitCode   int      `json:"exit_code,omitempty"`
	Signal     string   `json:"signal,omitempty"`
	OOMKilled  bool     `json:"oom_killed,omitempty"`
	Killed     string   `json:"killed,omitempty"` // why the arena killed it
	CPU        Duration `json:"cpu"`              // user and system, the whole tree, the whole run
	Wall       Duration `json:"wall"`
	PeakMemory int64    `json:"peak_memory"` // bytes, the whole tree
	PeakTasks  int      `json:"peak_tasks"`  // processes and threads
	// Violations name the turn, the call and how often: "answer 3: socket(AF_INET, SOCK_STREAM) ×2".
	Violations []string `json:"violations,omitempty"`
	// Where says at which end of which line a seat sat that was no process:
	// the serial device and its settings, or the TCP client's address.
	Where string `json:"where,omitempty"`
}

// TurnTimes are one answer's times, in microseconds.
type TurnTimes struct{ Wall, CPU, Wait int64 }

// MarshalJSON writes [wall, cpu, wait].
func (t TurnTimes) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%d,%d]", t.Wall, t.CPU, t.Wait), nil
}

// UnmarshalJSON reads [wall, cpu, wait].
func (t *TurnTimes) UnmarshalJSON(text []byte) error {
	var v [3]int64
	err := json.Unmarshal(text, &v)
	t.Wall, t.CPU, t.Wait = v[0], v[1], v[2]
	return err
}
