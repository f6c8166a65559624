// What every bot for Paper Soccer needs: the pitch and the talk with the arena.
#pragma once

#include <vector>

// What a step leads to.
enum class Event {
	Again,  // the point has a line already: the turn must go on
	Fresh,  // the first line at this point: the turn is complete
	Stuck,  // no way on: whoever made the step loses
	Mine,   // the ball is in your own goal
	Theirs, // the ball is in the opponent's goal
};

// Steps east and south of the directions 0 (north) clockwise to 7 (north-west).
constexpr int DX[8] = {0, 1, 1, 1, 0, -1, -1, -1};
constexpr int DY[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

// The pitch as it is now. x counts from the west, y from the north, both from
// 0; the goals' points have y = -1 and y = length + 1.
class Pitch {
public:
	// attack is 1 for who attacks southward (red), else -1; halfway says whether
	// the halfway line is drawn.
	Pitch(int width, int length, int attack, bool halfway);

	const int width, length, attack;
	int x, y; // the ball

	// closedAt returns the directions that are closed at a point, a bit each:
	// drawn or off the pitch. A point has a line if and only if one is closed.
	unsigned char closedAt(int x, int y) const { return closed[y + 1][x]; }

	// ways returns the directions in which the ball can go.
	std::vector<int> ways() const;

	// step moves the ball along an open direction.
	Event step(int direction);

	// undo takes back the last step.
	void undo();

private:
	bool isOpen(int x, int y, int d, bool halfway) const;

	std::vector<std::vector<unsigned char>> closed; // [y + 1][x]
	std::vector<int> walked;
};

// Yours, in player_decision.cpp. What has to be remembered can be a member.
class PlayerDecision {
public:
	std::vector<int> think(Pitch &pitch);
};
