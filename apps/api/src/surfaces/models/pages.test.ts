import { describe, expect, it } from 'vitest';
import { pageOf } from './pages.js';

const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const page = (query: object) => {
  const { items, hasMore } = pageOf(all, query);
  return [items.map(({ id }) => id).join(''), hasMore];
};

describe('a page', () => {
  it.each([
    [{}, 'abcde', false],
    [{ limit: '2' }, 'ab', true],
    [{ limit: '2', after_id: 'b' }, 'cd', true],
    [{ limit: '2', after_id: 'd' }, 'e', false],
    [{ limit: '2', before_id: 'd' }, 'bc', true],
    [{ limit: '2', before_id: 'b' }, 'a', false],
    [{ limit: '2', after_id: 'gone' }, 'ab', true],
    [{ limit: '2', before_id: 'gone' }, 'de', true],
  ])('of %j is %s', (query, ids, hasMore) => {
    expect(page(query)).toEqual([ids, hasMore]);
  });

  it.each(['0', '-1', 'x', '1001', ''])('has no limit %j', (limit) => {
    expect(() => page({ limit })).toThrow(expect.objectContaining({ key: 'field_invalid' }));
  });
});
