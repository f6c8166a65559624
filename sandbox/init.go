package sandbox

import (
	"sync/atomic"
	"time"
)

var initialised atomic.Bool

// Init must be the first thing that main does, and TestMain in tests. For an
// ordinary user it starts the arena once more inside a user namespace of its
// own, which a Go program cannot enter after its start: the same process
// (exec), with the same arguments and descriptors. Otherwise, and where a user
// namespace cannot be had, it returns at once, and New says what that costs.
func Init() {
	// Never let a jailed thread be the first to need the time zone: it would
	// not find it, and the whole process would stay at UTC.
	_ = time.Now().Format(time.RFC3339)
	enterUserNamespace()
	initialised.Store(true)
}
