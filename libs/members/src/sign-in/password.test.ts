import { expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { hashPassword, isPassword } from './password.js';

const entropy = new SystemEntropy();
/** Of the reference implementation's own tests: another cost, and as every library writes it. */
const REFERENCE =
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

it('a password is told from any other, by a hash that is never the same', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => hashPassword('pässword', entropy)));
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await isPassword('pässword', one ?? '')).toBe(true);
  expect(await isPassword('pa\u0308ssword', one ?? '')).toBe(true); // Typed on another keyboard.
  expect(await isPassword('passwort', one ?? '')).toBe(false);
});

it('hashes of other libraries and costs are read', async () => {
  expect(await isPassword('password', REFERENCE)).toBe(true);
  expect(await isPassword('Password', REFERENCE)).toBe(false);
});

it('an account without a password, or with a broken one, opens for nobody', async () => {
  for (const stored of [null, '', 'password', '$argon2id$v=19$m=65536$x']) {
    expect(await isPassword('password', stored)).toBe(false);
  }
});
