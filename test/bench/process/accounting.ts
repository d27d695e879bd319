import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the kernel knows of processes. Without /proc everything here is null or empty. */

const TICKS_PER_SECOND = Number(spawnSync('getconf', ['CLK_TCK']).stdout ?? 0) || 100;
const USER_TIME = 11; // Places after the command name in /proc/<pid>/stat.
const PARENT = 1;

const IDLE_PLACES = new Set([3, 4]); // idle and waiting for disks, in the `cpu` line of /proc/stat.
const GUEST_FROM = 8; // Guests are counted in user time already.

export interface Memory {
  readonly nowMb: number;
  readonly peakMb: number;
}

/** Processor seconds of all its threads since it started; null when there is no such account. */
export function cpuSeconds(pid: number): number | null {
  const fields = statOf(pid);
  return fields && sum(fields.slice(USER_TIME, USER_TIME + 2)) / TICKS_PER_SECOND;
}

/** The same for a process that starts and ends children, as PostgreSQL does. */
export function cpuSecondsOfTree(pid: number): number | null {
  const fields = statOf(pid);
  if (!fields) return null;
  const own = sum(fields.slice(USER_TIME, USER_TIME + 4)) / TICKS_PER_SECOND;
  return own + sum(childrenOf(pid).map((child) => cpuSecondsOfTree(child) ?? 0));
}

/** All cores together, whoever used them, stolen time included. */
export function busySeconds(): number | null {
  const line = /^cpu +(.*)$/m.exec(read('/proc/stat'))?.[1];
  const busy = line?.split(' ').filter((_, place) => place < GUEST_FROM && !IDLE_PLACES.has(place));
  return busy ? sum(busy) / TICKS_PER_SECOND : null;
}

export function memoryOf(pid: number): Memory | null {
  const text = read(`/proc/${pid}/status`);
  const read1 = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
  const [now, peak] = [read1('VmRSS'), read1('VmHWM')];
  return Number.isNaN(now + peak) ? null : { nowMb: now / 1_024, peakMb: peak / 1_024 };
}

/** Shared pages are counted once: each process has its part of them. */
export function memoryMbOfTree(pid: number): number | null {
  const own = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  if (own === undefined) return null;
  return Number(own) / 1_024 + sum(childrenOf(pid).map((child) => memoryMbOfTree(child) ?? 0));
}

export function childrenOf(pid: number): number[] {
  return processes().filter((child) => Number(statOf(child)?.[PARENT]) === pid);
}

export const commandOf = (pid: number): string => read(`/proc/${pid}/comm`).trim();

const IDLE_SHARE = 0.08; // Of a core: background work of an idle database is below.
const IDLE_POLL_MS = 100;
const IDLE_POLLS = 3;

/**
 * Waits until the processes rest, so that work left over from a measurement (sealing, settling,
 * collecting garbage) is still charged to its calls. Returns the seconds that took.
 */
export async function untilIdle(account: () => number | null, timeoutMs: number): Promise<number> {
  const startedMs = performance.now();
  let before = account();
  let quiet = 0;
  while (before !== null && quiet < IDLE_POLLS && performance.now() - startedMs < timeoutMs) {
    const polledMs = performance.now();
    await sleep(IDLE_POLL_MS);
    const now: number | null = account();
    const used = (now ?? 0) - before;
    quiet = used <= (IDLE_SHARE * (performance.now() - polledMs)) / 1_000 ? quiet + 1 : 0;
    before = now;
  }
  return (performance.now() - startedMs) / 1_000;
}

const QUIET_SHARE = 0.15; // Of a core: idle gateways and databases are below.
const QUIET_POLL_MS = 1_000;

/** Waits until nothing on this machine is at work, or the time is over. */
export async function untilQuiet(timeoutMs: number): Promise<void> {
  const startedMs = performance.now();
  let before = busySeconds();
  while (before !== null && performance.now() - startedMs < timeoutMs) {
    await sleep(QUIET_POLL_MS);
    const now: number | null = busySeconds();
    if ((now ?? 0) - before < (QUIET_SHARE * QUIET_POLL_MS) / 1_000) return;
    before = now;
  }
}

/** The fields behind the command name, which may itself hold spaces and brackets. */
function statOf(pid: number): string[] | null {
  const text = read(`/proc/${pid}/stat`);
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const sum = (values: readonly (string | number)[]): number =>
  values.reduce<number>((total, value) => total + Number(value), 0);
