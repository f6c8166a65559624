#include "goldhunter.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

static const char *const directionNames[] = {"up", "right", "down", "left"};
static const char *const kindNames[] = {"hunter", "miner", "spy"};

void Game::move(const Unit &unit)
{
	orders[unit.id] = "move " + std::to_string(unit.id);
	taken.insert({unit.row + D_ROW[int(unit.facing)], unit.col + D_COL[int(unit.facing)]});
}

void Game::rotate(const Unit &unit, Direction direction)
{
	orders[unit.id] = "rotate " + std::to_string(unit.id) + " " + directionNames[int(direction)];
}

void Game::fire(const Unit &unit) { orders[unit.id] = "fire " + std::to_string(unit.id); }
void Game::hide(const Unit &unit) { orders[unit.id] = "hide " + std::to_string(unit.id); }
void Game::show(const Unit &unit) { orders[unit.id] = "show " + std::to_string(unit.id); }

char Game::groundAt(int row, int col) const
{
	return row >= 0 && row < rows && col >= 0 && col < cols ? ground[row][col] : '#';
}

bool Game::isGold(int row, int col) const { return gold.count({row, col}) > 0; }

bool Game::isFrontier(int row, int col) const
{
	for (int r = row - 1; r <= row + 1; r++)
		for (int c = col - 1; c <= col + 1; c++)
			if (groundAt(r, c) == '?')
				return true;
	return false;
}

static bool stands(const std::vector<Unit> &list, int row, int col)
{
	return std::any_of(list.begin(), list.end(), [=](const Unit &u) { return u.row == row && u.col == col; });
}

bool Game::foeAhead(const Unit &unit) const
{
	int dRow = D_ROW[int(unit.facing)], dCol = D_COL[int(unit.facing)];
	for (int row = unit.row + dRow, col = unit.col + dCol; groundAt(row, col) == '.' && !stands(units, row, col);
	     row += dRow, col += dCol)
		if (stands(foes, row, col))
			return true;
	return false;
}

std::optional<Direction> Game::wayTo(const Unit &unit, const std::function<bool(int, int)> &goal) const
{
	struct Step {
		int row, col, first;
	};
	std::vector<Step> queue{{unit.row, unit.col, -1}};
	std::vector<std::vector<bool>> closed(rows, std::vector<bool>(cols, false));
	for (const Place &p : taken)
		if (groundAt(p.first, p.second) != '#')
			closed[p.first][p.second] = true;
	for (const auto *list : {&units, &foes})
		for (const Unit &u : *list)
			closed[u.row][u.col] = true;
	for (size_t next = 0; next < queue.size(); next++) {
		Step at = queue[next];
		for (int d = 0; d < 4; d++) {
			int row = at.row + D_ROW[d], col = at.col + D_COL[d], first = at.first < 0 ? d : at.first;
			if (groundAt(row, col) != '.' || closed[row][col])
				continue;
			if (goal(row, col))
				return Direction(first);
			closed[row][col] = true;
			queue.push_back({row, col, first});
		}
	}
	return std::nullopt;
}

// Talk is the conversation with the arena.
class Talk {
public:
	int play()
	{
		std::string line;
		bool started = false;
		while (readLine(line)) {
			std::istringstream in(line);
			std::string word;
			in >> word;
			if (word == "end") {
				break;
			} else if (word == "start") {
				started = true;
				send("ready\n");
			} else if (!started) {
				header(word, in);
			} else if (word == "go") {
				remember();
				player.think(game);
				sendOrders();
			} else {
				stageLine(word, in);
			}
		}
		return 0;
	}

private:
	Game game;
	PlayerDecision player;
	std::string text; // read and not yet used
	int out = standAside();

	// standAside returns stdout as it was: from now on a stray print, which
	// would be taken for an order, goes to stderr.
	static int standAside()
	{
		int out = dup(STDOUT_FILENO);
		dup2(STDERR_FILENO, STDOUT_FILENO);
		return out;
	}

	// readLine reads a line. Reading may be interrupted: the arena stops a bot
	// while its opponent thinks.
	bool readLine(std::string &line)
	{
		size_t end, from = 0;
		while ((end = text.find('\n', from)) == std::string::npos) {
			char buffer[65536];
			ssize_t n = read(STDIN_FILENO, buffer, sizeof buffer);
			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				return false;
			from = text.size();
			text.append(buffer, n);
		}
		line = text.substr(0, end);
		text.erase(0, end + 1);
		return true;
	}

	void send(const std::string &answer) const
	{
		for (size_t sent = 0; sent < answer.size();) {
			ssize_t n = write(out, answer.data() + sent, answer.size() - sent);
			if (n < 0 && errno == EINTR)
				continue;
			if (n < 0)
				std::exit(1);
			sent += n;
		}
	}

	void sendOrders() const
	{
		std::string answer;
		for (const auto &order : game.orders)
			answer += order.second + "\n";
		send(answer + "done " + std::to_string(game.stage) + "\n");
	}

	void header(const std::string &word, std::istream &in)
	{
		if (word == "team") {
			in >> game.team;
		} else if (word == "board") {
			in >> game.rows >> game.cols;
			game.ground.assign(game.rows, std::string(game.cols, '?'));
		} else if (word == "units") {
			in >> game.hunters >> game.miners >> game.spies;
		} else if (word == "bullets") {
			in >> game.bulletsEach;
		} else if (word == "hidden") {
			in >> game.hiddenEach;
		} else if (word == "stages") {
			in >> game.stages;
		}
	}

	template <typename T, size_t N> static T named(const char *const (&names)[N], std::istream &in)
	{
		std::string word;
		in >> word;
		return T((std::find(names, names + N, word) - names) % N);
	}

	void begin()
	{
		game.units.clear();
		game.foes.clear();
		game.bullets.clear();
		game.orders.clear();
		game.taken.clear();
		game.seen.clear();
	}

	void stageLine(const std::string &word, std::istream &in)
	{
		int row = 0, col = 0;
		if (word == "stage") {
			begin();
			in >> game.stage;
		} else if (word == "score") {
			in >> game.mine >> game.theirs;
		} else if (word == "unit") {
			Unit u;
			std::string hidden;
			in >> u.id;
			u.kind = named<Kind>(kindNames, in);
			in >> u.row >> u.col;
			u.facing = named<Direction>(directionNames, in);
			in >> u.left >> hidden;
			u.hidden = hidden == "hidden";
			game.units.push_back(u);
		} else if (word == "foe") {
			Unit u;
			u.kind = named<Kind>(kindNames, in);
			in >> u.row >> u.col;
			u.facing = named<Direction>(directionNames, in);
			game.foes.push_back(u);
		} else if (word == "bullet") {
			in >> row >> col;
			game.bullets.push_back({row, col, named<Direction>(directionNames, in)});
		} else if (word == "gold") {
			Gold gold{0, 0};
			in >> row >> col >> gold.value >> gold.left;
			game.seen.insert({{row, col}, gold});
		} else if (word == "see") {
			std::string cells;
			in >> row >> col >> cells;
			game.ground[row].replace(col, cells.size(), cells);
		} // anything else is of a newer arena
	}

	// remember brings the known gold up to date: around a unit all of it is told.
	void remember()
	{
		for (const Unit &u : game.units)
			for (int r = u.row - 1; r <= u.row + 1; r++)
				for (int c = u.col - 1; c <= u.col + 1; c++)
					game.gold.erase({r, c});
		game.gold.insert(game.seen.begin(), game.seen.end());
	}
};

int main() { return Talk().play(); }
