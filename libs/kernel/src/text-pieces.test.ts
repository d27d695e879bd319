import { expect, it } from 'vitest';
import { textPieces } from './text-pieces.js';

it('cuts no character in two', () => {
  expect([...textPieces('a🌍🌍b', 2)]).toEqual(['a', '🌍', '🌍', 'b']);
  expect([...textPieces('abc', 2)]).toEqual(['ab', 'c']);
  expect([...textPieces('', 2)]).toEqual([]);
});
