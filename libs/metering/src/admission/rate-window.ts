import { rateLimitHeaders } from '#call';

/**
 * A strict sliding window: the current 5-second slot and the twelve before it may never hold more
 * than the limit, so no 60 seconds ever do. (GCRA and token buckets let up to twice as many through.)
 */
export const SLOT_MS = 5_000;
export const SLOTS = 13;

export const sum = (slots: readonly number[]): number =>
  slots.reduce((total, count) => total + count, 0);

/**
 * Seconds until `need` more fit under the limit; undefined when they never will.
 * @param slots oldest first; @param nowMs any clock that agrees with the store's on slot borders
 */
export function secondsUntilRoom(
  slots: readonly number[],
  limit: number,
  need: number,
  nowMs: number,
): number | undefined {
  if (need > limit) return undefined;
  const intoSlotMs = nowMs % SLOT_MS;
  let left = sum(slots);
  for (const [place, count] of slots.entries()) {
    if (left + need <= limit) return ceilSeconds(place, intoSlotMs);
    left -= count;
  }
  return ceilSeconds(SLOTS, intoSlotMs);
}

/** The slot at `place` falls out of the window when `place + 1` slots have passed. */
const ceilSeconds = (place: number, intoSlotMs: number): number =>
  place === 0 ? 0 : Math.max(1, Math.ceil((place * SLOT_MS - intoSlotMs) / 1_000));

/**
 * `x-ratelimit-*`, as OpenAI's clients know them.
 * @param own taken from the windows beside what they show: by the call itself, once it is let in
 */
export function rateHeaders(
  limits: { readonly rpm: number | null; readonly tpm: number | null },
  window: { readonly requests: readonly number[]; readonly tokens: readonly number[] },
  own: { readonly requests: number; readonly tokens: number },
  nowMs: number,
): Record<string, string> {
  const headersOf = (
    name: 'requests' | 'tokens',
    limit: number | null,
    slots: readonly number[],
    taken: number,
  ) =>
    limit === null
      ? {}
      : rateLimitHeaders(name, {
          limit,
          remaining: limit - sum(slots) - taken,
          resetSeconds: secondsUntilRoom(withOwn(slots, taken), limit, limit, nowMs) ?? 0,
        });
  return {
    ...headersOf('requests', limits.rpm, window.requests, own.requests),
    ...headersOf('tokens', limits.tpm, window.tokens, own.tokens),
  };
}

const withOwn = (slots: readonly number[], own: number): number[] =>
  slots.map((count, place) => (place === SLOTS - 1 ? count + own : count));
