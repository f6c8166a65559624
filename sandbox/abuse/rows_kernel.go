package abuse

func kern(args, does, call, errno string) Row {
	return named("Kernel", "kernel", args, does, call, errno)
}

func quiet(args, does, errno string) Row { return refused("Kernel", "kernel", args, does, errno) }

var kernel = []Row{
	quiet("setuid", "setuid(0)", "EPERM"),
	quiet("setresuid", "setresuid(0, 0, 0)", "EPERM"),
	quiet("setgroups", "setgroups", "EPERM"),
	quiet("capset", "take a capability", "EPERM"),
	quiet("capabilities", "have one, also in the bounding set", "EPERM").needs("capabilities"),
	kern("unshare 0x10000000", "unshare: a user namespace", "unshare(CLONE_NEWUSER)", "EPERM"),
	kern("unshare 0x20000", "unshare: a mount namespace", "unshare(CLONE_NEWNS)", "EPERM"),
	kern("unshare 0x40000000", "unshare: a network namespace", "unshare(CLONE_NEWNET)", "EPERM"),
	kern("setns-only", "setns", "setns(CLONE_NEWNET)", "EPERM").plain("setns"),
	quiet("landlock", "a landlock ruleset of its own", "ENOSYS").hostCannot("no CONFIG_SECURITY_LANDLOCK"),
	quiet("landlock-restrict", "landlock_restrict_self", "ENOSYS").plain("landlock").hostCannot("no CONFIG_SECURITY_LANDLOCK"),
	kern("filter", "a seccomp filter of its own", "seccomp()", "EPERM"),
	kern("filter 8", "a seccomp listener of its own", "seccomp()", "EPERM"),
	kern("filter-prctl", "a filter by prctl", "prctl(PR_SET_SECCOMP)", "EPERM"),
	kern("bpf", "bpf", "bpf()", "EPERM").hostCannot("no CONFIG_BPF_SYSCALL"),
	kern("perf", "perf_event_open", "perf_event_open()", "EPERM").hostCannot("no CONFIG_PERF_EVENTS"),
	kern("userfaultfd", "userfaultfd", "userfaultfd()", "EPERM").hostCannot("no CONFIG_USERFAULTFD"),
	kern("kexec", "kexec_load", "kexec_load()", "EPERM").hostCannot("no CONFIG_KEXEC"),
	kern("module", "init_module", "init_module()", "EPERM").hostCannot("an empty module is no module"),
	kern("module-fd", "finit_module", "finit_module()", "EPERM").hostCannot("standard input is no module"),
	kern("iopl", "iopl", "iopl()", "EPERM").hostCannot("no CONFIG_X86_IOPL_IOPERM").amd64(),
	kern("ioperm", "ioperm", "ioperm()", "EPERM").hostCannot("no CONFIG_X86_IOPL_IOPERM").amd64(),
	kern("modify-ldt", "modify_ldt", "modify_ldt()", "EPERM").hostCannot("no CONFIG_MODIFY_LDT_SYSCALL").amd64(),
	kern("reboot", "reboot", "reboot()", "EPERM").hostCannot("in a process namespace there is nothing to reboot"),
	kern("syslog", "syslog", "syslog()", "EPERM"),
	kern("sethostname", "sethostname", "sethostname()", "EPERM"),
	kern("acct", "acct", "acct(?)", "EPERM").hostCannot("no CONFIG_BSD_PROCESS_ACCT"),
	kern("swapon", "swapon", `swapon("/etc/passwd")`, "EPERM").hostCannot("the file is no swap space"),
	kern("quotactl", "quotactl", "quotactl()", "EPERM").hostCannot("no CONFIG_QUOTA"),
	quiet("set-clock", "set the host's clock", "EPERM"),
	quiet("personality", "personality: another layout of memory", "EPERM"),
	quiet("mlock", "lock memory", "EPERM"),
	quiet("map-locked", "map locked memory", "ENOMEM"),
	quiet("hugetlb", "map huge pages", "ENOMEM").hostCannot("no CONFIG_HUGETLBFS"),
	quiet("own-table", "a table of descriptors for each thread", "EINVAL"),
	kern("memfd", "memfd_create", `memfd_create("x")`, "EPERM"),
	kern("memfd-secret", "memfd_secret", "memfd_secret()", "EPERM").hostCannot("no CONFIG_SECRETMEM, or secretmem.enable=0"),
	quiet("nice", "a better priority", "EPERM"),
	quiet("fifo", "SCHED_FIFO", "EPERM"),
	quiet("deadline", "SCHED_DEADLINE", "EPERM"),
	quiet("affinity @core", "the other core", "EPERM"),
	quiet("ioprio", "a better priority of input and output", "EPERM"),
	quiet("raise-limit 4", "raise a limit: core dumps", "EPERM"),
	quiet("raise-limit 8", "raise a limit: locked memory", "EPERM").hostCannot("no CAP_SYS_RESOURCE"),
	kern("pipe-owner", "be signalled by the arena's pipe (F_SETOWN)", "fcntl(F_SETOWN)", "EPERM"),
	kern("pipe-signal", "the same (F_SETSIG)", "fcntl(F_SETSIG)", "EPERM"),
	quiet("pipe-async", "the same (O_ASYNC)", "EINVAL"),
	quiet("pipe-packets", "make the arena's pipe a pipe of packets", "EINVAL"),
}

