/* A trivial player of Catch the Cat, for a class of a hundred of them: the
   catcher blocks the first free cell in row order, the cat goes to its first free
   neighbour. Nothing but the kernel between it and the arena. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char blocked[25][25];
static int rows, cols, row, col, catcher;

static int is_free(int r, int c) {
	return r >= 0 && r < rows && c >= 0 && c < cols && !blocked[r][c] && (r != row || c != col);
}

static void say(const char *word, int r, int c) {
	char line[32];
	int n = snprintf(line, sizeof line, "%s %d %d\n", word, r, c);
	if (write(1, line, n) != n)
		_exit(1);
}

static void answer(void) {
	if (catcher) {
		for (int r = 0; r < rows; r++)
			for (int c = 0; c < cols; c++)
				if (is_free(r, c)) {
					blocked[r][c] = 1;
					say("block", r, c);
					return;
				}
	}
	int left = col - 1 + row % 2;
	int next[6][2] = {{row, col - 1}, {row, col + 1}, {row - 1, left}, {row - 1, left + 1}, {row + 1, left}, {row + 1, left + 1}};
	for (int i = 0; i < 6; i++)
		if (is_free(next[i][0], next[i][1])) {
			row = next[i][0], col = next[i][1];
			say("move", row, col);
			return;
		}
}

static void hear(const char *line) {
	int a, b;
	if (!strncmp(line, "role ", 5))
		catcher = !strcmp(line + 5, "catcher");
	else if (sscanf(line, "board %d %d", &a, &b) == 2)
		rows = a, cols = b;
	else if (sscanf(line, "cat %d %d", &a, &b) == 2)
		row = a, col = b;
	else if (sscanf(line, "blocked %d %d", &a, &b) == 2)
		blocked[a][b] = 1;
	else if (!strcmp(line, "start")) {
		if (write(1, "ready\n", 6) != 6)
			_exit(1);
	} else if (!strcmp(line, "go"))
		answer();
	else if (sscanf(line, "block %d %d", &a, &b) == 2)
		blocked[a][b] = 1, answer();
	else if (sscanf(line, "move %d %d", &a, &b) == 2)
		row = a, col = b, answer();
}

int main(void) {
	static char in[65536];
	size_t have = 0;
	for (;;) {
		ssize_t n = read(0, in + have, sizeof in - have);
		if (n <= 0)
			return 0;
		have += n;
		char *at = in, *end;
		while ((end = memchr(at, '\n', in + have - at))) {
			*end = 0;
			hear(at);
			at = end + 1;
		}
		have -= at - in;
		memmove(in, at, have);
	}
}
