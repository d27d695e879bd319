import type { BudgetPeriod, Spender } from '#call';
import { textArray, type Queries, type Statement } from '#platform';
import { countersAt, countersOf, kindOfPeriod, onCredit, type CounterUse } from './counters.js';
import { periodEndMs } from './period-end.js';

/** How much of a limit is used up; amounts in nano-units. */
export interface LimitUse {
  readonly limit: CounterUse['name'];
  /** Null for those of the whole organisation. */
  readonly workload: Spender['workload'] | null;
  readonly limitNano: bigint;
  readonly spentNano: bigint;
  /** By calls that are under way. */
  readonly heldNano: bigint;
  readonly period: BudgetPeriod;
  /** Null where it never begins anew. */
  readonly renewsAtMs: number | null;
}

// What calls hold is read from them, so it is the same wherever holds are counted.
const USED: Statement = {
  name: 'limit-use',
  text: `
    WITH held AS (
      SELECT key, sum(i.hold_nano) AS nano
      FROM call_intent i, unnest(string_to_array(i.counters, ' ')) AS key
      WHERE key = ANY ($1::text[]) GROUP BY key
    )
    SELECT key, coalesce(m.spent, 0)::text AS spent, coalesce(h.nano, 0)::text AS held
    FROM unnest($1::text[]) AS key LEFT JOIN held h USING (key) LEFT JOIN meter_counter m
      ON m.scope = split_part(key, ':', 1)::smallint AND m.scope_id = split_part(key, ':', 2)::uuid
        AND m.period = split_part(key, ':', 3)`,
};

/** The limits that spenders stand under now, those of an organisation once. */
export async function limitUses(
  queries: Queries,
  spenders: Iterable<Spender>,
  nowMs: number,
): Promise<readonly LimitUse[]> {
  const limits = new Map<string, { use: CounterUse; workload: Spender['workload'] }>();
  for (const { organisation, workload } of spenders) {
    const counters = countersOf(organisation, workload, nowMs);
    const all = [...counters, ...(onCredit(counters, organisation) ?? [])];
    for (const use of countersAt(all, nowMs)) {
      if (use.limitNano !== null) limits.set(use.key, { use, workload });
    }
  }
  if (limits.size === 0) return [];
  const rows = await queries.query<{ key: string; spent: string; held: string }>(USED, [
    textArray([...limits.keys()]),
  ]);
  return rows.flatMap(({ key, spent, held }) => {
    const limit = limits.get(key);
    if (!limit || limit.use.limitNano === null) return [];
    const { use, workload } = limit;
    return {
      limit: use.name,
      workload: use.scope === 1 ? workload : null,
      limitNano: use.limitNano ?? 0n,
      spentNano: BigInt(spent),
      heldNano: BigInt(held),
      period: kindOfPeriod(use.period),
      renewsAtMs: periodEndMs(use.period, use.timeZone),
    };
  });
}
