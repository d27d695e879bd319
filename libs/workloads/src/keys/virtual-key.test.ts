import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Entropy, SystemEntropy } from '#kernel';
import { InstanceSecrets } from '#platform';
import { KeyHasher } from './key-hasher.js';
import { generateVirtualKey, parseVirtualKey } from './virtual-key.js';

const entropy = new SystemEntropy();
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a virtual key', () => {
  it.each(['live', 'test'] as const)(
    'of the kind %s has the shape that scanners look for',
    (env) => {
      const key = generateVirtualKey(env, entropy);
      expect(key.text).toMatch(new RegExp(`^gw_${env}_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$`));
      expect(key.text.split('_')[2]).toBe(key.id);
      expect(parseVirtualKey(key.text)).toEqual(key);
    },
  );

  it('is never the same twice', () => {
    const keys = Array.from({ length: 2_000 }, () => generateVirtualKey('live', entropy).text);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('uses every character alike', () => {
    const text = Array.from({ length: 2_000 }, () =>
      generateVirtualKey('live', entropy).text.slice(17, 60),
    ).join('');
    const counts = [...BASE62].map((character) => text.split(character).length - 1);
    const expected = text.length / 62;
    for (const count of counts) expect(Math.abs(count - expected) / expected).toBeLessThan(0.2);
  });

  it('does not take bytes that would favour some characters', () => {
    class Scripted extends Entropy {
      private turn = 0;
      bytes(count: number): Buffer {
        return Buffer.alloc(count, this.turn++ % 2 === 0 ? 255 : 61);
      }
    }
    expect(generateVirtualKey('live', new Scripted()).id).toBe('z'.repeat(8));
  });

  it('is told from any text that differs in one character', () => {
    const place = fc.nat({ max: 65 });
    const character = fc.oneof(fc.constantFrom(...BASE62), fc.constantFrom('_', '-', ' ', 'é'));
    fc.assert(
      fc.property(place, character, fc.constantFrom('live', 'test'), (at, other, env) => {
        const { text } = generateVirtualKey(env, entropy);
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect(parseVirtualKey(changed) !== undefined).toBe(changed === text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is told from one in which two neighbours changed places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 64 }), (at) => {
        const { text } = generateVirtualKey('live', entropy);
        const swapped = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
        expect(parseVirtualKey(swapped) !== undefined).toBe(swapped === text);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['', 'sk-abc', 'gw_live_short', 'gw_prod_AAAAAAAA_' + 'A'.repeat(49)])(
    'is not %j',
    (text) => {
      expect(parseVirtualKey(text)).toBeUndefined();
    },
  );

  it('is not one with anything before or behind it', () => {
    const { text } = generateVirtualKey('live', entropy);
    for (const around of [` ${text}`, `${text} `, `${text}\n`, text + text]) {
      expect(parseVirtualKey(around)).toBeUndefined();
    }
  });
});

it('is stored as a hash that only this instance can make', () => {
  const { text } = generateVirtualKey('live', entropy);
  const hasher = new KeyHasher(new InstanceSecrets(Buffer.alloc(32, 1)));
  const other = new KeyHasher(new InstanceSecrets(Buffer.alloc(32, 2)));
  expect(hasher.hash(text)).toEqual(hasher.hash(text));
  expect(hasher.hash(text)).toHaveLength(32);
  expect(hasher.hash(text)).not.toEqual(other.hash(text));
  expect(hasher.hash(text)).not.toEqual(hasher.hash(generateVirtualKey('live', entropy).text));
});
