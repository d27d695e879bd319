import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The target has a core of its own; generator and mock upstream share the other. */
export const TARGET_CORE = 0;
export const BENCH_CORE = 1;

export const canPin: boolean =
  process.platform === 'linux' &&
  availableParallelism() > 1 &&
  spawnSync('taskset', ['-c', `${TARGET_CORE},${BENCH_CORE}`, 'true']).status === 0;

type Command = [string, ...string[]];

export function pinned(command: Command, core: number | undefined): Command {
  return canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;
}

/** Lets a process run on every core again: a database started by a pinned gateway inherits its pin. */
export function unpin(pid: number): void {
  if (!canPin) return;
  spawnSync('taskset', ['-a', '-c', '-p', `0-${availableParallelism() - 1}`, String(pid)]);
}
