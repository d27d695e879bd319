/**
 * What runs in the process of a `Launcher`: it starts and ends children for a gateway, and never sees a document.
 * A start copies the tables of all memory that its process has, so this one has next to none.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CELL_HEAP_MIB } from '../limits.js';
import type { LauncherOrder, LauncherReport } from './launcher-messages.js';

const PROCESS = fileURLToPath(new URL('./process.js', import.meta.url));
// Of 19: calls are served first, a third as much is left to a document. At 10 it was a tenth, and on a machine with
// more to do than cores documents ran out of time that a core has read in seconds.
const BEHIND = 5;

const children = new Map<number, ChildProcess>();

function start(place: number): void {
  const child = spawn(process.execPath, [...process.execArgv, ...confinement(), PROCESS], {
    cwd: '/',
    env: {}, // No secret of the gateway's is any of its business.
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'], // What parsers print may quote what they read.
  });
  children.set(place, child);
  const leave = (code: number | null, signal: NodeJS.Signals | null): void => {
    if (children.delete(place)) tell({ kind: 'gone', place, code, signal });
  };
  child.on('error', () => leave(null, null));
  child.on('exit', leave);
  const socket = child.stdio[3];
  if (child.pid === undefined || !(socket instanceof Socket)) return;
  putBehind(child.pid);
  tell({ kind: 'started', place, pid: child.pid }, socket);
  // What follows a socket is sent when that has arrived, and is closed here.
  tell({ kind: 'handed', place });
}

function tell(report: LauncherReport, socket?: Socket): void {
  // Where the gateway is gone, so is this process in a moment.
  process.send?.(report, socket, undefined, () => undefined);
}

function putBehind(pid: number): void {
  try {
    setPriority(pid, BEHIND);
  } catch {
    // It is gone already, which its exit tells, or the system has no such thing.
  }
}

/** It reads its own code and the libraries, and nothing else of the disk; it writes nothing, and starts nothing. */
function confinement(): string[] {
  const libs = fileURLToPath(new URL('../../../', import.meta.url));
  const [root = libs] = libs.split(/(?:dist\/)?libs\/$/);
  const imported = process.execArgv.flatMap((option) => {
    const [, module] = /^--import=(.+)$/.exec(option) ?? [];
    if (module === undefined) return [];
    return module.startsWith('file:') ? fileURLToPath(module) : module;
  });
  const readable = [libs, `${root}node_modules`, `${root}package.json`, ...imported];
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${CELL_HEAP_MIB}`,
    '--expose-gc', // For `sweep`.
    '--disable-warning=SecurityWarning',
  ];
}

process.on('message', ({ kind, place }: LauncherOrder) => {
  if (kind === 'start') start(place);
  else children.get(place)?.kill('SIGKILL');
});
// The gateway is gone, however it ended: nobody waits for what they read.
process.on('disconnect', () => {
  for (const child of children.values()) child.kill('SIGKILL');
  process.exit();
});
// A terminal sends its signals to all processes at once; the gateway still serves its open calls then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
