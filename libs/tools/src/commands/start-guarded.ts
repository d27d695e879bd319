import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { assert, type Clock } from '#kernel';
import type { ToolCommand } from '#platform';

/** Of each process of a tool server, what it may write to: a runtime with a large library has a quarter of it. */
const DATA_KIB_MAX = 1_048_576;
/** What it said at last is read for as long: whoever has left its group may hold its output open for good. */
const LAST_WORDS_MS_MAX = 1_000;

/**
 * Two small processes beside the program, in one group with it: one waits for its end, the other for the end of file 3,
 * which the gateway holds open. When that is gone, `kill -9` included, so is all of the group.
 */
const GUARD = `
ulimit -c 0
ulimit -d "$1" 2>/dev/null
shift
exec 4<&0
"$@" <&4 3<&- 4<&- &
program=$!
exec 4<&- </dev/null >/dev/null
{ read -r line; kill -s KILL 0; } <&3 &
wait "$program"
`;

/** A program that runs, with all that it has started. */
export interface Guarded {
  readonly input: Writable;
  readonly output: Readable;
  /** @param listener told once how it ended, in words that are shown to people */
  onEnd(listener: (how: string) => void): void;
  kill(): void;
}

/** What it writes to its standard error goes nowhere: it may quote what it was sent. */
export function startGuarded({ command, env }: ToolCommand, clock: Clock): Guarded {
  const child = spawn('/bin/sh', ['-c', GUARD, 'tool-server', String(DATA_KIB_MAX), ...command], {
    cwd: tmpdir(),
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  const { stdin, stdout } = child;
  assert(stdin && stdout, 'both are pipes');
  stdin.on('error', () => undefined); // Its end tells what there is to tell.
  return {
    input: stdin,
    output: stdout,
    onEnd(listener) {
      child.on('error', () => listener('it could not be started'));
      child.on('exit', () => {
        killGroup(child); // Whom it has started and left behind.
        const alarm = clock.after(LAST_WORDS_MS_MAX, () => stdout.destroy());
        child.on('close', () => alarm.cancel());
      });
      child.on('close', (code, signal) => listener(howEnded(code, signal)));
    },
    kill: () => killGroup(child),
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}

/** As the shell tells of a program that it cannot start. */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127]);

const howEnded = (code: number | null, signal: NodeJS.Signals | null): string =>
  NOT_STARTED.has(code)
    ? 'its program could not be started'
    : `it has ended (${signal ?? `exit code ${code}`})`;
