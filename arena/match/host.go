package match

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"botarena/arena/record"
)

// thisHost names this machine.
var thisHost = sync.OnceValue(func() record.Host {
	h := record.Host{Cores: runtime.NumCPU(), CPU: runtime.GOARCH}
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		h.Name = unix.ByteSliceToString(u.Nodename[:])
		h.Kernel = unix.ByteSliceToString(u.Release[:])
	}
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return h
	}
	for line := range bytes.Lines(text) {
		if name, value, ok := strings.Cut(string(line), ":"); ok && strings.TrimSpace(name) == "model name" {
			h.CPU = strings.TrimSpace(value)
			break
		}
	}
	return h
})

// ThisHost names this machine as records do.
func ThisHost() record.Host { return thisHost() }
