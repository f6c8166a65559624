package sandbox

import (
	"fmt"
	"syscall"
	"time"
)

// Status is how a run ended, in one word. The first cause wins: a bot that
// the arena stopped for its time is Time, whatever signal ended it.
type Status int

const (
	StatusOK         Status = iota // ended by itself with exit code 0, or was ended because its work was done
	StatusExited                   // ended by itself with another exit code
	StatusSignalled                // died of a signal of its own making: SIGSEGV, SIGABRT, …
	StatusMemory                   // its tree reached the memory limit and the kernel, or the watcher, killed it
	StatusCPU                      // used up its CPU time
	StatusTime                     // was stopped at a wall clock limit
	StatusOutput                   // was stopped because it wrote too much
	StatusViolation                // was stopped at an attempt at something forbidden
	StatusNotStarted               // the program could not begin: its loader or interpreter failed
	StatusArenaFault               // the jail or the arena failed; the bot is not to blame
)

var statusNames = [...]string{"ok", "exited", "signalled", "memory", "cpu", "time", "output", "violation", "did not start", "arena fault"}

func (s Status) String() string {
	if s < 0 || int(s) >= len(statusNames) {
		return fmt.Sprintf("status %d", int(s))
	}
	return statusNames[s]
}

// MarshalText writes the status as its name.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Cause is why a process tree was killed by the arena.
type Cause int

const (
	NotKilled        Cause = iota
	KilledDone             // its work was done: the match is over
	KilledTime             // a wall clock limit
	KilledCPU              // a CPU limit
	KilledMemory           // the memory watcher, where no cgroup holds the limit
	KilledOutput           // too much output
	KilledViolation        // a violation
	KilledNotStarted       // it never became ready
	KilledCancelled        // the context of Wait was done, or the sandbox was closed
	KilledArenaFault       // the arena failed
)

var causeNames = [...]string{"", "done", "time", "cpu", "memory", "output", "violation", "did not start", "cancelled", "arena fault"}

func (c Cause) String() string {
	if c < 0 || int(c) >= len(causeNames) {
		return fmt.Sprintf("cause %d", int(c))
	}
	return causeNames[c]
}

// MarshalText writes the cause as its name, "" for NotKilled.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c Cause) status() Status {
	switch c {
	case KilledTime:
		return StatusTime
	case KilledCPU:
		return StatusCPU
	case KilledMemory:
		return StatusMemory
	case KilledOutput:
		return StatusOutput
	case KilledViolation:
		return StatusViolation
	case KilledNotStarted:
		return StatusNotStarted
	case KilledArenaFault, KilledCancelled:
		return StatusArenaFault
	default:
		return StatusOK
	}
}

// Violation is one attempt at something forbidden.
type Violation struct {
	Call   string        `json:"call"`  // the call with what is known of it: `socket(AF_INET)`, `openat("/etc/passwd")`
	At     time.Duration `json:"at"`    // of the first, since the start of the process
	Count  int           `json:"count"` // how many times the same attempt was seen
	Killed bool          `json:"killed"`
}

// Facts are what is known of a run after it ended. Each fact is apart from
// the others; Status sums them up. A figure the host cannot give is -1.
type Facts struct {
	Status   Status         `json:"status"`
	ExitCode int            `json:"exitCode"` // -1 unless the program ended by itself
	Signal   syscall.Signal `json:"signal"`   // 0 unless a signal ended the program
	OOM      bool           `json:"oom"`      // the kernel killed something in the tree for memory
	Killed   Cause          `json:"killed"`   // the arena killed it, and why

	// Fault is why the program did not start, or what failed in the arena.
	Fault string `json:"fault,omitempty"`

	CPU       time.Duration `json:"cpu"`  // of the whole tree, user and system
	User      time.Duration `json:"user"` // of the program and the children it waited for
	System    time.Duration `json:"system"`
	Wall      time.Duration `json:"wall"`      // from the start until Wait saw the end: whoever calls it late sees more; monotonic
	Throttled time.Duration `json:"throttled"` // held back by its CPU quota

	PeakMemory    int64 `json:"peakMemory"`    // bytes of the tree, all of them charged to the bot
	PeakProcesses int   `json:"peakProcesses"` // processes and threads at once

	Violations []Violation `json:"violations,omitempty"` // at most 100 different ones
	Denied     int         `json:"denied"`               // all attempts, counted

	Hash   string  `json:"hash"`   // sha256 of the program, hex
	Layers []Layer `json:"layers"` // of the jail it ran in
}

// Reason says in a few words how the run ended: "exit code 3",
// "SIGSEGV (segmentation fault)", "memory limit".
func (f Facts) Reason() string {
	switch f.Status {
	case StatusOK:
		return "ok"
	case StatusExited:
		return fmt.Sprintf("exit code %d", f.ExitCode)
	case StatusSignalled:
		return fmt.Sprintf("%s (%v)", signalName(f.Signal), f.Signal)
	case StatusMemory:
		return "memory limit"
	case StatusCPU:
		return "CPU limit"
	case StatusTime:
		return "time limit"
	case StatusOutput:
		return "output limit"
	case StatusViolation:
		if len(f.Violations) > 0 {
			return "violation: " + f.Violations[0].Call
		}
		return "violation"
	default:
		if f.Fault != "" {
			return f.Status.String() + ": " + f.Fault
		}
		return f.Status.String()
	}
}
