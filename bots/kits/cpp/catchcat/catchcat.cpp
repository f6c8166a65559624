#include "catchcat.h"

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <unistd.h>

bool Board::inside(Cell c) const { return c.row >= 0 && c.row < rows && c.col >= 0 && c.col < cols; }

bool Board::isBorder(Cell c) const
{
	return c.row == 0 || c.row == rows - 1 || c.col == 0 || c.col == cols - 1;
}

bool Board::isFree(Cell c) const { return inside(c) && !blocked[c.row][c.col] && !(c == cat); }

std::vector<Cell> Board::neighbours(Cell c) const
{
	int left = c.row % 2 == 0 ? c.col - 1 : c.col;
	const Cell all[] = {
		{c.row, c.col - 1}, {c.row, c.col + 1}, {c.row - 1, left},
		{c.row - 1, left + 1}, {c.row + 1, left}, {c.row + 1, left + 1},
	};
	std::vector<Cell> around;
	for (Cell n : all)
		if (inside(n))
			around.push_back(n);
	return around;
}

std::vector<std::vector<int>> Board::stepsToBorder() const
{
	std::vector<std::vector<int>> steps(rows, std::vector<int>(cols, noWay));
	std::vector<Cell> queue;
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < cols; c++)
			if (isBorder({r, c}) && isFree({r, c})) {
				steps[r][c] = 0;
				queue.push_back({r, c});
			}
	for (size_t next = 0; next < queue.size(); next++) {
		Cell at = queue[next];
		for (Cell n : neighbours(at))
			if (isFree(n) && steps[n.row][n.col] == noWay) {
				steps[n.row][n.col] = steps[at.row][at.col] + 1;
				queue.push_back(n);
			}
	}
	return steps;
}

void Board::block(Cell c)
{
	if (inside(c))
		blocked[c.row][c.col] = true;
}

namespace {

// Wire reads and writes whole lines. Both may be interrupted: the arena stops a
// bot while its opponent thinks.
class Wire {
public:
	Wire() : out(dup(STDOUT_FILENO))
	{
		dup2(STDERR_FILENO, STDOUT_FILENO); // a stray print would be taken for a move
	}

	bool readLine(std::string &line)
	{
		size_t end;
		while ((end = text.find('\n')) == std::string::npos) {
			char buffer[4096];
			ssize_t n = read(STDIN_FILENO, buffer, sizeof buffer);
			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				return false;
			text.append(buffer, n);
		}
		line = text.substr(0, end);
		text.erase(0, end + 1);
		return true;
	}

	void send(const std::string &line) const
	{
		for (size_t sent = 0; sent < line.size();) {
			ssize_t n = write(out, line.data() + sent, line.size() - sent);
			if (n < 0 && errno == EINTR)
				continue;
			if (n < 0)
				std::exit(1);
			sent += n;
		}
	}

private:
	int out;
	std::string text;
};

void takeTurn(Board &board, PlayerDecision &player, const Wire &wire)
{
	Cell c = player.think(board);
	if (board.catcher)
		board.block(c);
	else
		board.cat = c;
	wire.send((board.catcher ? "block " : "move ") + std::to_string(c.row) + " " + std::to_string(c.col) + "\n");
}

} // namespace

int main()
{
	Wire wire;
	Board board;
	PlayerDecision player;
	std::string line;
	while (wire.readLine(line)) {
		std::istringstream fields(line);
		std::string word, role;
		Cell c{0, 0};
		fields >> word;
		if (word == "role") {
			fields >> role;
			board.catcher = role == "catcher";
		} else if (word == "board") {
			fields >> board.rows >> board.cols;
			board.blocked.assign(board.rows, std::vector<bool>(board.cols, false));
		} else if (word == "cat") {
			fields >> board.cat.row >> board.cat.col;
		} else if (word == "blocked") {
			fields >> c.row >> c.col;
			board.block(c);
		} else if (word == "start") {
			wire.send("ready\n");
		} else if (word == "go") {
			takeTurn(board, player, wire);
		} else if (word == "block") {
			fields >> c.row >> c.col;
			board.block(c);
			takeTurn(board, player, wire);
		} else if (word == "move") {
			fields >> board.cat.row >> board.cat.col;
			takeTurn(board, player, wire);
		} else if (word == "end") {
			break;
		} // anything else is of a newer arena, and not a request
	}
}
