import { Injectable } from '@nestjs/common';
import type { Spender } from '#call';
import type { Nano } from '#kernel';
import { CounterStore } from './counter-store.js';
import { countersAt, countersOf, onCredit, type CounterUse } from './counters.js';
import { periodEndMs } from './period-end.js';

/** A limit of money that a call would stand on now. */
export interface MoneyLimit {
  readonly name: CounterUse['name'];
  readonly limitNano: Nano;
  /** Spent, and held by calls that are open. */
  readonly usedNano: Nano;
  /** Milliseconds since the epoch; null for one that never begins anew. */
  readonly resetsAtMs: number | null;
}

/** Which limits of money stand in the way of a workload's next call, and how far they are used. */
@Injectable()
export class LimitsInForce {
  constructor(private readonly counters: CounterStore) {}

  /** Credit is told beside a free allowance that stands in its place. It writes nothing. */
  async of({ organisation, workload }: Spender, nowMs: number): Promise<readonly MoneyLimit[]> {
    const first = countersOf(organisation, workload, nowMs);
    const all = [...first, ...(onCredit(first, organisation) ?? [])];
    const byKey = new Map(countersAt(all, nowMs).map((use) => [use.key, use]));
    const uses = [...byKey.values()];
    const used = await this.counters.used(organisation.id, uses);
    return uses.flatMap(({ key, name, limitNano, period, timeZone }) =>
      limitNano === null
        ? []
        : [
            {
              name,
              limitNano,
              usedNano: used.get(key) ?? 0n,
              resetsAtMs: periodEndMs(period, timeZone),
            },
          ],
    );
  }
}
