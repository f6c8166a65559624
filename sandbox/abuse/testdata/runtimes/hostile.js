// Tries what each line of standard input names, and says OK or the error.
'use strict';
const fs = require('fs');
const net = require('net');
const { spawnSync, fork } = require('child_process');

const later = (emitter, good) => new Promise((ok, bad) => { emitter.once(good, ok); emitter.once('error', bad); });

const ops = {
  read: (p) => fs.closeSync(fs.openSync(p, 'r')),
  list: (p) => fs.readdirSync(p),
  write: (p) => { fs.writeFileSync(p, 'x'); fs.unlinkSync(p); },
  mkdir: (p) => { fs.mkdirSync(p); fs.rmdirSync(p); },
  symlink: (p) => { fs.symlinkSync('/etc/passwd', p); fs.unlinkSync(p); },
  promised: async (p) => { await (await fs.promises.open(p, 'r')).close(); },
  tcp: async (port) => { const s = net.connect(Number(port), '127.0.0.1'); await later(s, 'connect'); s.destroy(); },
  listen: async () => { const s = net.createServer().listen(0, '127.0.0.1'); await later(s, 'listening'); s.close(); },
  udp: async () => { const s = require('dgram').createSocket('udp4'); s.bind(0, '127.0.0.1'); await later(s, 'listening'); s.close(); },
  unix: async (name) => { const s = net.createServer().listen('\0' + name); await later(s, 'listening'); s.close(); },
  run: (p) => { const r = spawnSync(p); if (r.error) throw r.error; },
  fork: async () => { const c = fork('/dev/null'); await later(c, 'exit'); },
  kill: (pid, sig) => process.kill(Number(pid), Number(sig)),
  setuid: () => process.seteuid(1),
  watch: (p) => fs.watch(p).close(),
  priority: () => require('os').setPriority(0, -5),
  answer: () => {},
  machine: () => [require('os').cpus(), process.memoryUsage(), process.cwd()],
};

(async () => {
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    const [op, ...args] = line.split(' ');
    try {
      await ops[op](...args);
      console.log('OK');
    } catch (e) {
      console.log(e.code || e.message);
    }
  }
})();
