package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// landlockABI is the kernel's landlock version, 0 where there is none.
func landlockABI() int {
	v, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return 0
	}
	return int(v)
}

const (
	landlockRead = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR

	// What a file, as against a folder, may be given.
	landlockFileOnly = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// landlockHandled is everything a kernel of that version can deny.
func landlockHandled(abi int) unix.LandlockRulesetAttr {
	a := unix.LandlockRulesetAttr{Handled_access_fs: 1<<13 - 1}
	if abi >= 2 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 4 {
		a.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 5 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 6 {
		// Not SCOPE_SIGNAL: the first kernels that have it would also keep
		// the launcher's thread from signalling the other threads of the Go
		// runtime. Signals are held by the process namespace and the uid.
		a.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	return a
}

// landlockRule lets one path, with everything below it, be used.
type landlockRule struct {
	path   string
	access uint64
	dir    int // descriptor that a relative path starts from
}

// landlockRuleset makes a ruleset that denies everything but the rules. Paths
// are those of the calling thread's root.
func landlockRuleset(abi int, rules []landlockRule) (fd int, err error) {
	attr := landlockHandled(abi)
	size := unsafe.Offsetof(attr.Quiet_access_fs) // newer fields are not used
	switch {
	case abi < 4:
		size = unsafe.Offsetof(attr.Handled_access_net)
	case abi < 6:
		size = unsafe.Offsetof(attr.Scoped)
	}
	r, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if e != 0 {
		return -1, &stepError{"landlock_create_ruleset", e}
	}
	fd = int(r)
	for _, rule := range rules {
		if err := landlockAdd(fd, rule, attr.Handled_access_fs); err != nil {
			unix.Close(fd)
			return -1, err
		}
	}
	return fd, nil
}

func landlockAdd(ruleset int, rule landlockRule, handled uint64) error {
	pfd, err := unix.Openat(rule.dir, rule.path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return &stepError{"open " + rule.path, err}
	}
	defer unix.Close(pfd)
	access := rule.access & handled
	var st unix.Stat_t
	if err := unix.Fstat(pfd, &st); err != nil {
		return &stepError{"stat " + rule.path, err}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= landlockFileOnly
	}
	// The kernel's structure is packed: 8 bytes, then 4.
	var beneath [12]byte
	*(*uint64)(unsafe.Pointer(&beneath[0])) = access
	*(*int32)(unsafe.Pointer(&beneath[8])) = int32(pfd)
	_, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&beneath[0])), 0, 0, 0)
	if e != 0 {
		return &stepError{"landlock_add_rule " + rule.path, e}
	}
	return nil
}

// rules are what landlock lets the programs of a root use: by what the trees
// are on the host, as it goes by files and not by the places they are shown
// at. proc is a descriptor of the root's /proc, or -1; bots is the folder of
// the host with the bots' own files, or "".
func (p rootPlan) rules(proc int, bots string) (rules []landlockRule) {
	for _, t := range p.shown() {
		switch {
		case t.device:
			rules = append(rules, landlockRule{path: t.from, access: unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE})
		case t.to == "/proc" && proc >= 0:
			rules = append(rules, landlockRule{path: ".", access: landlockRead, dir: proc})
		case t.to != "/proc" && t.from != p.shelf:
			rules = append(rules, landlockRule{path: t.from, access: landlockRead})
		}
	}
	if bots != "" {
		rules = append(rules, landlockRule{path: bots, access: unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR})
	}
	return rules
}

// landlockRestrict puts the calling thread, and all that it starts, under a
// ruleset for ever. It needs no_new_privs.
func landlockRestrict(ruleset int) error {
	if _, _, e := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(ruleset), 0, 0); e != 0 {
		return &stepError{"landlock_restrict_self", e}
	}
	return nil
}
