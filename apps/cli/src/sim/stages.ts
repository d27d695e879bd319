import type { Costs } from './costs.js';
import { Lane } from './lane.js';
import { processesOf, type Setting } from './setting.js';
import { Cores, Disk, Locks } from './stations.js';
import type { Timeline } from './timeline.js';
import {
  ADMIT_CALLS_MAX,
  OPENINGS_MAX,
  RECORD_CALLS_MAX,
  RECORD_GATHER_MS,
  WAL_SHARES,
  workOf,
  type Work,
} from './work-of.js';

const BYTES_PER_MIB = 2 ** 20;

export interface Call {
  readonly process: number;
  readonly organisation: number;
  queuedMs: number;
}

/** What calls share. */
export interface Installation {
  readonly setting: Setting;
  readonly costs: Costs;
  readonly time: Timeline;
  readonly work: Work;
  /** One core for each process. */
  readonly gateway: readonly Cores[];
  readonly database: Cores;
  readonly redis: Cores;
  readonly disk: Disk;
  readonly locks: Locks;
}

export function install(setting: Setting, costs: Costs, time: Timeline): Installation {
  const bytesPerMs = (setting.diskMibPerSecond * BYTES_PER_MIB) / 1_000;
  return {
    setting,
    costs,
    time,
    work: workOf(setting, costs),
    gateway: eachProcess(setting, () => new Cores(time, 1)),
    database: new Cores(time, setting.databaseCores),
    redis: new Cores(time, 1),
    disk: new Disk(time, bytesPerMs, costs.flushMs),
    locks: new Locks(),
  };
}

type Batch = readonly Call[];

/** A statement that was worked off becomes durable. @param share of the write-ahead log of its calls */
export const commit = (
  { disk, time, costs }: Installation,
  share: number,
  calls: number,
  done: () => void,
): void => disk.commit(calls * share * costs.walBytes, () => time.after(costs.roundTripMs, done));

/** Counters in PostgreSQL: a statement of a process locks them, lets its batch in and opens its intents. */
export function admissionHere(parts: Installation, letIn: (batch: Batch) => void) {
  const { setting, locks, database, work } = parts;
  const lanes = eachProcess(
    setting,
    (process) =>
      new Lane<Call>(ADMIT_CALLS_MAX, afterTurn(parts, process), (batch, done) => {
        const owners = ownersOf(batch);
        locks.take(owners, () =>
          database.work(work.admit(batch.length, owners.length), () =>
            commit(parts, WAL_SHARES.admit, batch.length, () => {
              locks.release(owners);
              letIn(batch);
              done();
            }),
          ),
        );
      }),
  );
  return (call: Call) => lanes[call.process]?.add(call);
}

interface Opening {
  readonly batch: Batch;
  readonly opened: () => void;
}

/** Counters in Redis: each organisation is let in by itself, and the intents of all in one statement. */
export function admissionThere(parts: Installation, letIn: (batch: Batch) => void) {
  const { setting, redis, database, work } = parts;
  const intents = eachProcess(
    setting,
    (process) =>
      new Lane<Opening>(OPENINGS_MAX, afterTurn(parts, process), (openings, done) => {
        const calls = openings.reduce((sum, { batch }) => sum + batch.length, 0);
        database.work(work.admit(calls, 0), () =>
          commit(parts, WAL_SHARES.admit, calls, () => {
            for (const { opened } of openings) opened();
            done();
          }),
        );
      }),
  );
  const lanes = new Map<number, Lane<Call>>();
  return (call: Call) => {
    const { process, organisation } = call;
    const name = process * setting.organisations + organisation;
    let lane = lanes.get(name);
    if (!lane) {
      lane = new Lane<Call>(ADMIT_CALLS_MAX, afterTurn(parts, process), (batch, done) =>
        redis.work(work.redis(batch.length), () =>
          intents[process]?.add({ batch, opened: () => (letIn(batch), done()) }),
        ),
      );
      lanes.set(name, lane);
    }
    lane.add(call);
  };
}

/** Rows first; the counters are locked at the end of the statement, until it is committed. */
export function recording(parts: Installation, recorded: (batch: Batch) => void) {
  const { setting, costs, time, locks, database, redis, work } = parts;
  const lanes = eachProcess(setting, (process) => {
    const soon = (take: () => void) =>
      time.after(RECORD_GATHER_MS, () => afterTurn(parts, process)(take));
    return new Lane<Call>(RECORD_CALLS_MAX, soon, (batch, done) => {
      const owners = ownersOf(batch);
      database.work(work.record(batch.length), () =>
        locks.take(owners, () =>
          commit(parts, WAL_SHARES.record, batch.length, () => {
            locks.release(owners);
            if (setting.store === 'redis') {
              redis.work(costs.redisScriptMicros * owners.length, () => {});
            }
            recorded(batch);
            done();
          }),
        ),
      );
    });
  });
  return (call: Call) => lanes[call.process]?.add(call);
}

/** An event loop does what it has before it looks at what came: so batches grow under load. */
const afterTurn =
  ({ gateway }: Installation, process: number) =>
  (run: () => void) =>
    gateway[process]?.work(0, run);

const eachProcess = <Item>(setting: Setting, make: (process: number) => Item): Item[] =>
  Array.from({ length: processesOf(setting) }, (_, process) => make(process));

const ownersOf = (calls: Batch): number[] =>
  [...new Set(calls.map(({ organisation }) => organisation))].toSorted((a, b) => a - b);