func leak(args, does, errno string) Row { return refused("Leaks", "io", args, does, errno) }

var leaks = []Row{
	leak("env ARENA_ABUSE_SECRET", "the arena's environment", "ENOENT"),
	leak("descriptors", "descriptors above 2", "EBADF"),
	leak("host-name @hostname", "the host's name", "ENOENT").needs("host name"),
	leak("argv0", "the path it was started by", "ENOENT"),
	leak("execfn", "the same in the auxiliary vector", "ENOENT"),
	leak("cwd", "the arena's working folder", "ENOENT"),
	leak("parent", "the arena's process number", "ESRCH").needs("process namespace"),
	leak("session", "the arena's session", "ESRCH").needs("process namespace"),
	leak("read-out", "read from its own output", "EBADF").hostCannot("a pipe has two ends"),
	leak("write-in", "write to its own input", "EBADF").hostCannot("a pipe has two ends"),
}

func limit(topic, program, args, does, right string) Row {
	return Row{Topic: topic, Program: program, Args: words(args), Does: does, Want: Bounded, Right: right}
}

// bounded are rows that each have a test of their own, by the limits that
// they meet.
var bounded = []Row{
	limit("Processes with limits", "processes", "thread-bomb 1000", "a thousand threads", "EAGAIN at the limit"),
	limit("Processes with limits", "processes", "fork-bomb 1000", "a fork bomb, where processes are allowed", "EAGAIN at the limit; dead within 15 ms of the kill"),
	limit("Processes with limits", "processes", "deaf", "ignore every signal", "dead by the kill"),
	limit("Processes with limits", "processes", "stop", "stop itself", "stopped at the wall limit"),
	limit("Memory", "memory", "touch 2048", "touch 2 GiB", "status memory"),
	limit("Memory", "memory", "shared 2048", "touch 2 GiB of shared memory", "status memory"),
	limit("Memory", "memory", "leaderless touch 300", "touch it when the first thread has ended", "status memory"),
	limit("Memory", "memory", "stacks 40", "fill the stacks of threads", "status memory"),
	limit("Memory", "memory", "page-tables 4096", "page tables of 8 GiB", "status memory"),
	limit("Memory", "memory", "page-tables-read 128", "page tables of 256 MiB for what is only read", "status memory"),
	limit("Memory", "memory", "timers", "ten million timers", "an error or status memory"),
	limit("Memory", "memory", "pipes", "fill as many pipes as there are descriptors", "charged to it, and at most what its limits give"),
	limit("Memory", "memory", "pairs", "fill socket pairs", "charged to it, and at most what its limits give"),
	limit("Memory", "memory", "reserve 100", "reserve 100 GiB, untouched", "goes well"),
	limit("Memory", "memory", "overflow", "overflow the stack", "status signalled, SIGSEGV"),
	limit("Memory", "memory", "core", "abort, for a core dump", "status signalled, SIGABRT; no core"),
	limit("Memory", "memory", "descriptors", "open descriptors", "EMFILE at the limit"),
	limit("Memory", "memory", "high-descriptor 1000", "the number of the jail's agreed descriptor", "EBADF"),
	limit("Time", "time", "spin", "spin", "stopped at the limit, status time; its CPU counted"),
	limit("Time", "time", "sleep", "sleep", "stopped at the wall limit, status time; no CPU counted"),
	limit("Time", "time", "threads 4 300", "spin in four threads", "their CPU summed, at most one core"),
	limit("Time", "time", "spin", "ponder in the opponent's turn", "frozen: no CPU"),
	limit("Time", "time", "go-on", "the same, with timers that send SIGCONT", "the same; none can be made where freezing is SIGSTOP"),
	limit("Time", "time", "raise-on", "the same, with SIGCONT from 30 threads", "the same; it is only told to have sent them"),
	limit("Time", "time", "long-call 64", "the same, in calls that do not stop halfway", "frozen at the end of the call"),
	limit("Time", "time", "drip 20", "a byte now and then, never a line", "stopped at the wall limit"),
	limit("Time", "time", "notifications 16", "keep the jail's listener busy", "the opponent answers and starts all the same; beyond a budget it is answered late"),
	limit("Time", "time", "held-up 16", "hold the listener up by its own map of memory", "beyond a budget it is answered late"),
	limit("I/O", "io", "flood 1", "output without end", "blocks at a full pipe, status output"),
	limit("I/O", "io", "flood 2", "standard error without end", "blocks at a full pipe, status output"),
	limit("I/O", "io", "line 10000000", "a line of 10 MB", "arrives as it is read, or blocks"),
	limit("I/O", "io", "unread", "never read standard input", "the arena gets EAGAIN, and no signal"),
	limit("I/O", "io", "close-in", "close standard input", "the arena gets EPIPE, and no signal"),
	limit("I/O", "io", "close-out", "close standard output", "the arena reads the end of file; the program runs on until it is killed"),
}
