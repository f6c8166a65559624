// The file that opens from disk: one match, and a choice of the language.
import { html } from "./dom.js";
import { mount } from "./player.js";
import { languages, texts } from "./words.js";

const doc = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("match")).textContent ?? "");
const place = /** @type {HTMLElement} */ (document.getElementById("board"));
const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language;
/** @type {ReturnType<typeof mount>|undefined} */
let player;

/** @param {string} lang */
function show(lang) {
  const t = texts(lang);
  document.documentElement.lang = t.lang;
  document.documentElement.dir = t.dir;
  const title = t.say(`game.${doc.game}`);
  for (const e of document.querySelectorAll("h1")) e.textContent = title;
  document.title = `${title}: ${doc.seats.map((/** @type {{name: string}} */ s) => s.name).join(" – ")}`;
  const was = player?.position;
  player?.close();
  player = mount(place, structuredClone(doc), { lang: t.lang });
  if (was) player.open(was.round, was.at);
  choice.setAttribute("aria-label", t.say("language"));
}

const choice = /** @type {HTMLSelectElement} */ (html("select", { onchange: () => show(choice.value) },
  ...Object.entries(languages).map(([code, name]) => html("option", { value: code, lang: code, selected: texts(asked).lang === code }, name))));
document.getElementById("language")?.append(choice);
show(asked);
// For whoever opens the browser's console, and for tests.
Object.assign(window, { arenaPlayer: () => player });
