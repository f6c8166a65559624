/* Your bot for Catch the Cat: write think(); catchcat.c does the rest.
 * printf() writes to your log, not to the arena. */
#include "catchcat.h"

/* think returns your move: the cell to block if b->catcher, else the cell to
 * step to. See catchcat.h. */
struct cell think(const struct board *b)
{
	/* The cat takes the shortest way out; the catcher blocks just that. */
	int steps[MAX_SIZE][MAX_SIZE];
	steps_to_border(b, steps);
	struct cell around[6], best = {0, 0};
	int n = neighbours(b, b->cat, around), least = NO_WAY + 1;
	for (int i = 0; i < n; i++) {
		struct cell c = around[i];
		if (is_free(b, c) && steps[c.row][c.col] < least) {
			least = steps[c.row][c.col];
			best = c;
		}
	}
	return best;
}
