import { expect, it } from 'vitest';
import { SLICE_CHARS } from '../limits.js';
import { COMPATIBLE, DISGUISE } from './decodings.js';
import { HIDDEN_LETTERS } from './hidden-letters.js';
import { viewOf } from './view.js';

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
