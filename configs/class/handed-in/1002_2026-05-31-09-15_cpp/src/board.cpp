#include "board.h"

#include <algorithm>

std::vector<Cell> Board::ways() const {
	auto [r, c] = cat;
	int left = r % 2 ? c : c - 1;
	std::vector<Cell> free;
	for (Cell n : {Cell{r, c - 1}, {r, c + 1}, {r - 1, left}, {r - 1, left + 1}, {r + 1, left}, {r + 1, left + 1}})
		if (n.first >= 0 && n.second >= 0 && n.first < rows && n.second < cols && !blocked.count(n))
			free.push_back(n);
	return free;
}

int Board::toBorder(Cell c) const { return std::min({c.first, rows - 1 - c.first, c.second, cols - 1 - c.second}); }
