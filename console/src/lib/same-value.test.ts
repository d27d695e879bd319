import { expect, it } from 'vitest';
import { isSameValue } from './same-value';

it.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [2, 1], false],
  [{ 0: 1 }, [1], false],
  [null, {}, false],
  ['', null, false],
])('%j and %j: %s', (one, other, isSame) => {
  expect(isSameValue(one, other)).toBe(isSame);
  expect(isSameValue(other, one)).toBe(isSame);
});
