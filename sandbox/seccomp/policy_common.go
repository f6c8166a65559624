package seccomp

import "golang.org/x/sys/unix"

// The rules that every profile shares. Where a profile decides a call
// otherwise, its own rule stands before these.

// always are the calls that any program may make.
var always = []Rule{
	{
		Calls: "read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close fstat", Do: Allow,
		Why: "reads its standard input, writes its output",
	},
	{
		Calls: "dup dup2 dup3 pipe pipe2 eventfd eventfd2 timerfd_create timerfd_settime timerfd_gettime signalfd signalfd4", Do: Allow,
		Why: "descriptors of its own; their number is limited by RLIMIT_NOFILE, their memory by the memory limit",
	},
	{Calls: "close_range", When: []Cond{Int(2, 0, unix.CLOSE_RANGE_CLOEXEC)}, Do: Allow, Why: "the same"},
	{
		Calls: "close_range", Do: Errno(unix.EINVAL),
		Why: "with CLOSE_RANGE_UNSHARE each thread has a table of its own: RLIMIT_NOFILE would hold for each, and what pipes and socket pairs hold by it",
	},
	{
		Calls: "poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2", Do: Allow,
		Why: "waits for input: every event loop",
	},
	{
		Calls: "madvise", When: []Cond{Int(2, unix.MADV_COLD, unix.MADV_PAGEOUT, unix.MADV_MERGEABLE, unix.MADV_HWPOISON, madvSoftOffline)}, Do: Errno(unix.EINVAL),
		Why: "as an older kernel answers: memory moved to the host's swap, or merged with the opponent's, which shows in the time of a write",
	},
	{Calls: "msync", When: []Cond{Int(2, unix.MS_SYNC, unix.MS_SYNC|unix.MS_INVALIDATE)}, Do: Errno(0), Why: "as fsync, of what is mapped"},
	{
		Calls: "munmap mremap mprotect brk madvise mincore msync", Do: Allow,
		Why: "memory of its own, under the memory limit; just-in-time compilers change protections",
	},
	{
		Calls: "mmap", When: []Cond{Without(3, unix.MAP_HUGETLB|unix.MAP_LOCKED)}, Do: Allow,
		Why: "memory of its own",
	},
	{
		Calls: "mmap", Do: Errno(unix.ENOMEM),
		Why: "huge pages come from a pool that the memory limit does not count; locked pages cannot be reclaimed",
	},
	{
		Calls: "clone", When: []Cond{{Arg: 0, Mask: ^uint64(threadMay), In: []uint64{threadMust}}}, Do: Allow,
		Why: "threads: what glibc, musl and Go ask for, and no flag besides",
	},
	{
		Calls: "futex set_robust_list set_tid_address sched_yield gettid exit exit_group restart_syscall", Do: Allow,
		Why: "threads: locks, start and end",
	},
	{Calls: "get_robust_list", When: []Cond{Int(0, 0)}, Do: Allow, Why: "the thread's own"},
	{Calls: "get_robust_list", Do: Errno(unix.EPERM), Why: "an address in the opponent's memory, where both have the same id"},
	{
		Calls: "arch_prctl", When: []Cond{Int(0, archSetGS, archSetFS, archGetFS, archGetGS)}, Do: Allow,
		Why: "thread-local storage on amd64",
	},
	{
		Calls: "arch_prctl", Do: Errno(unix.EINVAL),
		Why: "libcs probe for shadow stacks; the rest switches processor features",
	},
	{
		Calls: "sched_getaffinity sched_getparam sched_getscheduler sched_getattr sched_get_priority_max sched_get_priority_min sched_rr_get_interval getpriority ioprio_get getcpu", Do: Allow,
		Why: "reads how many cores there are, and its priority",
	},
	{
		Calls: "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack pause", Do: Allow,
		Why: "its own signals",
	},
	{
		Calls: "alarm getitimer setitimer timer_settime timer_gettime timer_getoverrun timer_delete", Do: Allow,
		Why: "timers that signal itself",
	},
	{Calls: "clock_gettime clock_getres clock_nanosleep timer_create", When: []Cond{{Arg: 0, Mask: 1 << 31, In: []uint64{0}}}, Do: Allow, Why: "the clocks of the system, and its own"},
	{
		Calls: "clock_gettime clock_getres clock_nanosleep timer_create", When: []Cond{{Arg: 0, Mask: 1<<31 | 4, In: []uint64{1<<31 | 4}}}, Do: Allow,
		Why: "clocks of threads, which the kernel keeps to the process itself (pthread_getcpuclockid, the JVM)",
	},
	{Calls: "clock_gettime clock_getres clock_nanosleep timer_create", When: []Cond{{Arg: 0, Mask: 0xfffffff8, In: []uint64{0xfffffff8}}}, Do: Allow, Why: "its own, by the number 0"},
	{Calls: "clock_gettime clock_getres clock_nanosleep timer_create", Do: Errno(unix.EINVAL), Why: "the CPU clock of another process: how long the opponent thinks"},
	{
		Calls: "gettimeofday time nanosleep times getrusage", Do: Allow,
		Why: "the time of day, sleep, and what it has used so far",
	},
	{
		Calls: "getpid getppid getuid geteuid getgid getegid getgroups getresuid getresgid getpgrp getpgid getsid capget uname sysinfo getrandom umask getcwd wait4 waitid", Do: Allow,
		Why: "asks who and where it is; the namespaces decide what it is told",
	},
	{
		Calls: "tgkill", When: []Cond{Int(2, 0, uint32(unix.SIGURG))}, Do: Allow,
		Why: "Go's runtime interrupts its threads by SIGURG, many times a second; to others the second filter closes it",
	},
	{
		Calls: "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo", Do: Notify,
		Why: "abort() and raise() signal the process itself; the listener compares the ids, which a filter cannot",
	},
	{
		Calls: "prctl", When: []Cond{Int(0, unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA, unix.PR_GET_DUMPABLE, unix.PR_GET_PDEATHSIG,
			unix.PR_SET_NO_NEW_PRIVS, unix.PR_GET_NO_NEW_PRIVS, unix.PR_CAPBSET_READ, unix.PR_GET_TIMERSLACK, unix.PR_GET_SECCOMP)}, Do: Allow,
		Why: "names of threads and of memory; asks about itself",
	},
	{
		Calls: "prctl", When: []Cond{Int(0, unix.PR_SET_PDEATHSIG, unix.PR_SET_DUMPABLE, unix.PR_SET_SECCOMP, unix.PR_SET_PTRACER)}, Do: Notify,
		Why: "outliving the arena, hiding its memory from the arena, a filter of its own, being traced",
	},
	{Calls: "prctl", Do: Errno(unix.EINVAL), Why: "as a kernel without that option answers"},
	{
		Calls: "ioctl", When: []Cond{Int(1, unix.TCGETS, ioctlTCGETS2, unix.TIOCGWINSZ, ioctlFIONREAD, ioctlFIONBIO, ioctlFIOCLEX, ioctlFIONCLEX)}, Do: Allow,
		Why: "is this a terminal? how much can be read? blocking and close-on-exec (node, Rust)",
	},
	{
		Calls: "ioctl", When: []Cond{Int(1, unix.TIOCSTI, ioctlTIOCLINUX, unix.TIOCSCTTY)}, Do: Notify,
		Why: "types into somebody's terminal",
	},
	{Calls: "ioctl", Do: Errno(unix.ENOTTY), Why: "as a pipe answers"},
	{
		Calls: "fcntl", When: []Cond{Int(1, unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_GETPIPE_SZ)}, Do: Allow,
		Why: "descriptors of its own",
	},
	{Calls: "fcntl", When: []Cond{Int(1, unix.F_SETFL), Without(2, fcntlRefused)}, Do: Allow, Why: "blocking or not"},
	{
		Calls: "fcntl", When: []Cond{Int(1, unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG, unix.F_SETLEASE, unix.F_NOTIFY)}, Do: Notify,
		Why: "signals to others through a pipe's state, and channels between bots",
	},
	{Calls: "fcntl", When: []Cond{Int(1, unix.F_SETPIPE_SZ)}, Do: Errno(unix.EPERM), Why: "the pipe is the arena's"},
	{
		Calls: "fcntl", When: []Cond{Int(1, unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW)}, Do: Errno(unix.ENOLCK),
		Why: "a lock on a file that two bots share is a channel between them",
	},
	{Calls: "flock", Do: Errno(unix.ENOLCK), Why: "as fcntl's locks"},
	{Calls: "fcntl", Do: Errno(unix.EINVAL), Why: "as a kernel without that command answers"},
	{Calls: "personality", When: []Cond{Int(0, 0, 0xffffffff)}, Do: Allow, Why: "asks; or asks for what it has"},
	{Calls: "personality", Do: Errno(unix.EPERM), Why: "other rules of memory and other ABIs"},
	{Calls: "prlimit64", When: []Cond{Int(0, 0), Long(2, 0)}, Do: Allow, Why: "reads its limits"},
	{Calls: "getrlimit", Do: Allow, Why: "reads its limits"},
	{Calls: "prlimit64 setrlimit", Do: Errno(unix.EPERM), Why: "limits are the jail's; Go and gcc try and go on"},
	{
		Calls: "sched_setaffinity sched_setscheduler sched_setparam sched_setattr setpriority ioprio_set", Do: Errno(unix.EPERM),
		Why: "core and priority are the jail's",
	},
	{Calls: "mlock mlock2 mlockall munlock munlockall", Do: Errno(unix.EPERM), Why: "locked pages cannot be reclaimed"},
	{
		Calls: "setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups capset setsid setpgid", Do: Errno(unix.EPERM),
		Why: "as without the privilege, which it does not have",
	},
	{Calls: "settimeofday clock_settime clock_adjtime adjtimex", Do: Errno(unix.EPERM), Why: "the host's clock"},
	{Calls: "fsync fdatasync", Do: Errno(unix.EINVAL), Why: "as a pipe answers: of a library's file it would have the host write to its disk, and wait for it"},
	{Calls: "fadvise64 readahead", Do: Errno(0), Why: "advice: that a library is not needed any more would have everybody read it anew"},
	{Calls: "sendfile splice tee vmsplice", Do: Errno(unix.EINVAL), Why: "as for descriptors that cannot: every caller then copies by hand"},
	{Calls: "fchmod fchown ftruncate fallocate", Do: Errno(unix.EPERM), Why: "what it holds is not its own"},
	{
		Calls: "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr", Do: Errno(unix.EOPNOTSUPP),
		Why: "as a file system without them answers",
	},
	{
		Calls: "socketpair", When: []Cond{Int(0, unix.AF_UNIX), {Arg: 1, Mask: 0xffffffff &^ (unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK), In: []uint64{unix.SOCK_STREAM, unix.SOCK_SEQPACKET}}}, Do: Allow,
		Why: "event loops wake themselves through one (Python's asyncio, tokio), and Rust starts linkers with one; nobody else can be reached by it",
	},
	{Calls: "sendto recvfrom", When: []Cond{{Arg: 3, Mask: unix.MSG_OOB, In: []uint64{unix.MSG_OOB}}}, Do: Errno(unix.EOPNOTSUPP), Why: "as older kernels answer; nobody uses it, and it had holes (CVE-2025-38236)"},
	{
		Calls: "sendto recvfrom shutdown getsockname getpeername getsockopt", Do: Allow,
		Why: "on a pair of its own; there are no other sockets",
	},
	{Calls: "setsockopt sendmsg recvmsg sendmmsg recvmmsg", Do: Errno(unix.EOPNOTSUPP), Why: "no descriptors are passed, no options needed"},
	{
		Calls: "clone3 rseq membarrier statx copy_file_range pkey_alloc pkey_free pkey_mprotect get_mempolicy set_mempolicy mbind set_mempolicy_home_node " +
			"move_pages migrate_pages futex_waitv futex_wait futex_wake futex_requeue map_shadow_stack mseal cachestat process_madvise process_mrelease " +
			"landlock_create_ruleset landlock_add_rule landlock_restrict_self io_setup", Do: Errno(unix.ENOSYS),
		Why: "libcs and runtimes probe for them and do without (clone3's flags lie where a filter cannot look)",
	},
}

