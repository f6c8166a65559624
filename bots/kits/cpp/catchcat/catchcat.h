// What every bot for Catch the Cat needs: the board and the talk with the arena.
#pragma once

#include <vector>

// Rows and columns count from 0.
struct Cell {
	int row, col;
	bool operator==(const Cell &o) const { return row == o.row && col == o.col; }
};

// The board as it is now.
struct Board {
	static constexpr int noWay = 10000; // stepsToBorder where there is no way

	bool catcher = false; // whether you block cells; otherwise you are the cat
	int rows = 0, cols = 0;
	Cell cat{0, 0};
	std::vector<std::vector<bool>> blocked; // by row and column

	bool inside(Cell c) const;

	// isBorder tells whether the cat wins on this cell.
	bool isBorder(Cell c) const;

	// isFree tells whether a cell can be blocked or stepped on.
	bool isFree(Cell c) const;

	// neighbours returns the up to six cells around a cell; odd rows lie half a
	// cell to the right.
	std::vector<Cell> neighbours(Cell c) const;

	// stepsToBorder returns, by row and column, the number of steps from each
	// free cell to the border ring, 0 on it, noWay where it cannot be reached.
	std::vector<std::vector<int>> stepsToBorder() const;

	// block notes a blocked cell.
	void block(Cell c);
};

// Yours, in player_decision.cpp.
class PlayerDecision {
public:
	Cell think(const Board &board);
};
