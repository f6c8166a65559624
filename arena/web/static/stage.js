// The list of live matches, as it is now.
import { fetchPart, follow } from "./arena.js";

let waiting = 0;

async function renew() {
  const next = await fetchPart(location.href, "livelist").catch(() => null); // tried again with the next change
  if (next) document.getElementById("livelist")?.replaceChildren(...next.childNodes);
}

const list = document.getElementById("livelist");
if (list?.dataset.events) {
  follow(list.dataset.events, () => {
    clearTimeout(waiting);
    waiting = setTimeout(renew, 300);
  });
}
