/* What every bot for Paper Soccer needs: the pitch and the talk with the arena. */
#ifndef PAPERSOCCER_H
#define PAPERSOCCER_H

#include <stdbool.h>

enum {
	MAX_SIDE = 255,
	MAX_TURN = 4096 /* more steps than any turn of the contest's pitch has */
};

/* What a step leads to. */
enum event {
	AGAIN,  /* the point has a line already: the turn must go on */
	FRESH,  /* the first line at this point: the turn is complete */
	STUCK,  /* no way on: whoever made the step loses */
	MINE,   /* the ball is in your own goal */
	THEIRS, /* the ball is in the opponent's goal */
};

/* Steps east and south of the directions 0 (north) clockwise to 7 (north-west). */
extern const int DX[8], DY[8];

/* The pitch as it is now. x counts from the west, y from the north, both from
 * 0; the goals' points have y = -1 and y = length + 1. */
struct pitch {
	int width, length;
	int attack; /* 1 if you attack southward (red), else -1 */
	int x, y;   /* the ball */
	/* The directions that are closed at a point (x,y), a bit each: drawn or off
	 * the pitch. A point has a line if and only if one is closed. */
	unsigned char closed[MAX_SIDE + 2][MAX_SIDE]; /* [y + 1][x] */
	int walked;                                   /* steps made so far */
	unsigned char walk[4 * MAX_SIDE * MAX_SIDE + 64];
};

struct turn {
	int length;
	unsigned char steps[MAX_TURN];
};

/* ways returns the directions in which the ball can go, a bit each. */
unsigned ways(const struct pitch *p);

/* step moves the ball along an open direction. */
enum event step(struct pitch *p, int direction);

/* undo takes back the last step. */
void undo(struct pitch *p);

/* Yours, in bot.c. */
struct turn think(struct pitch *p);

#endif
