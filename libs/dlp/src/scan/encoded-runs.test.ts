import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EncodedRuns, mayHoldRuns } from './encoded-runs.js';

const runsOf = (text: string) => new EncodedRuns(text).scanTo(text.length);

/** Words and lines of any length, long ones often, with what stands between them. */
const texts = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 40 }).map((length) => 'aZ9+/_-'.repeat(6).slice(0, length)),
      fc.constantFrom(' ', '\n', '\r\n  ', '.', '=', 'é'),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.flat().join(''));

describe('a look for runs of letters', () => {
  it('overlooks none', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (runsOf(text).length > 0) expect(mayHoldRuns(text)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('passes over words', () => {
    expect(mayHoldRuns('The rear derailleur skips two gears since last week. ')).toBe(false);
    expect(mayHoldRuns(`${'a'.repeat(15)} ${'b'.repeat(15)}`)).toBe(false);
    expect(mayHoldRuns(`see ${'a'.repeat(16)}`)).toBe(true);
  });
});
