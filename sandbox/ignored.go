package sandbox

import (
	"os/signal"
	"sync"
	"syscall"
)

// defaultAction is SIG_DFL.
var defaultAction sigaction

// ignoredSignals lists the signals that this process was started with ignored,
// by nohup or a shell's background, say. A bot must not inherit that.
var ignoredSignals = sync.OnceValue(func() (list []uintptr) {
	for sig := syscall.Signal(1); sig < 32; sig++ {
		if signal.Ignored(sig) {
			list = append(list, uintptr(sig))
		}
	}
	return list
})
