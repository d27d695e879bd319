import { readFileSync } from 'node:fs';

// What Linux alone tells of another process; nothing of one that has ended.

const KIB_PER_MIB = 1_024;
/** A child fills some ten MiB in it. */
const WATCH_MS = 10;

/** What a process has in memory, in MiB. */
export const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(told(`${pid}/status`))?.[1] ?? 0) / KIB_PER_MIB;

/** What a process has started: process ids. */
export const childrenOf = (pid: number): readonly number[] =>
  (told(`${pid}/task/${pid}/children`).match(/\d+/g) ?? []).map(Number);

/** Program and arguments. */
export const commandOf = (pid: number): string => told(`${pid}/cmdline`).replaceAll('\0', ' ');

/**
 * Looks again and again until it is ended.
 *
 * @param look what is in memory now, in MiB
 * @returns the most that was seen, when it is ended
 */
export function watchPeak(look: () => number): { end(): number } {
  let peakMib = 0;
  const timer = setInterval(() => (peakMib = Math.max(peakMib, look())), WATCH_MS);
  return {
    end: () => {
      clearInterval(timer);
      return Math.round(peakMib);
    },
  };
}

function told(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
