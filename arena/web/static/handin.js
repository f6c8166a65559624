// The history of a team, fetched again while something is being looked at.
import { fetchPart } from "./arena.js";

const every = 2000; // ms

async function follow() {
  for (;;) {
    const now = document.getElementById("history");
    if (now?.dataset.waiting !== "true") return;
    await new Promise((done) => { setTimeout(done, every); });
    const next = await fetchPart("/hand-in", "history").catch(() => null); // tried again
    if (!next || now.contains(document.activeElement) && next.dataset.waiting === "true") continue; // nobody loses their place
    for (const e of now.querySelectorAll("details")) { // what was unfolded stays so
      const same = next.querySelector(`details[data-n="${e.dataset.n}"]`);
      if (same) /** @type {HTMLDetailsElement} */ (same).open = e.open;
    }
    // The line that is read out stays the same element, with a new text.
    const said = now.querySelector("[role=status]"), news = next.querySelector("[role=status]");
    if (said && news) {
      said.replaceChildren(...news.childNodes);
      news.replaceWith(said);
    }
    now.replaceWith(next);
  }
}

follow();
