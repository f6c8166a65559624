// The board of Gold Hunter: a canvas that can be zoomed.
import { html, icon } from "./dom.js";
import { kinds, Story } from "./goldfield.js";
import { paintField, paintGround, Sketch } from "./goldpaint.js";
import { faultsOf, seatName, sentences, verdict } from "./view.js";
import { orderPanel } from "./goldorders.js";

const farthest = 16; // times closer

/** @param {import("./view.js").Doc} doc @param {import("./words.js").Texts} t @returns {import("./view.js").View} */
export function goldHunter(doc, t) {
  const canvas = /** @type {HTMLCanvasElement} */ (html("canvas", { role: "img" }));
  const closer = html("button", { type: "button", "aria-label": t.say("zoomIn"), title: t.say("zoomIn"), onclick: () => zoomTo(zoom * 1.6) }, icon("zoomIn"));
  const away = html("button", { type: "button", "aria-label": t.say("zoomOut"), title: t.say("zoomOut"), onclick: () => zoomTo(zoom / 1.6) }, icon("zoomOut"));
  const orders = html("div", { class: "orders" });
  const place = html("div", { class: "place" }, canvas);
  const field = html("div", { class: "field" }, place, html("div", { class: "zoom" }, closer, away));
  const element = html("div", { class: "drawing goldhunter", dir: "ltr" }, field, orders);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  const still = document.createElement("canvas"), stillPen = /** @type {CanvasRenderingContext2D} */ (still.getContext("2d", { alpha: false }));

  /** @type {Story} */ let story;
  /** @type {import("./goldpaint.js").Palette} */ let palette;
  let showing = 0, part = 1, zoom = 1, cell = 1, left = 0, top = 0, stale = true;
  /** @type {number|null} the team whose sight is shown */ let fogOf = null;
  /** @type {number|null} */ let chosen = null;
  /** @type {Uint8Array} */ let seen;

  /** @param {import("./view.js").Piece} start */
  function open(start) {
    story = new Story(start);
    seen = new Uint8Array(start.rows * start.cols);
    showing = 0;
    part = zoom = 1;
    resize();
  }

  function readPalette() {
    const style = getComputedStyle(element), get = (/** @type {string} */ name) => style.getPropertyValue(`--b-${name}`).trim() || "#888";
    palette = {
      ground: get("ground"), grid: get("grid"), rock: get("rock"), rockEdge: get("rock-edge"), gold: get("gold"), dug: get("dug"), fog: get("fog"), ink: get("ink"),
      team: [get("seat0"), get("seat1")], edge: [get("edge0"), get("edge1")],
    };
    stale = true;
  }

  /** Fits the canvas to the room that there is. */
  function resize() {
    const { rows, cols } = story.ground, ratio = window.devicePixelRatio || 1;
    const room = place.clientWidth || 320, share = place.closest(".hall") ? 0.5 : 0.74, high = Math.max(240, window.innerHeight * share); // a hall's screen has all of it
    const side = Math.min(room / cols, high / rows, 56), device = Math.max(1, Math.floor(side * ratio));
    const w = device * cols, h = device * rows;
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = still.width = w;
      canvas.height = still.height = h;
      canvas.style.width = `${w / ratio}px`;
      canvas.style.height = `${h / ratio}px`;
    }
    readPalette();
    zoomTo(zoom);
  }

  /** Zooms around a point of the canvas, the middle where none is given. */
  function zoomTo(/** @type {number} */ to, x = canvas.width / 2, y = canvas.height / 2) {
    const was = cell, { cols } = story.ground;
    zoom = to < 1.01 ? 1 : Math.min(farthest, to);
    cell = Math.max(1, Math.round((canvas.width / cols) * zoom));
    if (zoom === 1) cell = canvas.width / cols;
    left = x - ((x - left) * cell) / was;
    top = y - ((y - top) * cell) / was;
    moveBy(0, 0);
    away.toggleAttribute("disabled", zoom <= 1);
    closer.toggleAttribute("disabled", zoom >= farthest);
  }

  /** @param {number} dx @param {number} dy */
  function moveBy(dx, dy) {
    const { rows, cols } = story.ground;
    left = Math.round(Math.min(0, Math.max(canvas.width - cols * cell, left + dx)));
    top = Math.round(Math.min(0, Math.max(canvas.height - rows * cell, top + dy)));
    stale = true;
    show();
  }

  function show(n = showing, p = part) {
    showing = n;
    part = p;
    const now = story.position(n), frame = { cell, left, top };
    if (stale) {
      stillPen.fillStyle = palette.ground;
      stillPen.fillRect(0, 0, still.width, still.height);
      paintGround(stillPen, story.ground, frame, palette);
      stale = false;
    }
    pen.globalAlpha = 1;
    pen.drawImage(still, 0, 0);
    if (fogOf !== null) now.sight(fogOf, seen);
    paintField(pen, now, frame, palette, fogOf === null ? null : { seen, team: fogOf }, part, chosen);
    if (part >= 1) canvas.setAttribute("aria-label", describe(n));
  }

  /** @param {number} n */
  function describe(n) {
    const p = story.pieces[n], f = story.position(n), g = story.ground;
    if (n === 0) return sentences(t.say("stageStart", { rows: g.rows, cols: g.cols, gold: g.total, units: g.perTeam }), ...faultsOf(doc, p, t));
    const list = f.killed.map((id) => `${t.say(kinds[g.kind(id)])} ${t.number(id)} (${seatName(doc, g.team(id), t)})`).join(t.lang === "fa" ? "، " : ", ");
    const took = [0, 1].map((team) => f.taken.reduce((sum, [who, value]) => sum + (who === team ? value : 0), 0));
    return sentences(
      t.say("stage", { n: f.stage, a: f.gold[0], b: f.gold[1] }), p.set && t.say("stoodStill", { n: p.n }),
      ...took.map((value, team) => value > 0 && t.say("took", { name: seatName(doc, team, t), n: value }) || ""),
      list && t.say("killed", { list }), f.shots > 0 ? t.say("shots", { n: f.shots }) : "",
      ...faultsOf(doc, p, t), p.end && verdict(doc, p.end, t) + ".");
  }

  /** @param {number} n */
  function figures(n) {
    const f = story.position(n), g = story.ground;
    return [0, 1].map((team) => [`${t.say("gold")}: ${t.number(f.gold[team])} / ${t.number(g.total)}`,
      `${t.say("alive")}: ${t.number(g.perTeam - f.deaths[team])} / ${t.number(g.perTeam)}`, `${t.say("bullets")}: ${t.number(f.fired[team])}`]);
  }

  /** @param {number|null} seat @param {(text: string) => void} [answer] */
  function ask(seat, answer) {
    orders.replaceChildren();
    chosen = null;
    if (seat !== null && answer) {
      orders.append(orderPanel(story.position(story.pieces.length - 1), seat, t, (id) => { chosen = id; show(); }, answer));
    }
    show();
  }

  /** The cell below a pointer. @param {PointerEvent} e */
  function cellAt(e) {
    const ratio = canvas.width / canvas.clientWidth;
    return { row: Math.floor((e.offsetY * ratio - top) / cell), col: Math.floor((e.offsetX * ratio - left) / cell) };
  }

  let dragged = 0;
  /** @type {Map<number, PointerEvent>} */ const touching = new Map();
  canvas.addEventListener("pointerdown", (e) => { dragged = 0; touching.set(e.pointerId, e); if (zoom > 1) canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointermove", (e) => {
    const from = touching.get(e.pointerId);
    if (!from || zoom <= 1) return;
    const ratio = canvas.width / canvas.clientWidth;
    touching.set(e.pointerId, e);
    dragged += Math.abs(e.clientX - from.clientX) + Math.abs(e.clientY - from.clientY);
    moveBy((e.clientX - from.clientX) * ratio, (e.clientY - from.clientY) * ratio);
  });
  for (const over of ["pointerup", "pointercancel"]) canvas.addEventListener(over, (e) => touching.delete(/** @type {PointerEvent} */ (e).pointerId));
  canvas.addEventListener("click", (e) => {
    if (dragged > 4 || !orders.hasChildNodes()) return;
    const { row, col } = cellAt(/** @type {PointerEvent} */ (e));
    const id = story.position(showing).units.findIndex((u) => u.alive && u.row === row && u.col === col);
    /** @type {HTMLElement|null} */ (orders.querySelector(`[data-unit="${id}"]`))?.focus();
  });
  canvas.addEventListener("wheel", (e) => {
    if (!e.ctrlKey && zoom === 1 && e.deltaY > 0) return; // the page scrolls
    e.preventDefault();
    const ratio = canvas.width / canvas.clientWidth;
    zoomTo(zoom * (e.deltaY < 0 ? 1.2 : 1 / 1.2), e.offsetX * ratio, e.offsetY * ratio);
  }, { passive: false });
  const ended = new AbortController(), repaint = () => { if (story) { readPalette(); show(); } };
  const size = new ResizeObserver(() => story && resize()), theme = new MutationObserver(repaint);
  size.observe(place);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint, { signal: ended.signal });
  const close = () => { ended.abort(); size.disconnect(); theme.disconnect(); };

  function picture() {
    const { rows, cols } = story.ground, side = Math.max(10, Math.min(24, Math.floor(1600 / Math.max(rows, cols))));
    const sketch = new Sketch(cols * side, rows * side), frame = { cell: side, left: 0, top: 0 };
    paintGround(sketch, story.ground, frame, palette);
    paintField(sketch, story.position(showing), frame, palette, fogOf === null ? null : { seen, team: fogOf }, 1, null);
    return sketch.root;
  }

  const fog = (/** @type {number|null} */ team) => (/** @type {boolean} */ on) => { if (on) fogOf = team; show(); };
  return {
    element, open, push: (m) => story.push(m), show, describe, figures, ask, picture, close, weight: () => 1,
    series: () => ({ values: story.gold, marks: story.deaths }),
    switches: [
      { key: "1", group: "fog", label: t.say("all"), on: true, set: fog(null) },
      { key: "2", group: "fog", label: t.say("fog", { name: seatName(doc, 0, t) }), on: false, set: fog(0) },
      { key: "3", group: "fog", label: t.say("fog", { name: seatName(doc, 1, t) }), on: false, set: fog(1) },
    ],
  };
}
