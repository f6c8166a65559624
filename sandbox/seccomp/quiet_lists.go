package seccomp

import (
	"slices"

	"golang.org/x/sys/unix"
)

// The lists of the house. Each line has been seen in a trace of an honest
// program of that runtime, or stands in its source.

const noFile = unix.ENOENT

// asLibc holds for files that glibc itself opens, to read and close-on-exec;
// what a program opens by the JVM's file channels or C's fopen is not.
var asLibc = []Cond{Int(2, unix.O_CLOEXEC)}

// libc is what C libraries do for the functions of the standard, and what Go
// and Rust do in their place.
var libc = Quiet{
	{
		Calls: "socket", When: []Cond{Int(0, unix.AF_UNIX), Int(1, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK), Int(2, 0)}, Answer: unix.EAFNOSUPPORT,
		Why: "getpwuid and its kin ask for nscd: the one use of that very type",
	},
	{Calls: openers, Path: "/etc/nsswitch.conf", Answer: noFile, Why: "getpwuid"},
	{Calls: "openat", When: asLibc, Path: "/etc/passwd", After: "/etc/nsswitch.conf", Answer: noFile, Why: "getpwuid; the JVM's user.name, Python's expanduser"},
	{Calls: "openat", When: asLibc, Path: "/etc/group", After: "/etc/nsswitch.conf", Answer: noFile, Why: "getgrgid"},
	{Calls: openers, Path: "/etc/localtime", Answer: noFile, Why: "localtime, dates in Go's log"},
	{Calls: openers, Path: "/etc/timezone", Answer: noFile, Why: "the name of the time zone"},
	{Calls: openers, Path: "/usr/share/zoneinfo/**", Answer: noFile, Why: "time zones"},
	{Calls: openers, Path: "/usr/share/lib/zoneinfo/**", Answer: noFile, Why: "time zones, Go"},
	{Calls: openers, Path: "/usr/lib/locale/**", Answer: noFile, Why: "setlocale; time zones, Go"},
	{Calls: openers, Path: "/etc/zoneinfo/**", Answer: noFile, Why: "time zones, Go"},
	{Calls: openers, Path: "/**/lib/time/zoneinfo.zip", Answer: noFile, Why: "time zones, Go"},
	{Calls: openers, Path: "/usr/share/locale/**", Answer: noFile, Why: "messages of strerror in other languages"},
	{Calls: openers, Path: "/usr/share/locale-langpack/**", Answer: noFile, Why: "the same"},
	{Calls: openers, Path: "/usr/**/gconv/**", Answer: noFile, Why: "iconv, wide output"},
	{Calls: openers, Path: "/etc/ld.so.*", Answer: noFile, Why: "the loader, also of static programs that load name services"},
	{Calls: openers, Path: "/lib*/**/lib*.so*", Answer: noFile, Why: "the loader"},
	{Calls: openers, Path: "/usr/lib*/**/lib*.so*", Answer: noFile, Why: "the loader"},
	{Calls: openers, Path: "/usr/local/lib*/**/lib*.so*", Answer: noFile, Why: "the loader"},
	{Calls: openers, Path: "/proc/self/maps", Answer: noFile, Why: "pthread_getattr_np: the main thread's stack; backtraces"},
	{Calls: openers, Path: "/proc/self/exe", Answer: noFile, Why: "backtraces"},
	{Calls: openers, Path: "/usr/lib/debug/**", Answer: noFile, Why: "backtraces"},
	{Calls: openers, Path: "/proc/self/auxv", Answer: noFile, Why: "features of the processor"},
	{Calls: openers, Path: "/proc/cpuinfo", Answer: noFile, Why: "features of the processor"},
	{Calls: openers, Path: "/proc/meminfo", Answer: noFile, Why: "how much memory; qsort in older libcs"},
	{Calls: openers, Path: "/proc/stat", Answer: noFile, Why: "how many processors"},
	{Calls: openers, Path: "/sys/devices/system/cpu/**", Answer: noFile, Why: "how many processors, and their caches"},
	{Calls: openers, Path: "/sys/devices/system/node/**", Answer: noFile, Why: "which memory is near"},
	{Calls: openers, Path: "/sys/kernel/mm/transparent_hugepage/*", Answer: noFile, Why: "malloc and Go: the size of a huge page"},
	{Calls: openers, Path: "/sys/kernel/mm/hugepages/**", Answer: noFile, Why: "malloc, JVM: huge pages"},
	{Calls: openers, Path: "/proc/sys/vm/overcommit_memory", Answer: noFile, Why: "malloc gives memory back"},
	{Calls: openers, Path: "/proc/sys/kernel/ngroups_max", Answer: noFile, Why: "sysconf"},
	{Calls: openers, Path: "/proc/self/cgroup", Answer: noFile, Why: "what share of processors and memory: Go, Rust, JVM, node"},
	{Calls: openers, Path: "/proc/self/mountinfo", Answer: noFile, Why: "the same"},
	{Calls: openers, Path: "/proc/cgroups", Answer: noFile, Why: "the same"},
	{Calls: openers, Path: "/sys/fs/cgroup/**", Answer: noFile, Why: "the same"},
	{Calls: openers, Path: "/dev/urandom", Answer: noFile, Why: "seeds, where getrandom is not asked first"},
	{Calls: openers, Path: "/dev/random", Answer: noFile, Why: "seeds"},
	{Calls: openers, Path: "/dev/null", Answer: noFile, Why: "for standard descriptors that are closed"},
	{Calls: writing, Path: "/dev/shm/sem.*", Answer: noFile, Why: "sem_open; Python's multiprocessing makes one to see whether it works"},
	{Calls: openers, Path: "/dev/tty", Answer: unix.ENXIO, Why: "older libcs say there that the stack was smashed; a crash is no violation"},
}

