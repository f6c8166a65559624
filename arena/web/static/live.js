// The page of a match that is being played.
import { follow, post } from "./arena.js";
import { standing } from "./cue.js";
import { watch } from "./watch.js";

const place = /** @type {HTMLElement} */ (document.getElementById("board"));
const state = /** @type {HTMLElement} */ (document.getElementById("state"));
const cue = /** @type {HTMLElement} */ (document.getElementById("cue"));
const message = /** @type {HTMLElement} */ (document.getElementById("message"));
const id = /** @type {string} */ (place.dataset.id);
let begun = false; // the cue was given, or the match called off
const board = watch(place, { late: state.classList.contains("playing") });

/** @param {string} name */
function enter(name) {
  state.className = `state ${name}`;
  state.textContent = state.dataset[name] ?? name;
  cue.hidden = name !== "ready";
  const stop = document.getElementById("stop");
  if (stop) stop.hidden = name === "ended";
  if (name === "ready") document.getElementById("start")?.focus();
}

/** @param {string} text */
function complain(text) {
  message.textContent = text;
  message.hidden = text === "";
}

async function ended() {
  begun = true;
  enter("ended");
  const all = await (await fetch("/live/list")).json();
  const own = all.live.find((/** @type {{id: string}} */ m) => m.id === id);
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("replay"));
  if (own?.unkept) complain(`${place.dataset.unkept} ${own.unkept}`);
  if (own?.page) { link.href = own.page; link.hidden = false; }
}

follow(/** @type {string} */ (place.dataset.events), ({ kind, data, step }) => {
  switch (kind) {
    case "head": board.head(data); break;
    case "ready": standing(id, data).then(() => { if (!begun) enter("ready"); }); break;
    case "go": begun = true; enter("playing"); break;
    case "lost": complain(`${place.dataset.lost} ${data}`); break;
    case "void": complain(`${state.dataset.void}: ${data || place.dataset.off}`); break;
    default:
      board.add(kind, data);
      if (step > 0 && ["queued", "starting"].some((s) => state.classList.contains(s))) enter("playing");
  }
}, ended, () => {
  enter("ended");
  complain(place.dataset.gone ?? "");
});

/** Gives the cue. */
async function start() {
  try { await post("/live/start", { id }); complain(""); } catch (e) { complain(/** @type {Error} */ (e).message); }
}

const form = cue.querySelector("form");
form?.addEventListener("submit", (e) => { e.preventDefault(); start(); });
document.addEventListener("keydown", (e) => {
  if (form && e.key === "Enter" && !cue.hidden && !/** @type {HTMLElement} */ (e.target).closest("button, a, input, summary")) start();
});

Object.assign(window, { arenaPlayer: () => board.player });
