"use strict";
// What every bot for Gold Hunter needs: what is known of the game, and the talk
// with the arena.

const fs = require("fs");

const UP = 0;
const RIGHT = 1;
const DOWN = 2;
const LEFT = 3;
const DIRECTIONS = ["up", "right", "down", "left"];
const D_ROW = [-1, 0, 1, 0];
const D_COL = [0, 1, 0, -1];

// Game is what is known. Ground and gold are remembered from stage to stage; all
// the rest is of this stage.
class Game {
  team = 0;
  rows = 0;
  cols = 0;
  hunters = 0; // of each team at the start, as miners and spies
  miners = 0;
  spies = 0;
  bulletsEach = 0; // of a hunter at the start
  hiddenEach = 0; // stages that a spy can be hidden
  stages = 0; // of the match
  stage = 0; // this one, from 1
  mine = 0; // scores
  theirs = 0;
  ground = []; // by row and column: "?" unknown, "." ground, "#" rock
  gold = new Map(); // {value, left} by row * cols + col, as last seen; left: digs that it still needs, 1 to 3
  // Your units that live: {id, kind, row, col, facing, left, hidden}. kind is
  // "hunter", "miner" or "spy". left is a hunter's bullets, the digs that a
  // miner's cell still needs (0: no gold there), or the stages that a spy can
  // still be hidden.
  units = [];
  foes = []; // enemies that are seen: {kind, row, col, facing}
  bullets = []; // bullets that are seen: {row, col, facing}

  #orders = new Map(); // by the unit's id
  #taken = new Set(); // cells that moves lead to
  #seen = new Map(); // this stage's gold

  // Orders. The last one that is given to a unit counts.

  // move goes one cell ahead.
  move(unit) {
    this.#orders.set(unit.id, `move ${unit.id}\n`);
    this.#taken.add(this.#number(unit.row + D_ROW[unit.facing], unit.col + D_COL[unit.facing]));
  }

  // rotate turns to a direction.
  rotate(unit, direction) {
    this.#orders.set(unit.id, `rotate ${unit.id} ${DIRECTIONS[direction]}\n`);
  }

  // fire fires ahead (hunters).
  fire(unit) {
    this.#orders.set(unit.id, `fire ${unit.id}\n`);
  }

  // hide makes a spy invisible to the enemy.
  hide(unit) {
    this.#orders.set(unit.id, `hide ${unit.id}\n`);
  }

  // show makes a spy visible again, which saves hidden stages.
  show(unit) {
    this.#orders.set(unit.id, `show ${unit.id}\n`);
  }

  // What is where.

