// A board that shows a match in play. Bots play far faster than people watch:
// who is there from the beginning sees it at a pleasant speed, behind the
// match where need be; who comes later, or again, begins where the match is.
import { mount } from "./board/player.js";

/**
 * Makes a watcher of a stream's pieces.
 * @param {HTMLElement} place @param {{hall?: boolean, late?: boolean}} options late: the match is already being played
 */
export function watch(place, { hall = false, late = false } = {}) {
  /** @type {ReturnType<typeof mount>|undefined} */
  let player;
  return {
    /** @param {any} doc */
    head(doc) {
      late ||= player !== undefined; // who looks away and comes back
      player?.close();
      player = mount(place, doc, { live: late, hall, links: false });
    },
    /** @param {"start"|"moment"|"result"} kind @param {any} data */
    add(kind, data) {
      if (!player) return;
      const { at, last, playing } = player.position;
      player.add(kind, data);
      // It goes on where it had come to the end of what there was. Who has
      // stopped it elsewhere goes on by hand.
      if (!late && kind === "moment" && at === last && !playing) player.toggle();
    },
    /** Whether all that came has been shown. */
    get done() {
      return !player || (!player.position.playing && player.position.at === player.position.last);
    },
    get player() { return player; },
  };
}
