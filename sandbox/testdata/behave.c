// Does what its first argument names: one way for a bot to behave.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void spin(double seconds) {
	struct timespec t;
	do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	while (t.tv_sec + t.tv_nsec / 1e9 < seconds);
}

static void *touch_forever(void *arg) {
	for (;;) {
		char *p = malloc(1 << 20);
		if (!p) { puts("malloc failed"); exit(9); }
		memset(p, 1, 1 << 20);
	}
}

static int overflow(int n) {
	volatile char pad[4096];
	memset((char *)pad, n, sizeof pad);
	return overflow(n + 1) + pad[17];
}

static int longer(const void *a, const void *b) { return *(long *)a < *(long *)b ? -1 : *(long *)a > *(long *)b; }

int main(int argc, char **argv) {
	const char *how = argc > 1 ? argv[1] : "";
	const char *arg = argc > 2 ? argv[2] : "";
	if (!strcmp(how, "echo")) {
		char line[65536];
		while (fgets(line, sizeof line, stdin)) { fputs(line, stdout); fflush(stdout); }
		return 0;
	}
	if (!strcmp(how, "spin")) { spin(atof(arg)); return 0; }
	if (!strcmp(how, "sleep")) { usleep(atof(arg) * 1e6); return 0; }
	if (!strcmp(how, "abort")) abort();
	if (!strcmp(how, "xcpu")) { raise(SIGXCPU); return 0; }
	if (!strcmp(how, "segv")) { *(volatile int *)8 = 1; return 0; }
	if (!strcmp(how, "overflow")) return overflow(1);
	if (!strcmp(how, "deaf")) { // ignores what can be ignored, closes nothing, stays
		for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
		prctl(PR_SET_PDEATHSIG, 0);
		prctl(PR_SET_DUMPABLE, 0);
		puts("deaf"); fflush(stdout);
		for (;;) pause();
	}
	if (!strcmp(how, "stop")) { raise(SIGSTOP); return 0; }
	if (!strcmp(how, "memory")) touch_forever(NULL);
	if (!strcmp(how, "hold")) { // MiB, in small pages
		size_t n = (size_t)atoi(arg) << 20;
		char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		madvise(p, n, MADV_NOHUGEPAGE);
		memset(p, 1, n);
		puts("up"); fflush(stdout);
		for (;;) pause();
	}
	if (!strcmp(how, "opens")) { // of 200 calls that a guard answers: within how many µs 160 were
		long took[200];
		for (int i = 0; i < 200; i++) {
			struct timespec a, b;
			usleep(3000);
			clock_gettime(CLOCK_MONOTONIC, &a);
			open("/etc/localtime", O_RDONLY | O_CLOEXEC);
			clock_gettime(CLOCK_MONOTONIC, &b);
			took[i] = (b.tv_sec - a.tv_sec) * 1000000 + (b.tv_nsec - a.tv_nsec) / 1000;
		}
		qsort(took, 200, sizeof *took, longer);
		printf("%ld\n", took[160]);
		return 0;
	}
	if (!strcmp(how, "opens when told")) { // says whether that was looked at as its runtime's would be
		getchar();
		return open("/etc/localtime", O_RDONLY | O_CLOEXEC) < 0 && errno == EPERM;
	}
	if (!strcmp(how, "env")) { for (char **e = environ; *e; e++) puts(*e); return 0; }
	if (!strcmp(how, "fds")) { // open descriptors of the first 4096
		for (int i = 0; i < 4096; i++) if (fcntl(i, F_GETFD) >= 0) printf("%d ", i);
		puts(""); return 0;
	}
	if (!strcmp(how, "who")) {
		struct rlimit l;
		char host[64] = "", cwd[64] = "";
		sigset_t set;
		sigprocmask(SIG_SETMASK, NULL, &set);
		int blocked = 0, caught = 0;
		for (int s = 1; s < 65; s++) {
			struct sigaction a;
			blocked += sigismember(&set, s) == 1;
			if (!sigaction(s, NULL, &a) && a.sa_handler != SIG_DFL) caught++;
		}
		gethostname(host, sizeof host);
		if (!getcwd(cwd, sizeof cwd)) strcpy(cwd, "-");
		getrlimit(RLIMIT_CORE, &l);
		printf("uid=%d,%d gid=%d groups=%d pid=%d ppid=%d leader=%d host=%s cwd=%s blocked=%d handled=%d core=%d argv0=%s nnp=%d\n",
			getuid(), geteuid(), getgid(), getgroups(0, NULL), getpid(), getppid(), getpgrp() == getpid(), host, cwd, blocked, caught,
			(int)l.rlim_max, argv[0], prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
		return 0;
	}
	if (!strcmp(how, "caps")) {
		int n = 0;
		for (int c = 0; c < 64; c++) n += prctl(PR_CAPBSET_READ, c, 0, 0, 0) == 1;
		printf("%d\n", n);
		return 0;
	}
	if (!strcmp(how, "threads")) { // as many as it gets, up to arg
		int n = 0;
		pthread_t t;
		while (n < atoi(arg) && !pthread_create(&t, NULL, (void *(*)(void *))pause, NULL)) n++;
		printf("%d\n", n); fflush(stdout);
		return 0;
	}
	if (!strcmp(how, "flood")) for (;;) puts("0123456789012345678901234567890123456789");
	if (!strcmp(how, "bomb")) { // as many children as it gets, and stays
		int n = 0;
		for (pid_t p; (p = fork()) >= 0; n++) if (p == 0) for (;;) pause();
		printf("%d\n", n); fflush(stdout);
		for (;;) pause();
	}
	if (!strcmp(how, "forks")) { // children that outlive us, in sessions of their own
		int n = 0;
		for (; n < atoi(arg); n++) {
			pid_t p = fork();
			if (p < 0) break;
			if (p == 0) { setsid(); signal(SIGTERM, SIG_IGN); for (;;) pause(); }
		}
		printf("%d\n", n); fflush(stdout);
		return 0;
	}
	fprintf(stderr, "unknown: %s\n", how);
	return 99;
}
