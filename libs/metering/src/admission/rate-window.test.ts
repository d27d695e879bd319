import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateHeaders, secondsUntilRoom, SLOT_MS, SLOTS, sum } from './rate-window.js';

const aWindow = fc.array(fc.nat({ max: 20 }), { minLength: SLOTS, maxLength: SLOTS });
const empty = Array.from({ length: SLOTS }, () => 0);

/** What the window shows once the clock has come to `laterMs`. */
const windowAt = (slots: readonly number[], nowMs: number, laterMs: number) => {
  const passed = Math.floor(laterMs / SLOT_MS) - Math.floor(nowMs / SLOT_MS);
  return [...slots.slice(passed), ...Array.from({ length: Math.min(passed, SLOTS) }, () => 0)];
};

describe('secondsUntilRoom', () => {
  it('is the first whole second at which the need fits', () => {
    const limit = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        aWindow,
        limit,
        fc.nat({ max: 60 }),
        fc.nat({ max: 600_000 }),
        (slots, limit, need, nowMs) => {
          const seconds = secondsUntilRoom(slots, limit, need, nowMs);
          if (need > limit) {
            expect(seconds).toBeUndefined();
            return;
          }
          const fitsAfter = (wait: number) =>
            sum(windowAt(slots, nowMs, nowMs + wait * 1_000)) + need <= limit;
          expect(fitsAfter(seconds ?? -1)).toBe(true);
          // One second is the least that a header can say.
          if ((seconds ?? 0) > 1) expect(fitsAfter((seconds ?? 0) - 1)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is nothing while there is room', () => {
    expect(secondsUntilRoom(empty, 1, 1, 4_999)).toBe(0);
  });

  it('waits for the oldest slot to leave, counted from within the current one', () => {
    const slots = [5, ...empty.slice(1)];
    expect(secondsUntilRoom(slots, 5, 1, 0)).toBe(5);
    expect(secondsUntilRoom(slots, 5, 1, 3_000)).toBe(2);
    expect(secondsUntilRoom(slots, 5, 1, 4_999)).toBe(1);
  });
});

describe('rateHeaders', () => {
  it('counts the call itself', () => {
    const headers = rateHeaders(
      { rpm: 10, tpm: 1_000 },
      { requests: [...empty.slice(1), 2], tokens: [...empty.slice(1), 500] },
      { requests: 1, tokens: 300 },
      0,
    );
    expect(headers).toEqual({
      'x-ratelimit-limit-requests': '10',
      'x-ratelimit-remaining-requests': '7',
      'x-ratelimit-reset-requests': '65s',
      'x-ratelimit-limit-tokens': '1000',
      'x-ratelimit-remaining-tokens': '200',
      'x-ratelimit-reset-tokens': '65s',
    });
  });

  it('says nothing of what is not limited', () => {
    const headers = rateHeaders(
      { rpm: null, tpm: null },
      { requests: empty, tokens: empty },
      { requests: 1, tokens: 5 },
      0,
    );
    expect(headers).toEqual({});
  });
});
