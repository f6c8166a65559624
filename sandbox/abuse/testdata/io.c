// Standard descriptors used badly, and what leaks in.
#include "abuse.h"
#include <sys/sysinfo.h>
#include <sys/utsname.h>

extern char **environ;

static int flood(int argc, char **argv) { // descriptor
	static char block[65536];
	int fd = number(argc, argv, 0, 1);
	memset(block, 'x', sizeof block);
	for (;;) if (write(fd, block, sizeof block) < 0) return errno;
	return 0;
}
static int line(int argc, char **argv) { // bytes, and then the end of the line
	char *p = malloc(65536);
	memset(p, 'x', 65536);
	for (long n = number(argc, argv, 0, 10000000); n > 0;) {
		ssize_t w = write(1, p, n < 65536 ? n : 65536);
		TRY(w);
		n -= w;
	}
	TRY(write(1, "\n", 1));
	return 0;
}
static int unread(int argc, char **argv) { puts("up"); fflush(stdout); for (;;) pause(); return 0; } // never reads stdin
static int close_in(int argc, char **argv) { close(0); puts("up"); fflush(stdout); for (;;) pause(); return 0; }
static int close_out(int argc, char **argv) { puts("up"); fflush(stdout); close(1); close(2); for (;;) pause(); return 0; }
static int read_out(int argc, char **argv) { char c; TRY(read(1, &c, 1)); return 0; } // the arena's end of its own output
static int write_in(int argc, char **argv) { TRY(write(0, "x", 1)); return 0; }

// Leaks: 0 if there is something to see.
static int env(int argc, char **argv) { // a variable of the arena's
	return getenv(argv[0]) ? 0 : ENOENT;
}
static int descriptors(int argc, char **argv) { // any above 2
	for (int i = 3; i < 65536; i++) if (fcntl(i, F_GETFD) >= 0) return 0;
	return EBADF;
}
static int argv0(int argc, char **argv) { // a path
	return strchr(argv[-2], '/') ? 0 : ENOENT;
}
static int host_name(int argc, char **argv) { // the host's, which is the argument
	struct utsname u;
	uname(&u);
	return strcmp(u.nodename, argv[0]) && strcmp(u.domainname, argv[0]) ? ENOENT : 0;
}
static int cwd(int argc, char **argv) { // any but the root
	char b[4096];
	TRY(RAW(SYS_getcwd, b, sizeof b));
	return strcmp(b, "/") ? 0 : ENOENT;
}
static int parent(int argc, char **argv) { return getppid() ? 0 : ESRCH; } // the arena's number
static int session(int argc, char **argv) { return getsid(0) && getsid(0) != getpid() ? 0 : ESRCH; } // somebody's session
static int auxv(int argc, char **argv) { // AT_EXECFN: the path it was started by
	extern unsigned long getauxval(unsigned long);
	const char *p = (const char *)getauxval(31);
	return p && *p && !strstr(p, "/dev/fd/") ? 0 : ENOENT;
}
static int cgroup(int argc, char **argv) { // a path of the host's hierarchy
	char b[4096] = "";
	int fd;
	TRY(fd = open("/proc/self/cgroup", O_RDONLY));
	TRY(read(fd, b, sizeof b - 1));
	for (char *l = strtok(b, "\n"); l; l = strtok(NULL, "\n")) {
		char *p = strrchr(l, ':');
		if (p && strcmp(p, ":/")) return 0;
	}
	return ENOENT;
}

static const struct op ops[] = {
	{"flood", flood}, {"line", line}, {"unread", unread}, {"close-in", close_in}, {"close-out", close_out}, {"read-out", read_out},
	{"write-in", write_in}, {"env", env}, {"descriptors", descriptors}, {"argv0", argv0}, {"host-name", host_name}, {"cwd", cwd},
	{"parent", parent}, {"session", session}, {"execfn", auxv}, {"cgroup", cgroup}, {NULL},
};

int main(int argc, char **argv) { return run(ops, argc, argv); }
