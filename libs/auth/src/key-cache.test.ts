import { expect, it } from 'vitest';
import { anOrganisation, aWorkload } from '../../../test/support/a-call.js';
import { KeyCache } from './key-cache.js';

const key = {
  id: 'Ab3dEf7h',
  organisationId: anOrganisation().id,
  workloadId: aWorkload().id,
  expiresAtMs: null,
};

it('tells a key that is unknown from one it has not seen', () => {
  const cache = new KeyCache();
  cache.add('unknown', undefined, 0);
  cache.add('known', key, 0);
  expect(cache.find('unknown', 1, Infinity)?.key).toBeUndefined();
  expect(cache.find('unknown', 1, Infinity)).toBeDefined();
  expect(cache.find('known', 1, Infinity)?.key).toBe(key);
  expect(cache.find('never seen', 1, Infinity)).toBeUndefined();
});

it.each([
  [key, 30_000],
  [undefined, 5_000],
])('forgets %o after %i ms, or sooner when told so', (stored, lifeMs) => {
  const cache = new KeyCache();
  cache.add('k', stored, 100);
  expect(cache.find('k', 100 + lifeMs - 1, Infinity)).toBeDefined();
  expect(cache.find('k', 100 + lifeMs, Infinity)).toBeUndefined();
  cache.add('k', stored, 100);
  expect(cache.find('k', 1_100, 1_000)).toBeUndefined();
});

it('holds a bounded number of keys; the longest known go first', () => {
  const cache = new KeyCache();
  for (let turn = 0; turn < 50_001; turn++) cache.add(`key ${turn}`, key, 0);
  expect(cache.find('key 0', 1, Infinity)).toBeUndefined();
  expect(cache.find('key 1', 1, Infinity)).toBeDefined();
  expect(cache.find('key 50000', 1, Infinity)).toBeDefined();
});

it('forgets the keys of one organisation, and those it took for unknown', () => {
  const cache = new KeyCache();
  const others = { ...key, organisationId: anOrganisation().id };
  cache.add('its', key, 0);
  cache.add('unknown', undefined, 0);
  cache.add('of another', others, 0);
  cache.forget(key.organisationId);
  expect(cache.find('its', 1, Infinity)).toBeUndefined();
  expect(cache.find('unknown', 1, Infinity)).toBeUndefined();
  expect(cache.find('of another', 1, Infinity)?.key).toBe(others);
});

it('is not driven out of what it knows by keys that it does not', () => {
  const cache = new KeyCache();
  cache.add('known', key, 0);
  for (let turn = 0; turn < 60_000; turn++) cache.add(`unknown ${turn}`, undefined, 0);
  expect(cache.find('known', 1, Infinity)?.key).toBe(key);
  expect(cache.find('unknown 0', 1, Infinity)).toBeUndefined();
});

it('knows a key by sight when its time is over, until the store says otherwise', () => {
  const cache = new KeyCache();
  cache.add('k', key, 0);
  expect([cache.hasKnown('k'), cache.hasKnown('another')]).toEqual([true, false]);
  expect([cache.find('k', 60_000, Infinity), cache.hasKnown('k')]).toEqual([undefined, true]);
  cache.add('k', undefined, 60_000);
  expect(cache.hasKnown('k')).toBe(false);
});
