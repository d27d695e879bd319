import { expect, it } from 'vitest';
import { readCacheOrder } from './read-cache-order.js';

const ANY = { reads: true, writes: true, ageSecondsMax: null };
const NONE = { reads: false, writes: false, ageSecondsMax: null };

it.each([
  [{}, undefined],
  [{ 'cache-control': 'public' }, ANY],
  [{ 'cache-control': 'no-store' }, NONE],
  [{ 'cache-control': 'max-age=0, No-Cache' }, { reads: false, writes: true, ageSecondsMax: 0 }],
  [{ 'cache-control': 'max-age=60, max-age=30' }, { ...ANY, ageSecondsMax: 30 }],
  [{ 'x-gw-cache': 'bypass' }, NONE],
  [
    { 'x-gw-cache': 'No-Store', 'cache-control': 'max-age=5' },
    { ...NONE, ageSecondsMax: 5 },
  ],
])('%j is %j', (headers, order) => {
  expect(readCacheOrder(headers)).toEqual(order);
});

it('refuses a word that it does not know: it may be meant as one that it does', () => {
  expect(() => readCacheOrder({ 'x-gw-cache': 'nostore' })).toThrow('bypass or no-store');
});
