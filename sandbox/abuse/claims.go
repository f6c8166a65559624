package abuse

import "slices"

// Claim is what one layer of the jail stops by itself, all others switched
// off.
type Claim struct {
	Layer string
	Rows  []string // Row.Name
	Other string   // what is not a row, for people
}

// claims are held against the kernel by TestEachLayerAlone and its kin.
var claims = []Claim{
	{Layer: "root", Rows: within("files", "open /etc/passwd", "old-open /etc/passwd", "openat2 /etc/passwd", "open /proc/self/environ", "open /proc/@arena/cmdline",
		"open /sys/kernel/notes", "open /proc/self/maps", "create /abuse", "create /tmp/abuse", "create abuse", "create /dev/shm/abuse", "tmpfile /tmp", "mkdir /tmp/abuse",
		"symlink /tmp/abuse", "mknod /tmp/abuse", "list /", "look /etc/passwd", "readlink /proc/self/exe", "open-path /dev/ptmx", "old-open /dev/kmsg", "overwrite @self",
		"exec /bin/true", "exec-path-at /bin/true", "handle /etc/passwd")},
	{Layer: "landlock", Rows: slices.Concat(within("files", "open /etc/passwd", "old-open /etc/passwd", "openat2 /etc/passwd", "open /proc/self/environ",
		"open /proc/@arena/cmdline", "open /sys/kernel/notes", "create /abuse", "create /tmp/abuse", "create /dev/shm/abuse", "tmpfile /tmp", "mkdir /tmp/abuse",
		"symlink /tmp/abuse", "mknod /tmp/abuse", "list /", "overwrite @self", "exec /bin/true", "mount", "bind /etc /tmp", "umount /proc", "pivot-only", "move-only"),
		within("network", "connect @port", "listen", "abstract-connect @abstract"), within("processes", "attach @arena"))},
	{Layer: "network namespace", Rows: within("network", "connect @port", "abstract-connect @abstract")},
	{Layer: "ipc namespace", Rows: within("network", "shm @key"), Other: "nothing left behind of shm, sem, msg, mq"},
	{Layer: "host name", Rows: within("io", "host-name @hostname"), Other: "sethostname does not reach the host"},
	{Layer: "process namespace", Rows: slices.Concat(within("processes", "kill @arena", "attach @arena", "pidfd-signal @arena"), within("io", "parent", "session"))},
	{Layer: "capabilities", Rows: slices.Concat(within("files", "handle /etc/passwd", "raw-handle 0", "chroot", "mount", "bind /etc /tmp", "umount /proc", "fsopen",
		"open-tree", "move-only", "mount-setattr", "mknod /tmp/abuse"), within("network", "socket 2 3 1", "socket 17 3"),
		within("kernel", "setgroups", "capset", "capabilities", "unshare 0x20000", "unshare 0x40000000", "setns-only", "reboot", "set-clock", "sethostname", "acct",
			"nice", "fifo", "ioprio", "mlock"))},
	{Layer: "id per seat", Rows: slices.Concat(within("files", "create /abuse", "mknod /tmp/abuse", "mount", "chroot", "handle /etc/passwd"),
		within("network", "socket 2 3 1", "socket 17 3"), within("processes", "kill @arena", "attach @arena", "pidfd-signal @arena", "kill @opponent 9",
			"tkill @opponent", "tgkill @opponent 9", "tgkill @opponent 23", "queue @opponent", "attach @opponent", "vm-read @opponent 0x400000", "kcmp @opponent",
			"prlimit-of @opponent"), within("kernel", "setuid", "setresuid", "setgroups", "capset", "unshare 0x20000", "reboot", "set-clock", "sethostname",
			"nice", "fifo", "mlock"))},
	{Layer: "seccomp", Rows: bySeccomp()},
	{Layer: "no new privileges", Other: "a set-uid program gives nothing"},
	{Layer: "rlimits", Other: "descriptors, stack, core dumps, the size of files"},
	{Layer: "memory", Other: "touch 300 under 64 MiB"},
	{Layer: "process count", Other: "thread-bomb, fork-bomb"},
	{Layer: "cpu", Other: "threads 4: one core"},
	{Layer: "kill", Other: "orphan: nothing left"},
	{Layer: "freeze", Other: "spin: no CPU while frozen"},
	{Layer: "death with the arena", Other: "the arena killed with SIGKILL: its bots are gone"},
}

func within(program string, args ...string) []string {
	for i := range args {
		args[i] = program + " " + args[i]
	}
	return args
}

// bySeccomp are all attempts but those that are no call of their own.
func bySeccomp() (names []string) {
	for _, r := range slices.Concat(files, network, foreign, processes, kernel) {
		if r.Needs == "" && r.Open == "" {
			names = append(names, r.Name())
		}
	}
	return names
}

// Claims are what each layer stops alone.
func Claims() []Claim { return claims }
