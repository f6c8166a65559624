package abuse

func netw(args, does, call, errno string) Row {
	return named("Network", "network", args, does, call, errno)
}

func other(args, does, call string) Row {
	r := named("Network", "foreign", args, does, call, "ENOSYS")
	r.Amd64 = true
	return r
}

const (
	noX32 = "no CONFIG_X86_X32_ABI"
	noALG = "no CONFIG_CRYPTO_USER_API"
)

var network = []Row{
	netw("socket 2 1", "socket AF_INET", "socket(AF_INET, SOCK_STREAM)", "EACCES"),
	netw("socket 2 2", "socket AF_INET, datagrams", "socket(AF_INET, SOCK_DGRAM)", "EACCES"),
	netw("socket 2 3 1", "socket AF_INET, raw", "socket(AF_INET, SOCK_RAW)", "EACCES"),
	netw("socket 10 1", "socket AF_INET6", "socket(AF_INET6, SOCK_STREAM)", "EACCES").hostCannot("no IPv6"),
	netw("socket 1 1", "socket AF_UNIX", "socket(AF_UNIX, SOCK_STREAM)", "EACCES"),
	netw("socket 1 2", "socket AF_UNIX, datagrams", "socket(AF_UNIX, SOCK_DGRAM)", "EACCES"),
	refused("Network", "network", "socket 1 0x80801", "the socket that getpwuid asks nscd by", "EAFNOSUPPORT"),
	netw("socket 16 3", "socket AF_NETLINK", "socket(AF_NETLINK, SOCK_RAW)", "EACCES"),
	netw("socket 17 3", "socket AF_PACKET", "socket(AF_PACKET, SOCK_RAW)", "EACCES"),
	netw("socket 38 5", "socket AF_ALG", "socket(AF_ALG, SOCK_SEQPACKET)", "EACCES").hostCannot(noALG),
	netw("socket 40 1", "socket AF_VSOCK", "socket(AF_VSOCK, SOCK_STREAM)", "EACCES").hostCannot("no CONFIG_VSOCKETS"),
	netw("connect @port", "connect to a port of the host", "socket(AF_INET, SOCK_STREAM)", "EACCES"),
	netw("listen", "listen on a port", "socket(AF_INET, SOCK_STREAM)", "EACCES"),
	netw("socketpair 2", "a pair of datagram sockets, to send elsewhere", "socketpair(AF_UNIX, SOCK_DGRAM)", "EACCES"),
	netw("abstract-bind abuse", "an abstract unix socket for another bot", "socket(AF_UNIX, SOCK_STREAM)", "EACCES"),
	netw("abstract-connect @abstract", "connect to the host's abstract socket", "socket(AF_UNIX, SOCK_STREAM)", "EACCES"),
	netw("pair-connect @abstract", "lead its own socket pair elsewhere", "connect(AF_UNIX)", "EPERM").plain("abstract-connect @abstract"),
	refused("Network", "network", "pair-sendto @abstract", "send elsewhere from its own socket pair", "EISCONN EOPNOTSUPP").
		hostCannot("a connected socket goes nowhere else"),
	refused("Network", "network", "scm-rights", "pass a descriptor (SCM_RIGHTS)", "EOPNOTSUPP"),
	netw("io-uring", "io_uring_setup", "io_uring_setup()", "ENOSYS").hostCannot("io_uring is off (sysctl kernel.io_uring_disabled)"),
	netw("io-uring-socket", "a socket by io_uring", "io_uring_setup()", "ENOSYS").hostCannot("io_uring is off, or older than 5.19"),
	netw("shm", "SysV shared memory", "shmget()", "EPERM"),
	netw("shm @key", "SysV shared memory of the host", "shmget()", "EPERM"),
	netw("sem", "SysV semaphores", "semget()", "EPERM"),
	netw("msg", "SysV message queue", "msgget()", "EPERM"),
	netw("mq", "POSIX message queue", `mq_open("abuse")`, "EACCES"),
	netw("add-key", "add_key", "add_key()", "EPERM").hostCannot("no CONFIG_KEYS"),
	netw("keyctl", "keyctl", "keyctl()", "EPERM").hostCannot("no CONFIG_KEYS"),
	netw("request-key", "request_key", "request_key()", "EPERM").plain("keyctl").hostCannot("no CONFIG_KEYS"),
}

var foreign = []Row{
	other("int80-open", "int 0x80: open", "int 0x80 (i386 call open)"),
	other("int80-socket", "int 0x80: socket", "int 0x80 (i386 call socket)"),
	other("int80-socketcall", "int 0x80: socketcall", "int 0x80 (i386 call socketcall)"),
	other("int80-fork", "int 0x80: fork", "int 0x80 (i386 call fork)"),
	other("int80-execve", "int 0x80: execve", "int 0x80 (i386 call execve)"),
	other("int80-getpid", "int 0x80: even getpid", "int 0x80 (i386 call getpid)"),
	other("x32-openat", "x32: openat", "x32 openat").hostCannot(noX32),
	other("x32-socket", "x32: socket", "x32 socket").hostCannot(noX32),
	other("x32-getpid", "x32: even getpid", "x32 getpid").hostCannot(noX32),
	other("x32-execve", "x32: execve by its own number", "x32 call 520").hostCannot(noX32),
	other("high-bits", "socket by a number with high bits", "socket(AF_INET, SOCK_STREAM)").errno("EACCES"),
	refused("Network", "foreign", "past-the-table", "a number that no call has", "ENOSYS").hostCannot("there is no such call").amd64(),
	other("minus-one", "number -1, which has x32's bit", "call -1").hostCannot("there is no such call"),
}

func (r Row) errno(list string) Row {
	r.Errno = words(list)
	return r
}

func (r Row) amd64() Row {
	r.Amd64 = true
	return r
}
