import { expect, it } from 'vitest';
import { SystemEntropy } from './entropy.js';

it('gives as many bytes as were asked for, across the border of its pool', () => {
  const entropy = new SystemEntropy();
  for (const count of [0, 1, 10, 8_191, 8_192, 8_193, 100_000, 16]) {
    expect(entropy.bytes(count).length).toBe(count);
  }
});

it('never gives out the same bytes twice', () => {
  const entropy = new SystemEntropy();
  const pieces = Array.from({ length: 3_000 }, () => entropy.bytes(16).toString('hex'));
  expect(new Set(pieces).size).toBe(pieces.length);
});

it('leaves the bytes it gave alone', () => {
  const entropy = new SystemEntropy();
  const first = entropy.bytes(32);
  const copy = Buffer.from(first);
  for (let round = 0; round < 1_000; round++) entropy.bytes(32).fill(0);
  expect(first).toEqual(copy);
});
