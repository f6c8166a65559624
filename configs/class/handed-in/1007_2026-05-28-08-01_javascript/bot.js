const lines = require('readline').createInterface({ input: process.stdin });
let catcher = false, size = [0, 0], cat = [0, 0];
const blocked = new Set();

// The free cell beside the cat that is nearest to the border.
function choose() {
  const [r, c] = cat, left = c - 1 + (r % 2);
  const around = [[r, c - 1], [r, c + 1], [r - 1, left], [r - 1, left + 1], [r + 1, left], [r + 1, left + 1]];
  const far = ([r, c]) => Math.min(r, size[0] - 1 - r, c, size[1] - 1 - c);
  return around.filter((n) => far(n) >= 0 && !blocked.has(String(n))).sort((a, b) => far(a) - far(b))[0];
}

lines.on('line', (line) => {
  const [word, ...rest] = line.split(' ');
  const cell = rest.map(Number);
  if (word === 'role') catcher = rest[0] === 'catcher';
  if (word === 'board') size = cell;
  if (word === 'cat' || word === 'move') cat = cell;
  if (word === 'blocked' || word === 'block') blocked.add(String(cell));
  if (word === 'start') console.log('ready');
  if (!['go', 'block', 'move'].includes(word)) return;
  const to = choose();
  if (catcher) blocked.add(String(to));
  else cat = to;
  console.log(catcher ? 'block' : 'move', ...to);
});
