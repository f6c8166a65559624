// How Gold Hunter is drawn: on a canvas, or on a Sketch, which makes an SVG.
import { steps } from "./goldfield.js";
import { svg } from "./dom.js";
import { between } from "./view.js";

/** @typedef {{ground: string, grid: string, rock: string, rockEdge: string, gold: string, dug: string, fog: string, ink: string, team: string[], edge: string[]}} Palette */
/** @typedef {CanvasRenderingContext2D|Sketch} Pen */
/** @typedef {{cell: number, left: number, top: number}} Frame side of a cell and place of the map's corner, in pixels */
/** @typedef {{seen: Uint8Array, team: number}|null} Fog */

/** Takes the calls of a canvas that are used here and makes SVG elements. */
export class Sketch {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
    this.fillStyle = this.strokeStyle = "#000";
    this.lineWidth = this.globalAlpha = 1;
    this.path = "";
  }
  beginPath() { this.path = ""; }
  moveTo(/** @type {number} */ x, /** @type {number} */ y) { this.path += `M${short(x)} ${short(y)}`; }
  lineTo(/** @type {number} */ x, /** @type {number} */ y) { this.path += `L${short(x)} ${short(y)}`; }
  closePath() { this.path += "Z"; }
  rect(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) {
    this.path += `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}Z`;
  }
  arc(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r, /** @type {number} */ from, /** @type {number} */ to) {
    if (to - from >= 2 * Math.PI) {
      this.path += `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0`;
      return;
    }
    const at = (/** @type {number} */ a) => `${short(x + r * Math.cos(a))} ${short(y + r * Math.sin(a))}`;
    this.path += `${this.path ? "L" : "M"}${at(from)}A${short(r)} ${short(r)} 0 ${to - from > Math.PI ? 1 : 0} 1 ${at(to)}`;
  }
  fill() { this.add({ fill: this.fillStyle }); }
  stroke() { this.add({ fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth }); }
  fillRect(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) {
    this.beginPath();
    this.rect(x, y, w, h);
    this.fill();
  }
  /** @param {Record<string, any>} look */
  add(look) {
    if (this.path) this.root.append(svg("path", { d: this.path, ...look, ...(this.globalAlpha < 1 ? { opacity: this.globalAlpha } : {}) }));
  }
}

const short = (/** @type {number} */ n) => Number(n.toFixed(2));

/** Draws ground, grid and rock. @param {Pen} pen @param {import("./goldfield.js").Ground} ground @param {Frame} f @param {Palette} p */
export function paintGround(pen, ground, f, p) {
  const { rows, cols } = ground, { cell, left, top } = f;
  pen.globalAlpha = 1;
  pen.fillStyle = p.ground;
  pen.fillRect(left, top, cols * cell, rows * cell);
  if (cell >= 9) {
    pen.strokeStyle = p.grid;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let r = 1; r < rows; r++) { pen.moveTo(left, top + r * cell + 0.5); pen.lineTo(left + cols * cell, top + r * cell + 0.5); }
    for (let c = 1; c < cols; c++) { pen.moveTo(left + c * cell + 0.5, top); pen.lineTo(left + c * cell + 0.5, top + rows * cell); }
    pen.stroke();
  }
  pen.fillStyle = p.rock;
  pen.beginPath();
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      let n = 0; // a run of rock is one rectangle
      while (c + n < cols && ground.rock[r * cols + c + n]) n++;
      if (n > 0) pen.rect(left + c * cell, top + r * cell, n * cell, cell);
      c += n;
    }
  }
  pen.fill();
  if (cell < 9) return;
  pen.fillStyle = p.rockEdge; // a lit upper edge lets rock stand out
  pen.beginPath();
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      if (ground.rock[r * cols + c] && !(r > 0 && ground.rock[(r - 1) * cols + c])) pen.rect(left + c * cell, top + r * cell, cell, Math.max(1, cell * 0.16));
    }
  }
  pen.fill();
}

/**
 * Draws what changes. part below 1 is on the way to the position.
 * @param {Pen} pen @param {import("./goldfield.js").Field} field @param {Frame} f @param {Palette} p
 * @param {Fog} fog @param {number} part @param {number|null} chosen a unit to mark
 */
