import { expect, it } from 'vitest';
import { gluedCells } from './letter-cells.js';

it.each([
  ['A|n|n|a', '-+++'],
  ['Name| A |n||n|a|Miller', '--+-++-'],
  ['A|n||||n|a', '-+---++'],
  ['A|n|||||n|a', '--------'],
  ['f|5|x2', '---'],
  ['𝐀|é|Ж', '-++'],
  ['', '-'],
])('of %j those that are one word are told', (row, glued) => {
  const told = gluedCells(row.split('|')).map((isGlued) => (isGlued ? '+' : '-'));
  expect(told.join('')).toBe(glued);
});
