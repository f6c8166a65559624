// The board of Paper Soccer: a pitch on squared paper.
import { choice, html, svg } from "./dom.js";
import { deltas, Pitch } from "./pitch.js";
import { between, faultsOf, sentences, verdict } from "./view.js";

const cell = 40, margin = 1.25 * cell;

/** @param {import("./view.js").Doc} doc @param {import("./words.js").Texts} t @returns {import("./view.js").View} */
export function paperSoccer(doc, t) {
  const element = html("div", { class: "drawing", dir: "ltr" });
  /** @type {import("./view.js").Piece[]} */ let pieces = [];
  /** @type {Pitch} the position after the last moment */ let pitch;
  /** @typedef {{line: SVGElement, x1: number, y1: number, x2: number, y2: number}} Stroke */
  /** @type {Stroke[][]} the strokes of each moment */ let strokes = [];
  /** @type {[number, number][]} where the ball is in each position */ let balls = [];
  let root = svg("svg"), layer = svg("g"), ball = svg("g"), draft = svg("g");
  let showing = 0, shown = 0;
  const seatNames = doc.seats.map((s) => ({ name: s.name, role: t.say(`role.${s.role}`) }));

  const px = (/** @type {number} */ x) => margin + x * cell;
  const py = (/** @type {number} */ y) => margin + (y + 1) * cell;

  /** @param {import("./view.js").Piece} start */
  function open(start) {
    pieces = [start];
    showing = 0;
    strokes = [[]];
    shown = 0;
    pitch = new Pitch(start.width, start.height, start.halfway);
    balls = [[pitch.x, pitch.y]];
    const w = start.width * cell + 2 * margin, h = (start.height + 2) * cell + 2 * margin;
    root = svg("svg", { class: "papersoccer", role: "img", viewBox: `0 0 ${w} ${h}` });
    const paper = svg("g", { class: "paper" }, svg("rect", { x: 0, y: 0, width: w, height: h, class: "sheet" }));
    for (let x = margin % cell; x <= w; x += cell) paper.append(svg("line", { x1: x, y1: 0, x2: x, y2: h }));
    for (let y = margin % cell; y <= h; y += cell) paper.append(svg("line", { x1: 0, y1: y, x2: w, y2: y }));
    const mid = start.width / 2;
    for (const [seat, y] of [[0, -1], [1, start.height]]) {
      paper.append(svg("rect", { class: `goal seat${seat}`, x: px(mid - 1), y: py(y), width: 2 * cell, height: cell }));
    }
    const lines = svg("g", { class: "border" });
    for (const [x1, y1, x2, y2] of pitch.lines) {
      const halfway = y1 === start.height / 2 && y2 === y1;
      lines.append(svg("line", { x1: px(x1), y1: py(y1), x2: px(x2), y2: py(y2), class: halfway ? "halfway" : "" }));
    }
    const names = svg("g", { class: "owners" },
      svg("text", { x: px(mid), y: py(-1) - 12, "text-anchor": "middle", class: "seat0" }, clipName(seatNames[0].name)),
      svg("text", { x: px(mid), y: py(start.height + 1) + 24, "text-anchor": "middle", class: "seat1" }, clipName(seatNames[1].name)));
    layer = svg("g", { class: "strokes" });
    draft = svg("g", { class: "draft" });
    ball = svg("g", { class: "ball" }, svg("circle", { r: 8 }), svg("circle", { r: 2.5, class: "spot" }));
    root.append(paper, names, lines, layer, draft, ball);
    element.replaceChildren(root);
  }

  /** @param {import("./view.js").Piece} moment */
  function push(moment) {
    if (draft.hasChildNodes()) ask(null); // a person's turn, or one overtaken
    const refused = moment.t === undefined, text = moment.t ?? moment.w ?? "";
    const [x0, y0] = balls[balls.length - 1];
    let x = x0, y = y0;
    const now = [...text].map((c) => {
      const [dx, dy] = deltas[Number(c)];
      const line = svg("line", { x1: px(x), y1: py(y), x2: px(x + dx), y2: py(y + dy), class: `stroke seat${moment.s}${refused ? " refused" : ""}` });
      if (!refused) pitch.step(Number(c));
      const stroke = { line, x1: x, y1: y, x2: x + dx, y2: y + dy };
      x += dx;
      y += dy;
      return stroke;
    });
    pieces.push(moment);
    strokes.push(now);
    balls.push(refused ? [x0, y0] : [x, y]);
  }

  function show(n = showing, part = 1) {
    showing = n;
    while (shown > n) { for (const s of strokes[shown]) s.line.remove(); shown--; }
    while (shown < n) { shown++; for (const s of strokes[shown]) { whole(s); layer.append(s.line); } }
    const turn = strokes[n], steps = turn.length * part, refused = pieces[n].t === undefined;
    let [bx, by] = part >= 1 || n === 0 ? balls[n] : balls[n - 1];
    turn.forEach((s, i) => {
      const made = Math.max(0, Math.min(1, steps - i));
      s.line.style.display = made > 0 ? "" : "none";
      if (made >= 1) whole(s);
      else if (made > 0) {
        const f = between(0, 1, made);
        s.line.setAttribute("x2", px(s.x1 + (s.x2 - s.x1) * f).toFixed(1));
        s.line.setAttribute("y2", py(s.y1 + (s.y2 - s.y1) * f).toFixed(1));
      }
      if (made > 0 && part < 1 && !refused) {
        const f = between(0, 1, made);
        bx = s.x1 + (s.x2 - s.x1) * f;
        by = s.y1 + (s.y2 - s.y1) * f;
      }
    });
    for (const s of layer.querySelectorAll(".now")) s.classList.remove("now");
    for (const s of turn) s.line.classList.add("now");
    ball.setAttribute("transform", `translate(${px(bx).toFixed(1)} ${py(by).toFixed(1)})`);
    root.setAttribute("aria-label", describe(n));
  }

  /** @param {Stroke} s */
  function whole(s) {
    s.line.style.display = "";
    s.line.setAttribute("x2", String(px(s.x2)));
    s.line.setAttribute("y2", String(py(s.y2)));
  }

  /** @param {number} n */
  function describe(n) {
    const p = pieces[n], most = 24;
    if (n === 0) return sentences(p.end ? "" : t.say("soccerStart", seatNames[p.mover]), ...faultsOf(doc, p, t), p.end && verdict(doc, p.end, t) + ".");
    const text = [...(p.t ?? "")], steps = text.slice(0, most).map((c) => t.say(`n${c}`)).join(t.lang === "fa" ? "، " : ", ") + (text.length > most ? " …" : "");
    return sentences(text.length > 0 ? t.say("turn", { n, ...seatNames[p.s], steps }) : "", ...faultsOf(doc, p, t), p.end && verdict(doc, p.end, t) + ".");
  }

  /** @param {number} n */
  function figures(n) {
    return doc.seats.map((_, seat) => {
      let turns = 0;
      for (let i = 1; i <= n; i++) if (pieces[i].t !== undefined && pieces[i].s === seat) turns++;
      return [`${t.say("turns")}: ${t.number(turns)}`, t.say(seat === 0 ? "north" : "south")];
    });
  }

  /** @param {number|null} seat @param {(text: string) => void} [answer] */
  function ask(seat, answer) {
    draft.replaceChildren();
    rebuild();
    root.setAttribute("role", seat === null ? "img" : "group");
    if (seat === null || !answer) return;
    /** @type {number[]} */ const steps = [];
    const offer = () => {
      const held = draft.contains(document.activeElement); // by keyboard it goes on from here
      for (const e of draft.querySelectorAll(".choice")) e.remove();
      ball.setAttribute("transform", `translate(${px(pitch.x)} ${py(pitch.y)})`);
      for (const d of pitch.ways) {
        const at = { cx: px(pitch.x + deltas[d][0]), cy: py(pitch.y + deltas[d][1]) };
        const end = svg("circle", { ...at, r: 11, class: `seat${seat}`, "data-step": d });
        choice(end, t.say(`n${d}`), () => go(d));
        draft.append(end);
      }
      if (steps.length > 0) {
        const undo = svg("circle", { cx: px(pitch.x), cy: py(pitch.y), r: 11, class: "undo" });
        choice(undo, t.say("takeBack"), back);
        draft.append(undo);
      }
      if (held) /** @type {SVGElement|null} */ (draft.querySelector(".choice"))?.focus();
    };
    const back = () => {
      pitch.back(/** @type {number} */ (steps.pop()));
      draft.querySelector(".stroke:last-of-type")?.remove();
      offer();
    };
    const go = (/** @type {number} */ d) => {
      const from = [pitch.x, pitch.y];
      const line = svg("line", { x1: px(from[0]), y1: py(from[1]), x2: px(from[0] + deltas[d][0]), y2: py(from[1] + deltas[d][1]), class: `stroke now seat${seat}` });
      draft.append(line);
      steps.push(d);
      if (!pitch.step(d)) return offer();
      // The moment that comes draws the turn again.
      for (const e of draft.querySelectorAll(".choice")) e.remove();
      const first = pieces[0].notation === "letters" ? "a" : "0", text = steps.map((s) => String.fromCharCode(first.charCodeAt(0) + s)).join("");
      answer(text);
    };
    offer();
  }

  /** Makes the pitch of the last position anew, without a person's draft. */
  function rebuild() {
    const start = pieces[0];
    pitch = new Pitch(start.width, start.height, start.halfway);
    for (const p of pieces) for (const c of p.t ?? "") pitch.step(Number(c));
  }

  return {
    element, open, push, show, describe, figures, ask, switches: [],
    weight: (n) => Math.max(1, strokes[n].length * 0.7), picture: () => root, series: () => null,
  };
}

/** @param {string} name */
const clipName = (name) => ([...name].length > 24 ? [...name].slice(0, 23).join("") + "…" : name);
