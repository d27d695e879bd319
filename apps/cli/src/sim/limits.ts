import type { Costs } from './costs.js';
import { processesOf, type Setting } from './setting.js';
import { simulate, type SimResult } from './simulate.js';
import {
  ADMIT_CALLS_MAX,
  distinctOf,
  RECORD_CALLS_MAX,
  SEAL_ROWS_MAX,
  WAL_SHARES,
  workOf,
} from './work-of.js';

const MICROS = 1_000_000;
const BYTES_PER_MIB = 2 ** 20;
// GW_DATABASE_CONNECTIONS as it is without being set, and one that feels whether the server answers.
const CONNECTIONS = 11;
const CONNECTIONS_OF_JOBS = 5; // Without Redis jobs are in PostgreSQL, too.
const CONNECTIONS_SPARE = 6; // For a migration, and three that PostgreSQL keeps for its owner.

export const RESOURCES = [
  'gateway',
  'database',
  'disk',
  'lane',
  'sealing',
  'redis',
  'connections',
  'memory',
] as const;
export type Resource = (typeof RESOURCES)[number];

/** Calls a second at which each resource is full; infinite where it is not used. */
export type Limits = Readonly<Record<Resource, number>>;

/** By arithmetic alone, with batches as large as they get. Waiting for each other comes on top. */
export function limitsOf(setting: Setting, costs: Costs): Limits {
  const { organisations, store, databaseCores, streamSeconds } = setting;
  const work = workOf(setting, costs);
  const processes = processesOf(setting);
  const owners = distinctOf(organisations, ADMIT_CALLS_MAX);
  const admit = work.admit(ADMIT_CALLS_MAX, owners);
  const databaseMicros =
    admit / ADMIT_CALLS_MAX +
    work.record(RECORD_CALLS_MAX) / RECORD_CALLS_MAX +
    work.seal(SEAL_ROWS_MAX) / SEAL_ROWS_MAX;
  const writeMicros = (share: number) =>
    (share * costs.walBytes * MICROS) / (setting.diskMibPerSecond * BYTES_PER_MIB);
  const flushMicros = costs.flushMs * 1_000;
  // Its counters' rows are locked from the first lock to the commit, by one batch at a time.
  const lockedMicros =
    (store === 'postgres'
      ? (admit + flushMicros) / ADMIT_CALLS_MAX + writeMicros(WAL_SHARES.admit)
      : 0) +
    flushMicros / RECORD_CALLS_MAX +
    writeMicros(WAL_SHARES.record);
  const scripts = work.redis(ADMIT_CALLS_MAX) / ADMIT_CALLS_MAX;
  const room = (setting.memoryMib - costs.processMib) * 1_024;
  const gateway = (processes * MICROS) / work.gateway;
  return {
    gateway,
    database: (databaseCores * MICROS) / databaseMicros,
    disk: (setting.diskMibPerSecond * BYTES_PER_MIB) / costs.walBytes,
    lane: MICROS / lockedMicros,
    sealing: MICROS / (work.seal(SEAL_ROWS_MAX) / SEAL_ROWS_MAX + writeMicros(WAL_SHARES.seal)),
    redis: store === 'redis' ? MICROS / scripts : Infinity,
    // As much as the processes would serve that there are connections for.
    connections: gateway * ((setting.connectionsMax - CONNECTIONS_SPARE) / connectionsOf(setting)),
    memory:
      streamSeconds === 0
        ? Infinity
        : Math.max(0, room / costs.streamKib / streamSeconds) * processes,
  };
}

export const connectionsOf = (setting: Setting): number =>
  processesOf(setting) * (CONNECTIONS + (setting.store === 'postgres' ? CONNECTIONS_OF_JOBS : 0));

export interface Limit {
  readonly resource: Resource;
  readonly callsPerSecond: number;
}

const STEPS = 8; // Of halving: the limit is known to within half a percent then.
const GROWTH_MAX = 0.04; // Of what arrived: more of it is a queue that grows.
const ADMITTED_MS_MAX = 250; // For one call in a hundred; who waits longer has met a queue, not a limit.
const CHANCES = 3; // Standard deviations of how many calls are under way.

/**
 * Whether the queues stay as they are, and short. That of the sealer is left out: its passes take seconds
 * when it is behind, longer than the simulation looks, so arithmetic alone says where it ends.
 */
function keepsUp({ arrived, growth, admittedMs }: SimResult): boolean {
  const chance = CHANCES * Math.sqrt(arrived + 1);
  return admittedMs.p99 <= ADMITTED_MS_MAX && growth <= arrived * GROWTH_MAX + chance;
}

/**
 * What is full first, and at how many calls a second. The simulation may find less than the arithmetic
 * does: batches stay small, or wait for each other's row locks. What is in use by then says which.
 */
export function findLimit(setting: Setting, costs: Costs): Limit {
  const limits = limitsOf(setting, costs);
  const first = RESOURCES.reduce((least, one) => (limits[one] < limits[least] ? one : least));
  const full = limits[first];
  const at = (callsPerSecond: number) => simulate({ ...setting, callsPerSecond }, costs);
  if (full <= 0 || keepsUp(at(full * NEARLY))) return { resource: first, callsPerSecond: full };
  let [kept, lost] = [0, full];
  for (let step = 0; step < STEPS; step++) {
    const middle = (kept + lost) / 2;
    if (keepsUp(at(middle))) kept = middle;
    else lost = middle;
  }
  return { resource: fullest(at(lost)) ?? 'lane', callsPerSecond: kept };
}

const NEARLY = 0.97; // A queue at its very limit grows by chance.
const FULL_SHARE = 0.9;

/** The resource that a run used up; undefined where it was waiting that took the time. */
function fullest({ busy }: SimResult): Resource | undefined {
  const [name] = (Object.keys(busy) as (keyof typeof busy)[]).toSorted((a, b) => busy[b] - busy[a]);
  return name && busy[name] >= FULL_SHARE ? name : undefined;
}
