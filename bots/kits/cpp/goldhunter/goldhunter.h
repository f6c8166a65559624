// What every bot for Gold Hunter needs: what is known of the game, and the talk
// with the arena.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

enum class Kind { Hunter, Miner, Spy };
enum class Direction { Up, Right, Down, Left };

// Steps of the four directions.
constexpr int D_ROW[4] = {-1, 0, 1, 0};
constexpr int D_COL[4] = {0, 1, 0, -1};

// A unit of yours, or an enemy that is seen now (then id and left are -1).
struct Unit {
	int id = -1;
	Kind kind = Kind::Hunter;
	int row = 0, col = 0;
	Direction facing = Direction::Up;
	// A hunter's bullets, the digs that a miner's cell still needs (0: no gold
	// there), or the stages that a spy can still be hidden.
	int left = -1;
	bool hidden = false;
};

struct Bullet {
	int row, col;
	Direction facing;
};

struct Gold {
	int value;
	int left; // digs that it still needs, 1 to 3
};

using Place = std::pair<int, int>; // row, column

// What is known. Ground and gold are remembered from stage to stage; all the
// rest is of this stage.
class Game {
public:
	int team = 0, rows = 0, cols = 0;
	int hunters = 0, miners = 0, spies = 0; // of each team at the start
	int bulletsEach = 0;                    // of a hunter at the start
	int hiddenEach = 0;                     // stages that a spy can be hidden
	int stages = 0;                         // of the match
	int stage = 0;                          // this one, from 1
	int mine = 0, theirs = 0;               // scores
	std::vector<std::string> ground;        // by row and column: '?' unknown, '.' ground, '#' rock
	std::map<Place, Gold> gold;             // as last seen
	std::vector<Unit> units;                // yours that live
	std::vector<Unit> foes;                 // enemies that are seen
	std::vector<Bullet> bullets;            // bullets that are seen

	// Orders. The last one that is given to a unit counts.
	void move(const Unit &unit); // one cell ahead
	void rotate(const Unit &unit, Direction direction);
	void fire(const Unit &unit); // hunters
	void hide(const Unit &unit); // spies: invisible to the enemy
	void show(const Unit &unit); // spies: visible again, saves hidden stages

	// groundAt returns what a cell is; rock off the board.
	char groundAt(int row, int col) const;

	bool isGold(int row, int col) const;

	// isFrontier tells whether a neighbour of the cell is unknown.
	bool isFrontier(int row, int col) const;

	// foeAhead tells whether the first unit straight ahead, before any rock, is
	// an enemy.
	bool foeAhead(const Unit &unit) const;

	// wayTo returns the direction of the first step on a shortest way over known
	// ground to a cell for which goal(row, col) is true, if there is one. It goes
	// round the units that are seen and the cells that this stage's moves lead to.
	std::optional<Direction> wayTo(const Unit &unit, const std::function<bool(int, int)> &goal) const;

private:
	friend class Talk;

	std::map<int, std::string> orders; // by the unit's id
	std::set<Place> taken;             // cells that moves lead to
	std::map<Place, Gold> seen;        // this stage's gold
};

// Yours, in player_decision.cpp.
class PlayerDecision {
public:
	void think(Game &game);
};
