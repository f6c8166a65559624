"use strict";
// What every bot for Catch the Cat needs: the board and the talk with the arena.

const fs = require("fs");

// NO_WAY is stepsToBorder's figure where there is no way.
const NO_WAY = 10000;

// Board is the board as it is now. Cells are {row, col} counted from 0.
class Board {
  catcher = false; // whether you block cells; otherwise you are the cat
  rows = 0;
  cols = 0;
  cat = { row: 0, col: 0 };
  blocked = []; // by row and column

  inside(c) {
    return c.row >= 0 && c.row < this.rows && c.col >= 0 && c.col < this.cols;
  }

  // isBorder tells whether the cat wins on this cell.
  isBorder(c) {
    return c.row === 0 || c.row === this.rows - 1 || c.col === 0 || c.col === this.cols - 1;
  }

  // isFree tells whether a cell can be blocked or stepped on.
  isFree(c) {
    return this.inside(c) && !this.blocked[c.row][c.col] && !(c.row === this.cat.row && c.col === this.cat.col);
  }

  // neighbours returns the up to six cells around a cell; odd rows lie half a
  // cell to the right.
  neighbours({ row, col }) {
    const left = row % 2 === 0 ? col - 1 : col;
    return [
      { row, col: col - 1 },
      { row, col: col + 1 },
      { row: row - 1, col: left },
      { row: row - 1, col: left + 1 },
      { row: row + 1, col: left },
      { row: row + 1, col: left + 1 },
    ].filter((n) => this.inside(n));
  }

  // stepsToBorder returns, by row and column, the number of steps from each free
  // cell to the border ring, 0 on it, NO_WAY where it cannot be reached.
  stepsToBorder() {
    const steps = [];
    const queue = [];
    for (let row = 0; row < this.rows; row++) {
      steps.push(new Array(this.cols).fill(NO_WAY));
      for (let col = 0; col < this.cols; col++) {
        const c = { row, col };
        if (this.isBorder(c) && this.isFree(c)) {
          steps[row][col] = 0;
          queue.push(c);
        }
      }
    }
    for (const at of queue) { // grows while it is walked
      for (const n of this.neighbours(at)) {
        if (this.isFree(n) && steps[n.row][n.col] === NO_WAY) {
          steps[n.row][n.col] = steps[at.row][at.col] + 1;
          queue.push(n);
        }
      }
    }
    return steps;
  }

  block(c) {
    if (this.inside(c)) this.blocked[c.row][c.col] = true;
  }
}

// again calls a system call until it is not interrupted: the arena stops a bot
// while its opponent thinks.
function again(call) {
  for (;;) {
    try {
      return call();
    } catch (err) {
      if (err.code === "EOF") return 0;
      if (err.code !== "EINTR" && err.code !== "EAGAIN") throw err;
    }
  }
}

// lines yields the lines of stdin as they come.
function* lines() {
  const buffer = Buffer.alloc(65536);
  let text = "";
  for (;;) {
    const end = text.indexOf("\n");
    if (end >= 0) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
      continue;
    }
    const n = again(() => fs.readSync(0, buffer, 0, buffer.length, null));
    if (n === 0) return;
    text += buffer.toString("latin1", 0, n);
  }
}

function send(line) {
  const bytes = Buffer.from(line + "\n", "latin1");
  for (let sent = 0; sent < bytes.length; ) {
    sent += again(() => fs.writeSync(1, bytes, sent));
  }
}

// cellOf returns what think() returned as a cell, or leaves and says what is wrong
// with it.
function cellOf(answer) {
  if (Number.isInteger(answer?.row) && Number.isInteger(answer?.col)) return answer;
  const said = JSON.stringify(answer) ?? String(answer);
  console.error(`think() returned ${said}, not a cell {row, col}: does every way through it return one?`);
  process.exit(1);
}

// play plays one match over stdin and stdout.
function play(think) {
  // A stray line on stdout would be taken for a move.
  console.log = console.info = console.debug = console.error;
  const board = new Board();
  for (const line of lines()) {
    const [word, ...rest] = line.trim().split(/\s+/);
    const cell = { row: Number(rest[0]), col: Number(rest[1]) };
    switch (word) {
      case "role":
        board.catcher = rest[0] === "catcher";
        break;
      case "board":
        board.rows = cell.row;
        board.cols = cell.col;
        board.blocked = Array.from({ length: board.rows }, () => new Array(board.cols).fill(false));
        break;
      case "cat":
        board.cat = cell;
        break;
      case "blocked":
        board.block(cell);
        break;
      case "start":
        send("ready");
        break;
      case "go":
      case "block":
      case "move": {
        if (word === "block") board.block(cell);
        if (word === "move") board.cat = cell;
        const { row, col } = cellOf(think(board));
        if (board.catcher) board.block({ row, col });
        else board.cat = { row, col };
        send(`${board.catcher ? "block" : "move"} ${row} ${col}`);
        break;
      }
      case "end":
        return;
      // Anything else is of a newer arena, and not a request.
    }
  }
}

module.exports = { Board, NO_WAY, play };
