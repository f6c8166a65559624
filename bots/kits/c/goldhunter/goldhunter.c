#include "goldhunter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const int D_ROW[4] = {-1, 0, 1, 0};
const int D_COL[4] = {0, 1, 0, -1};

static const char *const DIRECTIONS[4] = {"up", "right", "down", "left"};
static const char *const KINDS[3] = {"hunter", "miner", "spy"};

static bool inside(const struct game *g, int row, int col)
{
	return row >= 0 && row < g->rows && col >= 0 && col < g->cols;
}

static void give(struct game *g, const struct unit *u, const char *word, const char *direction)
{
	g->orders[u->id].word = word;
	g->orders[u->id].direction = direction;
}

void order_move(struct game *g, const struct unit *u)
{
	int row = u->row + D_ROW[u->facing], col = u->col + D_COL[u->facing];
	if (inside(g, row, col))
		g->taken[row][col] = true;
	give(g, u, "move", NULL);
}

void order_rotate(struct game *g, const struct unit *u, int direction)
{
	give(g, u, "rotate", DIRECTIONS[direction]);
}

void order_fire(struct game *g, const struct unit *u) { give(g, u, "fire", NULL); }
void order_hide(struct game *g, const struct unit *u) { give(g, u, "hide", NULL); }
void order_show(struct game *g, const struct unit *u) { give(g, u, "show", NULL); }

char ground_at(const struct game *g, int row, int col)
{
	return inside(g, row, col) ? g->ground[row][col] : '#';
}

bool is_gold(const struct game *g, int row, int col)
{
	return g->gold[row][col].value > 0;
}

bool is_frontier(const struct game *g, int row, int col)
{
	for (int r = row - 1; r <= row + 1; r++)
		for (int c = col - 1; c <= col + 1; c++)
			if (ground_at(g, r, c) == '?')
				return true;
	return false;
}

static bool stands(const struct unit *list, int count, int row, int col)
{
	for (int i = 0; i < count; i++)
		if (list[i].row == row && list[i].col == col)
			return true;
	return false;
}

bool foe_ahead(const struct game *g, const struct unit *u)
{
	int row = u->row + D_ROW[u->facing], col = u->col + D_COL[u->facing];
	while (ground_at(g, row, col) == '.' && !stands(g->units, g->unit_count, row, col)) {
		if (stands(g->foes, g->foe_count, row, col))
			return true;
		row += D_ROW[u->facing];
		col += D_COL[u->facing];
	}
	return false;
}

int way_to(const struct game *g, const struct unit *u, bool (*goal)(const struct game *g, int row, int col))
{
	static struct step {
		int row, col, first;
	} queue[MAX_CELLS + 1];
	static bool seen[MAX_SIDE][MAX_SIDE];
	int end = 0;
	memcpy(seen, g->taken, sizeof seen);
	for (int i = 0; i < g->unit_count; i++)
		seen[g->units[i].row][g->units[i].col] = true;
	for (int i = 0; i < g->foe_count; i++)
		seen[g->foes[i].row][g->foes[i].col] = true;
	queue[end++] = (struct step){u->row, u->col, NO_WAY};
	for (int next = 0; next < end; next++) {
		struct step at = queue[next];
		for (int d = 0; d < 4; d++) {
			int row = at.row + D_ROW[d], col = at.col + D_COL[d];
			int first = at.first == NO_WAY ? d : at.first;
			if (ground_at(g, row, col) != '.' || seen[row][col])
				continue;
			if (goal(g, row, col))
				return first;
			seen[row][col] = true;
			queue[end++] = (struct step){row, col, first};
		}
	}
	return NO_WAY;
}

/* read_line reads a line without its end, at most size - 1 bytes of it, and
 * reports whether there was one. Reading may be interrupted: the arena stops
 * a bot while its opponent thinks. */
