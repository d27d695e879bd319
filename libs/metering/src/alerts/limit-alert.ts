import type { Organisation, Workload } from '#call';
import { formatNano, type Nano } from '#kernel';
import { kindOfPeriod, type CounterUse } from '../admission/counters.js';
import { periodEndMs } from '../admission/period-end.js';

/** What receivers of an alert are told, as JSON. Amounts are decimals. */
export interface LimitAlert {
  /** The same at each try and for each receiver. */
  readonly id: string;
  readonly type: 'limit.threshold';
  readonly at: string;
  readonly organisation: string;
  /** Null for a limit of the whole organisation. */
  readonly workload: string | null;
  readonly counter: CounterUse['name'];
  readonly period: 'total' | 'daily' | 'monthly';
  readonly percent: number;
  readonly limit: string;
  readonly spent: string;
  readonly currency: string;
  readonly resets_at: string | null;
}

export interface Crossing {
  readonly organisation: Organisation;
  readonly workload: Workload;
  readonly use: CounterUse;
  readonly spentNano: Nano;
  readonly percent: number;
}

export function limitAlertOf(
  { organisation, workload, use, spentNano, percent }: Crossing,
  id: string,
  nowMs: number,
): LimitAlert {
  const endMs = periodEndMs(use.period, use.timeZone);
  return {
    id,
    type: 'limit.threshold',
    at: new Date(nowMs).toISOString(),
    organisation: organisation.name,
    workload: use.name === 'budget' ? workload.name : null,
    counter: use.name,
    period: kindOfPeriod(use.period),
    percent,
    limit: formatNano(use.limitNano ?? 0n),
    spent: formatNano(spentNano),
    currency: use.currency,
    resets_at: endMs === null ? null : new Date(endMs).toISOString(),
  };
}