  #number(row, col) {
    return row * this.cols + col;
  }

  // at returns what a cell is: "?", "." or "#"; rock off the board.
  at(row, col) {
    return row >= 0 && row < this.rows && col >= 0 && col < this.cols ? this.ground[row][col] : "#";
  }

  isGold(row, col) {
    return this.gold.has(this.#number(row, col));
  }

  // isFrontier tells whether a neighbour of the cell is unknown.
  isFrontier(row, col) {
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = col - 1; c <= col + 1; c++) {
        if (this.at(r, c) === "?") return true;
      }
    }
    return false;
  }

  // foeAhead tells whether the first unit straight ahead, before any rock, is an
  // enemy.
  foeAhead(unit) {
    const stands = (list, row, col) => list.some((u) => u.row === row && u.col === col);
    let row = unit.row + D_ROW[unit.facing];
    let col = unit.col + D_COL[unit.facing];
    while (this.at(row, col) === "." && !stands(this.units, row, col)) {
      if (stands(this.foes, row, col)) return true;
      row += D_ROW[unit.facing];
      col += D_COL[unit.facing];
    }
    return false;
  }

  // way returns the direction of the first step on a shortest way over known
  // ground to a cell for which goal(row, col) is true, or null. It goes round the
  // units that are seen and the cells that this stage's moves lead to.
  way(unit, goal) {
    const closed = new Set(this.#taken);
    for (const u of [...this.units, ...this.foes]) closed.add(this.#number(u.row, u.col));
    const queue = [{ row: unit.row, col: unit.col, first: null }];
    for (const at of queue) { // grows while it is walked
      for (let d = 0; d < 4; d++) {
        const row = at.row + D_ROW[d];
        const col = at.col + D_COL[d];
        const first = at.first ?? d;
        if (this.at(row, col) !== "." || closed.has(this.#number(row, col))) continue;
        if (goal(row, col)) return first;
        closed.add(this.#number(row, col));
        queue.push({ row, col, first });
      }
    }
    return null;
  }

  // What the arena says.

  // header takes a line before the match.
  header(word, rest) {
    const numbers = rest.map(Number);
    switch (word) {
      case "team":
        [this.team] = numbers;
        break;
      case "board":
        [this.rows, this.cols] = numbers;
        this.ground = Array.from({ length: this.rows }, () => new Array(this.cols).fill("?"));
        break;
      case "units":
        [this.hunters, this.miners, this.spies] = numbers;
        break;
      case "bullets":
        [this.bulletsEach] = numbers;
        break;
      case "hidden":
        [this.hiddenEach] = numbers;
        break;
      case "stages":
        [this.stages] = numbers;
        break;
    }
  }

  // line takes a line of a stage; unknown ones are of a newer arena.
  line(word, rest) {
    switch (word) {
      case "stage":
        this.stage = Number(rest[0]);
        this.units = [];
        this.foes = [];
        this.bullets = [];
        this.#orders.clear();
        this.#taken.clear();
        this.#seen.clear();
        break;
      case "score":
        [this.mine, this.theirs] = rest.map(Number);
        break;
      case "unit":
        this.units.push({
          id: Number(rest[0]),
          kind: rest[1],
          row: Number(rest[2]),
          col: Number(rest[3]),
          facing: DIRECTIONS.indexOf(rest[4]),
          left: Number(rest[5]),
          hidden: rest[6] === "hidden",
        });
        break;
      case "foe":
        this.foes.push({ kind: rest[0], row: Number(rest[1]), col: Number(rest[2]), facing: DIRECTIONS.indexOf(rest[3]) });
        break;
      case "bullet":
        this.bullets.push({ row: Number(rest[0]), col: Number(rest[1]), facing: DIRECTIONS.indexOf(rest[2]) });
        break;
      case "gold": {
        const [row, col, value, left] = rest.map(Number);
        this.#seen.set(this.#number(row, col), { value, left });
        break;
      }
      case "see": {
        const [row, col] = rest.map(Number);
        for (let i = 0; i < rest[2].length; i++) this.ground[row][col + i] = rest[2][i];
        break;
      }
    }
  }

  // remember brings the known gold up to date: around a unit all of it is told.
  remember() {
    for (const u of this.units) {
      for (let r = Math.max(u.row - 1, 0); r <= u.row + 1; r++) {
        for (let c = Math.max(u.col - 1, 0); c <= Math.min(u.col + 1, this.cols - 1); c++) {
          this.gold.delete(this.#number(r, c));
        }
      }
    }
    for (const [number, gold] of this.#seen) this.gold.set(number, gold);
  }

  // answer returns the stage's orders, closed by its number.
  answer() {
    return [...this.#orders.values()].join("") + `done ${this.stage}\n`;
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
    const n = again(() => fs.readSync(0, buffer, 0, buffer.length, null));
    if (n === 0) return;
    const parts = (text + buffer.toString("latin1", 0, n)).split("\n");
    text = parts.pop();
    yield* parts;
  }
}

function send(text) {
  const bytes = Buffer.from(text, "latin1");
  for (let sent = 0; sent < bytes.length; ) {
    sent += again(() => fs.writeSync(1, bytes, sent));
  }
}

// play plays one match over stdin and stdout.
function play(think) {
  // A stray line on stdout would be taken for an order.
  console.log = console.info = console.debug = console.error;
  const game = new Game();
  let started = false;
  for (const line of lines()) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "end") {
      return;
    } else if (word === "start") {
      started = true;
      send("ready\n");
    } else if (!started) {
      game.header(word, rest);
    } else if (word === "go") {
      game.remember();
      think(game);
      send(game.answer());
    } else {
      game.line(word, rest);
    }
  }
}

module.exports = { UP, RIGHT, DOWN, LEFT, DIRECTIONS, D_ROW, D_COL, Game, play };
