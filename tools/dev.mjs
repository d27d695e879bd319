// `npm run dev`: the API anew at each change of a source, and the Console by Vite beside it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';

ensureInstalled();
ensureBuilt();
const bin = (name, file) => join(ROOT, 'node_modules', name, file);
const children = [
  spawn(
    pinnedNode,
    [bin('@nestjs/cli', 'bin/nest.js'), 'start', 'api', '--watch', '--exec', pinnedNode],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  ),
  spawn(pinnedNode, [bin('vite', 'bin/vite.js'), 'console'], { cwd: ROOT, stdio: 'inherit' }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
