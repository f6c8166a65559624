// The board of Catch the Cat: hexagons, odd rows half a cell to the right.
import { choice, html, noChoice, svg } from "./dom.js";
import { between, faultsOf, sentences, verdict } from "./view.js";

const radius = 20, wide = Math.sqrt(3) * radius, margin = 30, rim = 6;

/** @param {number} row @param {number} col @returns {[number, number]} the centre of a cell */
const centre = (row, col) => [margin + wide * (col + 0.5 + (row & 1) / 2), margin + radius * (1 + 1.5 * row)];

const hexagon = Array.from({ length: 6 }, (_, i) => {
  const a = Math.PI / 6 + (i * Math.PI) / 3, r = radius - 1.2;
  return `${(r * Math.cos(a)).toFixed(2)},${(r * Math.sin(a)).toFixed(2)}`;
}).join(" ");

/** The six neighbours of a cell on the board. @param {number} size @param {number} at */
export function neighbours(size, at) {
  const row = Math.floor(at / size), col = at % size, shift = row & 1;
  const all = [[row, col - 1], [row, col + 1], [row - 1, col - 1 + shift], [row - 1, col + shift], [row + 1, col - 1 + shift], [row + 1, col + shift]];
  return all.filter(([r, c]) => r >= 0 && c >= 0 && r < size && c < size).map(([r, c]) => r * size + c);
}

/**
 * Finds the cat's shortest ways to the border.
 * @param {number} size @param {number} cat @param {(at: number) => boolean} blocked
 * @returns {{length: number, links: [number, number][]}} length -1 if there is none;
 *   links: the steps that lie on a shortest way
 */
export function waysOut(size, cat, blocked) {
  const away = new Map([[cat, 0]]), queue = [cat], border = (/** @type {number} */ at) =>
    at < size || at >= size * (size - 1) || at % size === 0 || at % size === size - 1;
  let length = -1;
  /** @type {number[]} */ const exits = [];
  for (const at of queue) {
    const d = /** @type {number} */ (away.get(at));
    if (length >= 0 && d > length) break;
    if (border(at)) { length = d; exits.push(at); continue; }
    for (const next of neighbours(size, at)) {
      if (!away.has(next) && !blocked(next)) { away.set(next, d + 1); queue.push(next); }
    }
  }
  /** @type {[number, number][]} */ const links = [];
  const used = new Set(exits);
  for (const at of used) {
    for (const from of neighbours(size, at)) {
      if (away.get(from) === /** @type {number} */ (away.get(at)) - 1) { links.push([from, at]); used.add(from); }
    }
  }
  return { length, links };
}

function drawCat() {
  return svg("g", { class: "cat" },
    svg("path", { class: "cat-fur", d: "M-12 -2 L-12.500 -14 L-5 -9.500 Q0 -11 5 -9.500 L12.500 -14 L12 -2 Q13 9 0 11 Q-13 9 -12 -2Z" }),
    svg("path", { class: "cat-line", d: "M-4 5 Q-2 7 0 5 Q2 7 4 5 M-15 1 L-8 3 M-15 6 L-8 5 M15 1 L8 3 M15 6 L8 5" }),
    svg("ellipse", { class: "cat-eye", cx: -5, cy: -1, rx: 2, ry: 2.7 }), svg("ellipse", { class: "cat-eye", cx: 5, cy: -1, rx: 2, ry: 2.7 }),
    svg("path", { class: "cat-nose", d: "M-2 2.500 L2 2.500 L0 5Z" }));
}