// named are the calls that no program in the jail has business with: each is
// a violation.
var named = []Rule{
	{Calls: "socket socketpair connect bind listen accept accept4", Do: Notify, Why: "network"},
	{Calls: "fork vfork clone execve execveat", Do: Notify, Why: "another process or program"},
	{Calls: "ptrace process_vm_readv process_vm_writev pidfd_open pidfd_getfd pidfd_send_signal kcmp", Do: Notify, Why: "other processes"},
	{Calls: "unshare setns mount umount2 pivot_root chroot move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick mount_setattr statmount listmount listns " +
		"open_by_handle_at name_to_handle_at quotactl quotactl_fd swapon swapoff sethostname setdomainname acct", Do: Notify, Why: "out of the namespaces, or into new ones"},
	{Calls: "io_uring_setup io_uring_enter io_uring_register", Do: Notify, Why: "files and sockets around the filter"},
	{
		Calls: "bpf perf_event_open userfaultfd kexec_load kexec_file_load init_module finit_module delete_module iopl ioperm modify_ldt reboot syslog vhangup", Do: Notify,
		Why: "the kernel itself",
	},
	{Calls: "seccomp", Do: Notify, Why: "a filter or a listener of its own"},
	{Calls: "shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl " +
		"mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr", Do: Notify, Why: "what outlives the process, and channels between bots"},
	{Calls: "add_key request_key keyctl", Do: Notify, Why: "the kernel's key rings, which outlive the process"},
	{Calls: "memfd_create memfd_secret", Do: Notify, Why: "a file to execute; memory that the arena cannot see"},
	{Calls: "inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark", Do: Notify, Why: "channels between bots that share a file"},
}

const (
	threadMust = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD
	threadMay  = unix.CLONE_SYSVSEM | unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_SETTID |
		unix.CLONE_CHILD_CLEARTID | unix.CLONE_DETACHED // DETACHED: musl; without effect

	newNamespace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

	// asm/prctl.h of x86
	archSetGS = 0x1001
	archSetFS = 0x1002
	archGetFS = 0x1003
	archGetGS = 0x1004

	// asm-generic/ioctls.h
	ioctlTCGETS2   = 0x802c542a
	ioctlTIOCLINUX = 0x541c
	ioctlFIONREAD  = 0x541b
	ioctlFIONBIO   = 0x5421
	ioctlFIONCLEX  = 0x5450
	ioctlFIOCLEX   = 0x5451

	// asm-generic/mman-common.h
	madvSoftOffline = 101

	// O_ASYNC, and O_DIRECT of both architectures: packets in a pipe.
	fcntlRefused = 0x2000 | 0x4000 | 0x10000
)
