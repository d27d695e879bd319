import { catalogue, formatNano, refuse, type GatewayError, type Nano } from '#kernel';
import { kindOfPeriod, type CounterUse } from './counters.js';
import { periodEndMs } from './period-end.js';

const RETRY_MS_MAX = 3_600_000; // What renews later is no matter of waiting for a client.

/** The refusal of a call that `use` has no room for, with what its caller needs to know to go on. */
export function limitReached(
  use: CounterUse,
  limitNano: Nano,
  usedNano: Nano,
  nowMs: number,
): GatewayError {
  const { currency } = use;
  const limit = formatNano(limitNano);
  const remaining = formatNano(limitNano > usedNano ? limitNano - usedNano : 0n);
  const endMs = periodEndMs(use.period, use.timeZone);
  const resetsAt = endMs === null ? null : secondsText(endMs);
  const waitMs = endMs === null ? Infinity : endMs - nowMs;
  const left = `Left: ${remaining} of ${limit} ${currency}${resetsAt === null ? '' : ` until ${resetsAt}`}.`;
  return refuse(use.refusal, {
    message: `${catalogue[use.refusal].message} ${left}`,
    gw: {
      limit: {
        counter: use.name,
        period: kindOfPeriod(use.period),
        limit,
        remaining,
        currency,
        resets_at: resetsAt,
      },
    },
    ...(waitMs <= RETRY_MS_MAX && { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) }),
  });
}

/** `2026-11-30T23:00:00Z`: periods end at whole minutes. */
const secondsText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
