package sandbox

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"botarena/sandbox/cgroup"

	"golang.org/x/sys/unix"
)

// Memory is how many bytes all programs at once can have here: the host's
// memory, or less where a cgroup around them has a lower limit. Who asks for more
// may see programs end for the host's want of it, which Facts count as the arena's
// fault.
func (s *Sandbox) Memory() int64 {
	least := int64(math.MaxInt64)
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) == nil {
		least = int64(info.Totalram) * int64(info.Unit)
	}
	if !s.works(cgroup.Memory) {
		return least
	}
	st := s.groups.Report().Of(cgroup.Memory)
	name := "memory.max"
	if st.Version == 1 {
		name = "memory.limit_in_bytes"
	}
	for dir := st.Path; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return least // above the uppermost group
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil { // else it is "max"
			least = min(least, n)
		}
	}
}
