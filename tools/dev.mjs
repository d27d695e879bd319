// `npm run dev`: the API anew at each change of a source, and the Console by Vite beside it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';

ensureInstalled();
ensureBuilt();
const bin = (name, file) => join(ROOT, 'node_modules', name, file);
const PROGRAMS = [
  [bin('@nestjs/cli', 'bin/nest.js'), 'start', 'api', '--watch', '--exec', pinnedNode],
  [bin('vite', 'bin/vite.js'), 'console'],
];
// Groups of their own, to be ended as groups: the watcher does not end the gateway it started.
const children = PROGRAMS.map((args) =>
  spawn(pinnedNode, args, { cwd: ROOT, stdio: 'inherit', detached: true }),
);

function stop() {
  for (const { pid } of children) {
    if (pid === undefined) continue;
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // The whole group has ended already.
    }
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