static bool read_line(char *line, size_t size)
{
	static char buffer[65536];
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

static void send_text(const char *text, size_t left)
{
	while (left > 0) {
		ssize_t n = write(wire, text, left);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			exit(1);
		text += n;
		left -= (size_t)n;
	}
}

/* send_orders sends a stage's orders at once. */
static void send_orders(const struct game *g)
{
	static char text[32 * MAX_CELLS];
	size_t n = 0;
	for (int id = 0; id < MAX_CELLS; id++) {
		const struct order *o = &g->orders[id];
		if (o->word != NULL)
			n += (size_t)sprintf(text + n, "%s %d%s%s\n", o->word, id, o->direction ? " " : "", o->direction ? o->direction : "");
	}
	n += (size_t)sprintf(text + n, "done %d\n", g->stage);
	send_text(text, n);
}

static int name_of(const char *word, const char *const *names, int count)
{
	for (int i = 0; i < count; i++)
		if (strcmp(word, names[i]) == 0)
			return i;
	return 0;
}

static void header(struct game *g, const char *word, const char *rest)
{
	if (strcmp(word, "team") == 0) {
		g->team = atoi(rest);
	} else if (strcmp(word, "board") == 0) {
		if (sscanf(rest, "%d %d", &g->rows, &g->cols) != 2 || g->rows > MAX_SIDE || g->cols > MAX_SIDE) {
			fprintf(stderr, "no board: %s\n", rest);
			exit(1);
		}
		memset(g->ground, '?', sizeof g->ground);
	} else if (strcmp(word, "units") == 0) {
		sscanf(rest, "%d %d %d", &g->hunters, &g->miners, &g->spies);
	} else if (strcmp(word, "bullets") == 0) {
		g->bullets_each = atoi(rest);
	} else if (strcmp(word, "hidden") == 0) {
		g->hidden_each = atoi(rest);
	} else if (strcmp(word, "stages") == 0) {
		g->stages = atoi(rest);
	}
}

static void begin(struct game *g, int stage)
{
	g->stage = stage;
	g->unit_count = g->foe_count = g->bullet_count = 0;
	memset(g->seen, 0, sizeof g->seen);
	memset(g->taken, 0, sizeof g->taken);
	memset(g->orders, 0, sizeof g->orders);
}

/* see notes what was told of a row of cells. */
static void see(struct game *g, const char *rest)
{
	int row, col, at = 0;
	if (sscanf(rest, "%d %d %n", &row, &col, &at) != 2 || at == 0)
		return;
	for (const char *c = rest + at; (*c == '.' || *c == '#') && inside(g, row, col); c++)
		g->ground[row][col++] = *c;
}

static void stage_line(struct game *g, const char *word, const char *rest)
{
	struct unit u = {-1, HUNTER, 0, 0, UP, -1, false};
	struct bullet b;
	struct gold gold;
	int row, col;
	char kind[16], facing[16], hidden[16] = "";
	if (strcmp(word, "stage") == 0) {
		begin(g, atoi(rest));
	} else if (strcmp(word, "score") == 0) {
		sscanf(rest, "%d %d", &g->mine, &g->theirs);
	} else if (strcmp(word, "unit") == 0 && g->unit_count < MAX_CELLS) {
		if (sscanf(rest, "%d %15s %d %d %15s %d %15s", &u.id, kind, &u.row, &u.col, facing, &u.left, hidden) < 6 ||
		    u.id < 0 || u.id >= MAX_CELLS || !inside(g, u.row, u.col))
			return;
		u.kind = (enum kind)name_of(kind, KINDS, 3);
		u.facing = (enum direction)name_of(facing, DIRECTIONS, 4);
		u.hidden = strcmp(hidden, "hidden") == 0;
		g->units[g->unit_count++] = u;
	} else if (strcmp(word, "foe") == 0 && g->foe_count < MAX_CELLS) {
		if (sscanf(rest, "%15s %d %d %15s", kind, &u.row, &u.col, facing) != 4 || !inside(g, u.row, u.col))
			return;
		u.kind = (enum kind)name_of(kind, KINDS, 3);
		u.facing = (enum direction)name_of(facing, DIRECTIONS, 4);
		g->foes[g->foe_count++] = u;
	} else if (strcmp(word, "bullet") == 0 && g->bullet_count < MAX_CELLS) {
		if (sscanf(rest, "%d %d %15s", &b.row, &b.col, facing) != 3)
			return;
		b.facing = (enum direction)name_of(facing, DIRECTIONS, 4);
		g->bullets[g->bullet_count++] = b;
	} else if (strcmp(word, "gold") == 0) {
		if (sscanf(rest, "%d %d %d %d", &row, &col, &gold.value, &gold.left) == 4 && inside(g, row, col))
			g->seen[row][col] = gold;
	} else if (strcmp(word, "see") == 0) {
		see(g, rest);
	} /* anything else is of a newer arena */
}

/* remember brings the known gold up to date: around a unit all of it is told. */
static void remember(struct game *g)
{
	for (int i = 0; i < g->unit_count; i++)
		for (int r = g->units[i].row - 1; r <= g->units[i].row + 1; r++)
			for (int c = g->units[i].col - 1; c <= g->units[i].col + 1; c++)
				if (inside(g, r, c))
					g->gold[r][c] = g->seen[r][c];
}

int main(void)
{
	static struct game g;
	static char line[4096];
	char word[16];
	bool started = false;
	wire = dup(STDOUT_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO); /* a stray printf would be taken for an order */
	while (read_line(line, sizeof line)) {
		int at = 0;
		if (sscanf(line, "%15s %n", word, &at) < 1)
			continue;
		if (strcmp(word, "end") == 0) {
			break;
		} else if (strcmp(word, "start") == 0) {
			started = true;
			send_text("ready\n", 6);
		} else if (!started) {
			header(&g, word, line + at);
		} else if (strcmp(word, "go") == 0) {
			remember(&g);
			think(&g);
			send_orders(&g);
		} else {
			stage_line(&g, word, line + at);
		}
	}
	return 0;
}
