import { Injectable } from '@nestjs/common';
import { Directory, type Organisation, type Spender } from '#call';
import { Clock, Ids, type Nano } from '#kernel';
import { Database, Outbox, textArray, type Statement } from '#platform';
import { Admission } from '../admission/admission.js';
import { countersAt, countersOf, onCredit, type CounterUse } from '../admission/counters.js';
import { alertPeriod, crossedThresholds } from './crossed-thresholds.js';
import { limitAlertOf, type Crossing } from './limit-alert.js';

const LOOK_MS = 5_000;
const TOLD_MAX = 100_000;
const FORGET_MS = 3_600_000;

const SPENT: Statement = {
  name: 'alert-spent',
  text: `SELECT key, m.spent::text AS spent FROM unnest($1::text[]) AS key JOIN meter_counter m
    ON m.scope = split_part(key, ':', 1)::smallint AND m.scope_id = split_part(key, ':', 2)::uuid
      AND m.period = split_part(key, ':', 3)
    WHERE m.spent > 0`,
};
const TELL: Statement = {
  name: 'alert-tell',
  text: `INSERT INTO alert (scope, scope_id, period, percent) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING percent`,
};
// No period that renews is longer than a month.
const FORGET: Statement = {
  name: 'alert-forget',
  text: `DELETE FROM alert WHERE at < now() - interval '62 days' AND period NOT LIKE 't %'`,
};

interface Limit extends Spender {
  readonly use: CounterUse;
}

/**
 * Tells of thresholds of budgets, caps, allowances and credit, each once a period and amount. It looks at what the
 * ledger says was spent, so it is the same wherever holds are counted; the row that says a threshold was
 * told, and the deliveries, are one transaction, whoever looks, and however many do.
 */
@Injectable()
export class AlertWatch {
  /** What this process knows was told, so that it need not ask again. */
  private readonly told = new Set<string>();
  private stopLooking: () => void = () => undefined;
  private looking: Promise<void> | undefined;
  private forgotMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly admission: Admission,
    private readonly outbox: Outbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @param looksAtAll else only at limits that refused here; somebody else looks at the others */
  start(looksAtAll: boolean): void {
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.looking ??= this.look(looksAtAll)
        .then(() => undefined)
        // A database that is away is asked again, and what refused meanwhile refuses still.
        .catch(() => undefined)
        .finally(() => (this.looking = undefined));
    });
  }

  async stop(): Promise<void> {
    this.stopLooking();
    await this.looking;
  }

  /** @returns how many thresholds were told */
  async look(looksAtAll: boolean): Promise<number> {
    const nowMs = this.clock.nowMs();
    const refusing = this.admission.refusedLimits.take();
    const limits = this.limitsAt(nowMs, (key) => looksAtAll || refusing.has(key));
    const spent = await this.spentOn([...limits.keys()]);
    let told = 0;
    for (const crossing of crossingsOf(limits, spent, refusing)) {
      if (await this.tell(crossing, nowMs)) told++;
    }
    if (looksAtAll) await this.forgetOld();
    return told;
  }

  /** By counter key, of the periods that `nowMs` lies in; those of an organisation once. */
  private limitsAt(nowMs: number, isOfInterest: (key: string) => boolean) {
    const limits = new Map<string, Limit>();
    for (const spender of this.directory.spenders()) {
      const { organisation, workload } = spender;
      if (organisation.alerts === null) continue;
      const counters = countersOf(organisation, workload, nowMs);
      const all = [...counters, ...(onCredit(counters, organisation) ?? [])];
      for (const use of countersAt(all, nowMs)) {
        if (use.limitNano === null || limits.has(use.key) || !isOfInterest(use.key)) continue;
        limits.set(use.key, { ...spender, use });
      }
    }
    return limits;
  }

  private async spentOn(keys: readonly string[]): Promise<ReadonlyMap<string, Nano>> {
    if (keys.length === 0) return new Map();
    const values = [textArray(keys)];
    const rows = await this.database.query<{ key: string; spent: string }>(SPENT, values);
    return new Map(rows.map(({ key, spent }) => [key, BigInt(spent)]));
  }

  private async tell(crossing: Crossing, nowMs: number): Promise<boolean> {
    const { organisation, use, percent } = crossing;
    const period = alertPeriod(use);
    const name = `${use.key} ${period} ${percent}`;
    if (this.told.has(name)) return false;
    const isFirst = await this.database.transaction(async (tx) => {
      const rows = await tx.query(TELL, [use.scope, use.id, period, percent]);
      if (rows.length === 0) return false;
      const payload = JSON.stringify(limitAlertOf(crossing, this.ids.callId(), nowMs));
      for (const { kind, target } of receiversOf(organisation)) {
        const id = this.ids.callId();
        await this.outbox.add(tx, { id, organisationId: organisation.id, kind, target, payload });
      }
      return true;
    });
    if (this.told.size >= TOLD_MAX) this.told.clear();
    this.told.add(name);
    return isFirst;
  }

  private async forgetOld(): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.forgotMs < FORGET_MS) return;
    this.forgotMs = nowMs;
    await this.database.query(FORGET);
  }
}

function crossingsOf(
  limits: ReadonlyMap<string, Limit>,
  spent: ReadonlyMap<string, Nano>,
  refusing: ReadonlySet<string>,
): readonly Crossing[] {
  return Array.from(limits).flatMap(([key, limit]) => {
    const { thresholds = [] } = limit.organisation.alerts ?? {};
    const spentNano = spent.get(key) ?? 0n;
    return crossedThresholds(limit.use, spentNano, thresholds, refusing.has(key)).map(
      (percent) => ({ ...limit, spentNano, percent }),
    );
  });
}

const receiversOf = ({ alerts }: Organisation) => [
  ...(alerts?.webhooks ?? []).map(({ name }) => ({ kind: 'webhook', target: name })),
  ...(alerts?.emails ?? []).map((address) => ({ kind: 'email', target: address })),
];
