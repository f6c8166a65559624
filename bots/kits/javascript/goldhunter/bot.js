"use strict";
// Your bot for Gold Hunter: write think(), goldhunter.js does the rest.
// console.log writes to your log, not to the arena.

// think gives orders to your units with game.move, rotate, fire, hide and show,
// at most one each; a unit without an order stays as it is. See Game in
// goldhunter.js.
function think(game) {
  for (const unit of game.units) {
    if (unit.kind === "miner" && unit.left > 0) continue; // it digs while it stands on gold
    if (unit.kind === "hunter" && unit.left > 0 && game.foeAhead(unit)) {
      game.fire(unit);
      continue;
    }
    if (unit.kind === "spy" && unit.left > 0 && !unit.hidden && game.foes.length > 0) {
      game.hide(unit);
      continue;
    }
    let way = null;
    if (unit.kind === "miner") way = game.way(unit, (row, col) => game.isGold(row, col));
    if (way === null) way = game.way(unit, (row, col) => game.isFrontier(row, col));
    if (way === null) game.rotate(unit, (unit.facing + 1) % 4); // all is known: look round
    else if (way !== unit.facing) game.rotate(unit, way);
    else game.move(unit);
  }
}

module.exports = { think };
