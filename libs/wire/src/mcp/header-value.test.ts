import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readHeaderValue, writeHeaderValue } from './header-value.js';

it('says every text in a header, and reads it again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = writeHeaderValue(text);
      expect(value).toMatch(/^[\x20-\x7e]*$/);
      expect(readHeaderValue(value)).toBe(text);
    }),
  );
});

it('reads no base64 that is none, and none that is no text', () => {
  expect(readHeaderValue('=?base64?!?=')).toBeUndefined();
  expect(readHeaderValue('=?base64?/w==?=')).toBeUndefined();
  expect(readHeaderValue('=?utf8?abc?=')).toBeUndefined();
});
