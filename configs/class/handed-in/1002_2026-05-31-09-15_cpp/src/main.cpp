#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

#include "board.h"

int main() {
	Board board;
	bool catcher = false;
	for (std::string line, word; std::getline(std::cin, line);) {
		std::istringstream in(line);
		in >> word;
		Cell c;
		if (word == "role") {
			in >> word;
			catcher = word == "catcher";
			continue;
		}
		in >> c.first >> c.second;
		if (word == "board")
			board.rows = c.first, board.cols = c.second;
		else if (word == "cat" || word == "move")
			board.cat = c;
		else if (word == "blocked" || word == "block")
			board.blocked.insert(c);
		else if (word == "start")
			std::cout << "ready" << std::endl;
		if (word != "go" && word != "block" && word != "move")
			continue;
		auto ways = board.ways();
		c = *std::min_element(ways.begin(), ways.end(), [&](Cell a, Cell b) { return board.toBorder(a) < board.toBorder(b); });
		if (catcher)
			board.blocked.insert(c);
		else
			board.cat = c;
		std::cout << (catcher ? "block " : "move ") << c.first << ' ' << c.second << std::endl;
	}
}
