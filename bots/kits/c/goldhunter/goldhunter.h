/* What every bot for Gold Hunter needs: what is known of the game, and the
 * talk with the arena. */
#ifndef GOLDHUNTER_H
#define GOLDHUNTER_H

#include <stdbool.h>

enum { MAX_SIDE = 100, MAX_CELLS = MAX_SIDE * MAX_SIDE, NO_WAY = -1 };

enum kind { HUNTER, MINER, SPY };
enum direction { UP, RIGHT, DOWN, LEFT };

/* Steps of the four directions. */
extern const int D_ROW[4], D_COL[4];

/* A unit of yours, or an enemy that is seen now (then id and left are -1). */
struct unit {
	int id;
	enum kind kind;
	int row, col;
	enum direction facing;
	/* A hunter's bullets, the digs that a miner's cell still needs (0: no gold
	 * there), or the stages that a spy can still be hidden. */
	int left;
	bool hidden;
};

struct bullet {
	int row, col;
	enum direction facing;
};

struct gold {
	int value; /* 0 where no gold is known */
	int left;  /* digs that it still needs, 1 to 3 */
};

/* What is known. Ground and gold are remembered from stage to stage; all the
 * rest is of this stage. */
struct game {
	int team, rows, cols;
	int hunters, miners, spies; /* of each team at the start */
	int bullets_each;           /* of a hunter at the start */
	int hidden_each;            /* stages that a spy can be hidden */
	int stages;                 /* of the match */
	int stage;                  /* this one, from 1 */
	int mine, theirs;           /* scores */
	char ground[MAX_SIDE][MAX_SIDE]; /* '?' unknown, '.' ground, '#' rock */
	struct gold gold[MAX_SIDE][MAX_SIDE];
	int unit_count, foe_count, bullet_count;
	struct unit units[MAX_CELLS];     /* yours that live */
	struct unit foes[MAX_CELLS];      /* enemies that are seen */
	struct bullet bullets[MAX_CELLS]; /* bullets that are seen */

	/* Of goldhunter.c: this stage's gold and orders, and the cells that moves
	 * lead to. */
	struct gold seen[MAX_SIDE][MAX_SIDE];
	bool taken[MAX_SIDE][MAX_SIDE];
	struct order {
		const char *word, *direction;
	} orders[MAX_CELLS]; /* by the unit's id */
};

/* Orders. The last one that is given to a unit counts. */
void order_move(struct game *g, const struct unit *u); /* one cell ahead */
void order_rotate(struct game *g, const struct unit *u, int direction);
void order_fire(struct game *g, const struct unit *u); /* hunters */
void order_hide(struct game *g, const struct unit *u); /* spies: invisible to the enemy */
void order_show(struct game *g, const struct unit *u); /* spies: visible again, saves hidden stages */

/* ground_at returns what a cell is; rock off the board. */
char ground_at(const struct game *g, int row, int col);

bool is_gold(const struct game *g, int row, int col);

/* is_frontier tells whether a neighbour of the cell is unknown. */
bool is_frontier(const struct game *g, int row, int col);

/* foe_ahead tells whether the first unit straight ahead, before any rock, is
 * an enemy. */
bool foe_ahead(const struct game *g, const struct unit *u);

/* way_to returns the direction of the first step on a shortest way over known
 * ground to a cell for which goal is true, or NO_WAY. It goes round the units
 * that are seen and the cells that this stage's moves lead to. */
int way_to(const struct game *g, const struct unit *u, bool (*goal)(const struct game *g, int row, int col));

/* Yours, in bot.c. */
void think(struct game *g);

#endif
