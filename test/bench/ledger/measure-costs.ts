import type { RedisServer } from '../../support/redis-server.js';
import type { Costs } from '../../../apps/cli/src/sim/costs.js';
import { distinctOf } from '../../../apps/cli/src/sim/work-of.js';
import { measureIdle, measureRun, type RunCosts } from './measure-run.js';
import { openWorld } from './world.js';

const IDLE_SECONDS = 3;
const FEW = 8; // Callers: batches are small, and their fixed price shows.
const MANY = 200; // As `bench:ledger` has.
const ORGANISATIONS = 50;

/** A run's setting, and what it cost: what a simulation must come to. */
export interface MeasuredRun extends RunCosts {
  readonly store: 'postgres' | 'redis';
  readonly organisations: number;
  readonly callers: number;
}

/** What `gw sim --costs` reads, as far as the records of calls tell it; and the runs that it is from. */
export async function measureCosts(
  redis: RedisServer,
  seconds: number,
  tell: (text: string) => void,
): Promise<{ costs: Partial<Costs>; runs: readonly MeasuredRun[] }> {
  const runs: MeasuredRun[] = [];
  let waits = { roundTripMs: 0, flushMs: 0 };
  for (const store of ['postgres', 'redis'] as const) {
    for (const organisations of [1, ORGANISATIONS]) {
      const world = await openWorld(organisations, store === 'redis' ? redis.url : null);
      const idle = await measureIdle(world, IDLE_SECONDS);
      if (store === 'postgres' && organisations === 1) waits = await world.books.waits();
      for (const callers of [FEW, MANY]) {
        tell(`${store}, ${organisations} organisations, ${callers} callers`);
        const run = await measureRun(world, store === 'redis' ? redis : null, idle, {
          callers,
          seconds,
        });
        runs.push({ store, organisations, callers, ...run });
        tell(
          `  ${run.callsPerSecond.toFixed(0)} calls/s, others ${run.othersCores.toFixed(2)} cores`,
        );
      }
      await world.close();
    }
  }
  return { costs: { ...waits, ...fitCosts(runs) }, runs };
}

const BATCHES = 2; // Of a call: it is let in by one statement and recorded by another.

/**
 * Costs of a call, of a statement and of each owner of counters in it, from runs in which statements
 * hold few and many calls, of one organisation and of many.
 */
export function fitCosts(runs: readonly MeasuredRun[]): Partial<Costs> {
  const of = (store: string, organisations: number, callers: number): MeasuredRun => {
    const run = runs.find(
      (run) =>
        run.store === store && run.organisations === organisations && run.callers === callers,
    );
    if (!run) throw new Error(`There is no run of ${store}, ${organisations}, ${callers}.`);
    return run;
  };
  const [few, many] = [of('postgres', 1, FEW), of('postgres', 1, MANY)];
  const wide = of('postgres', ORGANISATIONS, MANY);
  const batch = slope(
    few,
    many,
    ({ commits }) => commits,
    ({ databaseMicros }) => databaseMicros,
  );
  const call = Math.max(0, many.databaseMicros - batch * many.commits);
  const owners = wide.commits * distinctOf(ORGANISATIONS, BATCHES / wide.commits);
  const owner = Math.max(0, wide.databaseMicros - call - batch * wide.commits) / owners;
  // Under load: one that has to be woken for a script takes five times as much.
  const [wideThere, manyThere] = [of('redis', ORGANISATIONS, MANY), of('redis', 1, MANY)];
  const script = slope(
    wideThere,
    manyThere,
    ({ scripts }) => scripts,
    ({ redisMicros }) => redisMicros,
  );
  const bytes = (name: string) => many.tableBytes.get(name) ?? 0;
  return {
    ledgerProcessMicros: many.processMicros,
    statementMicros: batch,
    callMicros: call,
    ownerMicros: owner,
    admitShare: many.admitMicros / (many.admitMicros + many.recordMicros),
    redisScriptMicros: script,
    redisCallMicros: Math.max(0, manyThere.redisMicros - script * manyThere.scripts),
    walBytes: many.walBytes,
    rowBytes: bytes('audit_row') + bytes('audit_private'),
    ledgerBytes: bytes('ledger_entry'),
    logBytes: bytes('audit_leaf') + bytes('audit_tile'),
  };
}

function slope(
  few: RunCosts,
  many: RunCosts,
  x: (run: RunCosts) => number,
  y: (run: RunCosts) => number,
): number {
  return Math.max(0, (y(few) - y(many)) / (x(few) - x(many)));
}
