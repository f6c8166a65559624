// The page of a match that was played.
import { mount } from "./board/player.js";

const place = /** @type {HTMLElement} */ (document.getElementById("board"));

async function show() {
  const answer = await fetch(/** @type {string} */ (place.dataset.src), { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(await answer.text());
  mount(place, await answer.json());
}

show().catch((e) => {
  const line = document.createElement("p");
  line.className = "problem";
  line.textContent = e.message;
  place.replaceChildren(line);
});
