import { Injectable } from '@nestjs/common';
import type { Spender } from '#call';
import type { GatewayError, Nano } from '#kernel';
import { CounterStore } from './counter-store.js';
import { countersAt, countersOf, onCredit, type CounterUse } from './counters.js';
import { moneyError } from './decide.js';
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
    const { uses, used } = await this.read(
      [...first, ...(onCredit(first, organisation) ?? [])],
      { organisation, workload },
      nowMs,
    );
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

  /**
   * Why so much cannot be spent from now on; undefined where it can. Nothing is held by that: work of many calls is
   * refused before its first one, and each of them is held to its limits all the same.
   */
  async refusalOf(spender: Spender, nano: Nano, nowMs: number): Promise<GatewayError | undefined> {
    const first = countersOf(spender.organisation, spender.workload, nowMs);
    const onOwn = onCredit(first, spender.organisation);
    const { used } = await this.read([...first, ...(onOwn ?? [])], spender, nowMs);
    const refusalOn = (counters: readonly CounterUse[]) =>
      moneyError({ counters: countersAt(counters, nowMs), holdNano: nano }, used, nowMs);
    const refusal = refusalOn(first);
    return refusal && onOwn ? refusalOn(onOwn) : refusal;
  }

  private async read(counters: readonly CounterUse[], { organisation }: Spender, nowMs: number) {
    const byKey = new Map(countersAt(counters, nowMs).map((use) => [use.key, use]));
    const uses = [...byKey.values()];
    return { uses, used: await this.counters.used(organisation.id, uses) };
  }
}
