// Package abuse is the list of what a hostile bot may try, and of what must
// come of it. Its tests make every attempt: without a jail, where it must
// succeed, or the table says why a host may refuse it; in the jail, as root
// and as an ordinary user with and without namespaces, where none may succeed
// and each must end as the table says; and with all layers of the jail
// switched off but one, for those that the layer claims. All the time an
// opponent on the same core must go on answering.
//
//	go test ./sandbox/abuse            # all of it, half a minute
//	go test ./sandbox/abuse -run Table -v   # prints the table
//
// The attempts are C programs in testdata, one for each topic. Those that a
// language's own library offers are made in Python, Java and JavaScript, too,
// whose roots have files in them: hostiles_test.go lists them. What is marked
// OPEN is a hole that is known: the test of its row fails when it is closed.
//
// # The table
//
// The letters are the layers that stop an attempt alone: R root, L landlock,
// N network namespace, I ipc namespace, H host name, P process namespace, C
// capabilities, S id per seat, F seccomp. A violation is named in the facts
// and, by default, ends the bot; "refused" is an error without a name, as
// honest programs try that too.
//
//	Files
//	  open /etc/passwd                                  RL......F violation openat("/etc/passwd")
//	  the same by open, the old call                    RL......F violation open("/etc/passwd")
//	  the same by openat2                               RL......F violation openat2("/etc/passwd")
//	  open / as a path only (O_PATH)                    ........F violation openat("/")
//	  read /proc                                        RL......F violation openat("/proc/self/environ")
//	  read the arena's command line                     RL......F violation openat("/proc/@arena/cmdline")
//	  read /sys                                         RL......F violation openat("/sys/kernel/notes")
//	  read what honest programs look for too            R.......F refused: ENOENT
//	  create a file in /                                RL.....SF violation openat("/abuse", O_WRONLY|O_CREAT)
//	  create a file in /tmp                             RL......F violation openat("/tmp/abuse", O_WRONLY|O_CREAT)
//	  create a file where it stands                     R.......F violation openat("abuse", O_WRONLY|O_CREAT)
//	  create a file in /dev/shm                         RL......F violation openat("/dev/shm/abuse", O_WRONLY|O_CREAT)
//	  create a file without a name                      RL......F violation openat("/tmp", O_RDWR|O_TMPFILE)
//	  create a folder                                   RL......F violation mkdirat("/tmp/abuse")
//	  create a symbolic link                            RL......F violation symlinkat("/tmp/abuse")
//	  create a device                                   RL....CSF violation mknodat("/tmp/abuse")
//	  list /                                            RL......F violation openat("/")
//	  ask whether a file exists                         R........ refused: ENOENT (by the layer root only)
//	  read a symbolic link                              R.......F refused: ENOENT
//	  name_to_handle_at, to open by handle              R.....CSF violation name_to_handle_at("/etc/passwd")
//	  open_by_handle_at, a handle made up               ......C.F violation open_by_handle_at()
//	  chroot                                            ......CSF violation chroot("/")
//	  mount                                             .L....CSF violation mount("/tmp")
//	  bind mount                                        .L....C.F violation mount("/tmp")
//	  unmount                                           .L....C.F violation umount2("/proc")
//	  pivot_root                                        .L......F violation pivot_root(".")
//	  fsopen, to mount by descriptor                    ......C.F violation fsopen("tmpfs")
//	  open_tree, to copy a mount                        ......C.F violation open_tree("/")
//	  move_mount                                        .L....C.F violation move_mount("/tmp")
//	  make a mount writable                             ......C.F violation mount_setattr("/")
//	  open the machine's memory                         ........F violation openat("/dev/mem")
//	  open the kernel's log                             R.......F violation open("/dev/kmsg")
//	  make a terminal                                   R.......F violation openat("/dev/ptmx")
//	  open the arena's terminal                         ........F refused: ENXIO
//	  type into a terminal (TIOCSTI)                    ........F violation ioctl(TIOCSTI)
//	  remove and replace its own executable             RL......F violation unlinkat("@self")
//	  execute another program                           RL......F violation execve("/bin/true")
//	  execute the jail's agreed descriptor              ........F violation execveat("")
//	  execute its standard input                        ........F violation execveat("")
//	  execute a path beside the agreed descriptor       R.......F violation execveat("/bin/true")
//	  memfd_create, to execute it                       ........F violation memfd_create("x")
//	  flock what another bot may share                  ........F refused: ENOLCK
//	  a lease on its executable                         ........F violation fcntl(F_SETLEASE)
//	  dnotify                                           ........F violation fcntl(F_NOTIFY)
//	  inotify on its executable                         ........F violation inotify_init1()
//	  fanotify                                          ........F violation fanotify_init()
//	  enlarge the arena's pipe                          ........F refused: EPERM
//
//	Network
//	  socket AF_INET                                    ........F violation socket(AF_INET, SOCK_STREAM)
//	  socket AF_INET, datagrams                         ........F violation socket(AF_INET, SOCK_DGRAM)
//	  socket AF_INET, raw                               ......CSF violation socket(AF_INET, SOCK_RAW)
//	  socket AF_INET6                                   ........F violation socket(AF_INET6, SOCK_STREAM)
//	  socket AF_UNIX                                    ........F violation socket(AF_UNIX, SOCK_STREAM)
//	  socket AF_UNIX, datagrams                         ........F violation socket(AF_UNIX, SOCK_DGRAM)
//	  the socket that getpwuid asks nscd by             ........F refused: EAFNOSUPPORT
//	  socket AF_NETLINK                                 ........F violation socket(AF_NETLINK, SOCK_RAW)
//	  socket AF_PACKET                                  ......CSF violation socket(AF_PACKET, SOCK_RAW)
//	  socket AF_ALG                                     ........F violation socket(AF_ALG, SOCK_SEQPACKET)
//	  socket AF_VSOCK                                   ........F violation socket(AF_VSOCK, SOCK_STREAM)
//	  connect to a port of the host                     .LN.....F violation socket(AF_INET, SOCK_STREAM)
//	  listen on a port                                  .L......F violation socket(AF_INET, SOCK_STREAM)
//	  a pair of datagram sockets, to send elsewhere     ........F violation socketpair(AF_UNIX, SOCK_DGRAM)
//	  an abstract unix socket for another bot           ........F violation socket(AF_UNIX, SOCK_STREAM)
//	  connect to the host's abstract socket             .LN.....F violation socket(AF_UNIX, SOCK_STREAM)
//	  lead its own socket pair elsewhere                ........F violation connect(AF_UNIX)
//	  send elsewhere from its own socket pair           ........F refused: EISCONN, EOPNOTSUPP
//	  pass a descriptor (SCM_RIGHTS)                    ........F refused: EOPNOTSUPP
//	  io_uring_setup                                    ........F violation io_uring_setup()
//	  a socket by io_uring                              ........F violation io_uring_setup()
//	  SysV shared memory                                ........F violation shmget()
//	  SysV shared memory of the host                    ...I....F violation shmget()
//	  SysV semaphores                                   ........F violation semget()
//	  SysV message queue                                ........F violation msgget()
//	  POSIX message queue                               ........F violation mq_open("abuse")
//	  add_key                                           ........F violation add_key()
//	  keyctl                                            ........F violation keyctl()
//	  request_key                                       ........F violation request_key()
//	  int 0x80: open                                    ........F violation int 0x80 (i386 call open)
//	  int 0x80: socket                                  ........F violation int 0x80 (i386 call socket)
//	  int 0x80: socketcall                              ........F violation int 0x80 (i386 call socketcall)
//	  int 0x80: fork                                    ........F violation int 0x80 (i386 call fork)
//	  int 0x80: execve                                  ........F violation int 0x80 (i386 call execve)
//	  int 0x80: even getpid                             ........F violation int 0x80 (i386 call getpid)
//	  x32: openat                                       ........F violation x32 openat
//	  x32: socket                                       ........F violation x32 socket
//	  x32: even getpid                                  ........F violation x32 getpid
//	  x32: execve by its own number                     ........F violation x32 call 520
//	  socket by a number with high bits                 ........F violation socket(AF_INET, SOCK_STREAM)
//	  a number that no call has                         ........F refused: ENOSYS
//	  number -1, which has x32's bit                    ........F violation call -1
//
//	Processes
//	  fork                                              ........F violation fork()
//	  vfork                                             ........F violation vfork()
//	  clone without a thread's flags                    ........F violation clone(fork)
//	  clone into a user namespace                       ........F violation clone(CLONE_NEWUSER)
//	  clone3                                            ........F refused: ENOSYS
//	  clone3 into a user namespace                      ........F refused: ENOSYS
//	  clone as a thread, and more (CLONE_PARENT)        ........F violation clone(thread, flags 0x18f00)
//	  fork twice and outlive the match                  ........F violation clone(fork)
//	  kill everybody (-1)                               ........F violation kill(-1, 0)
//	  kill process 1                                    ........F violation kill(1, 0)
//	  kill the arena                                    .....P.SF violation kill(@arena, 0)
//	  kill the opponent                                 .......SF violation kill(@opponent, SIGKILL)
//	  signal the opponent's thread                      .......SF violation tkill(@opponent, 0)
//	  the same by tgkill                                .......SF violation tgkill(@opponent, SIGKILL)
//	  interrupt the opponent (SIGURG, which Go uses)    .......SF refused: EPERM, ESRCH
//	  queue a signal for the opponent                   .......SF violation rt_sigqueueinfo(@opponent, 0)
//	  trace the opponent                                .......SF violation ptrace(PTRACE_SEIZE, @opponent)
//	  trace the arena                                   .L...P.SF violation ptrace(PTRACE_SEIZE, @arena)
//	  be traced                                         ........F violation ptrace(PTRACE_TRACEME, 0)
//	  read the opponent's memory                        .......SF violation process_vm_readv(@opponent)
//	  write the opponent's memory                       ........F violation process_vm_writev(@opponent)
//	  pidfd_open the opponent                           ........F violation pidfd_open(@opponent)
//	  signal the arena by pidfd                         .....P.SF violation pidfd_open(@arena)
//	  pidfd_getfd                                       ........F violation pidfd_getfd()
//	  compare with the opponent (kcmp)                  .......SF violation kcmp()
//	  read how long the opponent thought                ........F refused: EINVAL
//	  be told when the opponent has thought that long   ........F refused: EINVAL
//	  sleep until the opponent has thought that long    ........F refused: EINVAL
//	  read the opponent's limits                        .......SF refused: EPERM
//	  learn an address in the opponent's memory         ........F refused: EPERM
//	  survive the arena (PR_SET_PDEATHSIG 0)            ........F violation prctl(PR_SET_PDEATHSIG)
//	  hide from the arena (PR_SET_DUMPABLE 0)           ........F violation prctl(PR_SET_DUMPABLE)
//	  be traced by anybody (PR_SET_PTRACER)             ........F violation prctl(PR_SET_PTRACER)
//	  adopt orphans (PR_SET_CHILD_SUBREAPER)            ........F refused: EINVAL
//	  a session of its own                              ........F refused: EPERM
//	  a process group of its own                        ........F refused: EPERM
//	  the opponent's process group                      ........F refused: EPERM
//
//	Kernel
//	  setuid(0)                                         .......SF refused: EPERM
//	  setresuid(0, 0, 0)                                .......SF refused: EPERM
//	  setgroups                                         ......CSF refused: EPERM
//	  take a capability                                 ......CSF refused: EPERM
//	  have one, also in the bounding set                ......C.. refused: EPERM (by the layer capabilities only)
//	  unshare: a user namespace                         ........F violation unshare(CLONE_NEWUSER)
//	  unshare: a mount namespace                        ......CSF violation unshare(CLONE_NEWNS)
//	  unshare: a network namespace                      ......C.F violation unshare(CLONE_NEWNET)
//	  setns                                             ......C.F violation setns(CLONE_NEWNET)
//	  a landlock ruleset of its own                     ........F refused: ENOSYS
//	  landlock_restrict_self                            ........F refused: ENOSYS
//	  a seccomp filter of its own                       ........F violation seccomp()
//	  a seccomp listener of its own                     ........F violation seccomp()
//	  a filter by prctl                                 ........F violation prctl(PR_SET_SECCOMP)
//	  bpf                                               ........F violation bpf()
//	  perf_event_open                                   ........F violation perf_event_open()
//	  userfaultfd                                       ........F violation userfaultfd()
//	  kexec_load                                        ........F violation kexec_load()
//	  init_module                                       ........F violation init_module()
//	  finit_module                                      ........F violation finit_module()
//	  iopl                                              ........F violation iopl()
//	  ioperm                                            ........F violation ioperm()
//	  modify_ldt                                        ........F violation modify_ldt()
//	  reboot                                            ......CSF violation reboot()
//	  syslog                                            ........F violation syslog()
//	  sethostname                                       ......CSF violation sethostname()
//	  acct                                              ......C.F violation acct(?)
//	  swapon                                            ........F violation swapon("/etc/passwd")
//	  quotactl                                          ........F violation quotactl()
//	  set the host's clock                              ......CSF refused: EPERM
//	  personality: another layout of memory             ........F refused: EPERM
//	  lock memory                                       ......CSF refused: EPERM
//	  map locked memory                                 ........F refused: ENOMEM
//	  map huge pages                                    ........F refused: ENOMEM
//	  a table of descriptors for each thread            ........F refused: EINVAL
//	  memfd_create                                      ........F violation memfd_create("x")
//	  memfd_secret                                      ........F violation memfd_secret()
//	  a better priority                                 ......CSF refused: EPERM
//	  SCHED_FIFO                                        ......CSF refused: EPERM
//	  SCHED_DEADLINE                                    ........F refused: EPERM
//	  the other core                                    ........F refused: EPERM
//	  a better priority of input and output             ......C.F refused: EPERM
//	  raise a limit: core dumps                         ........F refused: EPERM
//	  raise a limit: locked memory                      ........F refused: EPERM
//	  be signalled by the arena's pipe (F_SETOWN)       ........F violation fcntl(F_SETOWN)
//	  the same (F_SETSIG)                               ........F violation fcntl(F_SETSIG)
//	  the same (O_ASYNC)                                ........F refused: EINVAL
//	  make the arena's pipe a pipe of packets           ........F refused: EINVAL
//
//	Leaks
//	  the arena's environment                           ......... refused: ENOENT
//	  descriptors above 2                               ......... refused: EBADF
//	  the host's name                                   ....H.... refused: ENOENT (by the layer host name only)
//	  the path it was started by                        ......... refused: ENOENT
//	  the same in the auxiliary vector                  ......... refused: ENOENT
//	  the arena's working folder                        ......... refused: ENOENT
//	  the arena's process number                        .....P... refused: ESRCH (by the layer process namespace only)
//	  the arena's session                               .....P... refused: ESRCH (by the layer process namespace only)
//	  read from its own output                          ......... refused: EBADF
//	  write to its own input                            ......... refused: EBADF
//
//	Processes with limits
//	  a thousand threads                                ......... EAGAIN at the limit
//	  a fork bomb, where processes are allowed          ......... EAGAIN at the limit; dead within 15 ms of the kill
//	  ignore every signal                               ......... dead by the kill
//	  stop itself                                       ......... stopped at the wall limit
//
//	Memory
//	  touch 2 GiB                                       ......... status memory
//	  touch 2 GiB of shared memory                      ......... status memory
//	  touch it when the first thread has ended          ......... status memory
//	  fill the stacks of threads                        ......... status memory
//	  page tables of 8 GiB                              ......... status memory
//	  page tables of 256 MiB for what is only read      ......... status memory
//	  ten million timers                                ......... an error or status memory
//	  fill as many pipes as there are descriptors       ......... charged to it, and at most what its limits give
//	  fill socket pairs                                 ......... charged to it, and at most what its limits give
//	  reserve 100 GiB, untouched                        ......... goes well
//	  overflow the stack                                ......... status signalled, SIGSEGV
//	  abort, for a core dump                            ......... status signalled, SIGABRT; no core
//	  open descriptors                                  ......... EMFILE at the limit
//	  the number of the jail's agreed descriptor        ......... EBADF
//
//	Time
//	  spin                                              ......... stopped at the limit, status time; its CPU counted
//	  sleep                                             ......... stopped at the wall limit, status time; no CPU counted
//	  spin in four threads                              ......... their CPU summed, at most one core
//	  ponder in the opponent's turn                     ......... frozen: no CPU
//	  the same, with timers that send SIGCONT           ......... the same; none can be made where freezing is SIGSTOP
//	  the same, with SIGCONT from 30 threads            ......... the same; it is only told to have sent them
//	  the same, in calls that do not stop halfway       ......... frozen at the end of the call
//	  a byte now and then, never a line                 ......... stopped at the wall limit
//	  keep the jail's listener busy                     ......... the opponent answers and starts all the same; beyond a budget it is answered late
//	  hold the listener up by its own map of memory     ......... beyond a budget it is answered late
//
//	I/O
//	  output without end                                ......... blocks at a full pipe, status output
//	  standard error without end                        ......... blocks at a full pipe, status output
//	  a line of 10 MB                                   ......... arrives as it is read, or blocks
//	  never read standard input                         ......... the arena gets EAGAIN, and no signal
//	  close standard input                              ......... the arena gets EPIPE, and no signal
//	  close standard output                             ......... the arena reads the end of file; the program runs on until it is killed
//
//	Stopped by one layer alone, all others switched off
//	  R root                 24 attempts
//	  L landlock             25 attempts
//	  N network namespace    2 attempts
//	  I ipc namespace        1 attempts; nothing left behind of shm, sem, msg, mq
//	  H host name            1 attempts; sethostname does not reach the host
//	  P process namespace    5 attempts
//	  C capabilities         27 attempts
//	  S id per seat          30 attempts
//	  F seccomp              172 attempts
//	    no new privileges    a set-uid program gives nothing
//	    rlimits              descriptors, stack, core dumps, the size of files
//	    memory               touch 300 under 64 MiB
//	    process count        thread-bomb, fork-bomb
//	    cpu                  threads 4: one core
//	    kill                 orphan: nothing left
//	    freeze               spin: no CPU while frozen
//	    death with the arena the arena killed with SIGKILL: its bots are gone
package abuse
