import { expect, it } from 'vitest';
import { SharedReads } from './shared-reads.js';

const ASKED = { organisation: 'a', workloads: ['x'] };

it('reads once for all who ask meanwhile, and anew after that', async () => {
  const shared = new SharedReads<number>();
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const reads = [first.promise, second.promise];
  const ask = () => shared.read({ ...ASKED }, () => reads.shift() ?? Promise.reject(new Error()));
  const [one, other] = [ask(), ask()];
  first.resolve(1);
  expect(await Promise.all([one, other])).toEqual([1, 1]);
  const third = ask();
  second.resolve(2);
  expect(await third).toBe(2);
});

it('tells nobody what somebody else may see', async () => {
  const shared = new SharedReads<string>();
  const never = Promise.withResolvers<string>();
  void shared.read(ASKED, () => never.promise);
  expect(await shared.read({ organisation: 'a' }, async () => 'all')).toBe('all');
});

it('keeps no failure', async () => {
  const shared = new SharedReads<string>();
  await expect(shared.read(ASKED, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await shared.read(ASKED, async () => 'back')).toBe('back');
});
