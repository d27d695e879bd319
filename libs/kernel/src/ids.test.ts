import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { SystemEntropy } from './entropy.js';
import { Ids, uuidV7, uuidV7Ms } from './ids.js';

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const aTime = fc.nat({ max: 2 ** 48 - 1 });
const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

it('has the version, the variant and the millisecond of a UUIDv7', () => {
  fc.assert(
    fc.property(aTime, tenBytes, (ms, random) => {
      const id = uuidV7(ms, random);
      expect(id).toMatch(SHAPE);
      expect(uuidV7Ms(id)).toBe(ms);
    }),
  );
});

it('sorts as text in the order of time', () => {
  fc.assert(
    fc.property(aTime, aTime, tenBytes, tenBytes, (a, b, first, second) => {
      fc.pre(a < b);
      expect(uuidV7(a, first) < uuidV7(b, second)).toBe(true);
    }),
  );
});

it('keeps 74 of the random bits', () => {
  const none = uuidV7(0, new Uint8Array(10));
  const all = uuidV7(0, new Uint8Array(10).fill(0xff));
  expect(none).toBe('00000000-0000-7000-8000-000000000000');
  expect(all).toBe('00000000-0000-7fff-bfff-ffffffffffff');
});

it('reads its ten bytes out of a larger buffer', () => {
  const large = Buffer.from('ff'.repeat(8) + '0123456789abcdef0123' + 'ff'.repeat(8), 'hex');
  const own = large.subarray(8, 18);
  expect(uuidV7(1, own)).toBe(uuidV7(1, new Uint8Array(own)));
});

it('never gives the same id twice, however many are made in one millisecond', () => {
  const ids = new Ids(new FakeClock(), new SystemEntropy());
  const made = Array.from({ length: 5_000 }, () => ids.callId());
  expect(new Set(made).size).toBe(made.length);
});
