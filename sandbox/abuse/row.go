package abuse

import (
	"slices"
	"strings"

	"botarena/sandbox"
)

// Row is one thing that a hostile bot does, and what must come of it.
type Row struct {
	Topic   string // Files, Network, Processes, Kernel, Leaks, Memory, Time, I/O
	Does    string // the attempt, for people
	Program string // of testdata, without .c
	Args    []string
	Profile sandbox.Profile
	Amd64   bool // exists on that architecture only

	Want  Outcome
	Call  string   // Named: the violation's text
	Errno []string // Refused: what the program may be told; Named: what it is told under sandbox.Deny
	Right string   // Bounded: what must come of it, for people

	// Open says of an attempt that succeeds in the jail why it does: a hole
	// that is known. Its test fails when it is closed, so that the mark goes.
	Open string

	// Needs names the layer that alone holds this: where the host lacks it,
	// the jail does not promise it.
	Needs string

	// Plain are the arguments for the run without a jail, where the attempt
	// itself would harm the host; nil: Args.
	Plain []string

	// HostCannot is why the attempt fails on some hosts without a jail too;
	// only then may it.
	HostCannot string
}

// Outcome is how an attempt must end in the jail. None of them lets it
// succeed.
type Outcome int

const (
	Named   Outcome = iota // a violation by name: stopped, or refused under sandbox.Deny
	Refused                // an error, and no violation: honest programs try it too
	Bounded                // goes on, up to a limit: a test of its own looks at the facts
)

// Name tells rows apart: the program and its arguments.
func (r Row) Name() string {
	return strings.Join(append([]string{r.Program}, r.Args...), " ")
}

// Outcome says what must come of the attempt, in a few words.
func (r Row) Outcome() string {
	if r.Open != "" {
		return "OPEN: " + r.Open
	}
	var text string
	switch r.Want {
	case Named:
		text = "violation " + r.Call
	case Refused:
		text = "refused: " + strings.Join(r.Errno, ", ")
	case Bounded:
		text = r.Right
	}
	if r.Needs != "" {
		text += " (by the layer " + r.Needs + " only)"
	}
	return text
}

// Rows are all rows, by topic, in the order in which the jail's page lists
// them.
func Rows() []Row {
	return slices.Concat(files, network, foreign, processes, kernel, leaks, bounded)
}

// words splits arguments, for tables.
func words(s string) []string { return strings.Fields(s) }

// named is a row whose attempt is a violation.
func named(topic, program, args, does, call, errno string) Row {
	return Row{Topic: topic, Program: program, Args: words(args), Does: does, Want: Named, Call: call, Errno: words(errno)}
}

// refused is a row whose attempt fails quietly.
func refused(topic, program, args, does, errno string) Row {
	return Row{Topic: topic, Program: program, Args: words(args), Does: does, Want: Refused, Errno: words(errno)}
}

// plain sets the harmless arguments for the run without a jail.
func (r Row) plain(args string) Row {
	r.Plain = words(args)
	return r
}

// hostCannot says why a host may refuse the attempt without a jail.
func (r Row) hostCannot(why string) Row {
	r.HostCannot = why
	return r
}

// needs names the one layer that holds a row.
func (r Row) needs(layer string) Row {
	r.Needs = layer
	return r
}
