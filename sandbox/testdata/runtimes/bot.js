// As bot.py.
const fs = require('fs');
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [verb, rest] = line.trim().split(' ');
  try {
    if (verb === 'read') console.log(fs.readFileSync(rest, 'utf8').split('\n')[0]);
    else if (verb === 'list') console.log(fs.readdirSync(rest).sort().join(','));
    else console.log(line.trim());
  } catch (e) {
    console.log('error', -e.errno);
  }
});
