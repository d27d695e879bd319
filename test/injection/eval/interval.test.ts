import { describe, expect, it } from 'vitest';
import { interval, shownPerThousand, shownShare } from './interval.js';

describe('interval', () => {
  it("is Wilson's", () => {
    const [low, high] = interval(8, 10);
    expect(low).toBeCloseTo(0.4902, 3);
    expect(high).toBeCloseTo(0.9433, 3);
  });

  it('stays within 0 and 1, and is open where nothing was wrong', () => {
    expect(interval(0, 20)[0]).toBeCloseTo(0, 12);
    expect(interval(0, 20)[1]).toBeCloseTo(0.1611, 3);
    expect(interval(20, 20)[1]).toBeCloseTo(1, 12);
  });

  it('is shown behind the share, which nothing has none of', () => {
    expect(shownShare(8, 10)).toBe('0.800 (0.49–0.94)');
    expect(shownPerThousand(0, 20)).toBe('0.0 (0–161)');
    expect(shownShare(0, 0)).toBe('–');
  });
});
