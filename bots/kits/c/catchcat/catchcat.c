#include "catchcat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool inside(const struct board *b, struct cell c)
{
	return c.row >= 0 && c.row < b->rows && c.col >= 0 && c.col < b->cols;
}

bool is_border(const struct board *b, struct cell c)
{
	return c.row == 0 || c.row == b->rows - 1 || c.col == 0 || c.col == b->cols - 1;
}

bool is_free(const struct board *b, struct cell c)
{
	return inside(b, c) && !b->blocked[c.row][c.col] && !(c.row == b->cat.row && c.col == b->cat.col);
}

int neighbours(const struct board *b, struct cell c, struct cell around[6])
{
	int left = c.row % 2 == 0 ? c.col - 1 : c.col, n = 0;
	const struct cell all[6] = {
		{c.row, c.col - 1}, {c.row, c.col + 1}, {c.row - 1, left},
		{c.row - 1, left + 1}, {c.row + 1, left}, {c.row + 1, left + 1},
	};
	for (int i = 0; i < 6; i++)
		if (inside(b, all[i]))
			around[n++] = all[i];
	return n;
}

void steps_to_border(const struct board *b, int steps[MAX_SIZE][MAX_SIZE])
{
	struct cell queue[MAX_SIZE * MAX_SIZE], around[6];
	int end = 0;
	for (int r = 0; r < b->rows; r++)
		for (int c = 0; c < b->cols; c++) {
			struct cell at = {r, c};
			steps[r][c] = NO_WAY;
			if (is_border(b, at) && is_free(b, at)) {
				steps[r][c] = 0;
				queue[end++] = at;
			}
		}
	for (int next = 0; next < end; next++) {
		struct cell at = queue[next];
		int n = neighbours(b, at, around);
		for (int i = 0; i < n; i++) {
			struct cell to = around[i];
			if (is_free(b, to) && steps[to.row][to.col] == NO_WAY) {
				steps[to.row][to.col] = steps[at.row][at.col] + 1;
				queue[end++] = to;
			}
		}
	}
}

/* read_line reads a line without its end, at most size - 1 bytes of it, and
 * reports whether there was one. Reading may be interrupted: the arena stops
 * a bot while its opponent thinks. */
static bool read_line(char *line, size_t size)
{
	static char buffer[4096];
	static ssize_t have, used;
	size_t n = 0;
	for (;;) {
		if (used == have) {
			used = 0;
			while ((have = read(STDIN_FILENO, buffer, sizeof buffer)) < 0 && errno == EINTR)
				;
			if (have <= 0) {
				have = 0;
				line[n] = '\0';
				return n > 0;
			}
		}
		char c = buffer[used++];
		if (c == '\n') {
			line[n] = '\0';
			return true;
		}
		if (n + 1 < size)
			line[n++] = c;
	}
}

static int wire; /* stdout as it was */

static void send_line(const char *line)
{
	size_t left = strlen(line);
	while (left > 0) {
		ssize_t n = write(wire, line, left);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			exit(1);
		line += n;
		left -= (size_t)n;
	}
}

/* numbers reads two numbers after a line's first word. */
static struct cell numbers(const char *rest)
{
	struct cell c = {0, 0};
	if (sscanf(rest, "%d %d", &c.row, &c.col) != 2 || c.row < 0 || c.col < 0 || c.row > MAX_SIZE || c.col > MAX_SIZE) {
		fprintf(stderr, "not two numbers up to %d: %s\n", MAX_SIZE, rest);
		exit(1);
	}
	return c;
}

static void block(struct board *b, struct cell c)
{
	if (inside(b, c))
		b->blocked[c.row][c.col] = true;
}

static void take_turn(struct board *b)
{
	char text[64];
	struct cell c = think(b);
	if (b->catcher)
		block(b, c);
	else
		b->cat = c;
	snprintf(text, sizeof text, "%s %d %d\n", b->catcher ? "block" : "move", c.row, c.col);
	send_line(text);
}

int main(void)
{
	static struct board b;
	char line[256], word[16];
	wire = dup(STDOUT_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO); /* a stray printf would be taken for a move */
	while (read_line(line, sizeof line)) {
		int at = 0;
		if (sscanf(line, "%15s %n", word, &at) < 1)
			continue;
		const char *rest = line + at;
		if (strcmp(word, "role") == 0) {
			b.catcher = strncmp(rest, "catcher", 7) == 0;
		} else if (strcmp(word, "board") == 0) {
			struct cell size = numbers(rest);
			b.rows = size.row;
			b.cols = size.col;
		} else if (strcmp(word, "cat") == 0) {
			b.cat = numbers(rest);
		} else if (strcmp(word, "blocked") == 0) {
			block(&b, numbers(rest));
		} else if (strcmp(word, "start") == 0) {
			send_line("ready\n");
		} else if (strcmp(word, "go") == 0) {
			take_turn(&b);
		} else if (strcmp(word, "block") == 0) {
			block(&b, numbers(rest));
			take_turn(&b);
		} else if (strcmp(word, "move") == 0) {
			b.cat = numbers(rest);
			take_turn(&b);
		} else if (strcmp(word, "end") == 0) {
			break;
		} /* anything else is of a newer arena, and not a request */
	}
	return 0;
}
