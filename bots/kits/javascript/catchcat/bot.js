"use strict";
// Your bot for Catch the Cat: write think(), catchcat.js does the rest.
//
// What this file does while it is loaded costs no move any time: the clock of
// the first move starts later. console.log writes to your log, not to the arena.

const { NO_WAY } = require("./catchcat");

// think returns your move, a cell {row, col}: the one to block if board.catcher,
// else the one to step to. See Board in catchcat.js.
function think(board) {
  // The cat takes the shortest way out; the catcher blocks just that.
  const steps = board.stepsToBorder();
  let best = null;
  let least = NO_WAY + 1;
  for (const c of board.neighbours(board.cat)) {
    if (board.isFree(c) && steps[c.row][c.col] < least) {
      least = steps[c.row][c.col];
      best = c;
    }
  }
  return best;
}

module.exports = { think };
