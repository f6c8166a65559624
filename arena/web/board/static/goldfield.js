// The positions of Gold Hunter, computed from a start and its moments.

/** The change of row and column of each facing: up, right, down, left. */
export const steps = [[-1, 0], [0, 1], [1, 0], [0, -1]];
export const kinds = ["hunter", "miner", "spy"];
const digsNeeded = 3, turns = "urdl", turnsToo = "URDL";

/** @typedef {{row: number, col: number, facing: number, left: number, hidden: boolean, alive: boolean, fromRow: number, fromCol: number, digging: boolean}} Unit */
/** @typedef {{row: number, col: number, facing: number, team: number, fresh: boolean}} Bullet */
/** @typedef {import("./view.js").Piece} Piece */

/** What never changes in a round. */
export class Ground {
  /** @param {Piece} start */
  constructor(start) {
    this.rows = start.rows;
    this.cols = start.cols;
    this.stages = start.stages;
    this.counts = start.counts;
    this.perTeam = start.counts[0] + start.counts[1] + start.counts[2];
    /** @type {[number, number, number][]} row, column and value */
    this.gold = start.gold;
    this.total = this.gold.reduce((sum, g) => sum + g[2], 0);
    this.rock = new Uint8Array(this.rows * this.cols);
    start.rock.forEach((/** @type {string} */ line, /** @type {number} */ r) => {
      for (let c = 0; c < this.cols; c++) this.rock[r * this.cols + c] = line[c] === "#" ? 1 : 0;
    });
    this.goldAt = new Map(this.gold.map(([r, c], i) => [r * this.cols + c, i]));
  }

  /** @param {number} id 0 hunter, 1 miner, 2 spy */
  kind(id) {
    const i = id % this.perTeam;
    return i < this.counts[0] ? 0 : i < this.counts[0] + this.counts[1] ? 1 : 2;
  }

  /** @param {number} id */
  team(id) { return id < this.perTeam ? 0 : 1; }

  /** @param {number} row @param {number} col */
  rockAt(row, col) { return row < 0 || col < 0 || row >= this.rows || col >= this.cols || this.rock[row * this.cols + col] === 1; }
}

/** One position, and what the last moment did to it. */
export class Field {
  /** @param {Ground} ground @param {Piece} start */
  constructor(ground, start) {
    this.ground = ground;
    this.stage = 0; // stages played
    /** @type {Unit[]} */
    this.units = start.units.map((/** @type {number[]} */ [row, col, facing], /** @type {number} */ id) => ({
      row, col, facing, left: [start.bullets, 0, start.hidden][ground.kind(id)], hidden: false, alive: true, fromRow: row, fromCol: col, digging: false,
    }));
    /** @type {Bullet[]} */ this.bullets = [];
    this.digs = new Uint8Array(ground.gold.length);
    this.gold = [0, 0];
    this.deaths = [0, 0];
    this.fired = [0, 0];
    /** @type {number[]} killed by the last moment */ this.killed = [];
    /** @type {[number, number][]} team and value */ this.taken = [];
    /** @type {Bullet[]} bullets that ended in the last stage, where they were */ this.ended = [];
    this.shots = 0;
  }

  /** @returns {Field} */
  copy() {
    const f = Object.create(Field.prototype);
    return Object.assign(f, this, {
      units: this.units.map((u) => ({ ...u })), bullets: this.bullets.map((b) => ({ ...b })), digs: this.digs.slice(),
      gold: [...this.gold], deaths: [...this.deaths], fired: [...this.fired], killed: [...this.killed], taken: [...this.taken], ended: [...this.ended],
    });
  }

  /** Goes one moment on. @param {Piece} m */
  apply(m) {
    this.killed = [];
    this.taken = [];
    this.ended = [];
    this.shots = 0;
    for (const u of this.units) { u.fromRow = u.row; u.fromCol = u.col; u.digging = false; }
    if (m.set) return this.put(m.set, m.n ?? 1);
    if (!m.u) return; // ended before the stage was played
    this.stage++;
    this.fly(m.b ?? []);
    for (let id = 0; id < this.units.length; id++) this.act(id, m.u[id]);
    for (const u of this.units) if (u.hidden) u.left--;
  }

  /** @param {number[]} gone */
  fly(gone) {
    const out = new Set(gone);
    this.ended = this.bullets.filter((_, i) => out.has(i));
    this.bullets = this.bullets.filter((_, i) => !out.has(i));
    for (const b of this.bullets) {
      b.row += 2 * steps[b.facing][0];
      b.col += 2 * steps[b.facing][1];
      b.fresh = false;
    }
  }

