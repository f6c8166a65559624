// What every board has in common.

/** @typedef {import("./words.js").Texts} Texts */
/** @typedef {{role: string, name: string}} Seat */
/** @typedef {[number, string, string?]} Fault */
/** @typedef {{reason: string, moves: number, seats: {outcome: string, points: number, fault?: string, counters?: number[]}[]}} Result */
/** @typedef {{x?: Fault[], end?: Result, [field: string]: any}} Piece */
/** @typedef {{v: number, game: string, title: string, seats: Seat[], seed: string, match?: string, began?: string, void?: string, rounds: {start: Piece, moments: Piece[]}[], result?: Result}} Doc */

/**
 * A View draws the positions of one round. Position 0 is the start, and the
 * n-th moment leads to position n.
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(start: Piece) => void} open begins a round
 * @property {(moment: Piece) => void} push appends a moment
 * @property {(n: number, part?: number) => void} show draws position n, or, with
 *   part below 1, what lies between position n-1 and it
 * @property {(n: number) => string} describe says what led to position n
 * @property {(n: number) => string[][]} figures for each seat what to write below its name
 * @property {(n: number) => number} weight how long moment n takes, 1 for most
 * @property {(seat: number|null, answer?: (text: string) => void) => void} ask lets
 *   a person choose the next move of a seat, after the last position; null ends it
 * @property {() => SVGElement} picture the position shown, on its own
 * @property {() => void} [close] lets go of what outlives the element
 * @property {Switch[]} switches
 * @property {() => Series|null} series what to draw over time
 */
/** @typedef {{key: string, label: string, group?: string, on: boolean, set: (on: boolean) => void}} Switch */
/** @typedef {{values: number[][], marks: {at: number, seat: number}[]}} Series */

/** Where x is on the way from a to b, eased. @param {number} a @param {number} b @param {number} part */
export const between = (a, b, part) => a + (b - a) * (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part));

/**
 * Says what a round's end means.
 * @param {Doc} doc @param {Result} end @param {Texts} t
 */
export function verdict(doc, end, t) {
  const winner = end.seats.findIndex((s) => s.outcome === "win");
  const places = { reason: t.reason(end.reason), moves: end.moves };
  if (winner < 0) return t.say("drawn", places);
  const { name, role } = doc.seats[winner];
  return t.say("wins", { ...places, name, role: t.say(`role.${role}`) });
}

/**
 * Says what went wrong in a moment, one sentence a fault.
 * @param {Doc} doc @param {Piece} piece @param {Texts} t
 */
export function faultsOf(doc, piece, t) {
  return (piece.x ?? []).map(([seat, fault, text]) => {
    const { name, role } = doc.seats[seat];
    return t.say(text ? "refused" : "fault", { name, role: t.say(`role.${role}`), fault: t.reason(fault), text: text ?? "" }) + ".";
  });
}

/** The two neighbours of a sentence joined. @param {(string|undefined)[]} parts */
export const sentences = (...parts) => parts.filter(Boolean).join(" ");

/**
 * The name of a seat; with what it plays where both have one name.
 * @param {Doc} doc @param {number} seat @param {Texts} t
 */
export function seatName(doc, seat, t) {
  const { name, role } = doc.seats[seat];
  return doc.seats.filter((s) => s.name === name).length > 1 ? `${name} (${t.say(`role.${role}`)})` : name;
}
