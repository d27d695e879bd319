import { expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import { COMPATIBLE, DISGUISE, ESCAPES } from './decodings.js';
import { HIDDEN_LETTERS } from './hidden-letters.js';
import { placeBefore, viewOf, type View } from './view.js';

const SLICES = 40;

it.each([
  ['compatible', COMPATIBLE],
  ['undisguised', DISGUISE],
  ['hidden', HIDDEN_LETTERS],
])('lets others have their turn in a text of what reads as nothing: %s', (_, decoding) => {
  const steps = viewOf('\u{e0001}'.repeat((SLICES * SLICE_CHARS) / 2), decoding);
  let turns = 0;
  while (steps.next().done !== true) turns++;
  expect(turns).toBeGreaterThanOrEqual(SLICES / 2);
});

it('lets others have their turn between places that are far apart, each of which has a slice read', () => {
  const text = '%61'.repeat(SLICES * SLICE_CHARS);
  const view = runAtOnce(viewOf(text, ESCAPES)) as View;
  const half = view.text.length / 2;
  let turns = 0;
  for (let n = 0; n < SLICES; n++) {
    const steps = placeBefore([view], { start: n, end: half + n });
    for (let next = steps.next(); ; next = steps.next(), turns++) {
      if (!next.done) continue;
      expect(next.value).toEqual({ start: n * 3, end: (half + n) * 3 });
      break;
    }
  }
  expect(turns).toBe(SLICES);
});
