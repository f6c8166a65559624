// Taking memory, by every way there is.
#include "abuse.h"
#include <pthread.h>
#include <sys/socket.h>

static char *map(size_t n, int flags) {
	char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

static int touch(int argc, char **argv) { // MiB, private
	size_t n = (size_t)number(argc, argv, 0, 2048) << 20;
	char *p = map(n, MAP_PRIVATE | MAP_NORESERVE);
	if (!p) return errno;
	memset(p, 1, n);
	return 0;
}
static int shared(int argc, char **argv) { // MiB, shared: shmem
	size_t n = (size_t)number(argc, argv, 0, 2048) << 20;
	char *p = map(n, MAP_SHARED | MAP_NORESERVE);
	if (!p) return errno;
	memset(p, 1, n);
	return 0;
}
static int reserve(int argc, char **argv) { // GiB, untouched: no harm
	size_t n = (size_t)number(argc, argv, 0, 100) << 30;
	char *p = map(n, MAP_PRIVATE | MAP_NORESERVE);
	if (!p) return errno;
	p[n / 2] = 1;
	return 0;
}
static int memfd(int argc, char **argv) { // MiB
	static char block[1 << 20];
	int fd;
	TRY(fd = memfd_create("x", 0));
	for (long n = number(argc, argv, 0, 2048); n > 0; n--) TRY(write(fd, block, sizeof block));
	return 0;
}
static int pipes(int argc, char **argv) { // as many as there are descriptors, full
	static char block[65536];
	long bytes = 0;
	for (;;) {
		int fd[2];
		if (pipe2(fd, O_NONBLOCK)) break;
		for (ssize_t n; (n = write(fd[1], block, sizeof block)) > 0;) bytes += n;
	}
	fprintf(stderr, "%ld\n", bytes);
	return 0;
}
static int pairs(int argc, char **argv) { // socket pairs, full both ways
	static char block[4096];
	long bytes = 0;
	for (;;) {
		int fd[2];
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd)) break;
		for (int i = 0; i < 2; i++) for (ssize_t n; (n = write(fd[i], block, sizeof block)) > 0;) bytes += n;
	}
	fprintf(stderr, "%ld\n", bytes);
	return 0;
}
static int tables(int argc, char **argv) { // page tables: one page touched of each 2 MiB; GiB, in page tables 1/512 of it
	size_t n = (size_t)number(argc, argv, 0, 1 << 12) << 30;
	char *p = map(n, MAP_PRIVATE | MAP_NORESERVE);
	if (!p) return errno;
	volatile char c;
	for (size_t i = 0; i < n; i += 2 << 20) c = p[i]; // the zero page: only the table is new
	(void)c;
	return 0;
}
static int tables_read(int argc, char **argv) { // the same by a mapping that cannot be written, which is no data
	size_t n = (size_t)number(argc, argv, 0, 1 << 12) << 30;
	char *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED) return errno;
	volatile char c;
	for (size_t i = 0; i < n; i += 2 << 20) c = p[i];
	(void)c;
	return 0;
}
static int timers(int argc, char **argv) { // kernel objects
	timer_t t;
	struct sigevent e = {.sigev_notify = SIGEV_NONE};
	for (long n = number(argc, argv, 0, 10000000); n > 0; n--) {
		uint32_t id;
		if (RAW(SYS_timer_create, CLOCK_MONOTONIC, &e, &id)) return errno;
	}
	(void)t;
	return 0;
}
static void *stack(void *p) { // fills its own stack, and stays
	size_t n = (size_t)p;
	volatile char *a = __builtin_alloca(n - 65536);
	for (size_t i = 0; i < n - 65536; i += 4096) a[i] = 1;
	for (;;) pause();
	return NULL;
}
static int stacks(int argc, char **argv) { // of threads, 64 MiB each
	pthread_attr_t a;
	pthread_t t;
	pthread_attr_init(&a);
	pthread_attr_setstacksize(&a, 64 << 20);
	for (long n = number(argc, argv, 0, 40); n > 0; n--) {
		int e = pthread_create(&t, &a, stack, (void *)(64L << 20));
		if (e) return e;
	}
	sleep(5);
	return 0;
}
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Winfinite-recursion"
static int overflow_(int n) {
	volatile char pad[4096];
	memset((char *)pad, n, sizeof pad);
	return overflow_(n + 1) + pad[17];
}
static int overflow(int argc, char **argv) { return overflow_(1); }
static int core(int argc, char **argv) { abort(); return 0; }
static int file_size(int argc, char **argv) { // of a memfd or a file on stdout: SIGXFSZ
	static char block[1 << 20];
	for (long n = number(argc, argv, 0, 4); n > 0; n--) TRY(write(1, block, sizeof block));
	return 0;
}
static int descriptors(int argc, char **argv) { // as many as asked
	for (long n = number(argc, argv, 0, 100000); n > 0; n--) TRY(dup(0));
	return 0;
}
static int high_descriptor(int argc, char **argv) { TRY(dup2(0, number(argc, argv, 0, 1000))); return 0; }

static const struct op ops[] = {
	{"touch", touch}, {"shared", shared}, {"reserve", reserve}, {"memfd", memfd}, {"pipes", pipes}, {"pairs", pairs},
	{"page-tables", tables}, {"page-tables-read", tables_read}, {"timers", timers}, {"stacks", stacks}, {"overflow", overflow}, {"core", core}, {"file-size", file_size},
	{"descriptors", descriptors}, {"high-descriptor", high_descriptor}, {NULL},
};

static int words;
static void *rest(void *argv) {
	usleep(20000);
	exit(run(ops, words, argv));
	return NULL;
}

int main(int argc, char **argv) {
	if (argc < 2 || strcmp(argv[1], "leaderless")) return run(ops, argc, argv);
	// By another thread, when the first, whose number the process goes by, has ended.
	pthread_t t;
	words = argc - 1;
	if (pthread_create(&t, NULL, rest, argv + 1)) return 99;
	RAW(SYS_exit, 0);
}