  /** @param {number} id @param {string} what */
  act(id, what) {
    const u = this.units[id], team = this.ground.team(id), miner = this.ground.kind(id) === 1;
    switch (what) {
      case ".": return;
      case "x":
        u.alive = u.hidden = false;
        this.deaths[team]++;
        this.killed.push(id);
        return;
      case "M": u.hidden = false; // fall through
      case "m":
        u.row += steps[u.facing][0];
        u.col += steps[u.facing][1];
        return;
      case "f":
        u.left--;
        this.fired[team]++;
        this.shots++;
        this.bullets.push({ row: u.row, col: u.col, facing: u.facing, team, fresh: true });
        return;
      case "h": u.hidden = true; return;
      case "s": u.hidden = false; return;
      case "g": return this.dig(u, team);
    }
    if (turns.includes(what)) u.facing = turns.indexOf(what);
    else {
      u.facing = turnsToo.indexOf(what);
      if (miner) this.dig(u, team);
      else u.hidden = false;
    }
  }

  /** @param {Unit} u @param {number} team */
  dig(u, team) {
    const i = /** @type {number} */ (this.ground.goldAt.get(u.row * this.ground.cols + u.col));
    u.digging = true;
    if (++this.digs[i] < digsNeeded) return;
    const value = this.ground.gold[i][2];
    this.gold[team] += value;
    this.taken.push([team, value]);
  }

  /** @param {any} set @param {number} stages */
  put(set, stages) {
    this.stage += stages;
    set.units.forEach((/** @type {number[]|null} */ v, /** @type {number} */ id) => {
      const u = this.units[id];
      if (!v && u.alive) this.killed.push(id);
      u.alive = v !== null;
      if (v) [u.row, u.col, u.facing, u.left] = v;
      u.hidden = v !== null && v[4] === 1;
    });
    this.bullets = set.bullets.map((/** @type {number[]} */ [row, col, facing]) => ({ row, col, facing, team: -1, fresh: false }));
    this.digs.fill(0);
    for (const [i, n] of set.digs) this.digs[i] = n;
    set.gold.forEach((/** @type {number} */ g, /** @type {number} */ t) => { if (g > this.gold[t]) this.taken.push([t, g - this.gold[t]]); });
    this.gold = [...set.gold];
    this.deaths = [...set.deaths];
    this.fired = [...set.fired];
  }

  /**
   * Fills what a team sees: 1 for a cell of its sight, 2 for one near enough
   * to see gold in.
   * @param {number} team @param {Uint8Array} seen
   */
  sight(team, seen) {
    const { rows, cols, perTeam } = this.ground;
    seen.fill(0);
    for (let id = team * perTeam; id < (team + 1) * perTeam; id++) {
      const u = this.units[id];
      if (!u.alive) continue;
      for (let r = Math.max(0, u.row - 1); r <= Math.min(rows - 1, u.row + 1); r++) {
        for (let c = Math.max(0, u.col - 1); c <= Math.min(cols - 1, u.col + 1); c++) seen[r * cols + c] = 2;
      }
      const [dr, dc] = steps[u.facing];
      for (let r = u.row, c = u.col; r >= 0 && c >= 0 && r < rows && c < cols; r += dr, c += dc) {
        seen[r * cols + c] ||= 1;
        if (this.ground.rock[r * cols + c] === 1 && (r !== u.row || c !== u.col)) break;
      }
    }
  }
}

const every = 64;

/** All positions of a round; every 64th is kept. */
export class Story {
  /** @param {Piece} start */
  constructor(start) {
    this.ground = new Ground(start);
    this.last = new Field(this.ground, start);
    this.kept = [this.last.copy()];
    this.now = this.last.copy();
    this.at = 0;
    /** @type {Piece[]} */ this.pieces = [start];
    /** @type {number[][]} by team: gold in each position */ this.gold = [[0], [0]];
    /** @type {{at: number, seat: number}[]} */ this.deaths = [];
  }

  /** @param {Piece} moment */
  push(moment) {
    this.pieces.push(moment);
    const n = this.pieces.length - 1;
    this.last.apply(moment);
    if (n % every === 0) this.kept.push(this.last.copy());
    for (const t of [0, 1]) this.gold[t].push(this.last.gold[t]);
    for (const id of this.last.killed) this.deaths.push({ at: n, seat: this.ground.team(id) });
  }

  /** Returns position n, which is valid until the next call. @param {number} n */
  position(n) {
    if (n < this.at || n - this.at > every) {
      const k = Math.floor(n / every);
      this.now = this.kept[k].copy();
      this.at = k * every;
    }
    while (this.at < n) this.now.apply(this.pieces[++this.at]);
    return this.now;
  }
}
