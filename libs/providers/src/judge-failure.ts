import type { Attempt } from '#kernel';
import type { ProviderError } from '#wire';
import type { Failure } from './attempt.js';
import type { TokenFailure } from '#platform';
import { mayHaveArrived, transportOf } from './http/transport-error.js';

const RETRY_AT_ONCE_MS = 0;
const WAIT_MAX_MS = 2_000; // A provider that wants longer is left for another one.
const JITTER_MIN_MS = 100;
const JITTER_SPAN_MS = 700;
const BUSY: ReadonlySet<number> = new Set([500, 502, 503, 529]);

/** @param random in [0, 1), for the jitter that keeps replicas from retrying in step */
export function judgeStatus(error: ProviderError, attempt: Attempt, random: number): Failure {
  const base = { provider: error, attempt, billable: 'nothing' } as const;
  const { status } = error;
  if (error.isCredentialFault) {
    return { ...base, cause: 'provider_auth', retryAfterMs: null, mayFailOver: false };
  }
  if (BUSY.has(status)) {
    const retryAfterMs = JITTER_MIN_MS + random * JITTER_SPAN_MS;
    return { ...base, cause: 'upstream_status', retryAfterMs, mayFailOver: true };
  }
  if (status === 429) {
    const wait = error.retryAfterMs;
    const isShort = wait !== null && wait <= WAIT_MAX_MS && error.code !== 'insufficient_quota';
    return {
      ...base,
      cause: 'upstream_status',
      retryAfterMs: isShort ? wait : null,
      mayFailOver: true,
    };
  }
  // A model that one provider does not have may be at the next of an alias.
  const mayFailOver = status === 404 || (status >= 300 && status < 400);
  return { ...base, cause: 'upstream_status', retryAfterMs: null, mayFailOver };
}

/**
 * A request that may have arrived is not repeated: the provider could bill it twice. One whose
 * answer had begun certainly has.
 */
export function judgeTransport(error: unknown, attempt: Attempt): Failure {
  const mayBeWorking = attempt.status !== null || mayHaveArrived(error);
  return {
    cause: transportOf(error),
    provider: null,
    attempt,
    retryAfterMs: mayBeWorking ? null : RETRY_AT_ONCE_MS,
    mayFailOver: !mayBeWorking,
    billable: mayBeWorking ? 'request' : 'nothing',
  };
}

/** Nothing was sent: what would have opened the door was refused, or could not be fetched. */
export const tokenless = (failure: TokenFailure, attempt: Attempt): Failure => ({
  cause: failure.isRefused ? 'provider_auth' : 'token',
  provider: null,
  attempt,
  retryAfterMs: null,
  mayFailOver: !failure.isRefused,
  billable: 'nothing',
});

/** @param providerMessage what the provider sent in the answer's place */
export const malformed = (attempt: Attempt, providerMessage: string | null = null): Failure => ({
  cause: 'malformed',
  provider: null,
  providerMessage,
  attempt,
  retryAfterMs: null,
  mayFailOver: true,
  billable: 'request',
});

/** Parts of it were answered, and stand among what was spent: it is not tried again. */
export const ended = (failure: Failure): Failure => ({
  ...failure,
  retryAfterMs: null,
  mayFailOver: false,
  billable: 'nothing',
});

/** Nothing was tried: the endpoint has failed too often of late. */
export const breakerOpen = (attempt: Attempt): Failure => ({
  cause: 'breaker_open',
  provider: null,
  attempt,
  retryAfterMs: null,
  mayFailOver: true,
  billable: 'nothing',
});
