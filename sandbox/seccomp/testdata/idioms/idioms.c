// Odd things that honest C programs do.
#include <ctype.h>
#include <locale.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void *thread(void *arg) { return arg; }

int main(int argc, char **argv) {
	setlocale(LC_ALL, "pl_PL.UTF-8");
	time_t now = time(0);
	struct tm *t = localtime(&now);
	struct passwd *pw = getpwuid(getuid());
	pthread_t th;
	if (pthread_create(&th, 0, thread, 0) || pthread_join(th, 0))
		return 2;
	struct rlimit lim;
	getrlimit(RLIMIT_STACK, &lim);
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	isatty(0);
	char line[100];
	if (!fgets(line, sizeof line, stdin))
		return 3;
	free(malloc(100 << 20));
	raise(SIGCHLD);
	printf("ok %s %d %ld %s", pw ? "user" : "nobody", t->tm_year > 100, cores > 0, line);
	fflush(stdout);
	if (strcmp(line, "abort\n") == 0)
		abort();
	return 0;
}
