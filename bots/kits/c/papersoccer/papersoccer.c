#include "papersoccer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const int DX[8] = {0, 1, 1, 1, 0, -1, -1, -1};
const int DY[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

/* is_open tells whether a segment can be walked at the start. */
static bool is_open(const struct pitch *p, int x, int y, int d, bool halfway)
{
	int nx = x + DX[d], ny = y + DY[d], middle = p->width / 2;
	bool mouth = abs(x - middle) <= 1 && abs(nx - middle) <= 1;
	if (ny < 0 || ny > p->length) /* a goal, from the mouth's middle or straight into its middle */
		return mouth && (x == middle || nx == middle);
	if (nx < 0 || nx > p->width)
		return false;
	if (x == nx)
		return x > 0 && x < p->width;
	if (y == ny && (y == 0 || y == p->length))
		return mouth;
	return !(y == ny && halfway && y == p->length / 2);
}

static void draw(struct pitch *p, int width, int length, int attack, bool halfway)
{
	p->width = width;
	p->length = length;
	p->attack = attack;
	p->x = width / 2;
	p->y = length / 2;
	memset(p->closed, 255, sizeof p->closed);
	for (int y = 0; y <= length; y++)
		for (int x = 0; x <= width; x++)
			for (int d = 0; d < 8; d++)
				if (is_open(p, x, y, d, halfway))
					p->closed[y + 1][x] &= (unsigned char)~(1 << d);
}

unsigned ways(const struct pitch *p)
{
	if (p->y < 0 || p->y > p->length)
		return 0;
	return ~p->closed[p->y + 1][p->x] & 255u;
}

enum event step(struct pitch *p, int d)
{
	p->walk[p->walked++] = (unsigned char)d;
	p->closed[p->y + 1][p->x] |= (unsigned char)(1 << d);
	p->x += DX[d];
	p->y += DY[d];
	bool fresh = p->closed[p->y + 1][p->x] == 0;
	p->closed[p->y + 1][p->x] |= (unsigned char)(1 << (d ^ 4));
	if (p->y < 0)
		return p->attack > 0 ? MINE : THEIRS;
	if (p->y > p->length)
		return p->attack > 0 ? THEIRS : MINE;
	if (fresh)
		return FRESH;
	return ways(p) ? AGAIN : STUCK;
}

void undo(struct pitch *p)
{
	int d = p->walk[--p->walked];
	p->closed[p->y + 1][p->x] &= (unsigned char)~(1 << (d ^ 4));
	p->x -= DX[d];
	p->y -= DY[d];
	p->closed[p->y + 1][p->x] &= (unsigned char)~(1 << d);
}

/* next_byte reads a byte, or returns -1 at the end. Reading may be interrupted:
 * the arena stops a bot while its opponent thinks. */
static int next_byte(void)
{
	static unsigned char buffer[4096];
	static ssize_t have, used;
	if (used == have) {
		used = 0;
		while ((have = read(STDIN_FILENO, buffer, sizeof buffer)) < 0 && errno == EINTR)
			;
		if (have <= 0)
			return have = 0, -1;
	}
	return buffer[used++];
}

static void send_turn(int wire, const struct turn *t, char first)
{
	static char text[MAX_TURN + 3];
	size_t n = 0, sent = 0;
	text[n++] = '{';
	for (int i = 0; i < t->length; i++)
		text[n++] = (char)(first + t->steps[i]);
	text[n++] = '}';
	text[n++] = '\n';
	while (sent < n) {
		ssize_t now = write(wire, text + sent, n - sent);
		if (now < 0 && errno == EINTR)
			continue;
		if (now < 0)
			exit(1);
		sent += (size_t)now;
	}
}

/* read_opening reads w SIZE, l SIZE, c COLOUR, each with a newline. A size is
 * one byte, and the contest's length, 10, is a newline itself: bytes are
 * counted here, not lines. */
static bool read_opening(struct pitch *p, bool halfway)
{
	unsigned char o[9];
	for (int i = 0; i < 9; i++) {
		int c = next_byte();
		if (c < 0)
			return false;
		o[i] = (unsigned char)c;
	}
	if (o[0] != 'w' || o[3] != 'l' || o[6] != 'c' || o[1] >= MAX_SIDE || o[4] >= MAX_SIDE) {
		fprintf(stderr, "no opening of Paper Soccer\n");
		exit(1);
	}
	draw(p, o[1], o[4], o[7] == 'r' ? 1 : -1, halfway);
	return true;
}

/* Arguments, for matches unlike the contest's: "plain" where no halfway line
 * is drawn, "letters" where directions are written a to h. */
int main(int argc, char **argv)
{
	static struct pitch p;
	bool halfway = true, letters = false, within = false;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "plain") == 0)
			halfway = false;
		if (strcmp(argv[i], "letters") == 0)
			letters = true;
	}
	int wire = dup(STDOUT_FILENO), c;
	dup2(STDERR_FILENO, STDOUT_FILENO); /* a stray printf would be taken for a turn */
	if (!read_opening(&p, halfway))
		return 0;
	while ((c = next_byte()) >= 0) {
		if (c == '{') {
			within = true;
		} else if (within && c >= '0' && c <= '7') {
			step(&p, c - '0');
		} else if (within && c >= 'a' && c <= 'h') {
			letters = true;
			step(&p, c - 'a');
		} else if (within && c == '}') {
			within = false;
			struct turn t = think(&p);
			for (int i = 0; i < t.length; i++)
				step(&p, t.steps[i]);
			send_turn(wire, &t, letters ? 'a' : '0');
		}
	}
	return 0;
}
