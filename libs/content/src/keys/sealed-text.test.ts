import { expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { openText, sealText } from './sealed-text.js';

const entropy = new SystemEntropy();
const key = Buffer.alloc(32, 7);
const text = 'What was said, ünd what was answered 👋';

it('opens at its own place with its own key, and is another each time', () => {
  const sealed = sealText(key, 'a/b', text, entropy);
  expect(openText(key, 'a/b', sealed)).toBe(text);
  expect(sealText(key, 'a/b', text, entropy).equals(sealed)).toBe(false);
  expect(() => openText(key, 'a/c', sealed)).toThrow();
  expect(() => openText(Buffer.alloc(32, 8), 'a/b', sealed)).toThrow();
});

it('does not open where any of it was changed or cut off', () => {
  const sealed = sealText(key, 'a/b', text, entropy);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => openText(key, 'a/b', changed)).toThrow();
    expect(() => openText(key, 'a/b', sealed.subarray(0, at))).toThrow();
  }
});
