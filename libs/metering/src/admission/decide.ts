import { refuse, type GatewayError, type Nano } from '#kernel';
import {
  hasRateLimit,
  type AdmissionRequest,
  type StoreView,
  type WindowView,
} from './admission-request.js';
import { limitReached } from './limit-reached.js';
import { rateHeaders, secondsUntilRoom, sum } from './rate-window.js';

/**
 * Which calls of a batch fit, in their order of arrival, on what the store saw. All or nothing for
 * each call, and the refusal names the limit that was reached.
 */
export function decide(
  batch: readonly AdmissionRequest[],
  view: StoreView,
  nowMs: number,
): { fitting: AdmissionRequest[]; refused: Map<AdmissionRequest, GatewayError> } {
  const used = new Map(view.used);
  const taken = new Map<string, { requests: number; tokens: number }>();
  const fitting: AdmissionRequest[] = [];
  const refused = new Map<AdmissionRequest, GatewayError>();
  for (const request of batch) {
    const own = taken.get(request.workloadId) ?? { requests: 0, tokens: 0 };
    const window = view.windows.get(request.workloadId);
    const error = rateError(request, window, own, nowMs) ?? moneyError(request, used, nowMs);
    if (error) {
      refused.set(request, error);
      continue;
    }
    fitting.push(request);
    for (const { key } of request.counters) {
      used.set(key, (used.get(key) ?? 0n) + request.holdNano);
    }
    taken.set(request.workloadId, {
      requests: own.requests + 1,
      tokens: own.tokens + request.tokens,
    });
  }
  return { fitting, refused };
}

function rateError(
  request: AdmissionRequest,
  window: WindowView | undefined,
  own: { requests: number; tokens: number },
  nowMs: number,
): GatewayError | undefined {
  if (!window || !hasRateLimit(request)) return undefined;
  const checks = [
    ['rate_limited', 'rpm', request.rpm, window.requests, own.requests, 1],
    ['tokens_limited', 'tpm', request.tpm, window.tokens, own.tokens, request.tokens],
  ] as const;
  for (const [key, name, limit, slots, alreadyTaken, need] of checks) {
    if (limit === null || sum(slots) + alreadyTaken + need <= limit) continue;
    const seconds = secondsUntilRoom(slots, limit, alreadyTaken + need, nowMs);
    const isImpossible = need > limit;
    return refuse(key, {
      gw: { limit: { counter: name, limit, ...(isImpossible && { impossible: true }) } },
      headers: rateHeaders(request, window, own, nowMs),
      ...(isImpossible
        ? {
            shouldRetry: false,
            message: `The request needs ${need} tokens, more than the workload's limit of ${limit} a minute.`,
          }
        : { retryAfterSeconds: seconds ?? RETRY_FULL_WINDOW_SECONDS }),
    });
  }
  return undefined;
}

const RETRY_FULL_WINDOW_SECONDS = 65; // All thirteen slots have passed by then.

/** Which limit of money has no room for a hold, on what the store saw. */
export function moneyError(
  request: Pick<AdmissionRequest, 'counters' | 'holdNano'>,
  used: ReadonlyMap<string, Nano>,
  nowMs: number,
): GatewayError | undefined {
  for (const use of request.counters) {
    const { key, limitNano } = use;
    const usedNano = used.get(key) ?? 0n;
    if (limitNano === null || usedNano + request.holdNano <= limitNano) continue;
    return limitReached(use, limitNano, usedNano, nowMs);
  }
  return undefined;
}
