// The player of a match: a board, what is told of it, and the controls.
import { catchCat } from "./catchcat.js";
import { controlBar } from "./controls.js";
import { html } from "./dom.js";
import { goldHunter } from "./goldhunter.js";
import { paperSoccer } from "./papersoccer.js";
import { pngFile, save, svgFile } from "./picture.js";
import { timeline } from "./timeline.js";
import { verdict } from "./view.js";
import { texts } from "./words.js";

/** @typedef {import("./view.js").Doc} Doc */
/** @typedef {import("./view.js").Piece} Piece */
/** @typedef {{lang?: string, live?: boolean, hall?: boolean, links?: boolean}} Options */

const boards = { catchcat: catchCat, papersoccer: paperSoccer, goldhunter: goldHunter };
const usualSpeed = { catchcat: 2, papersoccer: 2, goldhunter: 8 };
const smooth = 20; // positions a second up to which what lies between them is drawn

/** What a Latin keyboard has on a key: the names of keys are the same on all. @param {KeyboardEvent} e */
function latin(e) {
  const name = /^(?:Key|Digit)(.)$/.exec(e.code)?.[1] ?? "";
  return e.shiftKey ? name : name.toLowerCase();
}

/**
 * Shows a match in an element. See the package's documentation for the
 * document and the options.
 * @param {HTMLElement} element @param {Doc} doc @param {Options} [options]
 */
