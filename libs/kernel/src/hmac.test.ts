import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HmacSha256 } from './hmac.js';

it('is HMAC-SHA-256, for keys shorter and longer than a block', () => {
  const key = fc.uint8Array({ maxLength: 200, size: 'max' });
  const message = fc.oneof(
    fc.uint8Array({ maxLength: 300, size: 'max' }),
    fc.constantFrom('é'.repeat(40_000), 'a'.repeat(65_472), 'a'.repeat(65_473)),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(key, fc.array(message, { minLength: 1, maxLength: 3 }), (key, messages) => {
      const hmac = new HmacSha256(key);
      for (const text of messages) {
        expect(hmac.digest(text)).toEqual(createHmac('sha256', key).update(text).digest());
      }
    }),
  );
});
