import { expect, it } from 'vitest';
import { perPiece, withPoint } from './decimal';

it.each([
  ['1000.00', '0.001'],
  ['2500000.00', '2.5'],
  ['0.00', '0'],
  ['12345678.9', '12.3456789'],
  ['40000000000', '40000'],
])('tells what one of %s a million costs: %s', (perMillion, one) => {
  expect(perPiece(perMillion)).toBe(one);
});

it.each([
  ['12.5', '12.5'],
  ['1250', '1250'],
  ['0,002', '0.002'],
  ['12,50', '12.50'],
  ['0,', '0.'],
  [',5', '.5'],
  ['1,000', '1.000'],
  ['-10,5', '-10.5'],
  ['1.250,00', '1250.00'],
  ['1,250.00', '1250.00'],
  ['€1,250,000.5', '€1250000.5'],
  ['1,250,000', '1250000'],
  ['1\u00a0250,00', '1\u00a0250.00'],
  // A slip in what was a decimal already.
  ['1.5,', '1.5'],
])('takes %s for %s', (typed, meant) => {
  expect(withPoint(typed)).toBe(meant);
});
