// Calls by another table than the native one: i386's by int 0x80, and x32's.
// Their arguments lie below 4 GiB, where such calls can reach them.
#include "abuse.h"
#include <sys/socket.h>

#ifdef __x86_64__

static char *low(size_t n) {
	char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

static long int80(long nr, long a, long b, long c) {
	long r;
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(nr), "b"(a), "c"(b), "d"(c) : "r8", "r9", "r10", "r11", "memory");
	return (int)r;
}

static int result(long r) { return r < 0 ? -r : 0; }

static int i_open(int argc, char **argv) { return result(int80(5, (long)strcpy(low(4096), "/etc/passwd"), 0, 0)); }
static int i_socket(int argc, char **argv) { return result(int80(359, AF_INET, SOCK_STREAM, 0)); }
static int i_socketcall(int argc, char **argv) {
	unsigned *a = (unsigned *)low(4096);
	a[0] = AF_INET, a[1] = SOCK_STREAM, a[2] = 0;
	return result(int80(102, 1 /* SYS_SOCKET */, (long)a, 0));
}
static int i_fork(int argc, char **argv) {
	long r = int80(2, 0, 0, 0);
	if (r == 0) _exit(0);
	return result(r);
}
static int i_getpid(int argc, char **argv) { return result(int80(20, 0, 0, 0)); }
static int i_execve(int argc, char **argv) { // closes the stack of 64-bit pointers: no arguments
	return result(int80(11, (long)strcpy(low(4096), "/bin/true"), 0, 0));
}

#define X32 0x40000000L
static int x_open(int argc, char **argv) { TRY(RAW(X32 | SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY)); return 0; }
static int x_socket(int argc, char **argv) { TRY(RAW(X32 | SYS_socket, AF_INET, SOCK_STREAM, 0)); return 0; }
static int x_getpid(int argc, char **argv) { TRY(RAW(X32 | SYS_getpid)); return 0; }
static int x_execve(int argc, char **argv) { // 520 is x32's own number
	RAW(X32 | 520, "/bin/true", NULL, NULL);
	return errno;
}
// Numbers with high bits, or past the table.
static int high_bits(int argc, char **argv) { TRY(RAW(0x100000000L | SYS_socket, AF_INET, SOCK_STREAM, 0)); return 0; }
static int past(int argc, char **argv) { TRY(RAW(1023)); return 0; }
static int minus_one(int argc, char **argv) { TRY(RAW(-1)); return 0; }

static const struct op ops[] = {
	{"int80-open", i_open}, {"int80-socket", i_socket}, {"int80-socketcall", i_socketcall}, {"int80-fork", i_fork},
	{"int80-getpid", i_getpid}, {"int80-execve", i_execve}, {"x32-openat", x_open}, {"x32-socket", x_socket},
	{"x32-getpid", x_getpid}, {"x32-execve", x_execve}, {"high-bits", high_bits}, {"past-the-table", past}, {"minus-one", minus_one}, {NULL},
};

#else
static const struct op ops[] = {{NULL}};
#endif

int main(int argc, char **argv) { return run(ops, argc, argv); }
