import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { base64Of, readVector } from './vector.js';

const read = (json: string) => {
  const { root, text } = parseJson(json);
  return readVector(root, text);
};

describe('base64', () => {
  it('holds every 32-bit float to the bit, little-endian', () => {
    const finite = fc.float({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1 }), (values) => {
        const vector = read(JSON.stringify(values));
        const bytes = Buffer.from(vector ? base64Of(vector) : '', 'base64');
        const back = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));
        expect(back).toEqual(values.map(plain));
      }),
    );
  });

  it('is what OpenAI makes of the same numbers', () => {
    expect(base64Of({ floats: Float32Array.of(1, -2, 0.5) })).toBe('AACAPwAAAMAAAAA/');
  });
});

/** JSON has no negative zero. */
const plain = (value: number): number => (value === 0 ? 0 : value);

describe('a vector', () => {
  it('keeps the spelling of its provider', () => {
    expect(read('[1.50, -2e-3]')).toEqual({
      json: '[1.50, -2e-3]',
      floats: Float32Array.of(1.5, -0.002),
    });
  });

  it.each(['[]', '{}', '"AAAA"', '[1,null]', '[1,"2"]', '[[1]]', '[1e39]', '[1e999]'])(
    'is not %s',
    (json) => expect(read(json)).toBeUndefined(),
  );
});
