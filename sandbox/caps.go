package sandbox

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// launcherCaps are all that a launcher keeps: what setgroups, setresgid and
// setresuid need, if it has ids to change to. The change of id takes them from
// the child, and the exec whatever there is left.
func (s *Sandbox) launcherCaps() uint64 {
	if s.seatBase == 0 {
		return 0
	}
	return 1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID
}

// setThreadCaps sets the capabilities of the calling thread alone.
func setThreadCaps(keep uint64) error {
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var have [2]unix.CapUserData
	if err := unix.Capget(&hdr, &have[0]); err != nil {
		return err
	}
	var want [2]unix.CapUserData
	for i := range want {
		want[i].Permitted = uint32(keep>>(32*i)) & have[i].Permitted
		want[i].Effective = want[i].Permitted
	}
	return unix.Capset(&hdr, &want[0])
}

// dropBounding empties the bounding set of the calling thread, so that no
// program it starts, set-uid or with file capabilities, gains any.
func dropBounding() error {
	for c := uintptr(0); c < 64; c++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		if err == unix.EINVAL {
			return nil // past the kernel's last capability
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hasCap reports whether the calling thread has a capability in effect.
func hasCap(c uint) bool {
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var have [2]unix.CapUserData
	if unix.Capget(&hdr, &have[0]) != nil {
		return false
	}
	return have[c/32].Effective&(1<<(c%32)) != 0
}

// The ids of the seats: one per process tree, so that no bot can signal or
// examine another. The first is the sleeping init's.
const (
	preferredSeatBase = 780_000_000 // far from any id that a host gives out
	seatCount         = 4096
)

// seatIDs finds ids that are mapped where we are. n is 0 where there are none
// to be had (an ordinary user with one id).
func seatIDs() (base uint32, n int) {
	if !hasCap(unix.CAP_SETUID) || !hasCap(unix.CAP_SETGID) {
		return 0, 0
	}
	b1, n1 := mappedIDs("/proc/self/uid_map")
	b2, n2 := mappedIDs("/proc/self/gid_map")
	if n1 == 0 || n2 == 0 || b1 != b2 {
		return 0, 0
	}
	return b1, min(n1, n2)
}

func mappedIDs(file string) (base uint32, n int) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) != 3 {
			continue
		}
		first, err1 := strconv.ParseUint(f[0], 10, 32)
		count, err2 := strconv.ParseUint(f[2], 10, 33)
		if err1 != nil || err2 != nil {
			continue
		}
		switch {
		case first <= preferredSeatBase && preferredSeatBase+seatCount <= first+count:
			return preferredSeatBase, seatCount
		case count >= 2*seatCount:
			return uint32(first + count - seatCount - 2), seatCount // below nobody, 65534
		case first > 0 && count >= 2 && n == 0:
			base, n = uint32(first), int(count) // a few ids given to us
		}
	}
	return base, n
}