// QuietBot is the list for static binaries.
func QuietBot() Quiet { return libc }

// QuietDynamic is the list for binaries with a loader.
func QuietDynamic() Quiet { return libc }

// QuietPython is the list for Python.
func QuietPython() Quiet {
	return slices.Concat(Quiet{
		{Calls: writing, Path: "/**/__pycache__/**", Answer: unix.EROFS, Why: "compiled modules"},
		{Calls: openers, Path: "/**/pyvenv.cfg", Answer: noFile, Why: "is this a virtual environment?"},
		{Calls: openers, Path: "/**/pybuilddir.txt", Answer: noFile, Why: "is this a build of itself?"},
		{Calls: openers, Path: "/**/python*.zip", Answer: noFile, Why: "the library as an archive"},
		{Calls: openers, Path: "/**/python*._pth", Answer: noFile, Why: "another search path"},
		{Calls: openers, Path: "/**/site-packages/**", Answer: noFile, Why: "packages of the user"},
		{Calls: openers, Path: "/**/openssl.cnf", Answer: noFile, Why: "hashlib"},
		{Calls: openers, Path: "/etc/ssl/certs/**", Answer: noFile, Why: "ssl, which asyncio loads"},
		{Calls: openers, Path: "/etc/python*/**", Answer: noFile, Why: "sitecustomize"},
		{Calls: openers, Path: "/etc/os-release", Answer: noFile, Why: "platform"},
		{Calls: openers, Path: "/usr/lib/os-release", Answer: noFile, Why: "platform"},
		{Calls: openers, Path: "/etc/mime.types", Answer: noFile, Why: "mimetypes"},
	}, libc)
}

