// Your bot for Gold Hunter: write PlayerDecision::think(); goldhunter.cpp does
// the rest. std::cout and printf write to your log, not to the arena.
#include "goldhunter.h"

// think gives orders to your units with game.move, rotate, fire, hide and show,
// at most one each; a unit without an order stays as it is. It is called on one
// object for the whole match: what has to be remembered can be a member of
// PlayerDecision, in goldhunter.h.
void PlayerDecision::think(Game &game)
{
	for (const Unit &unit : game.units) {
		if (unit.kind == Kind::Miner && unit.left > 0)
			continue; // it digs while it stands on gold
		if (unit.kind == Kind::Hunter && unit.left > 0 && game.foeAhead(unit)) {
			game.fire(unit);
			continue;
		}
		if (unit.kind == Kind::Spy && unit.left > 0 && !unit.hidden && !game.foes.empty()) {
			game.hide(unit);
			continue;
		}
		std::optional<Direction> way;
		if (unit.kind == Kind::Miner)
			way = game.wayTo(unit, [&](int row, int col) { return game.isGold(row, col); });
		if (!way)
			way = game.wayTo(unit, [&](int row, int col) { return game.isFrontier(row, col); });
		if (!way)
			game.rotate(unit, Direction((int(unit.facing) + 1) % 4)); // all is known: look round
		else if (*way != unit.facing)
			game.rotate(unit, *way);
		else
			game.move(unit);
	}
}
