package abuse

func net(args, does, call, errno string) Row {
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
	net("socket 2 1", "socket AF_INET", "socket(AF_INET, SOCK_STREAM)", "EACCES"),
	net("socket 2 2", "socket AF_INET, datagrams", "socket(AF_INET, SOCK_DGRAM)", "EACCES"),
	net("socket 2 3 1", "socket AF_INET, raw", "socket(AF_INET, SOCK_RAW)", "EACCES"),
	net("socket 10 1", "socket AF_INET6", "socket(AF_INET6, SOCK_STREAM)", "EACCES").hostCannot("no IPv6"),
	net("socket 1 1", "socket AF_UNIX", "socket(AF_UNIX, SOCK_STREAM)", "EACCES"),
	net("socket 1 2", "socket AF_UNIX, datagrams", "socket(AF_UNIX, SOCK_DGRAM)", "EACCES"),
	refused("Network", "network", "socket 1 0x80801", "the socket that getpwuid asks nscd by", "EAFNOSUPPORT"),
	net("socket 16 3", "socket AF_NETLINK", "socket(AF_NETLINK, SOCK_RAW)", "EACCES"),
	net("socket 17 3", "socket AF_PACKET", "socket(AF_PACKET, SOCK_RAW)", "EACCES"),
	net("socket 38 5", "socket AF_ALG", "socket(AF_ALG, SOCK_SEQPACKET)", "EACCES").hostCannot(noALG),
	net("socket 40 1", "socket AF_VSOCK", "socket(AF_VSOCK, SOCK_STREAM)", "EACCES").hostCannot("no CONFIG_VSOCKETS"),
	net("connect @port", "connect to a port of the host", "socket(AF_INET, SOCK_STREAM)", "EACCES"),
	net("listen", "listen on a port", "socket(AF_INET, SOCK_STREAM)", "EACCES"),
	net("socketpair 2", "a pair of datagram sockets, to send elsewhere", "socketpair(AF_UNIX, SOCK_DGRAM)", "EACCES"),
	net("abstract-bind abuse", "an abstract unix socket for another bot", "socket(AF_UNIX, SOCK_STREAM)", "EACCES"),
	net("abstract-connect @abstract", "connect to the host's abstract socket", "socket(AF_UNIX, SOCK_STREAM)", "EACCES"),
	net("pair-connect @abstract", "lead its own socket pair elsewhere", "connect(AF_UNIX)", "EPERM").plain("abstract-connect @abstract"),
	refused("Network", "network", "pair-sendto @abstract", "send elsewhere from its own socket pair", "EISCONN EOPNOTSUPP").
		hostCannot("a connected socket goes nowhere else"),
	refused("Network", "network", "scm-rights", "pass a descriptor (SCM_RIGHTS)", "EOPNOTSUPP"),
	net("io-uring", "io_uring_setup", "io_uring_setup()", "ENOSYS").hostCannot("io_uring is off (sysctl kernel.io_uring_disabled)"),
	net("io-uring-socket", "a socket by io_uring", "io_uring_setup()", "ENOSYS").hostCannot("io_uring is off, or older than 5.19"),
	net("shm", "SysV shared memory", "shmget()", "EPERM"),
	net("shm @key", "SysV shared memory of the host", "shmget()", "EPERM"),
	net("sem", "SysV semaphores", "semget()", "EPERM"),
	net("msg", "SysV message queue", "msgget()", "EPERM"),
	net("mq", "POSIX message queue", `mq_open("abuse")`, "EACCES"),
	net("add-key", "add_key", "add_key()", "EPERM").hostCannot("no CONFIG_KEYS"),
	net("keyctl", "keyctl", "keyctl()", "EPERM").hostCannot("no CONFIG_KEYS"),
	net("request-key", "request_key", "request_key()", "EPERM").plain("keyctl").hostCannot("no CONFIG_KEYS"),
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
	refused("Network", "foreign", "minus-one", "number -1", "ENOSYS").hostCannot("there is no such call").amd64(),
}

func (r Row) errno(list string) Row {
	r.Errno = words(list)
	return r
}

func (r Row) amd64() Row {
	r.Amd64 = true
	return r
}
