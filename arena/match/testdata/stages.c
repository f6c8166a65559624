/* Two programs in one. Without arguments, a trivial bot of Gold Hunter: it
   reads every stage to its end and gives no order. "drive A B" is a referee
   without rules: it sends two fresh bots, on a core each, what the files A and
   B hold, stage by stage, waits for both answers with poll, and prints the
   nanoseconds of a stage. It is the baseline that our own stages are held
   against. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void pin(int core) {
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(core, &set);
	sched_setaffinity(0, sizeof set, &set);
}

static char *text[2], *at[2];

/* part returns the end of the part of a text that ends with a line. */
static char *part(char *from, const char *line) {
	char *end = strstr(from, line);
	return end ? end + strlen(line) : NULL;
}

static int send_part(int fd, int k, char *end) {
	long n = end - at[k];
	if (write(fd, at[k], n) != n)
		return 0;
	at[k] = end;
	return 1;
}

static int drive(const char *self, char **files) {
	int to[2][2], from[2][2];
	char b[256];
	for (int k = 0; k < 2; k++) {
		FILE *f = fopen(files[k], "r");
		at[k] = text[k] = calloc(1, 64 << 20);
		if (!f || !fread(text[k], 1, (64 << 20) - 1, f))
			return 1;
		if (pipe2(to[k], O_CLOEXEC) || pipe2(from[k], O_CLOEXEC))
			return 1;
		if (!fork()) {
			pin(k);
			dup2(to[k][0], 0);
			dup2(from[k][1], 1);
			execl(self, self, (char *)0);
			_exit(127);
		}
		if (!send_part(to[k][1], k, part(at[k], "start\n")) || read(from[k][0], b, sizeof b) != 6)
			return 1;
	}
	struct timespec a, z;
	clock_gettime(CLOCK_MONOTONIC, &a);
	long n = 0;
	for (char *end[2]; (end[0] = part(at[0], "\ngo\n")) && (end[1] = part(at[1], "\ngo\n")); n++) {
		for (int k = 0; k < 2; k++)
			if (!send_part(to[k][1], k, end[k]))
				return 1;
		struct pollfd p[2] = {{from[0][0], POLLIN, 0}, {from[1][0], POLLIN, 0}};
		for (int open = 2; open > 0;) {
			if (poll(p, 2, 1000) <= 0)
				return 1;
			for (int k = 0; k < 2; k++)
				if (p[k].revents) {
					if (read(from[k][0], b, sizeof b) <= 0)
						return 1;
					p[k].fd = -1;
					p[k].revents = 0;
					open--;
				}
		}
	}
	clock_gettime(CLOCK_MONOTONIC, &z);
	printf("%.1f\n", ((z.tv_sec - a.tv_sec) * 1e9 + (z.tv_nsec - a.tv_nsec)) / n);
	return 0;
}

int main(int argc, char **argv) {
	if (argc > 3 && !strcmp(argv[1], "drive"))
		return drive(argv[0], argv + 2);
	static char b[1 << 16];
	size_t n = 0;
	int stage = 0;
	for (;;) {
		ssize_t r = read(0, b + n, sizeof b - n);
		if (r <= 0)
			return 0;
		n += r;
		char *line = b, *end;
		while ((end = memchr(line, '\n', b + n - line))) {
			*end = 0;
			char out[32];
			int len = 0;
			if (!strcmp(line, "start"))
				len = sprintf(out, "ready\n");
			else if (!strncmp(line, "stage ", 6))
				sscanf(line + 6, "%d", &stage);
			else if (!strcmp(line, "go"))
				len = sprintf(out, "done %d\n", stage);
			if (len && write(1, out, len) != len)
				return 1;
			line = end + 1;
		}
		n = b + n - line;
		memmove(b, line, n);
	}
}
