// Time: taking more of it than is given.
#include "abuse.h"
#include <pthread.h>

static void *spin_(void *_) { for (;;) ; return NULL; }

static int spin(int argc, char **argv) { puts("up"); fflush(stdout); spin_(NULL); return 0; }
static int sleep_(int argc, char **argv) { puts("up"); fflush(stdout); for (;;) sleep(1000); return 0; }
static int threads(int argc, char **argv) { // spinning, for so many milliseconds of wall time
	pthread_t t;
	for (long n = number(argc, argv, 0, 4) - 1; n > 0; n--) if (pthread_create(&t, NULL, spin_, NULL)) return EAGAIN;
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	long ms = number(argc, argv, 1, 300);
	do clock_gettime(CLOCK_MONOTONIC, &b);
	while ((b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000 < ms);
	return 0;
}
static int drip(int argc, char **argv) { // a byte every so many milliseconds, never a line
	for (;;) { if (write(1, "x", 1) < 0) return errno; usleep(number(argc, argv, 0, 900) * 1000); }
	return 0;
}
static pid_t last; // thread of ours
static void *knock(void *one) { // calls that the jail has to look at, one after the other
	if (!last) last = gettid();
	for (;;) if (one) kill(getpid(), 0); else RAW(SYS_tkill, last, 0);
	return NULL;
}
static int notifications(int argc, char **argv) { // threads; cheap ones, or signals to a thread, which has to be looked for
	pthread_t t;
	void *cheap = argc > 1 ? NULL : "";
	last = 0;
	puts("up"); fflush(stdout);
	for (long n = number(argc, argv, 0, 16) - 1; n > 0; n--) pthread_create(&t, NULL, knock, cheap);
	usleep(10000);
	knock(cheap);
	return 0;
}
static const size_t much = 900 << 20;
static long answered;
static void *look_up(void *_) {
	for (;;) { open("/etc/localtime", O_RDONLY | O_CLOEXEC); __atomic_fetch_add(&answered, 1, __ATOMIC_RELAXED); }
	return NULL;
}
static int held_up(int argc, char **argv) { // the jail, in reading the paths of so many threads, by a map of memory that always changes; says how many were answered in 2 s
	struct timespec a, b;
	pthread_t t;
	char *p = mmap(NULL, much, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *to[2];
	to[0] = mmap(NULL, 2 * much + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED || to[0] == MAP_FAILED) return errno;
	to[1] = to[0] + much + 4096; // no whole page tables can be moved between the two
	madvise(p, much, MADV_NOHUGEPAGE);
	memset(p, 1, much);
	puts("up"); fflush(stdout);
	for (long n = number(argc, argv, 0, 16); n > 0; n--) if (pthread_create(&t, NULL, look_up, NULL)) return EAGAIN;
	clock_gettime(CLOCK_MONOTONIC, &a);
	do {
		for (int i = 0; i < 2; i++) if ((p = mremap(p, much, much, MREMAP_MAYMOVE | MREMAP_FIXED, to[i])) == MAP_FAILED) return errno;
		clock_gettime(CLOCK_MONOTONIC, &b);
	} while (b.tv_sec - a.tv_sec < 2);
	fprintf(stderr, "%ld\n", answered);
	return 0;
}
static int yield(int argc, char **argv) { puts("up"); fflush(stdout); for (;;) RAW(SYS_sched_yield); return 0; }
static void continued(int _) {}
static int go_on(int argc, char **argv) { // timers send what lets a stopped process go on
	struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
	signal(SIGCONT, continued);
	for (long i = 1; i <= 15; i++) { // one after the other: one that is on its way is lost in the stop
		struct itimerspec once = {.it_value = {0, i * 20000000}};
		int id;
		if (RAW(SYS_timer_create, CLOCK_MONOTONIC, &e, &id)) break;
		RAW(SYS_timer_settime, id, 0, &once, NULL);
	}
	return spin(0, NULL);
}

static void *raise_(void *_) { for (;;) kill(getpid(), SIGCONT); return NULL; }
static int raise_on(int argc, char **argv) { // some of these calls are on their way, at the jail's listener, when it is stopped
	pthread_t t;
	signal(SIGCONT, continued);
	for (long n = number(argc, argv, 0, 30); n > 0; n--) if (pthread_create(&t, NULL, raise_, NULL)) return EAGAIN;
	return spin(0, NULL);
}

static int long_call(int argc, char **argv) { // MiB: in calls that do not stop before their end
	size_t n = (size_t)number(argc, argv, 0, 64) << 20;
	char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return errno;
	madvise(p, n, MADV_NOHUGEPAGE);
	for (;;) {
		madvise(p, n, 23 /* MADV_POPULATE_WRITE, since Linux 5.14 */);
		madvise(p, n, MADV_DONTNEED);
	}
}

static const struct op ops[] = {
	{"spin", spin}, {"sleep", sleep_}, {"threads", threads}, {"drip", drip}, {"notifications", notifications}, {"held-up", held_up}, {"yield", yield}, {"long-call", long_call}, {"go-on", go_on}, {"raise-on", raise_on}, {NULL},
};

int main(int argc, char **argv) { return run(ops, argc, argv); }
