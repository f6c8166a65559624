package sandbox

import (
	"errors"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// initName is the argv[0] of a sleeping init, as ps shows it.
const initName = "[arena jail init]"

var initialised atomic.Bool

// Init must be the first thing that main does, and TestMain in tests. In the
// processes that the sandbox starts from the arena's own program it does
// their work and does not return:
//
//   - the sleeping init: process 1 of each launcher's process namespace, so
//     that no bot is process 1 (whose signals work differently) and that
//     orphans are reaped;
//   - for an ordinary user, the arena itself, started once more inside a user
//     namespace of its own (a Go program cannot enter one after its start).
//     It is the same process (exec), with the same arguments and descriptors.
//
// In the arena itself it returns at once. Where a user namespace cannot be
// had it returns too, and New says what that costs.
func Init() {
	if len(os.Args) > 0 && os.Args[0] == initName {
		sleepingInit()
	}
	// Never let a jailed thread be the first to need the time zone: it would
	// not find it, and the whole process would stay at UTC.
	time.Now().Zone()
	enterUserNamespace()
	initialised.Store(true)
}

// sleepingInit is process 1 of a namespace. It holds nothing: its standard
// input is a pipe whose other end the arena holds, and when that end closes,
// in whatever way the arena ends, it ends, and the kernel kills everything in
// the namespace.
func sleepingInit() {
	orphans := make(chan os.Signal, 1)
	signal.Notify(orphans, unix.SIGCHLD)
	dropEverything(os.Args[1:])
	go func() {
		var b [1]byte
		for {
			n, err := unix.Read(0, b[:])
			if n == 0 || err != nil && !errors.Is(err, unix.EINTR) {
				os.Exit(0)
			}
		}
	}()
	for range orphans {
		for {
			pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
			if err != unix.EINTR && (err != nil || pid <= 0) {
				break
			}
		}
	}
}
