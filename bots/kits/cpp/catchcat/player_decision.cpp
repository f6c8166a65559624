// Your bot for Catch the Cat: write PlayerDecision::think(); catchcat.cpp does
// the rest. std::cout and printf write to your log, not to the arena.
#include "catchcat.h"

// think returns your move: the cell to block if board.catcher, else the cell to
// step to. It is called on one object for the whole match: what has to be
// remembered can be a member of PlayerDecision, in catchcat.h.
Cell PlayerDecision::think(const Board &board)
{
	// The cat takes the shortest way out; the catcher blocks just that.
	auto steps = board.stepsToBorder();
	Cell best{0, 0};
	int least = Board::noWay + 1;
	for (Cell c : board.neighbours(board.cat)) {
		if (board.isFree(c) && steps[c.row][c.col] < least) {
			least = steps[c.row][c.col];
			best = c;
		}
	}
	return best;
}