export function paintField(pen, field, f, p, fog, part, chosen) {
  paintGold(pen, field, f, p, fog);
  paintDead(pen, field, f, p, fog, part);
  if (fog) paintFog(pen, field.ground, f, p, fog.seen);
  paintBullets(pen, field, f, p, fog, part);
  const { cols } = field.ground;
  field.units.forEach((u, id) => {
    if (!u.alive) return;
    const team = field.ground.team(id);
    if (fog && fog.team !== team && (u.hidden || !fog.seen[u.row * cols + u.col])) return;
    const x = f.left + (between(u.fromCol, u.col, part) + 0.5) * f.cell, y = f.top + (between(u.fromRow, u.row, part) + 0.5) * f.cell;
    paintUnit(pen, x, y, f.cell, field.ground.kind(id), team, u, p);
    const deposit = u.digging ? field.ground.goldAt.get(u.row * cols + u.col) : undefined;
    if (deposit !== undefined) paintDigs(pen, x, y, f.cell, field.digs[deposit], p);
    if (id === chosen) {
      pen.strokeStyle = p.ink;
      pen.lineWidth = Math.max(1.5, f.cell / 10);
      pen.beginPath();
      pen.arc(x, y, f.cell * 0.62, 0, 2 * Math.PI);
      pen.stroke();
    }
  });
  pen.globalAlpha = 1;
}

/** @param {Pen} pen @param {import("./goldfield.js").Field} field @param {Frame} f @param {Palette} p @param {Fog} fog */
function paintGold(pen, field, f, p, fog) {
  const { gold, cols } = field.ground, { cell } = f;
  for (let i = 0; i < gold.length; i++) {
    const [row, col, value] = gold[i], digs = field.digs[i];
    if (digs >= 3 || (fog && fog.seen[row * cols + col] !== 2)) continue;
    const x = f.left + (col + 0.5) * cell, y = f.top + (row + 0.5) * cell, r = cell * Math.min(0.44, 0.3 + 0.03 * value);
    pen.fillStyle = p.gold;
    pen.beginPath(); // a nugget of eight sides
    for (let k = 0; k < 8; k++) {
      const a = (k + 0.5) * Math.PI / 4, at = [x + r * Math.cos(a), y + r * Math.sin(a)];
      k === 0 ? pen.moveTo(at[0], at[1]) : pen.lineTo(at[0], at[1]);
    }
    pen.closePath();
    pen.fill();
    if (digs > 0) { // the part that is dug, as on a clock
      pen.fillStyle = p.dug;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.arc(x, y, r * 0.8, -Math.PI / 2, -Math.PI / 2 + (digs * 2 * Math.PI) / 3);
      pen.closePath();
      pen.fill();
    }
  }
}

/** @param {Pen} pen @param {import("./goldfield.js").Field} field @param {Frame} f @param {Palette} p @param {Fog} fog @param {number} part */
function paintDead(pen, field, f, p, fog, part) {
  pen.lineWidth = Math.max(1, f.cell * 0.1);
  const killed = new Set(field.killed);
  field.units.forEach((u, id) => {
    if (u.alive) return;
    const team = field.ground.team(id);
    if (fog && fog.team !== team) return;
    const x = f.left + (u.col + 0.5) * f.cell, y = f.top + (u.row + 0.5) * f.cell, r = f.cell * (killed.has(id) ? 0.5 : 0.26);
    pen.globalAlpha = killed.has(id) ? 1 : 0.55;
    pen.strokeStyle = p.team[team];
    pen.beginPath();
    pen.moveTo(x - r, y - r); pen.lineTo(x + r, y + r); pen.moveTo(x + r, y - r); pen.lineTo(x - r, y + r);
    if (killed.has(id)) { pen.moveTo(x + r * 1.5, y); pen.arc(x, y, r * (1 + 0.5 * part), 0, 2 * Math.PI); }
    pen.stroke();
  });
  pen.globalAlpha = 1;
}

/** @param {Pen} pen @param {import("./goldfield.js").Ground} ground @param {Frame} f @param {Palette} p @param {Uint8Array} seen */
function paintFog(pen, ground, f, p, seen) {
  const { rows, cols } = ground, { cell } = f;
  pen.fillStyle = p.fog;
  pen.globalAlpha = 0.62;
  pen.beginPath();
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      let n = 0;
      while (c + n < cols && !seen[r * cols + c + n]) n++;
      if (n > 0) pen.rect(f.left + c * cell, f.top + r * cell, n * cell, cell);
      c += n;
    }
  }
  pen.fill();
  pen.globalAlpha = 1;
}

