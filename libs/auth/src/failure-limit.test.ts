import { expect, it } from 'vitest';
import { FailureLimit, prefixOf } from './failure-limit.js';

it('lets so many failures be made at once, and one more with each span', () => {
  const limit = new FailureLimit(3, 1_000);
  const tryAt = (nowMs: number) => limit.tryAgain('a', nowMs);
  expect([tryAt(0), tryAt(0), tryAt(0), tryAt(0)]).toEqual([0, 0, 0, 1]);
  expect([tryAt(999), tryAt(1_000), tryAt(1_000)]).toEqual([1, 0, 1]);
  expect(limit.tryAgain('b', 1_000)).toBe(0);
});

it('does not count what was forgiven', () => {
  const limit = new FailureLimit(2, 1_000);
  for (let call = 0; call < 10; call++) {
    expect(limit.tryAgain('a', 0)).toBe(0);
    limit.forgive('a', 0);
  }
});

it('remembers a bounded number of addresses', () => {
  const limit = new FailureLimit(1, 1_000);
  for (let address = 0; address <= 10_000; address++) limit.tryAgain(String(address), 0);
  expect(limit.tryAgain('0', 0)).toBe(0);
  expect(limit.tryAgain('10000', 0)).toBe(1);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::'],
  ['2001:db8::9', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['', ''],
])('of %j is the address that counts %j', (address, prefix) => {
  expect(prefixOf(address)).toBe(prefix);
});
