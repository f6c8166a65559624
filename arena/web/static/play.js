// A person plays against a bot.
import { follow, post } from "./arena.js";
import { mount } from "./board/player.js";

const get = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const place = get("board"), turn = get("turn"), message = get("message");
const id = /** @type {string} */ (place.dataset.id), seat = Number(place.dataset.seat), limit = Number(place.dataset.limit);
/** @type {ReturnType<typeof mount>|undefined} */
let player;
/** Ends the stream that is listened to. @type {(() => void)|undefined} */
let stop;
let step = 0, diverged = false, asked = false;
/** When a match that is over is asked about again. */
let again = 0;
let run = Number(place.dataset.run); // how often the game was begun when what is shown was
/** @type {number[]} */
let moving = [];
/** What each seat has used so far, in milliseconds, and since when the one to move thinks. */
let used = [0, 0], since = 0;

function complain(text = "") {
  if (message.textContent === text) return; // it would be read out again
  message.textContent = text;
  message.hidden = text === "";
}

/** @param {"mine"|"theirs"|"over"|"starting"} what */
function say(what) {
  turn.className = `state ${what}`;
  turn.textContent = turn.dataset[what] + (diverged ? ` ${turn.dataset.diverged}` : "");
}

const minutes = (/** @type {number} */ ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

function tick() {
  const now = performance.now();
  for (const s of [0, 1]) {
    const thinking = since > 0 && moving.includes(s);
    const left = limit > 0 && s === seat ? ` / ${minutes(Math.max(0, limit - (thinking ? now - since : 0)))}` : "";
    get(`clock${s}`).textContent = minutes(used[s] + (thinking ? now - since : 0)) + left;
    get(`clock${s}`).parentElement?.classList.toggle("thinking", thinking);
  }
}

function stopClock() {
  const now = performance.now();
  for (const s of moving) if (since > 0) used[s] += now - since;
  since = 0;
  moving = [];
}

/** @param {string} move */
async function play(move) {
  complain();
  askNothing();
  try {
    await post("/play/move", { id, position: step, move });
    if (moving.includes(seat)) say("theirs");
  } catch (e) {
    complain(/** @type {Error} */ (e).message);
    ask();
  }
}

function askNothing() {
  if (asked) player?.ask(null);
  asked = false;
}

function ask() {
  if (!moving.includes(seat)) return;
  player?.ask(seat, play);
  asked = true;
  say("mine");
}

/** @param {{kind: string, data: any, turn?: number[], step?: number}} news */
function hear({ kind, data, turn: seats, step: n }) {
  switch (kind) {
    case "head":
      player?.close();
      player = mount(place, data, { live: true, links: false });
      asked = false;
      used = [0, 0];
      return;
    case "ready": case "go": return;
    case "lost": return complain(`${place.dataset.lost} ${data}`);
    case "void": return complain(data || place.dataset.off);
    case "result":
      player?.add(kind, data);
      return;
  }
  askNothing();
  stopClock();
  player?.add(/** @type {"start"|"moment"} */ (kind), data);
  step = n ?? step;
  moving = seats ?? [];
  since = moving.length > 0 ? performance.now() : 0;
  if (moving.includes(seat)) ask(); else say(moving.length > 0 ? "theirs" : "over");
}

function over() {
  stopClock();
  askNothing();
  say("over");
  /** @type {HTMLButtonElement} */ (get("resign")).disabled = true;
  return settle();
}

/** Shows what has become of a match that is over. */
async function settle() {
  const shown = run;
  const answer = await fetch(`/play/state?id=${encodeURIComponent(id)}`, { headers: { Accept: "application/json" } });
  if (!answer.ok || run !== shown) return;
  const { page, unkept, run: newest } = await answer.json();
  if (newest !== run) return open(newest); // a move was taken back in another window
  if (unkept) complain(`${place.dataset.unkept} ${unkept}`);
  if (page) { const link = /** @type {HTMLAnchorElement} */ (get("replay")); link.href = page; link.hidden = false; }
  clearTimeout(again);
  again = setTimeout(settle, 3000); // a move may still be taken back there
}

function open(number = run) {
  run = number;
  clearTimeout(again);
  stop?.();
  stopClock();
  /** @type {HTMLButtonElement} */ (get("resign")).disabled = false;
  get("replay").hidden = true;
  stop = follow(`/play/events?id=${encodeURIComponent(id)}&run=${run}`, hear, over, gone, true);
}

/** Goes on with what was begun in another window, where the game is still there. */
async function gone() {
  const answer = await fetch(`/play/state?id=${encodeURIComponent(id)}`, { headers: { Accept: "application/json" } });
  if (answer.ok) return open((await answer.json()).run);
  stopClock();
  say("over");
  complain(await answer.text());
}

/** What is still said of a game that is being left is not heard. */
function leave() {
  clearTimeout(again);
  stop?.();
  askNothing();
  stopClock();
  say("starting");
}

get("back").addEventListener("click", async () => {
  complain();
  leave();
  try {
    const answer = await post("/play/back", { id });
    diverged = answer.diverged;
    open(answer.run);
  } catch (e) {
    complain(/** @type {Error} */ (e).message);
    open(); // what was played is told again
  }
});
get("resign").addEventListener("click", async () => {
  complain();
  try { await post("/play/resign", { id }); } catch (e) { complain(/** @type {Error} */ (e).message); }
});

say("starting");
setInterval(tick, 250);
open();
Object.assign(window, { arenaPlayer: () => player });