export function mount(element, doc, options = {}) {
  const t = texts(options.lang ?? document.documentElement.lang);
  const game = /** @type {keyof typeof boards} */ (doc.game);
  if (!(game in boards)) throw new Error(`there is no board for ${doc.game}`);
  const view = boards[game](doc, t);
  const rounds = doc.rounds;
  let round = 0, at = 0, part = 0, playing = false, following = options.live === true, speed = usualSpeed[game], before = 0, frame = 0;
  /** What frames cost, in milliseconds; late are those of more than 8. */
  const work = { frames: 0, total: 0, worst: 0, late: 0 };

  const line = timeline(t.say("position"), t.say("chart"), (n) => { pause(); seek(n); });
  const told = html("p", { class: "told", "aria-live": "polite" });
  const seats = doc.seats.map((s, i) => {
    const figures = html("div", { class: "figures" });
    return { figures, card: html("div", { class: `seat seat${i}` }, html("span", { class: "swatch", "aria-hidden": "true" }), html("div", {}, html("strong", {}, html("bdi", {}, s.name)), " ", html("span", { class: "role" }, t.say(`role.${s.role}`)), figures)) };
  });
  const bar = controlBar(t, {
    speed, toggle, step, fault, ends: (last) => { pause(); seek(last ? lastOf() : 0); },
    setSpeed: (s) => { speed = s; }, setRound: (n) => { pause(); openRound(n, 0); draw(); }, follow: () => { following = true; openRound(rounds.length - 1, lastOf(rounds.length - 1)); draw(); },
    link: copyLink, picture, switches: view.switches,
  });
  const heading = html("div", { class: "seats" }, seats[0].card, html("div", { class: "against", "aria-hidden": "true" }), seats[1].card);
  const root = html("section", { class: `board-player game-${doc.game}${options.hall ? " hall" : ""}`, lang: t.lang, dir: t.dir, "aria-label": t.say(`game.${doc.game}`) },
    heading, html("div", { class: "table" }, view.element), told, line.element, bar.element);
  element.replaceChildren(root);

  const lastOf = (n = round) => rounds[n]?.moments.length ?? 0;
  const piece = (/** @type {number} */ n) => (n === 0 ? rounds[round].start : rounds[round].moments[n - 1]);

  /** @param {number} n @param {number} position */
  function openRound(n, position) {
    round = n;
    view.open(rounds[n].start);
    for (const m of rounds[n].moments) view.push(m);
    at = Math.min(position, lastOf());
    part = 0;
    grown();
  }

  /** What depends on the number of positions. */
  function grown() {
    const marks = [];
    for (let n = 0; n <= lastOf(); n++) for (const [seat] of piece(n).x ?? []) marks.push({ at: n, seat });
    line.draw(lastOf(), marks, view.series());
    bar.rounds(rounds.length, round);
    bar.faults(marks.length > 0);
  }

  function draw() {
    if (rounds.length === 0) return;
    if (part > 0 && at < lastOf() && flowing()) view.show(at + 1, part);
    else view.show(at, 1);
  }

  /** Says in words and figures where the match is. */
  function tell() {
    if (rounds.length === 0) return;
    const where = at === 0 ? t.say("start") : t.say("of", { n: at, all: lastOf() });
    line.set(at, where);
    told.setAttribute("aria-live", playing && speed > 1 ? "off" : "polite");
    told.textContent = [rounds.length > 1 ? t.say("boardOf", { n: round + 1, all: rounds.length }) + "." : "", view.describe(at), doc.void && at === lastOf() ? t.say("notCounted", { why: doc.void }) : ""].filter(Boolean).join(" ");
    view.figures(at).forEach((lines, i) => seats[i].figures.replaceChildren(...lines.filter(Boolean).map((l) => html("span", {}, l))));
    const mover = piece(at + 1)?.s ?? (at === lastOf() ? undefined : piece(at)?.s);
    seats.forEach((s, i) => {
      s.card.classList.toggle("to-move", mover === i);
      s.card.classList.toggle("winner", piece(at).end?.seats[i].outcome === "win");
    });
    bar.state(playing, where, options.live === true && !following);
    element.dispatchEvent(new CustomEvent("moment", { detail: { round, at } }));
  }

  function seek(/** @type {number} */ n) {
    at = Math.max(0, Math.min(lastOf(), n));
    part = 0;
    following = options.live === true && at === lastOf() && round === rounds.length - 1;
    draw();
    tell();
    remember();
  }

  function step(/** @type {number} */ by) {
    pause();
    if (by > 0 && at === lastOf() && round + 1 < rounds.length) openRound(round + 1, 0);
    else if (by < 0 && at === 0 && round > 0) openRound(round - 1, lastOf(round - 1));
    else return seek(at + by);
    seek(at);
  }

  /** Goes to the next or the previous fault, over the boards. */
  function fault(/** @type {number} */ by) {
    pause();
    for (let r = round, n = at + by; r >= 0 && r < rounds.length; r += by, n = by > 0 ? 0 : lastOf(r)) {
      for (; n >= 0 && n <= lastOf(r); n += by) {
        if ((n === 0 ? rounds[r].start : rounds[r].moments[n - 1]).x) {
          if (r !== round) openRound(r, n);
          return seek(n);
        }
      }
    }
  }

  function toggle() {
    if (playing) return pause();
    if (rounds.length === 0) return;
    if (at === lastOf() && round === rounds.length - 1) { openRound(0, 0); draw(); }
    run();
    tell();
  }

  function run() {
    if (playing) return;
    playing = true;
    before = performance.now();
    frame = requestAnimationFrame(tick);
  }

  function pause() {
    if (!playing) return;
    playing = false;
    cancelAnimationFrame(frame);
    if (part > 0.5 && at < lastOf()) at++;
    part = 0;
    draw();
    tell();
    remember();
  }

  /** @param {number} now */
  function tick(now) {
    if (!playing) return;
    const began = performance.now(), was = at;
    const behind = following ? Math.max(1, lastOf() - at) : 1; // a live board catches up
    advance((Math.min(250, Math.max(0, now - before)) / 1000) * speed * behind);
    before = now;
    draw();
    if (at !== was || !playing) tell();
    const cost = performance.now() - began;
    work.frames++;
    work.total += cost;
    work.worst = Math.max(work.worst, cost);
    if (cost > 8) work.late++;
    if (playing) frame = requestAnimationFrame(tick);
    else remember();
  }

  /** @param {number} time in positions */
  function advance(time) {
    while (time > 0) {
      if (at === lastOf()) {
        part = 0;
        if (round + 1 < rounds.length) { openRound(round + 1, 0); continue; }
        playing = false;
        return;
      }
      const weight = view.weight(at + 1), rest = (1 - part) * weight;
      if (time < rest) { part += time / weight; break; }
      time -= rest;
      at++;
      part = 0;
    }
  }

  /** Whether what lies between two positions is drawn. */
  const flowing = () => speed <= smooth && !still.matches;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function address() {
    return `#m=${rounds.length > 1 ? `${round + 1}.` : ""}${at}`;
  }

  let later = 0;
  /** Puts the position into the address, not more often than browsers allow. */
  function remember() {
    if (options.links === false || options.hall || options.live === true) return;
    clearTimeout(later);
    later = setTimeout(() => history.replaceState(history.state, "", address()), 200);
  }

  function followLink() {
    const m = /[#&]m=(?:(\d+)\.)?(\d+)/.exec(location.hash);
    if (!m || options.links === false) return false;
    const n = Math.min(rounds.length, Math.max(1, Number(m[1] ?? round + 1))) - 1;
    openRound(n, Number(m[2]));
    draw();
    tell();
    return true;
  }

  async function copyLink() {
    const text = location.href.replace(/#.*/, "") + address();
    try {
      await navigator.clipboard.writeText(text);
    } catch { // pages opened from disk have no clipboard; the address bar has the link
      history.replaceState(history.state, "", address());
    }
    bar.copied();
  }

  async function picture(/** @type {"svg"|"png"} */ kind) {
    const background = getComputedStyle(root).getPropertyValue("--b-page").trim() || "#fff";
    const file = kind === "svg" ? svgFile(view.picture(), background) : await pngFile(view.picture(), background);
    save(file, `${doc.game}-${(doc.match ?? "live").slice(0, 16)}-${round + 1}-${at}.${kind}`);
  }

  /** @param {KeyboardEvent} e */
  function onKey(e) {
    const target = /** @type {HTMLElement} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || target.closest("input:not(.scrub), select, textarea, [contenteditable]")) return;
    if (target.closest("button, summary, a") && (e.key === " " || e.key === "Enter")) return;
    const ahead = t.dir === "rtl" ? "ArrowLeft" : "ArrowRight", behind = t.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    /** @type {Record<string, () => void>} */
    const does = {
      " ": toggle, k: toggle, [ahead]: () => step(1), [behind]: () => step(-1), PageDown: () => step(10), PageUp: () => step(-10),
      Home: () => { pause(); seek(0); }, End: () => { pause(); seek(lastOf()); }, f: () => fault(1), F: () => fault(-1), n: () => fault(1), N: () => fault(-1),
      "+": () => bar.faster(1), "=": () => bar.faster(1), "-": () => bar.faster(-1), "−": () => bar.faster(-1), l: copyLink,
      ...Object.fromEntries(view.switches.map((s) => [s.key, () => bar.flip(s.key)])),
    };
    const action = does[e.key] ?? does[latin(e)];
    if (!action) return;
    e.preventDefault();
    action();
  }

  /** Appends a piece of a match in play. @param {"start"|"moment"|"result"} kind @param {any} object */
  function add(kind, object) {
    if (kind === "result") {
      doc.result = object;
      return tell();
    }
    if (kind === "start") {
      rounds.push({ start: object, moments: [] });
      if (rounds.length === 1 || following) { openRound(rounds.length - 1, 0); draw(); tell(); } else bar.rounds(rounds.length, round);
      return;
    }
    const last = rounds.length - 1;
    rounds[last].moments.push(object);
    if (round !== last) return;
    view.push(object);
    grown();
    if (following) run();
    else tell();
  }

  const ended = new AbortController();
  if (!options.hall) document.addEventListener("keydown", onKey, { signal: ended.signal });
  if (options.links !== false) addEventListener("hashchange", followLink, { signal: ended.signal });
  if (rounds.length > 0 && !followLink()) {
    openRound(following ? rounds.length - 1 : 0, following ? lastOf(rounds.length - 1) : 0);
    draw();
    tell();
  }
  if (rounds.length === 0 && doc.void) told.textContent = t.say("notCounted", { why: doc.void });
  return {
    /** Goes to a position of a round, both from 0. @param {number} n @param {number} position */
    open(n, position) { pause(); openRound(n, position); seek(at); },
    add, seek, step, fault, toggle, pause, work,
    /** @param {number|null} seat @param {(text: string) => void} [answer] */
    ask(seat, answer) {
      if (seat !== null && at !== lastOf()) { pause(); seek(lastOf()); }
      view.ask(seat, answer);
      root.classList.toggle("asking", seat !== null);
      if (seat !== null) told.textContent = `${told.textContent} ${t.say("choose", { name: doc.seats[seat].name })}`;
    },
    get position() { return { round, at, last: lastOf(), playing }; },
    get outcome() { return doc.result ? verdict(doc, doc.result, t) : ""; },
    /** Takes the player from the page. */
    close() { pause(); clearTimeout(later); ended.abort(); view.close?.(); root.remove(); },
  };
}
