// Other processes: making them, reaching them, outliving the arena.
#include "abuse.h"
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

static int child(long r) { if (r == 0) _exit(0); TRY(r); return 0; }

static int fork_(int argc, char **argv) { return child(RAW(SYS_fork)); }
static int vfork_(int argc, char **argv) { pid_t p = vfork(); if (p == 0) _exit(0); TRY(p); return 0; }
static int clone_(int argc, char **argv) { return child(RAW(SYS_clone, number(argc, argv, 0, SIGCHLD))); }
static int clone3_(int argc, char **argv) {
	struct clone_args a = {.flags = number(argc, argv, 0, 0), .exit_signal = SIGCHLD};
	return child(RAW(SYS_clone3, &a, sizeof a));
}
static int ends(void *_) { syscall(SYS_exit, 0); return 0; }
static int nearly_thread(int argc, char **argv) { // a thread's flags, with one too many
	static char stack[65536];
	int f = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | number(argc, argv, 0, CLONE_PARENT);
	TRY(clone(ends, stack + sizeof stack, f, NULL));
	return 0;
}

static void *idle(void *_) { for (;;) pause(); return NULL; }

static int thread_bomb(int argc, char **argv) { // 0 if it could start as many as asked
	pthread_attr_t a;
	pthread_t t;
	pthread_attr_init(&a);
	pthread_attr_setstacksize(&a, 64 << 10);
	for (long n = number(argc, argv, 0, 1000); n > 0; n--) {
		int e = pthread_create(&t, &a, idle, NULL);
		if (e) return e;
	}
	return 0;
}

static int fork_bomb(int argc, char **argv) { // as many as asked, each deaf, in its own session, spinning
	long want = number(argc, argv, 0, 64);
	for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
	for (long n = 0; n < want; n++) {
		pid_t p = fork();
		TRY(p);
		if (p == 0) { setsid(); for (;;) ; }
	}
	puts("up"); fflush(stdout);
	for (;;) ;
}

static int orphan(int argc, char **argv) { // forks twice, new sessions, keeps stdout, and ends itself
	signal(SIGCHLD, SIG_IGN);
	pid_t p = fork();
	TRY(p);
	if (p == 0) {
		setsid();
		if (fork() == 0) { setsid(); signal(SIGTERM, SIG_IGN); signal(SIGHUP, SIG_IGN); sleep(1000); }
		_exit(0);
	}
	usleep(20000);
	return 0;
}

// The target's number is the argument.
static int kill_(int argc, char **argv) { TRY(kill(number(argc, argv, 0, -1), number(argc, argv, 1, 0))); return 0; }
static int tkill_(int argc, char **argv) { TRY(RAW(SYS_tkill, number(argc, argv, 0, 1), number(argc, argv, 1, 0))); return 0; }
static int tgkill_(int argc, char **argv) {
	long p = number(argc, argv, 0, 1);
	TRY(RAW(SYS_tgkill, p, p, number(argc, argv, 1, 0)));
	return 0;
}
static int queue(int argc, char **argv) {
	siginfo_t i = {.si_signo = SIGURG, .si_code = SI_QUEUE};
	TRY(RAW(SYS_rt_sigqueueinfo, number(argc, argv, 0, 1), 0, &i));
	return 0;
}
static int attach(int argc, char **argv) {
	pid_t p = number(argc, argv, 0, 1);
	TRY(ptrace(PTRACE_SEIZE, p, 0, 0));
	ptrace(PTRACE_DETACH, p, 0, 0);
	return 0;
}
static int traceme(int argc, char **argv) { TRY(ptrace(PTRACE_TRACEME, 0, 0, 0)); return 0; }
static int vm_access(long nr, int argc, char **argv) { // at an address that both have: the argument
	char c = 'x';
	struct iovec mine = {&c, 1}, other = {(void *)number(argc, argv, 1, 0), 1};
	if (nr == SYS_process_vm_writev) other.iov_len = mine.iov_len = 0; // harmless
	TRY(RAW(nr, number(argc, argv, 0, 1), &mine, 1, &other, 1, 0));
	return 0;
}
static int vm_read(int argc, char **argv) { return vm_access(SYS_process_vm_readv, argc, argv); }
static int vm_write(int argc, char **argv) { return vm_access(SYS_process_vm_writev, argc, argv); }
static int pidfd(int argc, char **argv) { TRY(RAW(SYS_pidfd_open, number(argc, argv, 0, 1), 0)); return 0; }
static int pidfd_signal(int argc, char **argv) {
	int fd;
	TRY(fd = RAW(SYS_pidfd_open, number(argc, argv, 0, 1), 0));
	TRY(RAW(SYS_pidfd_send_signal, fd, 0, NULL, 0));
	return 0;
}
static int pidfd_getfd_(int argc, char **argv) {
	int fd;
	TRY(fd = RAW(SYS_pidfd_open, number(argc, argv, 0, 1), 0));
	TRY(RAW(SYS_pidfd_getfd, fd, 0, 0));
	return 0;
}
static int getfd_only(int argc, char **argv) { TRY(RAW(SYS_pidfd_getfd, 0, 0, 0)); return 0; }
static int kcmp_(int argc, char **argv) { TRY(RAW(SYS_kcmp, number(argc, argv, 0, 1), number(argc, argv, 0, 1), 1)); return 0; }

