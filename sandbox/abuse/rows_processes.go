package abuse

func proc(args, does, call, errno string) Row {
	return named("Processes", "processes", args, does, call, errno)
}

const noSeccomp = "the kernel keeps it from everybody"

var processes = []Row{
	proc("fork", "fork", "fork()", "EAGAIN").amd64(),
	proc("vfork", "vfork", "vfork()", "EAGAIN").amd64(),
	proc("clone", "clone without a thread's flags", "clone(fork)", "EAGAIN"),
	proc("clone 0x10000011", "clone into a user namespace", "clone(CLONE_NEWUSER)", "EAGAIN"),
	refused("Processes", "processes", "clone3", "clone3", "ENOSYS"),
	refused("Processes", "processes", "clone3 0x10000000", "clone3 into a user namespace", "ENOSYS"),
	proc("nearly-thread", "clone as a thread, and more (CLONE_PARENT)", "clone(thread, flags 0x18f00)", "EAGAIN"),
	proc("orphan", "fork twice and outlive the match", "clone(fork)", "EAGAIN"),
	proc("kill -1", "kill everybody (-1)", "kill(-1, 0)", "EPERM"),
	proc("kill 1", "kill process 1", "kill(1, 0)", "EPERM"),
	proc("kill @arena", "kill the arena", "kill(@arena, 0)", "EPERM"),
	proc("kill @opponent 9", "kill the opponent", "kill(@opponent, SIGKILL)", "EPERM").plain("kill @opponent"),
	proc("tkill @opponent", "signal the opponent's thread", "tkill(@opponent, 0)", "EPERM"),
	proc("tgkill @opponent 9", "the same by tgkill", "tgkill(@opponent, SIGKILL)", "EPERM").plain("tgkill @opponent"),
	refused("Processes", "processes", "tgkill @opponent 23", "interrupt the opponent (SIGURG, which Go uses)", "EPERM ESRCH").plain("tgkill @opponent"),
	proc("queue @opponent", "queue a signal for the opponent", "rt_sigqueueinfo(@opponent, 0)", "EPERM"),
	proc("attach @opponent", "trace the opponent", "ptrace(PTRACE_SEIZE, @opponent)", "EPERM").hostCannot(noSeccomp),
	proc("attach @arena", "trace the arena", "ptrace(PTRACE_SEIZE, @arena)", "EPERM").hostCannot(noSeccomp),
	proc("traceme", "be traced", "ptrace(PTRACE_TRACEME, 0)", "EPERM"),
	proc("vm-read @opponent 0x400000", "read the opponent's memory", "process_vm_readv(@opponent)", "EPERM"),
	proc("vm-write @opponent 0x400000", "write the opponent's memory", "process_vm_writev(@opponent)", "EPERM"),
	proc("pidfd @opponent", "pidfd_open the opponent", "pidfd_open(@opponent)", "EPERM"),
	proc("pidfd-signal @arena", "signal the arena by pidfd", "pidfd_open(@arena)", "EPERM"),
	proc("getfd-only", "pidfd_getfd", "pidfd_getfd()", "EPERM").plain("pidfd-getfd @opponent"),
	proc("kcmp @opponent", "compare with the opponent (kcmp)", "kcmp()", "EPERM").hostCannot("no CONFIG_KCMP"),
	refused("Processes", "processes", "cpu-clock @opponent", "read how long the opponent thought", "EINVAL"),
	refused("Processes", "processes", "cpu-timer @opponent", "be told when the opponent has thought that long", "EINVAL"),
	refused("Processes", "processes", "cpu-sleep @opponent", "sleep until the opponent has thought that long", "EINVAL"),
	refused("Processes", "processes", "prlimit-of @opponent", "read the opponent's limits", "EPERM"),
	refused("Processes", "processes", "robust-list @opponent", "learn an address in the opponent's memory", "EPERM"),
	proc("deathsig", "survive the arena (PR_SET_PDEATHSIG 0)", "prctl(PR_SET_PDEATHSIG)", "EPERM"),
	proc("dumpable", "hide from the arena (PR_SET_DUMPABLE 0)", "prctl(PR_SET_DUMPABLE)", "EPERM"),
	proc("ptracer", "be traced by anybody (PR_SET_PTRACER)", "prctl(PR_SET_PTRACER)", "EPERM").hostCannot("no CONFIG_SECURITY_YAMA"),
	refused("Processes", "processes", "subreaper", "adopt orphans (PR_SET_CHILD_SUBREAPER)", "EINVAL"),
	refused("Processes", "processes", "session", "a session of its own", "EPERM"),
	refused("Processes", "processes", "group", "a process group of its own", "EPERM"),
	refused("Processes", "processes", "group @opponent", "the opponent's process group", "EPERM").plain("group"),
}
