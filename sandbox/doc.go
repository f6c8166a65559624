// Package sandbox starts untrusted programs in a jail. A program gets itself,
// three pipes, one core and a bounded amount of memory, and nothing else: no
// files, no network, no other processes. Starting one costs about what starting
// it without a jail does.
//
//	func main() {
//		sandbox.Init() // first
//		…
//	}
//
//	box, err := sandbox.New(ctx, sandbox.Options{})
//	defer box.Close()
//	bot, err := box.Open("bots/mine", sandbox.ProgramOptions{})
//	defer bot.Close()
//	p, err := box.Start(&sandbox.Command{Program: bot, CPUs: []int{0}})
//	defer p.Close()
//	// read p.Stdout(), write p.Stdin(): plain descriptors, non-blocking
//	facts := p.Wait(ctx)
//
// # Whose fault it is
//
// Open fails with a *ProgramError: the file is not a program that can run
// here. New fails with a *HostError: this host cannot give a layer that is
// required. Start fails with a *LaunchError: a step of the launch failed, which
// is never the program's fault. Everything that the program does itself is in
// the Facts of its run, and the first cause wins: a bot that the arena stopped
// at its time limit is StatusTime, whatever signal ended it, and one that the
// kernel killed for memory is StatusMemory, even if the arena was about to stop
// it. A SIGKILL that neither the arena nor a limit sent is StatusSignalled and
// counts as the program's: it can send itself one, in ways that nobody sees
// (kill(2), a timer's signal), and would else escape whatever it dislikes. Only one
// that came when its process namespace died, which no program can bring about, is
// StatusArenaFault.
//
// # The layers
//
// Sandbox.Layers says which are in force, by what, and what to do about one
// that is not. Options.Strict demands all of them. Otherwise each promise
// (files, network, processes, memory, time, host) must be held by at least
// one, or New fails.
//
//	layer                promise    by                               without root
//	root                 files      empty read-only tmpfs, pivoted   in a user namespace
//	network namespace    network    empty, not even loopback is up   in a user namespace
//	ipc namespace        processes  own SysV IPC, message queues     in a user namespace
//	host name            host       uts namespace, "jail"            in a user namespace
//	cgroup namespace     host       cgroup namespace                 in a user namespace
//	process namespace    processes  pid namespace, sleeping init     in a user namespace
//	no new privileges    host       prctl                            yes
//	landlock             files      everything denied                yes
//	capabilities         host       all dropped, bounding set empty  in a user namespace
//	seccomp              network,   deny by default, named by a      yes
//	                     processes  listener (package seccomp)
//	id per seat          processes  uid and gid of its own           no: ids must be mapped
//	rlimits              host       prlimit                          yes
//	memory               memory     cgroup (package cgroup)          RLIMIT_DATA and a watcher, unless
//	                                                                 a cgroup is delegated
//	cpu                  time       cgroup quota                     one core by affinity, unless delegated
//	process count        processes  cgroup pids                      RLIMIT_NPROC for all together, a watcher
//	kill                 processes  cgroup.kill                      SIGKILL to the one process there is
//	freeze               time       cgroup.freeze                    SIGSTOP
//	waiting time         time       cpu.pressure                     run delay of a process of one thread
//	death with the arena processes  PR_SET_PDEATHSIG, the inits      yes
//
// # What a limit does when it is reached
//
//	Memory     the kernel (or the watcher) kills the tree: StatusMemory
//	Cores      the tree waits for the next period; Facts.Throttled grows
//	CPUTime    SIGXCPU, a second later SIGKILL: StatusCPU
//	Processes  clone answers EAGAIN, which most runtimes die of by themselves
//	Stack      SIGSEGV: StatusSignalled
//	FileSize   SIGXFSZ
//	OpenFiles  EMFILE
//	Scratch    ENOSPC, in the folder of a build
//
// A tree that the kernel kills for memory below its limit is not to blame: the
// host, or a cgroup around the arena, had no more. That is StatusArenaFault; without
// a cgroup, where only the host's own count tells, any SIGKILL that came while that
// grew. An arena that is to outlive such a want is given an oom_score_adj below 0 (systemd's
// OOMScoreAdjust): its programs do not inherit that, but are killed before all others.
//
// Not to be set are: no core dump, not even into a program that the host names for
// them (core_pattern); no locked memory (mlock: EPERM); no POSIX message queue; no
// raised priority; 128 timers and queued signals (EAGAIN), and no timer_create
// where freezing is SIGSTOP, which its signal could undo. Time and output are
// limits of whoever talks to the program: it calls Process.Kill with the cause,
// StatusTime or StatusOutput follows.
//
// Where the host gives us no memory cgroup, Memory is held by a watcher, which
// adds up every 5 ms the pages of the program, shared ones by its share, and its
// page tables. What can happen in between is bounded by RLIMIT_DATA: twice the
// memory, the stacks of all threads and 256 MiB. Of memory that can be written
// that counts what is reserved, too: a program that reserves gigabytes, as some
// virtual machines do, gets ENOMEM there and nowhere else.
//
// # What is forbidden
//
// An attempt at a file, the network, another process or the kernel itself is
// a violation: it is named, as `socket(AF_INET, SOCK_STREAM)` or
// `openat("/etc/passwd")`, and ends the tree, or with OnViolation: Deny is
// answered with an error and counted. What honest programs try without their
// authors' knowing (time zones, locales, the number of cores) is on a list and
// answered as on a host that lacks it. A name is for people: what a call names
// in memory can change after it was looked at, so nothing rests on it.
// Violation.At, from Process.Started on, tells in which turn it was.
//
// Who answers is one guard for each launcher, which runs before ordinary threads
// where the host allows it (SCHED_FIFO), and waits for none of them. Should it fail,
// all that it guards ends with StatusArenaFault, and another launcher takes its place.
// A program that asks and asks, with all its threads, for what is on the list has a
// budget of the guard's work; beyond it the answers to that program come late, and
// nobody else's do.
//
// # Runtimes
//
// Open finds out what a program needs around it, from its ELF header, its #!
// line or the end of its name, and a launch shows it exactly that, read-only.
// Nothing else exists; what is tried beside it is a violation.
//
//	runtime  found by                shown
//	static   ELF without a loader    nothing; with a Folder: it, and the devices
//	dynamic  ELF with a loader       the loader, its cache, the folders of libraries that the cache
//	                                 lists, the C.UTF-8 locale; the devices
//	python   #! line, .py            as dynamic; the interpreter, pyvenv.cfg, all that is in sys.path;
//	                                 /proc of its own process
//	java     .jar, .class, .java     as dynamic; the JVM's home, what that links to outside; /proc
//	node     #! line, .js .mjs .cjs  as dynamic; the interpreter, /usr/share/nodejs; /proc
//	custom   #! line of any other    as dynamic; the interpreter, ProgramOptions.ReadOnly
//	         interpreter (sh)
//
// The devices are /dev/null, zero, random and urandom. /proc is mounted with
// subset=pid,hidepid=ptraceable in the namespace of the processes: no
// /proc/meminfo, /proc/cpuinfo or /proc/sys, and of processes only the own, as
// /proc/self or by its number; to list /proc is a violation.
// Where there is no root or process namespace, there is no /proc, which Java
// needs only for its diagnostics. /tmp, /dev/shm and /sys do not exist, and of
// /etc only the loader's cache. What runtimes look for there is answered as
// absent and is no violation; what else is tried there is one, such as to make a
// temporary file. multiprocessing therefore fails, with an error that says
// so. A script may not start programs: sh has what is built into it, and Python's
// platform.platform(), which starts uname, is a violation.
//
// A program that is read as a file, and one with a ProgramOptions.Folder,
// starts in /bots/<hash>, a read-only copy that only it may open, and may change to
// other folders of what it is shown, by their path (chdir): every launch
// has a landlock ruleset of its own, or its own root where there is no
// landlock. Data files lie there too. Without a root of its own the copy is
// seen where it lies on the host.
//
// An interpreter is opened once and executed by descriptor, under the path it
// goes by. The JVM is called with -XX:MaxRAM and MaxRAMPercentage=70 of
// Limits.Memory, UseG1GC (in whose heap an array of half a MiB or more takes
// whole MiBs; a JVM whose #! line or Command.Env names another collector does
// not start), ActiveProcessorCount, -UsePerfData and -Xshare:auto; node with
// --max-old-space-size, 70 per cent of it too. A #! line may name only
// interpreters in the folders of PATH, /bin, /usr/bin and /usr/local/bin: Open
// asks them, outside of the jail, where their libraries are, and a hand-in
// could bring one along.
//
// # Builds
//
// A hand-in is compiled in a Scratch: NewScratch makes a root with /usr, /lib
// and what else is named to it, read-only, and a /tmp in memory, of a size,
// that can be written and is shown to nobody else. Sources are laid into
// Scratch.Root and the result is taken out of it; its links lead nowhere else.
// Commands with Profile Build and a Tool as their program run there one after
// the other. They may have children, which all end with the command, and no
// network. A build needs a root, a process namespace and a cgroup, and is
// refused where there is none.
//
// # How a launch works
//
// A launcher is a goroutine locked for ever to a thread that lies in the jail
// itself; its children inherit namespaces, root, landlock and filter for
// nothing. One launch is a clone3 that shares our memory until the exec
// (CLONE_VM), so that it costs the same however much memory the arena holds, and in
// the child a list of system calls that a few instructions of assembly make from
// registers: no Go code runs there, no stack is touched.
// The calls that only a launch may make carry a secret in an argument that the
// kernel ignores and the filter compares.
//
// The floor is a loop in C of vfork, execve and waitpid, and BenchmarkLaunchRate
// runs it in turns with jailed launches and with os/exec, four at a time on two
// cores. A launch is compared by its processor time, launcher, program and kernel
// together, which says the same on a busy machine:
//
//	                       C        os/exec    jailed
//	one-page program       68 µs     203 µs     200 µs    BenchmarkLaunchRateBare
//	static C, musl         74 µs     211 µs     205 µs    BenchmarkLaunchRateMusl
//	static C, glibc        758 µs    970 µs     935 µs    BenchmarkLaunchRate
//
// What the jail takes more than os/exec goes into joining the cgroup, reading its
// figures and cleaning it, and into the kernel's accounts of the memory that an exec
// takes; os/exec pays as much for waking Go's scheduler. Nearly all of the 758 µs is the
// C program's own start: in a virtual machine each of the 20 cpuid instructions in its
// library is a trap of some 35 µs. Ratios travel to other machines, figures do not.
//
// Whoever talks to a program should do so from a thread that is not jailed,
// directly on the descriptors. GOMAXPROCS should be at least the number of
// cores and of threads that talk.
//
// # Nothing is left
//
// TestLaunchSoak makes 100,000 launches and looks for processes, zombies,
// cgroups, mounts, IPC objects and descriptors. Last result: 90,000 launches of
// one arena and 135,154 of 500 arenas that were killed with SIGKILL at random
// points; nothing was left, and of a killed arena nothing that the next did not
// remove.
//
// # Not covered
//
// Faults of the kernel itself, and of the processor (timing and other side
// channels between programs on one machine). The use of memory bandwidth, of
// caches, and of the disk that the runtimes' files lie on, by an opponent. Which
// files its root shows, a program may ask without being noticed (stat, access).
//
// A channel between two bots that have agreed on it: their libraries, or their own
// files where they are the same program, lie in the same pages, on which one can
// wake the other (futex). In its opponent's turn a bot is frozen, and so is what it
// could say there.
//
// A system call that a program is in when it is frozen goes on to where it can stop:
// to fill or to free a gigabyte takes 0.1 to 0.3 s of its core, in which it computes
// nothing. Who shares that core should not be timed by the wall alone
// (Process.Waiting).
//
// What a program may know of the host: the kernel's version (uname), how long it
// has run, its memory, load and number of threads (sysinfo). Of others: whether a
// number in its process namespace is in use (tgkill with the signals that Go's
// runtime needs, sched_getaffinity), and with /proc how many sockets its network
// namespace has. /proc also shows where on the host's file systems lies what its
// root shows, the name of its cgroup, in which the arena's process number stands, and
// the number of the user who logged in to start the arena (loginuid).
//
// A hand-in that is a link: Open follows it. Who lets others put files into a folder
// of bots has to refuse links, as archives may bring them.
//
// Without cgroups: a share of less than a core; what a program touches between
// two looks of the watcher; what the kernel holds for it in pipes and socket
// pairs, of which the default of 256 descriptors allows some 60 MiB. Without an
// id per seat two programs run under one id: namespaces and filter alone keep
// them apart, and the limits that the kernel counts by id (timers, signals,
// threads) are shared; a program may have its number of threads, and what it starts
// between two looks of the watcher.
package sandbox