/** @param {import("./view.js").Doc} doc @param {import("./words.js").Texts} t @returns {import("./view.js").View} */
export function catchCat(doc, t) {
  const element = html("div", { class: "drawing", dir: "ltr" });
  let size = 0, showing = 0, hint = true, held = false;
  /** @type {number[]} */ let cats = [];
  /** @type {Int32Array} the position from which a cell is blocked */ let blockedFrom = new Int32Array(0);
  /** @type {import("./view.js").Piece[]} */ let pieces = [];
  /** @type {SVGElement[]} */ let cells = [];
  let root = svg("svg"), ways = svg("g"), cat = svg("g"), ring = svg("polygon");

  /** @param {number} at */
  const place = (at) => centre(Math.floor(at / size), at % size);
  const name = (/** @type {number} */ at) => ({ row: Math.floor(at / size), col: at % size });

  /** @param {import("./view.js").Piece} start */
  function open(start) {
    size = start.size;
    pieces = [start];
    showing = 0;
    cats = [start.cat[0] * size + start.cat[1]];
    blockedFrom = new Int32Array(size * size).fill(2 ** 30);
    for (const [r, c] of start.blocked) blockedFrom[r * size + c] = 0;
    root = svg("svg", { class: "catchcat", role: "img", viewBox: `0 0 ${(wide * (size + 0.5) + margin + rim).toFixed(1)} ${radius * (1.5 * size + 0.5) + margin + rim}` });
    cells = [];
    for (let at = 0; at < size * size; at++) {
      const [x, y] = place(at);
      const { row, col } = name(at);
      const edge = row === 0 || col === 0 || row === size - 1 || col === size - 1;
      const cell = svg("polygon", { points: hexagon, transform: `translate(${x.toFixed(2)} ${y})`, "data-cell": `${row} ${col}` });
      cell.dataset.base = edge ? "cell edge" : "cell";
      cells.push(cell);
    }
    ways = svg("g", { class: "ways" });
    ring = svg("polygon", { points: hexagon, class: "last" });
    cat = drawCat();
    const marks = svg("g", { class: "coordinates" });
    for (let i = 0; i < size; i++) {
      marks.append(svg("text", { x: margin - 10, y: place(i * size)[1] + 4, "text-anchor": "end" }, String(i)),
        svg("text", { x: place(i)[0], y: margin - 10, "text-anchor": "middle" }, String(i)));
    }
    root.append(marks, ...cells, ways, ring, cat);
    element.replaceChildren(root);
  }

  /** @param {import("./view.js").Piece} moment */
  function push(moment) {
    pieces.push(moment);
    const at = moment.c ? moment.c[0] * size + moment.c[1] : -1;
    if (at >= 0 && moment.s === 0) blockedFrom[at] = pieces.length - 1;
    cats.push(at >= 0 && moment.s === 1 ? at : cats[cats.length - 1]);
  }

  function show(n = showing, part = 1) {
    showing = n;
    const done = part >= 1 ? n : n - 1;
    for (let at = 0; at < cells.length; at++) {
      const from = blockedFrom[at];
      const kind = from === 0 ? " stone" : from <= done ? " placed" : from === n ? " placing" : "";
      const to = cells[at].dataset.base + kind;
      if (cells[at].getAttribute("class") !== to) cells[at].setAttribute("class", to);
      if (from === n && n > 0) cells[at].style.opacity = part >= 1 ? "" : String(0.25 + 0.75 * part);
      else if (cells[at].style.opacity) cells[at].style.opacity = "";
    }
    const [fx, fy] = place(cats[Math.max(0, n - 1)]), [tx, ty] = place(cats[n]);
    cat.setAttribute("transform", `translate(${between(fx, tx, part).toFixed(2)} ${between(fy, ty, part).toFixed(2)})`);
    const c = pieces[n].c;
    ring.style.display = c ? "" : "none";
    if (c) ring.setAttribute("transform", cells[c[0] * size + c[1]].getAttribute("transform") ?? "");
    root.classList.toggle("caught", pieces[n].end?.reason === "caught");
    root.setAttribute("aria-label", describe(n));
    drawWays(done, part >= 1);
  }

  /** @param {number} n @param {boolean} shown */
  function drawWays(n, shown) {
    const { links } = hint && shown && !pieces[n].end ? way(n) : { links: [] };
    ways.replaceChildren(...links.map(([a, b]) => {
      const [x1, y1] = place(a), [x2, y2] = place(b);
      return svg("line", { x1: x1.toFixed(1), y1, x2: x2.toFixed(1), y2 });
    }));
  }

  const way = (/** @type {number} */ n) => waysOut(size, cats[n], (at) => blockedFrom[at] <= n);

  /** @param {number} n */
  function describe(n) {
    const p = pieces[n], seat = doc.seats[p.s ?? 0];
    let what;
    if (n === 0) what = t.say("catStart", { ...name(cats[0]), n: blockedFrom.filter((f) => f === 0).length });
    else if (p.c) what = t.say(p.s === 0 ? "blocks" : "goes", { n, name: seat.name, row: p.c[0], col: p.c[1] });
    return sentences(what, ...faultsOf(doc, p, t), p.end && verdict(doc, p.end, t) + ".");
  }

  /** @param {number} n */
  function figures(n) {
    const end = pieces[n].end, { length } = way(n);
    const made = [Math.ceil(n / 2), Math.floor(n / 2)];
    return doc.seats.map((_, i) => [end ? `${t.say("points", { a: end.seats[0].points, b: end.seats[1].points })}` : `${t.say("moves")}: ${t.number(made[i])}`,
      i === 1 ? (length < 0 ? t.say("walled") : t.say("steps", { n: length })) : ""]);
  }

  /** @param {number|null} seat @param {(text: string) => void} [answer] */
  function ask(seat, answer) {
    const n = pieces.length - 1, near = seat === 1 ? neighbours(size, cats[n]) : null;
    root.setAttribute("role", seat === null ? "img" : "group");
    if (seat === null && cells.some((cell) => cell === document.activeElement)) held = true;
    cells.forEach((cell, at) => {
      const free = seat !== null && blockedFrom[at] > n && at !== cats[n] && (!near || near.includes(at));
      const { row, col } = name(at);
      cell.dataset.base = (cell.dataset.base ?? "").replace(" choice", "") + (free ? " choice" : "");
      if (free && answer) choice(cell, t.say("cellAt", { row, col }), () => answer(`${row} ${col}`));
      else noChoice(cell);
    });
    if (seat === null || !held) return;
    held = false; // who plays by keyboard goes on beside the cat
    const beside = neighbours(size, cats[n]).find((at) => cells[at].classList.contains("choice"));
    if (beside !== undefined) cells[beside].focus();
  }

  return {
    element, open, push, show, describe, figures, ask,
    weight: () => 1, picture: () => root, series: () => null,
    switches: [{ key: "1", label: t.say("hint"), on: true, set: (on) => { hint = on; show(); } }],
  };
}
