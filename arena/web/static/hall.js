// The projector's view: the match in play, and between matches the one that
// was played last and the tables, in turn. No mouse is needed.
import { fetchPart, follow, post } from "./arena.js";
import { standing } from "./cue.js";
import { mount } from "./board/player.js";
import { watch } from "./watch.js";

const get = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const place = get("board"), table = get("table"), title = get("title"), nothing = get("nothing"), cue = get("cue");
const tableTime = 15_000, endTime = 8_000, replayTime = 300_000;
const shortly = 30; // steps from which it is too late to begin at the beginning
/** @type {{id: string, names: string[], state: string, steps: number}[]} */
let live = [];
/** @type {ReturnType<typeof mount>|undefined} */
let player;
let on = ""; // the live match that is shown
let held = false;
let skipped = false;

const pause = (/** @type {number} */ ms) => new Promise((done) => { setTimeout(done, ms); });

const inPlay = () => live.find((m) => m.state === "playing") ?? live.find((m) => m.state === "ready") ?? live.find((m) => m.state === "starting");
const ready = () => live.find((m) => m.state === "ready");

/**
 * Waits until the time is over, somebody skips, or something else is to be shown at once.
 * @param {number} ms @param {() => unknown} urgent @param {() => boolean} [over]
 */
async function wait(ms, urgent, over) {
  for (skipped = false; !skipped && !urgent() && !over?.() && (ms > 0 || held); ms -= held ? 0 : 250) await pause(250);
}

/** @param {HTMLElement} which */
function only(which) {
  for (const e of [place, table, nothing]) e.hidden = e !== which;
}

/** Shows a live match until its end. @param {{id: string, names: string[], state: string, steps: number}} m */
async function showLive(m) {
  on = m.id;
  title.textContent = m.names.join(" – ");
  only(place);
  player?.close();
  let begun = false; // the cue was given, or the match called off
  const board = watch(place, { hall: true, late: m.state === "playing" && m.steps > shortly });
  await new Promise((/** @type {(v?: any) => void} */ done) => {
    follow(`/live/events?id=${encodeURIComponent(m.id)}`, ({ kind, data }) => {
      if (kind === "head") {
        board.head(data);
        player = board.player;
      } else if (kind === "ready") standing(m.id, data).then(() => { cue.hidden = begun; });
      else if (kind === "go") cue.hidden = begun = true;
      else if (kind === "void" || kind === "lost") title.textContent = `${m.names.join(" – ")}: ${data || title.dataset.off}`;
      else board.add(kind, data);
    }, done, done);
  });
  cue.hidden = begun = true;
  on = "";
  live = live.filter((other) => other.id !== m.id);
  await wait(replayTime, ready, () => board.done);
  if (!skipped) await wait(endTime, ready);
}

/**
 * Shows the match that was played last; false where it cannot be shown.
 * @param {{data: string, title: string}} scene
 */
async function showReplay(scene) {
  const answer = await fetch(scene.data, { headers: { Accept: "application/json" } });
  if (!answer.ok) return false;
  title.textContent = scene.title;
  only(place);
  player?.close();
  player = mount(place, await answer.json(), { hall: true, links: false });
  player.toggle();
  const shown = player;
  await wait(replayTime, inPlay, () => !held && !shown.position.playing);
  if (!skipped) await wait(endTime / 2, inPlay);
  return true;
}

/** Shows a table; false where it cannot be shown. @param {string} href @param {() => unknown} urgent */
async function showTable(href, urgent) {
  const part = await fetchPart(href, "part");
  if (!part) return false;
  title.textContent = part.querySelector("h1")?.textContent ?? "";
  part.querySelector("h1")?.remove();
  table.replaceChildren(part);
  only(table);
  await wait(tableTime, urgent);
  return true;
}

async function run() {
  follow("/live/events", (list) => { live = list; });
  for (;;) {
    try {
      const all = await (await fetch("/live/list")).json();
      live = all.live;
      const m = inPlay();
      if (m) {
        await showLive(m);
        for (const href of all.tables) if (!ready()) await showTable(href, ready);
        continue;
      }
      let shown = all.newest && await showReplay(all.newest);
      for (const href of all.tables) if (!inPlay()) shown = await showTable(href, inPlay) || shown;
      if (!shown && !inPlay()) { only(nothing); await pause(2000); }
    } catch { // the arena is away: it is asked again
      await pause(3000);
    }
  }
}

async function start() {
  if (on === "" || cue.hidden) return;
  try { await post("/live/start", { id: on }); } catch (e) { title.textContent = /** @type {Error} */ (e).message; }
}

document.getElementById("start")?.addEventListener("click", start);
const ahead = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
document.addEventListener("keydown", (e) => {
  if (e.key === "Enter" || e.key === " ") {
    if (!cue.hidden) { e.preventDefault(); start(); }
    else if (e.key === " ") { e.preventDefault(); held = !held; player?.toggle(); }
  } else if (e.key === ahead || e.key === "PageDown") skipped = true;
  else if (e.code === "KeyF") document.documentElement.requestFullscreen?.(); // whatever the layout writes there
});

run();
Object.assign(window, { arenaPlayer: () => player });