// QuietJava is the list for the JVM.
func QuietJava() Quiet {
	return slices.Concat(Quiet{
		{Calls: writing, Path: "/tmp/hsperfdata_*/**", Answer: noFile, Why: "performance data, shared with tools"},
		{Calls: writing, Path: "/tmp/.java_pid*", Answer: noFile, Why: "tools that attach"},
		{Calls: writing, Path: "/**/.attach_pid*", Answer: noFile, Why: "tools that attach"},
		{
			Calls: "socket", When: []Cond{Int(0, unix.AF_INET), Int(1, unix.SOCK_STREAM), Int(2, 0)}, After: "/**/libnet.so", Times: 2, Answer: unix.EAFNOSUPPORT,
			Why: "java.nio, of files too, loads the network library, which probes for IPv4 and SO_REUSEPORT",
		},
		{
			Calls: "socket", When: []Cond{Int(0, unix.AF_INET6), Int(1, unix.SOCK_STREAM), Int(2, 0)}, After: "/**/libnet.so", Times: 1, Answer: unix.EAFNOSUPPORT,
			Why: "the same, for IPv6",
		},
		{Calls: openers, Path: "/proc/self/coredump_filter", Answer: noFile, Why: "leaves its heap out of core dumps"},
		{Calls: openers, Path: "/proc/self", Answer: noFile, Why: "the folder of its own process: its age"},
		{Calls: openers, Path: "/proc/[0-9]*", Answer: noFile, Why: "the same, by the number of its first thread; nothing is in a folder that is only opened"},
		{Calls: openers, Path: "/etc/java*/**", Answer: noFile, Why: "settings"},
		{Calls: openers, Path: "/**/.hotspotrc", Answer: noFile, Why: "settings"},
		{Calls: openers, Path: "/**/.hotspot_compiler", Answer: noFile, Why: "settings"},
		{Calls: writing, Path: "/**/hs_err_pid*.log", Answer: unix.EROFS, Why: "the report of a crash"},
		{Calls: writing, Path: "/**/replay_pid*.log", Answer: unix.EROFS, Why: "the report of a crash"},
		{Calls: openers, Path: "/proc/sys/kernel/core_pattern", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/proc/sys/kernel/threads-max", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/proc/sys/kernel/pid_max", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/proc/sys/vm/*", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/proc/loadavg", Answer: noFile, Why: "the report of a crash; the load average bean"},
		{Calls: openers, Path: "/proc/version", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/proc/self/status", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/proc/self/stat", Answer: noFile, Why: "its own memory and age"},
		{Calls: openers, Path: "/etc/*-release", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/etc/*_version", Answer: noFile, Why: "the report of a crash"},
		{Calls: openers, Path: "/usr/lib/os-release", Answer: noFile, Why: "the report of a crash"},
	}, libc)
}

// QuietNode is the list for node.
func QuietNode() Quiet {
	return slices.Concat(Quiet{
		{Calls: openers, Path: "/**/package.json", Answer: noFile, Why: "what kind of module? asked upwards to the root"},
		{Calls: openers, Path: "/**/node_modules/**", Answer: noFile, Why: "modules, looked for upwards to the root"},
		{Calls: openers, Path: "/**/openssl.cnf", Answer: noFile, Why: "crypto"},
		{Calls: openers, Path: "/etc/ssl/cert.pem", Answer: noFile, Why: "crypto"},
		{Calls: openers, Path: "/proc/version", Answer: noFile, Why: "libuv"},
		{Calls: openers, Path: "/proc/version_signature", Answer: noFile, Why: "libuv: which kernel?"},
		{Calls: openers, Path: "/", After: "/dev/null", Answer: unix.EACCES, Why: "libuv keeps a spare descriptor: of /dev/null, or else of this"},
		{Calls: openers, Path: "/etc/resolv.conf", Answer: noFile, Why: "the module dns, which net and dgram load when they are used"},
		{Calls: openers, Path: "/etc/netsvc.conf", Answer: noFile, Why: "the same"},
		{Calls: openers, Path: "/etc/svc.conf", Answer: noFile, Why: "the same"},
		{Calls: "io_uring_setup", Answer: unix.ENOSYS, Why: "libuv looks whether it could use one"},
	}, libc)
}

// QuietBuild is the list for compilers: javac asks for its user, and Go's and
// Rust's tools may look for the network before they do without.
func QuietBuild() Quiet { return libc }