// What can be read of another process without touching it.
static int cpu_clock(int argc, char **argv) {
	struct timespec t;
	TRY(RAW(SYS_clock_gettime, (int)(~(unsigned)number(argc, argv, 0, 1) << 3 | 2), &t));
	return 0;
}
static int cpu_timer(int argc, char **argv) {
	uint32_t id;
	struct sigevent e = {.sigev_notify = SIGEV_NONE};
	TRY(RAW(SYS_timer_create, (int)(~(unsigned)number(argc, argv, 0, 1) << 3 | 2), &e, &id));
	return 0;
}
static int cpu_sleep(int argc, char **argv) { // until a moment that is past
	struct timespec t = {0, 1};
	TRY(RAW(SYS_clock_nanosleep, (int)(~(unsigned)number(argc, argv, 0, 1) << 3 | 2), 1 /* TIMER_ABSTIME */, &t, NULL));
	return 0;
}
static int affinity_of(int argc, char **argv) {
	cpu_set_t s;
	TRY(RAW(SYS_sched_getaffinity, number(argc, argv, 0, 1), sizeof s, &s));
	return 0;
}
static int group_of(int argc, char **argv) { TRY(getpgid(number(argc, argv, 0, 1))); return 0; }
static int robust_list(int argc, char **argv) { // where its thread keeps its locks
	void *head;
	size_t size;
	TRY(RAW(SYS_get_robust_list, number(argc, argv, 0, 1), &head, &size));
	return 0;
}
static int prlimit_of(int argc, char **argv) {
	struct rlimit l;
	TRY(RAW(SYS_prlimit64, number(argc, argv, 0, 1), RLIMIT_CPU, NULL, &l));
	return 0;
}

// Its own ties to the arena.
static int deathsig(int argc, char **argv) { TRY(prctl(PR_SET_PDEATHSIG, 0)); return 0; }
static int dumpable(int argc, char **argv) { TRY(prctl(PR_SET_DUMPABLE, 0)); return 0; }
static int subreaper(int argc, char **argv) { TRY(prctl(PR_SET_CHILD_SUBREAPER, 1)); return 0; }
static int ptracer(int argc, char **argv) { TRY(prctl(PR_SET_PTRACER, -1)); return 0; }
static int session(int argc, char **argv) { TRY(setsid()); return 0; }
static int group(int argc, char **argv) { TRY(setpgid(0, number(argc, argv, 0, 0))); return 0; }

static int deaf(int argc, char **argv) {
	for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
	puts("deaf"); fflush(stdout);
	for (;;) pause();
	return 0;
}
static int stop(int argc, char **argv) { raise(SIGSTOP); return 0; }
static int answer(int argc, char **argv) { // a bot that answers each line by itself
	char line[256];
	while (fgets(line, sizeof line, stdin)) { fputs(line, stdout); fflush(stdout); }
	return 0;
}

static int sibling(int argc, char **argv) { // a child of its own parent's, which nobody there will wait for
	long pid = RAW(SYS_clone, CLONE_PARENT | SIGCHLD, 0);
	TRY(pid);
	if (pid == 0) _exit(0);
	return 0;
}

static const struct op ops[] = {
	{"fork", fork_}, {"vfork", vfork_}, {"clone", clone_}, {"clone3", clone3_}, {"nearly-thread", nearly_thread},
	{"thread-bomb", thread_bomb}, {"fork-bomb", fork_bomb}, {"orphan", orphan}, {"kill", kill_}, {"tkill", tkill_},
	{"tgkill", tgkill_}, {"queue", queue}, {"attach", attach}, {"traceme", traceme}, {"vm-read", vm_read}, {"vm-write", vm_write},
	{"pidfd", pidfd}, {"pidfd-signal", pidfd_signal}, {"pidfd-getfd", pidfd_getfd_}, {"getfd-only", getfd_only}, {"kcmp", kcmp_},
	{"cpu-clock", cpu_clock}, {"cpu-timer", cpu_timer}, {"cpu-sleep", cpu_sleep}, {"affinity-of", affinity_of}, {"group-of", group_of}, {"prlimit-of", prlimit_of}, {"robust-list", robust_list}, {"deathsig", deathsig},
	{"dumpable", dumpable}, {"subreaper", subreaper}, {"ptracer", ptracer}, {"session", session}, {"group", group}, {"deaf", deaf},
	{"stop", stop}, {"answer", answer}, {"sibling", sibling}, {NULL},
};

int main(int argc, char **argv) { return run(ops, argc, argv); }
