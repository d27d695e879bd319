import type { Nano } from '#kernel';
import type { CounterRebuild } from './counter-rebuild.js';
import type { KeptState } from './read-state.js';

/** Of one counter. */
export interface Comparison {
  /** As Redis has it, with what is on record and on its way to be settled. */
  readonly spentNano: Nano;
  readonly ledgerNano: Nano;
  readonly heldNano: Nano;
  /** The sum of the holds on it. */
  readonly holdsNano: Nano;
}

/** By counter key. @param state read before the ledger, or what was settled in between is missing here */
export async function compareWithLedger(
  rebuild: CounterRebuild,
  { counters, holds }: KeptState,
): Promise<{
  readonly byCounter: ReadonlyMap<string, Comparison>;
  /** Calls with a hold that are on record. */
  readonly ended: ReadonlySet<string>;
}> {
  const { spent, ended } = await rebuild.ledgerOf(
    Array.from(counters.keys()),
    holds.map(({ callId }) => callId),
  );
  const due = new Map<string, bigint>();
  const onHold = new Map<string, bigint>();
  for (const { callId, nano, counters: keys } of holds) {
    for (const key of keys.split(' ')) {
      due.set(key, (due.get(key) ?? 0n) + (ended.get(callId) ?? 0n));
      onHold.set(key, (onHold.get(key) ?? 0n) + nano);
    }
  }
  const byCounter = new Map<string, Comparison>();
  for (const [key, { used, held }] of counters) {
    byCounter.set(key, {
      spentNano: used - held + (due.get(key) ?? 0n),
      ledgerNano: spent.get(key) ?? 0n,
      heldNano: held,
      holdsNano: onHold.get(key) ?? 0n,
    });
  }
  return { byCounter, ended: new Set(ended.keys()) };
}
