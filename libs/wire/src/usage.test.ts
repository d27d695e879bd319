import { expect, it } from 'vitest';
import { mostUsage, NO_USAGE } from './usage.js';

it('of several counts of one answer the largest stands, in each unit', () => {
  const first = { ...NO_USAGE, inputTotal: 5, outputTotal: 2_000, cacheRead: 4 };
  const last = { ...NO_USAGE, inputTotal: 9, outputTotal: 1, images: 2 };
  const most = { ...NO_USAGE, inputTotal: 9, outputTotal: 2_000, cacheRead: 4, images: 2 };
  expect(mostUsage(mostUsage(null, first), last)).toEqual(most);
});
