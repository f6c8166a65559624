#pragma once
#include <set>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;

struct Board {
	int rows = 0, cols = 0;
	Cell cat;
	std::set<Cell> blocked;

	std::vector<Cell> ways() const; // free cells beside the cat
	int toBorder(Cell c) const;
};
