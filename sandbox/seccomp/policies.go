package seccomp

import (
	"slices"

	"golang.org/x/sys/unix"
)

const (
	openers = "open openat openat2 creat"
	lookers = "stat lstat access faccessat faccessat2 readlink readlinkat statfs"
	folders = "chdir fchdir getdents getdents64 fstatfs"
	writers = "mkdir mkdirat mknod mknodat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat " +
		"truncate chmod fchmodat fchmodat2 chown lchown fchownat utime utimes utimensat futimesat"
)

func profile(name string, rules ...[]Rule) Policy {
	return Policy{Name: name, Default: Errno(unix.ENOSYS), Foreign: Notify, Rules: slices.Concat(rules...)}
}

// Bot is for programs that need no file: static binaries. Each attempt to open
// one is notified; looking for one finds an empty file system.
func Bot() Policy {
	return profile("bot", []Rule{
		{Calls: openers + " " + writers, Do: Notify, Why: "files"},
		{Calls: "newfstatat", When: []Cond{{Arg: 3, Mask: unix.AT_EMPTY_PATH, In: []uint64{unix.AT_EMPTY_PATH}}}, Do: Allow,
			Why: "how newer libcs spell fstat"},
		{Calls: "newfstatat chdir " + lookers, Do: Errno(unix.ENOENT),
			Why: "as an empty file system answers: libcs look for their own executable, Go for its folder"},
	}, always, named)
}

// Runtime is for programs with a read-only root: dynamic binaries, Python, the
// JVM, node. Opening is notified, to be named or continued as Quiet says;
// what can be opened is held by mounts and landlock.
func Runtime() Policy {
	return profile("runtime", []Rule{
		{Calls: openers + " " + writers, Do: Notify, Why: "files"},
		{Calls: "newfstatat statx " + lookers + " " + folders, Do: Allow, Why: "finds its libraries; what is there is the root's to say"},
	}, always, named)
}

// Build is for compilers: processes, and files as mounts and landlock allow.
// No network.
func Build() Policy {
	return profile("build", []Rule{
		{Calls: openers + " newfstatat statx " + lookers + " " + folders + " " + writers, Do: Allow, Why: "sources in, binaries out"},
		{Calls: "fchmod fchown ftruncate fallocate sendfile copy_file_range flock", Do: Allow, Why: "writes files"},
		{Calls: "fcntl", When: []Cond{Int(1, unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW)}, Do: Allow,
			Why: "locks on caches: go, cargo"},
		{Calls: "fork vfork execve execveat", Do: Allow, Why: "compilers start compilers"},
		{Calls: "clone", When: []Cond{Without(0, newNamespace|unix.CLONE_PTRACE|unix.CLONE_UNTRACED)}, Do: Allow, Why: "compilers start compilers"},
		{Calls: "kill tkill tgkill setpgid pidfd_open pidfd_send_signal", Do: Allow,
			Why: "shells and build tools end what they started; uid and process namespace hold the rest"},
		{Calls: "memfd_create inotify_init inotify_init1", Do: Errno(unix.ENOSYS), Why: "linkers and file watchers do without"},
	}, always, named)
}

// Setup is what a launcher must still do under its own filter.
type Setup struct {
	// ExecFD is the one descriptor that may be executed. It lies above the
	// children's RLIMIT_NOFILE, so that they can never have it.
	ExecFD int

	// Gate holds what clone3, execveat, seccomp, prlimit64 and
	// sched_setaffinity point at. Nil: any pointer will do. Then all of these
	// but execveat are for the second filter to close, and execveat with an
	// absolute path stays open to bots in roots that hold a program.
	Gate *Gate
}

// Inherited is the filter of a launcher's thread: what its children may do,
// and what it must do to launch them. Its listener is told of the rest.
func Inherited(p Policy, s Setup) Policy {
	gate := func(arg int, slots ...int) (when []Cond) {
		if s.Gate == nil {
			return nil
		}
		var at []uint64
		for _, slot := range slots {
			at = append(at, address(s.Gate.slot(slot)))
		}
		return []Cond{Long(arg, at...)}
	}
	var limits []int
	for i := range rlimits {
		limits = append(limits, slotLimit+16*i)
	}
	p.Name += ", inherited"
	p.Rules = append([]Rule{
		{Calls: "clone3", When: gate(0, slotClone), Do: Allow, Why: "the launch"},
		{Calls: "execveat", When: append(gate(1, slotPath), Int(0, uint32(s.ExecFD)), Int(4, unix.AT_EMPTY_PATH)), Do: Allow, Why: "the launch"},
		{Calls: "seccomp", When: append(gate(2, slotFprog), Int(0, unix.SECCOMP_SET_MODE_FILTER), Int(1, 0)), Do: Allow, Why: "the second filter"},
		{Calls: "prctl", When: []Cond{Int(0, unix.PR_SET_PDEATHSIG), Long(1, uint64(unix.SIGKILL))}, Do: Allow, Why: "the launch; harmless to repeat"},
		{Calls: "prlimit64", When: append(gate(2, limits...), Int(0, 0)), Do: Allow, Why: "the launch"},
		{Calls: "sched_setaffinity", When: append(gate(2, slotCPUs), Int(0, 0)), Do: Allow, Why: "the launch"},
		{Calls: "setsid setgroups setresgid setresuid landlock_restrict_self", Do: Allow,
			Why: "the launch; to a bot, which has no capability, leads its session and can make no ruleset, they give nothing"},
	}, p.Rules...)
	return p
}

// Second is the small filter that a child adds to the inherited one just
// before it becomes the program: it closes the calls of the launch. Everything
// else it leaves to the first, whose notifications an error from here would
// hide.
func Second(s Setup) Policy {
	p := Policy{Name: "second", Default: Allow, Foreign: Allow, Rules: []Rule{
		{Calls: "clone3 landlock_restrict_self", Do: Errno(unix.ENOSYS), Why: "libcs fall back to clone, whose flags the first filter sees"},
		{Calls: "prlimit64", When: []Cond{Int(0, 0), Long(2, 0)}, Do: Allow, Why: "reads its limits"},
		{Calls: "prlimit64 setsid setgroups setresgid setresuid sched_setaffinity", Do: Errno(unix.EPERM), Why: "only for the launch"},
	}}
	if s.Gate == nil {
		p.Rules = append(p.Rules, Rule{Calls: "seccomp", Do: Errno(unix.EPERM), Why: "only for the launch"})
	}
	return p
}

// SecondBot is Second for a process that has no children: it also keeps the
// signals that the first filter lets pass unseen to the process itself. Its
// program wants OwnPID filled in.
func SecondBot(s Setup) Policy {
	p := Second(s)
	p.Name = "second, bot"
	p.Rules = append(p.Rules,
		Rule{Calls: "tgkill", When: []Cond{Own(0)}, Do: Allow, Why: "its own threads"},
		Rule{Calls: "tgkill", When: []Cond{Int(2, 0, uint32(unix.SIGURG))}, Do: Errno(unix.ESRCH),
			Why: "Go's interrupts, sent to an opponent, would slow it down"},
	)
	return p
}
