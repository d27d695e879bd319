import { expect, it } from 'vitest';
import { perPiece } from './decimal';

it.each([
  ['1000.00', '0.001'],
  ['2500000.00', '2.5'],
  ['0.00', '0'],
  ['12345678.9', '12.3456789'],
  ['40000000000', '40000'],
])('tells what one of %s a million costs: %s', (perMillion, one) => {
  expect(perPiece(perMillion)).toBe(one);
});
