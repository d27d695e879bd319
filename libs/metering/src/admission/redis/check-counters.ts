import { formatNano, type Clock } from '#kernel';
import type { Database, Queries, RedisLink, Statement } from '#platform';
import { compareWithLedger } from './compare-with-ledger.js';
import { CounterRebuild } from './counter-rebuild.js';
import { readState, type KeptState } from './read-state.js';
import { stateKey } from './state-keys.js';
import { UnreadableCounters } from './unreadable.js';

const TRIES_MAX = 50; // A look takes some milliseconds, and has to fall between two calls.
const UNOPENED_MS_MAX = 60_000; // A hold comes before its intent, by less than a call may wait for it.

const OPEN: Statement = {
  name: 'redis-open-calls',
  text: `SELECT i.id, i.counters <> '' AS "isCounted", g.generation
    FROM counter_generation g LEFT JOIN call_intent i USING (org_id) WHERE g.org_id = $1`,
};

const PLACE: Statement = {
  name: 'counter-place',
  text: 'SELECT name FROM counter_store',
};

/** Whether the replicas of this database count in Redis: what PostgreSQL counts is not the truth then. */
export async function areCountedElsewhere(database: Queries): Promise<boolean> {
  const [place] = await database.query<{ name: string }>(PLACE);
  return place?.name === 'redis';
}

export interface CounterCheck {
  /** What is wrong, and what to do about it. */
  readonly faults: readonly string[];
  /** What could not be looked at. */
  readonly notes: readonly string[];
}

/**
 * Compares what Redis counts with the ledger and the open calls, beside a gateway that works: the database
 * is read between two looks at Redis that see the same, so that nothing was on its way.
 * @throws RedisUnavailable
 */
export async function checkCounters(
  redis: RedisLink,
  database: Database,
  clock: Clock,
): Promise<CounterCheck> {
  const rebuild = new CounterRebuild(redis, database, clock);
  const faults: string[] = [];
  const notes: string[] = [];
  for (const id of await rebuild.organisations()) {
    const found = await untilStill(redis, id, (state) =>
      faultsOf(state, id, rebuild, database),
    ).catch(unreadable);
    if (!found) {
      notes.push(`the counters of organisation ${id} move too fast to be compared: ask again`);
    } else if (found.length > 0) {
      faults.push(...found.map((fault) => `organisation ${id}: ${fault}`));
      faults.push(
        `To have the counters made anew from the ledger at once: redis-cli DEL '${stateKey(id)}'`,
      );
    }
  }
  return { faults, notes };
}

/** What cannot be read is a finding of its own; it is left as it is, for the operator to see. */
function unreadable(fault: unknown): readonly string[] {
  if (fault instanceof UnreadableCounters) return [fault.message];
  throw fault;
}

/** Undefined when Redis was never the same before and after. */
async function untilStill<Found>(
  redis: RedisLink,
  organisationId: string,
  look: (state: KeptState) => Promise<Found>,
): Promise<Found | undefined> {
  let before = await readState(redis, organisationId);
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const found = await look(before);
    const after = await readState(redis, organisationId);
    if (after.revision === before.revision) return found;
    before = after;
  }
  return undefined;
}

async function faultsOf(
  state: KeptState,
  organisationId: string,
  rebuild: CounterRebuild,
  database: Database,
): Promise<readonly string[]> {
  // Before the ledger: a call that ends in between is found there.
  const rows = await database.query<{
    id: string | null;
    isCounted: boolean;
    generation: string;
  }>(OPEN, [organisationId]);
  // Nothing is let in on such counters; the next call makes them anew.
  if (!state.isGood || rows[0]?.generation !== state.generation) return [];
  const { byCounter, ended } = await compareWithLedger(rebuild, state);
  const faults: string[] = [];
  for (const [key, { spentNano, ledgerNano, heldNano, holdsNano }] of byCounter) {
    if (spentNano !== ledgerNano) {
      faults.push(
        `counter ${key}: Redis says that ${formatNano(spentNano)} was spent, the ledger ${formatNano(ledgerNano)}`,
      );
    }
    if (heldNano !== holdsNano) {
      faults.push(
        `counter ${key}: Redis says that ${formatNano(heldNano)} is held, its holds ${formatNano(holdsNano)}`,
      );
    }
  }
  const open = new Map(rows.map(({ id, isCounted }) => [id ?? '', isCounted]));
  const held = new Set(state.holds.map(({ callId }) => callId));
  for (const { callId, ageMs } of state.holds) {
    if (ageMs > UNOPENED_MS_MAX && !open.has(callId) && !ended.has(callId)) {
      faults.push(`call ${callId}: a hold in Redis, and neither open nor in the ledger`);
    }
  }
  for (const [id, isCounted] of open) {
    if (isCounted && !held.has(id)) faults.push(`call ${id}: open, and without a hold in Redis`);
  }
  return faults;
}
