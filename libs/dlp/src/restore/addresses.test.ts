import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostsIn } from './addresses.js';

const PIECES = [
  'https://',
  'a.example',
  '/',
  '?q=',
  ' ',
  'www.',
  'b.example',
  '\\/\\/',
  'c',
  ':8080',
  '@',
];

it('finds the same hosts in parts of a text as in the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES)),
      fc.integer({ min: 1, max: 9 }),
      (pieces, length) => {
        const text = pieces.join('');
        fc.pre(!/[\\/]{5}|\/{3}/.test(text)); // Where signs overlap, a part may begin with another of them.
        const found: string[] = [];
        for (let from = 0; from < text.length; from += length) {
          found.push(...hostsIn(text, from, Math.min(text.length, from + length)));
        }
        expect(found).toEqual([...hostsIn(text)]);
      },
    ),
  );
});
