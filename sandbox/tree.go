package sandbox

import (
	"fmt"
	"time"
)

// tree is the process tree of one launch, as a whole: a cgroup where the host
// has them (grouped), the main process alone where not (ungrouped). Its
// methods are called in this order: begin, birth, began; then those that read
// and steer; end, release.
type tree interface {
	// begin sets the limits that hold for the tree as a whole.
	begin(Limits, Profile) error

	// birth says how the child gets into the tree: the folder of a cgroup v2
	// group to be born into, or -1, and files that it writes "0" to.
	birth() (folder int, tasks []int)

	// began tells the tree its main process.
	began(pid, pidfd int)

	freeze() error
	thaw() error

	// kill ends everything in the tree, frozen or not. It does not wait.
	kill() error

	// cpu is the processor time so far, user and system, of all that ever ran
	// in it.
	cpu() (time.Duration, error)

	// waiting: see Process.Waiting.
	waiting() (time.Duration, bool)

	// oom is how many of its processes the kernel has killed for memory.
	oom() (int, error)

	// overMemory reports whether the watcher found it above its limit, and
	// has killed it.
	overMemory() bool

	// end waits until nothing of the tree is left, killing what its main
	// process left behind, and reads the last figures. The main process has
	// been waited for.
	end() (treeFigures, error)

	// release gives the tree back.
	release() error
}

// treeFigures are what a tree knows at its end; -1 where it cannot tell.
type treeFigures struct {
	cpu           time.Duration
	throttled     time.Duration
	peakMemory    int64
	peakProcesses int
	oom           int
}

// ownOOM is how far below its limit the peak of a tree may be that the kernel
// killed for reaching it: more than the largest charge that it kills for.
const ownOOM = mib

// starved is the error of a tree that the kernel killed for memory below its own
// limit: the host had no more, or a group around the arena's. Where the kernel
// does not tell the peak, the limit is taken to have been its own.
func (f treeFigures) starved(limit int64) error {
	if f.oom == 0 || f.peakMemory < 0 || f.peakMemory >= limit-ownOOM {
		return nil
	}
	return fmt.Errorf("the host, or a cgroup around the arena, ran out of memory: the kernel killed the program at %d of its %d MiB", f.peakMemory/mib, limit/mib)
}
