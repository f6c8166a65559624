// The pitch of Paper Soccer: which ways are closed at each point.

/** The change of x and y of each direction, clockwise from the north. */
export const deltas = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

export class Pitch {
  /** @param {number} width @param {number} height in cells @param {boolean} halfway */
  constructor(width, height, halfway) {
    this.width = width;
    this.height = height;
    this.x = width / 2;
    this.y = height / 2;
    /** @type {Set<string>} drawn segments, as their middles */
    this.drawn = new Set();
    /** @type {[number, number, number, number][]} what is drawn at the start */
    this.lines = [];
    const line = (/** @type {number} */ x1, /** @type {number} */ y1, /** @type {number} */ x2, /** @type {number} */ y2) => {
      this.lines.push([x1, y1, x2, y2]);
      this.drawn.add(Pitch.key(x1, y1, x2, y2));
    };
    const mid = width / 2;
    for (let y = 0; y < height; y++) { line(0, y, 0, y + 1); line(width, y, width, y + 1); }
    for (let x = 0; x < width; x++) {
      if (halfway) line(x, height / 2, x + 1, height / 2);
      if (x === mid - 1 || x === mid) continue; // the mouth
      line(x, 0, x + 1, 0);
      line(x, height, x + 1, height);
    }
    for (const [y, out] of [[0, -1], [height, height + 1]]) {
      line(mid - 1, y, mid - 1, out); line(mid + 1, y, mid + 1, out);
      line(mid - 1, out, mid, out); line(mid, out, mid + 1, out);
    }
    /** @type {Set<string>} points with a line */
    this.visited = new Set(this.lines.flatMap(([x1, y1, x2, y2]) => [`${x1},${y1}`, `${x2},${y2}`]));
    this.visited.add(`${this.x},${this.y}`);
  }

  /** The middle of a segment names it, but for the two diagonals of a cell. */
  static key(/** @type {number} */ x1, /** @type {number} */ y1, /** @type {number} */ x2, /** @type {number} */ y2) {
    return `${x1 + x2},${y1 + y2},${(x2 - x1) * (y2 - y1)}`;
  }

  get inGoal() { return this.y < 0 || this.y > this.height; }

  /** Whether the ball can go that way. @param {number} d */
  open(d) {
    if (this.inGoal) return false;
    const x = this.x + deltas[d][0], y = this.y + deltas[d][1], mid = this.width / 2;
    if (x < 0 || x > this.width) return false;
    // Into a goal only from the middle of its mouth, or from a post inwards.
    const into = y < 0 || y > this.height;
    if (into && Math.abs(x + this.x - 2 * mid) !== 1 && (x !== mid || this.x !== mid)) return false;
    return !this.drawn.has(Pitch.key(this.x, this.y, x, y));
  }

  get ways() { return deltas.map((_, d) => d).filter((d) => this.open(d)); }

  /** Goes one step and says whether the turn is complete. @param {number} d */
  step(d) {
    const x = this.x + deltas[d][0], y = this.y + deltas[d][1];
    this.drawn.add(Pitch.key(this.x, this.y, x, y));
    this.x = x;
    this.y = y;
    const fresh = !this.visited.has(`${x},${y}`);
    this.visited.add(`${x},${y}`);
    return fresh || this.inGoal || this.ways.length === 0;
  }

  /** Takes a step that led to a point with a line back. @param {number} d */
  back(d) {
    const x = this.x - deltas[d][0], y = this.y - deltas[d][1];
    this.drawn.delete(Pitch.key(this.x, this.y, x, y));
    this.x = x;
    this.y = y;
  }
}
