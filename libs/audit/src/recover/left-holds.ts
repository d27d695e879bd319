import type { ResolvedHold, Settlement } from '#call';
import type { Clock } from '#kernel';
import { type Queries, type Statement, uuidArray } from '#platform';

/**
 * Calls that are not open any more, with what the ledger says they cost. One without a ledger entry
 * was refused, or was never let in: it costs nothing.
 */
const FIND_ENDED: Statement = {
  name: 'recover-find-ended',
  text: `
    SELECT held.id, coalesce(l.nano, 0) AS nano
    FROM unnest($1::uuid[]) AS held(id)
    LEFT JOIN ledger_entry l ON l.id = held.id AND l.kind <> 4
    WHERE NOT EXISTS (SELECT FROM call_intent i WHERE i.id = held.id)`,
};

/**
 * Ends holds outside of the database whose settlement was lost: the replica died between the record
 * and the settlement, or the counters could not be reached then. The ledger says what is due.
 *
 * A hold without an intent may be one that is just being let in, or settled. It is left when it is there
 * at two looks so far apart, by this process' own clock that only runs forward.
 */
export class LeftHolds {
  /** Those that were seen to be held and not open: since which look, and after which one. */
  private seen = new Map<string, { readonly sinceMs: number; readonly afterMs: number }>();
  private lookedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly queries: Queries,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
  ) {}

  /** @returns until when holds that were left are settled now, by the monotonic clock */
  async settle(silentMs: number): Promise<number> {
    const nowMs = this.clock.monotonicMs();
    const held = new Map((await this.settlement.listHeld()).map((call) => [call.callId, call]));
    const ended = held.size === 0 ? [] : await this.findEnded([...held.keys()]);
    const first = { sinceMs: nowMs, afterMs: this.lookedMs };
    this.seen = new Map(ended.map(({ id }) => [id, this.seen.get(id) ?? first]));
    this.lookedMs = nowMs;
    const resolved: ResolvedHold[] = [];
    let settledMs = nowMs;
    for (const { id, nano } of ended) {
      const { sinceMs, afterMs } = this.seen.get(id) ?? first;
      const call = held.get(id);
      if (nowMs - sinceMs < silentMs) settledMs = Math.min(settledMs, afterMs);
      else if (call) resolved.push({ ...call, nano: BigInt(nano) });
    }
    await this.settlement.settle(resolved);
    return settledMs;
  }

  private findEnded(ids: readonly string[]): Promise<EndedRow[]> {
    return this.queries.query<EndedRow>(FIND_ENDED, [uuidArray(ids)]);
  }
}

interface EndedRow {
  readonly id: string;
  readonly nano: string;
}