/** @param {Pen} pen @param {import("./goldfield.js").Field} field @param {Frame} f @param {Palette} p @param {Fog} fog @param {number} part */
function paintBullets(pen, field, f, p, fog, part) {
  const { cols } = field.ground, { cell } = f;
  const one = (/** @type {import("./goldfield.js").Bullet} */ b, /** @type {number} */ back) => {
    const [dr, dc] = steps[b.facing];
    const x = f.left + (b.col + 0.5 - dc * back) * cell, y = f.top + (b.row + 0.5 - dr * back) * cell;
    // A comet: thin behind, its head ahead.
    const tail = cell * (b.fresh ? 0.5 : 0.95), head = cell * 0.34, side = Math.max(1.2, cell * 0.17);
    pen.beginPath();
    pen.moveTo(x - dc * tail, y - dr * tail);
    pen.lineTo(x + dr * side, y + dc * side);
    pen.lineTo(x + dc * head, y + dr * head);
    pen.lineTo(x - dr * side, y - dc * side);
    pen.closePath();
    pen.strokeStyle = p.edge[1];
    pen.lineWidth = Math.max(1, cell * 0.08);
    pen.stroke();
    pen.fillStyle = b.team < 0 ? p.ink : p.team[b.team];
    pen.fill();
  };
  for (const b of field.bullets) {
    if (!fog || fog.seen[b.row * cols + b.col]) one(b, b.fresh ? 0 : 2 * (1 - part));
  }
  if (part < 1) for (const b of field.ended) if (!fog || fog.seen[b.row * cols + b.col]) one(b, -part);
}

/**
 * Draws a unit: a hunter is an arrowhead, a miner a square, a spy a diamond;
 * a nose shows where it faces. Team 1 has a light core.
 * @param {Pen} pen @param {number} x @param {number} y @param {number} cell
 * @param {number} kind @param {number} team @param {{facing: number, hidden: boolean, digging: boolean}} u @param {Palette} p
 */
export function paintUnit(pen, x, y, cell, kind, team, u, p) {
  const [dy, dx] = steps[u.facing];
  const r = Math.max(cell * 0.46, Math.min(6, cell * 0.8)); // in small cells larger than they are
  // A point ahead and to the side, in units of r.
  const at = (/** @type {number} */ ahead, /** @type {number} */ side) => /** @type {[number, number]} */ ([x + r * (ahead * dx - side * dy), y + r * (ahead * dy + side * dx)]);
  const shape = [
    [[1, 0], [-0.85, 0.85], [-0.45, 0], [-0.85, -0.85]],
    [[0.6, 0.8], [-0.8, 0.8], [-0.8, -0.8], [0.6, -0.8], [0.6, -0.3], [1.05, 0], [0.6, 0.3]],
    [[1.05, 0], [0, 0.75], [-0.8, 0], [0, -0.75]],
  ][kind];
  pen.beginPath();
  shape.forEach(([a, s], i) => (i === 0 ? pen.moveTo(...at(a, s)) : pen.lineTo(...at(a, s))));
  pen.closePath();
  pen.globalAlpha = u.hidden ? 0.4 : 1;
  pen.fillStyle = p.team[team];
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = u.hidden ? p.team[team] : p.edge[team];
  pen.lineWidth = Math.max(0.7, r * 0.14);
  if (r >= 4) pen.stroke();
  if (team === 1 && r >= 5) {
    pen.fillStyle = p.edge[1];
    pen.beginPath();
    pen.arc(...at(kind === 0 ? -0.1 : 0, 0), r * (kind === 0 ? 0.2 : 0.26), 0, 2 * Math.PI);
    pen.fill();
  }
}

/**
 * Draws a third of a ring around a miner for each dig that its gold has had:
 * the miner itself hides the gold.
 * @param {Pen} pen @param {number} x @param {number} y @param {number} cell @param {number} digs @param {Palette} p
 */
function paintDigs(pen, x, y, cell, digs, p) {
  const r = Math.max(cell * 0.55, Math.min(7, cell));
  pen.strokeStyle = p.gold;
  pen.lineWidth = Math.max(1.2, cell * 0.1);
  for (let k = 0; k < digs; k++) {
    const from = -Math.PI / 2 + (k * 2 * Math.PI) / 3;
    pen.beginPath();
    pen.moveTo(x + r * Math.cos(from + 0.12), y + r * Math.sin(from + 0.12));
    pen.arc(x, y, r, from + 0.12, from + (2 * Math.PI) / 3 - 0.12);
    pen.stroke();
  }
}
