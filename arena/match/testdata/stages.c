/* A trivial bot of Gold Hunter: it reads every stage to its end and gives no
   order. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
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
