import { expect, it } from 'vitest';
import { FailureLimit } from './failure-limit.js';

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
