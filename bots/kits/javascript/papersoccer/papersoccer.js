"use strict";
// What every bot for Paper Soccer needs: the pitch and the talk with the arena.

const fs = require("fs");

// What a step leads to.
const AGAIN = 0; // the point has a line already: the turn must go on
const FRESH = 1; // the first line at this point: the turn is complete
const STUCK = 2; // no way on: whoever made the step loses
const MINE = 3; // the ball is in your own goal
const THEIRS = 4; // the ball is in the opponent's goal

// Steps east and south of the directions 0 (north) clockwise to 7 (north-west).
const DX = [0, 1, 1, 1, 0, -1, -1, -1];
const DY = [-1, -1, 0, 1, 1, 1, 0, -1];

// Pitch is the pitch as it is now. x counts from the west, y from the north,
// both from 0; the goals' points have y = -1 and y = length + 1.
class Pitch {
  constructor(width, length, attack, halfway) {
    this.width = width;
    this.length = length;
    this.attack = attack; // 1 if you attack southward (red), else -1
    this.x = width / 2; // the ball
    this.y = length / 2;
    // The directions that are closed at a point, a bit each: drawn or off the
    // pitch. A point has a line if and only if one is closed.
    this.closed = Array.from({ length: length + 3 }, () => new Uint8Array(width + 1).fill(255));
    this.walked = [];
    for (let y = 0; y <= length; y++) {
      for (let x = 0; x <= width; x++) {
        for (let d = 0; d < 8; d++) {
          if (this.isOpen(x, y, d, halfway)) this.closed[y + 1][x] &= ~(1 << d);
        }
      }
    }
  }

  // isOpen tells whether a segment can be walked at the start.
  isOpen(x, y, d, halfway) {
    const nx = x + DX[d];
    const ny = y + DY[d];
    const middle = this.width / 2;
    const mouth = Math.abs(x - middle) <= 1 && Math.abs(nx - middle) <= 1;
    // A goal, from the mouth's middle or straight into its middle.
    if (ny < 0 || ny > this.length) return mouth && (x === middle || nx === middle);
    if (nx < 0 || nx > this.width) return false;
    if (x === nx) return x > 0 && x < this.width;
    if (y === ny && (y === 0 || y === this.length)) return mouth;
    return !(y === ny && halfway && y === this.length / 2);
  }

  // ways returns the directions in which the ball can go.
  ways() {
    if (this.y < 0 || this.y > this.length) return [];
    const closed = this.closed[this.y + 1][this.x];
    return [0, 1, 2, 3, 4, 5, 6, 7].filter((d) => !((closed >> d) & 1));
  }

  // step moves the ball along an open direction and returns the event.
  step(d) {
    this.walked.push(d);
    this.closed[this.y + 1][this.x] |= 1 << d;
    this.x += DX[d];
    this.y += DY[d];
    const fresh = this.closed[this.y + 1][this.x] === 0;
    this.closed[this.y + 1][this.x] |= 1 << (d ^ 4);
    if (this.y < 0) return this.attack > 0 ? MINE : THEIRS;
    if (this.y > this.length) return this.attack > 0 ? THEIRS : MINE;
    if (fresh) return FRESH;
    return this.closed[this.y + 1][this.x] === 255 ? STUCK : AGAIN;
  }

  // undo takes back the last step.
  undo() {
    const d = this.walked.pop();
    this.closed[this.y + 1][this.x] &= ~(1 << (d ^ 4));
    this.x -= DX[d];
    this.y -= DY[d];
    this.closed[this.y + 1][this.x] &= ~(1 << d);
  }
}

// again calls a system call until it is not interrupted: the arena stops a bot
// while its opponent thinks.
function again(call) {
  for (;;) {
    try {
      return call();
    } catch (err) {
      if (err.code === "EOF") return 0;
      if (err.code !== "EINTR" && err.code !== "EAGAIN") throw err;
    }
  }
}

// bytes yields the bytes of stdin as they come.
function* bytes() {
  const buffer = Buffer.alloc(65536);
  for (;;) {
    const n = again(() => fs.readSync(0, buffer, 0, buffer.length, null));
    if (n === 0) return;
    yield* buffer.subarray(0, n);
  }
}

function send(text) {
  const out = Buffer.from(text, "latin1");
  for (let sent = 0; sent < out.length; ) {
    sent += again(() => fs.writeSync(1, out, sent));
  }
}

// turnOf returns what think() returned as directions, or leaves and says what is
// wrong with it.
function turnOf(answer) {
  const isWay = (d) => Number.isInteger(d) && d >= 0 && d < 8;
  if (Array.isArray(answer) && answer.length > 0 && answer.every(isWay)) return answer;
  const said = JSON.stringify(answer) ?? String(answer);
  console.error(`think() returned ${said}, not directions from 0 to 7: does every way through it return one?`);
  process.exit(1);
}

// play plays one match over stdin and stdout.
//
// Arguments of the program, for matches unlike the contest's: "plain" where no
// halfway line is drawn, "letters" where directions are written a to h.
function play(think) {
  // A stray line on stdout would be taken for a turn.
  console.log = console.info = console.debug = console.error;
  let first = process.argv.includes("letters") ? 97 : 48;
  const opening = [];
  let pitch = null;
  let inside = false; // of a pair of braces
  for (const c of bytes()) {
    if (!pitch) {
      // w SIZE, l SIZE, c COLOUR, each with a newline. A size is one byte, and
      // the contest's length, 10, is a newline itself: count bytes, not lines.
      opening.push(c);
      if (opening.length < 9) continue;
      if (String.fromCharCode(opening[0], opening[3], opening[6]) !== "wlc") {
        throw new Error(`no opening of Paper Soccer: ${opening}`);
      }
      const attack = opening[7] === 114 ? 1 : -1; // r
      pitch = new Pitch(opening[1], opening[4], attack, !process.argv.includes("plain"));
    } else if (c === 123) {
      inside = true;
    } else if (inside && c >= 48 && c <= 55) {
      pitch.step(c - 48);
    } else if (inside && c >= 97 && c <= 104) {
      first = 97;
      pitch.step(c - 97);
    } else if (inside && c === 125) {
      inside = false;
      const turn = turnOf(think(pitch));
      for (const d of turn) pitch.step(d);
      send(`{${String.fromCharCode(...turn.map((d) => first + d))}}\n`);
    }
  }
}

module.exports = { AGAIN, FRESH, STUCK, MINE, THEIRS, DX, DY, Pitch, play };
