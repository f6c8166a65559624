package sandbox

import "time"

// tree is the process tree of one seat as a whole: a cgroup where the host
// has them (grouped), the main process alone where not (ungrouped). A tree is
// used again by the next launch of its seat.
type tree interface {
	// limit sets the limits that hold for the tree as a whole, and starts the
	// tree's figures afresh.
	limit(Limits) error

	// birth says how the child gets into the tree: the folder of a cgroup v2
	// group to be born into, or -1, and files that it writes "0" to.
	birth() (folder int, tasks []int)

	// began tells the tree its main process.
	began(pid, pidfd int)

	freeze() error
	thaw() error

	// kill ends everything in the tree; frozen or not. It does not wait.
	kill() error

	// cpu so far, user and system, of all that ever ran in it since limit.
	cpu() (time.Duration, error)

	// waiting so far: see Process.Waiting.
	waiting() (time.Duration, bool)

	// oom is how many processes the kernel has killed for memory since limit.
	oom() (int, error)

	// end waits until nothing of the tree is left, killing what its main
	// process left behind, and reads the last figures.
	end() (treeFigures, error)

	// remove gives the tree back to the host for good.
	remove() error
}

// treeFigures are what a tree knows at its end; -1 where it cannot tell.
type treeFigures struct {
	cpu           time.Duration
	throttled     time.Duration
	peakMemory    int64
	peakProcesses int
	oom           int
	overMemory    bool // a watcher saw it above its limit
}
