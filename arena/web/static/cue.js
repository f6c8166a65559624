// Who stands ready for the cue of a match, and who is missing.
import { fetchPart } from "./arena.js";

const everybody = document.getElementById("standing")?.cloneNode(true);

/**
 * Has the page say it, before it shows that the match waits.
 * @param {string} id of the match @param {unknown[]} missing
 */
export async function standing(id, missing) {
  const next = missing.length ? await fetchPart(`/live?id=${encodeURIComponent(id)}`, "standing").catch(() => null) : everybody?.cloneNode(true);
  if (next) document.getElementById("standing")?.replaceWith(next);
}
