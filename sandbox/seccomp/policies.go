package seccomp

import (
	"slices"

	"golang.org/x/sys/unix"
)

const (
	openers = "open openat openat2 creat"
	lookers = "stat lstat access faccessat faccessat2 readlink readlinkat statfs"
	folders = "getdents getdents64 fstatfs"
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
		{
			Calls: "newfstatat", When: []Cond{{Arg: 3, Mask: unix.AT_EMPTY_PATH, In: []uint64{unix.AT_EMPTY_PATH}}}, Do: Allow,
			Why: "how newer libcs spell fstat",
		},
		{
			Calls: "newfstatat chdir " + lookers, Do: Errno(unix.ENOENT),
			Why: "as an empty file system answers: libcs look for their own executable, Go for its folder",
		},
	}, always, named)
}

// Runtime is for programs with a read-only root: dynamic binaries, Python, the
// JVM, node. Opening is notified, to be named or continued as Quiet says;
// what can be opened is held by mounts and landlock.
func Runtime() Policy {
	return profile("runtime", []Rule{
		{Calls: openers + " " + writers, Do: Notify, Why: "files"},
		{Calls: "chdir", Do: Notify, Why: "where relative paths start from, for those who name them"},
		{Calls: "fchdir", Do: Errno(unix.EACCES), Why: "the same, by a descriptor that has no name"},
		{Calls: "newfstatat statx " + lookers + " " + folders, Do: Allow, Why: "finds its libraries; what is there is the root's to say"},
	}, always, named)
}

// Build is for compilers: processes, and files as mounts and landlock allow.
// No network.
func Build() Policy {
	return profile("build", []Rule{
		{Calls: openers + " newfstatat statx " + lookers + " chdir fchdir " + folders + " " + writers, Do: Allow, Why: "sources in, binaries out"},
		{Calls: "fsync fdatasync", Do: Errno(0), Why: "its folder lies in memory"},
		{Calls: "fchmod fchown ftruncate fallocate sendfile copy_file_range flock", Do: Allow, Why: "writes files"},
		{
			Calls: "fcntl", When: []Cond{Int(1, unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW)}, Do: Allow,
			Why: "locks on caches: go, cargo",
		},
		{Calls: "fork vfork execve execveat", Do: Allow, Why: "compilers start compilers"},
		{
			Calls: "clone", When: []Cond{Without(0, newNamespace|unix.CLONE_PARENT|unix.CLONE_PTRACE|unix.CLONE_UNTRACED)}, Do: Allow,
			Why: "compilers start compilers; CLONE_PARENT would make a child of the arena's, a zombie that nobody waits for, which keeps the namespace from ending",
		},
		{
			Calls: "kill tkill tgkill setpgid pidfd_open pidfd_send_signal", Do: Allow,
			Why: "shells and build tools end what they started; uid and process namespace hold the rest",
		},
		{Calls: "memfd_create inotify_init inotify_init1", Do: Errno(unix.ENOSYS), Why: "linkers and file watchers do without"},
	}, always, named)
}

// Stopped is a filter for programs that are frozen by SIGSTOP: a timer of
// timer_create(2) sends whatever signal it is made with, which lies where a filter
// cannot look, and SIGCONT would let the program go on by itself. Those of
// setitimer(2) and alarm(2) send SIGALRM.
func Stopped(p Policy) Policy {
	p.Name += ", stopped"
	p.Rules = append([]Rule{{Calls: "timer_create", Do: Errno(unix.EINVAL), Why: "SIGCONT, by a timer"}}, p.Rules...)
	return p
}

// KeyArg is the argument that carries the key of Inherited. None of the launch's
// calls has six.
const KeyArg = 5

// Inherited is the filter of a launcher's thread, which its children inherit:
// what they may do, and what it must do to launch them and they must not:
// clone3, execveat of the one descriptor execFD, the change of id, the limits.
// What tells them apart is a key: a random number of 64 bits that the launch
// puts into the sixth argument of each of its calls, where none of them looks.
// The program does not learn it: the kernel clears the registers at the exec,
// and shows a filter to nobody; and a wrong guess is answered as the call itself
// is, which for clone and execveat names a violation.
func Inherited(p Policy, key uint64, execFD int) Policy {
	keyed := func(more ...Cond) []Cond { return append([]Cond{Long(KeyArg, key)}, more...) }
	p.Name += ", inherited"
	p.Rules = append([]Rule{
		{Calls: "clone3", When: keyed(), Do: Allow, Why: "the launch"},
		{Calls: "execveat", When: keyed(Int(0, uint32(execFD)), Int(4, unix.AT_EMPTY_PATH)), Do: Allow, Why: "the launch"},
		{Calls: "seccomp", When: keyed(Int(0, unix.SECCOMP_SET_MODE_FILTER), Int(1, 0)), Do: Allow, Why: "the launch"},
		{Calls: "prctl prlimit64 setsid setpgid setgroups setresgid setresuid chdir sched_setaffinity landlock_restrict_self", When: keyed(), Do: Allow, Why: "the launch"},
	}, p.Rules...)
	return p
}

// OwnSignals is a small filter that a child adds to the inherited one just
// before it becomes the program, where it shares its id with others: it keeps the
// signals that the first lets pass unseen to the process itself. All else it
// leaves to the first, whose notifications an error from here would hide. Its
// program wants OwnPID filled in.
func OwnSignals() Policy {
	return Policy{Name: "own signals", Default: Allow, Foreign: Allow, Rules: []Rule{
		{Calls: "tgkill", When: []Cond{Own(0)}, Do: Allow, Why: "its own threads"},
		{
			Calls: "tgkill", When: []Cond{Int(2, 0, uint32(unix.SIGURG))}, Do: Errno(unix.ESRCH),
			Why: "Go's interrupts, sent to an opponent, would slow it down",
		},
	}}
}
