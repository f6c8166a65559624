/* What every bot for Catch the Cat needs: the board and the talk with the arena. */
#ifndef CATCHCAT_H
#define CATCHCAT_H

#include <stdbool.h>

enum {
	MAX_SIZE = 25, /* of a board that an arena plays on */
	NO_WAY = 10000 /* steps_to_border where there is no way */
};

/* Rows and columns count from 0. */
struct cell {
	int row, col;
};

/* The board as it is now. */
struct board {
	bool catcher; /* whether you block cells; otherwise you are the cat */
	int rows, cols;
	struct cell cat;
	bool blocked[MAX_SIZE][MAX_SIZE];
};

bool inside(const struct board *b, struct cell c);

/* is_border tells whether the cat wins on this cell. */
bool is_border(const struct board *b, struct cell c);

/* is_free tells whether a cell can be blocked or stepped on. */
bool is_free(const struct board *b, struct cell c);

/* neighbours writes the up to six cells around a cell and returns their
 * number; odd rows lie half a cell to the right. */
int neighbours(const struct board *b, struct cell c, struct cell around[6]);

/* steps_to_border writes the number of steps from each free cell to the border
 * ring, 0 on it, NO_WAY where it cannot be reached. */
void steps_to_border(const struct board *b, int steps[MAX_SIZE][MAX_SIZE]);

/* Yours, in bot.c. */
struct cell think(const struct board *b);

#endif
