// What the abuse programs share. Each is a multi-call program: its first
// argument names an operation, which returns 0 if it succeeded, else errno.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Old calls that newer architectures do without: their rows are for amd64.
#ifndef SYS_open
#define SYS_open -1
#endif
#ifndef SYS_fork
#define SYS_fork -1
#endif

#define TRY(e) do { if ((e) == -1) return errno; } while (0)

struct op { const char *name; int (*run)(int argc, char **argv); };

// raw is a call by its number, whatever libc makes of it.
static inline long raw(long nr, long a, long b, long c, long d, long e, long f) {
	return syscall(nr, a, b, c, d, e, f);
}
#define RAW(...) RAW_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define RAW_(nr, a, b, c, d, e, f, ...) raw(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

// number is an argument of the operation, as a number.
static inline long number(int argc, char **argv, int i, long otherwise) {
	return i < argc ? strtol(argv[i], NULL, 0) : otherwise;
}

// run finds the operation, makes it, and says how it went: OK or the error's
// name; the exit code says the same.
static inline int run(const struct op *ops, int argc, char **argv) {
	const char *name = argc > 1 ? argv[1] : "";
	for (const struct op *o = ops; o->name; o++) {
		if (strcmp(o->name, name)) continue;
		errno = 0;
		int e = o->run(argc - 2, argv + 2);
		const char *text = e ? strerrorname_np(e) : "OK";
		if (text) printf("%s\n", text);
		else printf("errno %d\n", e);
		fflush(stdout);
		return e != 0;
	}
	fprintf(stderr, "no operation %s\n", name);
	return 99;
}
