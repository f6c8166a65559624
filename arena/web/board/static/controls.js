// The controls below a board.
import { html, icon } from "./dom.js";

let players = 0; // radio buttons of two players on a page are not one group
const speeds = [0.5, 1, 2, 4, 8, 16, 32, 64];

/**
 * @param {import("./words.js").Texts} t
 * @param {{speed: number, toggle: () => void, step: (by: number) => void, fault: (by: number) => void, ends: (last: boolean) => void,
 *   setSpeed: (speed: number) => void, setRound: (n: number) => void, follow: () => void, link: () => void,
 *   picture: (kind: "svg"|"png") => void, switches: import("./view.js").Switch[]}} does
 */
export function controlBar(t, does) {
  const button = (/** @type {any} */ name, /** @type {() => void} */ onclick) =>
    html("button", { type: "button", "aria-label": t.say(name), title: t.say(name), class: `do-${name}`, onclick }, icon(name));
  const own = ++players;
  const play = button("play", does.toggle);
  const nextFault = button("nextFault", () => does.fault(1)), backFault = button("backFault", () => does.fault(-1));
  const speed = /** @type {HTMLSelectElement} */ (html("select", { class: "speed", "aria-label": t.say("speed"), title: t.say("speed"), onchange: () => does.setSpeed(Number(speed.value)) },
    ...speeds.map((s) => html("option", { value: s, selected: s === does.speed }, t.say("perSecond", { n: s })))));
  const boards = /** @type {HTMLSelectElement} */ (html("select", { class: "rounds", "aria-label": t.say("boardOf", { n: 1, all: 1 }), hidden: true, onchange: () => does.setRound(Number(boards.value)) }));
  const where = html("output", { class: "where" });
  const live = html("button", { type: "button", class: "live", hidden: true, onclick: does.follow }, t.say("follow"));
  const link = html("button", { type: "button", class: "do-link", "aria-label": t.say("link"), title: t.say("link"), onclick: does.link }, icon("link"), html("span", { class: "copied", role: "status" }));
  const pictures = ["svg", "png"].map((kind) => html("button", { type: "button", class: `do-${kind}`, "aria-label": t.say(kind), title: t.say(kind), onclick: () => does.picture(/** @type {any} */ (kind)) }, icon("picture"), kind.toUpperCase()));

  const inputs = does.switches.map((s) => {
    const input = /** @type {HTMLInputElement} */ (html("input", {
      type: s.group ? "radio" : "checkbox", name: s.group && `${s.group}${own}`, checked: s.on, "data-switch": s.key,
      onchange: () => s.set(input.checked),
    }));
    return { input, s };
  });
  const view = html("fieldset", { class: "switches", hidden: inputs.length === 0 }, html("legend", {}, t.say("views")),
    ...inputs.map(({ input, s }) => html("label", {}, input, html("span", {}, s.label))));
  const keys = html("details", { class: "keys" }, html("summary", {}, t.say("keys")), html("p", {}, t.say("keysText")));

  const element = html("div", { class: "bar" },
    html("div", { class: "controls", role: "group", "aria-label": t.say("controls") },
      button("first", () => does.ends(false)), button("back", () => does.step(-1)), play, button("next", () => does.step(1)), button("last", () => does.ends(true)),
      backFault, nextFault, where, boards, speed, live),
    html("div", { class: "tools" }, view, html("span", { class: "files" }, link, ...pictures), keys));

  return {
    element,
    /** @param {boolean} playing @param {string} text @param {boolean} behind */
    state(playing, text, behind) {
      const name = playing ? "pause" : "play";
      if (play.dataset.shows !== name) {
        play.dataset.shows = name;
        play.setAttribute("aria-label", t.say(name));
        play.title = t.say(name);
        play.replaceChildren(icon(name));
      }
      where.textContent = text;
      live.hidden = !behind;
    },
    /** @param {number} by */
    faster(by) {
      speed.selectedIndex = Math.max(0, Math.min(speeds.length - 1, speed.selectedIndex + by));
      does.setSpeed(Number(speed.value));
    },
    /** @param {string} key */
    flip(key) {
      const found = inputs.find(({ s }) => s.key === key);
      if (!found) return;
      found.input.checked = found.s.group ? true : !found.input.checked;
      found.s.set(found.input.checked);
    },
    /** @param {number} all @param {number} at */
    rounds(all, at) {
      boards.hidden = all < 2;
      if (boards.options.length !== all) boards.replaceChildren(...Array.from({ length: all }, (_, i) => html("option", { value: i }, t.say("board", { n: i + 1 }))));
      boards.selectedIndex = at;
      boards.setAttribute("aria-label", t.say("boardOf", { n: at + 1, all }));
    },
    /** @param {boolean} any */
    faults(any) {
      nextFault.hidden = backFault.hidden = !any;
    },
    copied() {
      const note = /** @type {HTMLElement} */ (link.querySelector(".copied"));
      note.textContent = t.say("copied");
      setTimeout(() => { note.textContent = ""; }, 1500);
    },
  };
}
