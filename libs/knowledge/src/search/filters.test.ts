import { describe, expect, it } from 'vitest';
import { timesBetween } from '../../../../test/support/growth.js';
import { parseJson } from '#kernel';
import { readFilter } from './filters.js';

const fits = (filter: unknown, attributes: Record<string, string | number | boolean>) =>
  readFilter(parseJson(JSON.stringify(filter)).root)(attributes);
const one = (type: string, value: unknown, key = 'year') => ({ type, key, value });

describe('a filter', () => {
  it('compares an attribute with a value of its own type', () => {
    const document = { year: 2024, lang: 'de', final: true };
    const all: [unknown, boolean][] = [
      [one('eq', 2024), true],
      [one('eq', '2024'), false],
      [one('ne', 2023), true],
      [one('gt', 2024), false],
      [one('gte', 2024), true],
      [one('lt', 2025), true],
      [one('lte', 2023), false],
      [one('in', [2023, 2024]), true],
      [one('nin', [2023, 2024]), false],
      [one('eq', true, 'final'), true],
      [one('gt', 'a', 'lang'), false],
      [{ type: 'and', filters: [one('eq', 2024), one('eq', 'fr', 'lang')] }, false],
      [{ type: 'or', filters: [one('eq', 2024), one('eq', 'fr', 'lang')] }, true],
      [null, true],
    ];
    for (const [filter, expected] of all) {
      expect(fits(filter, document), JSON.stringify(filter)).toBe(expected);
    }
  });

  it('finds nothing in what an object has by nature', () => {
    expect(fits(one('eq', 'x', 'constructor'), {})).toBe(false);
    expect(fits(one('ne', 'x', '__proto__'), {})).toBe(true);
  });

  it('that is none is refused where it stands', () => {
    const bad: [unknown, string][] = [
      [{ type: 'like', key: 'a', value: 1 }, 'filters.type'],
      [{ type: 'eq', value: 1 }, 'filters.key'],
      [{ type: 'eq', key: 'a', value: null }, 'filters.value'],
      [{ type: 'in', key: 'a', value: 1 }, 'filters.value'],
      [{ type: 'in', key: 'a', value: [{}] }, 'filters.value[0]'],
      [{ type: 'and', filters: [one('eq', 1), { type: 'or' }] }, 'filters.filters[1].filters'],
    ];
    for (const [filter, param] of bad) {
      expect(() => fits(filter, {})).toThrow(
        expect.objectContaining({
          key: 'field_invalid',
          details: expect.objectContaining({ param }),
        }),
      );
    }
  });

  it('has a bound', () => {
    let deep: unknown = one('eq', 1);
    for (let level = 0; level < 10; level++) deep = { type: 'and', filters: [deep] };
    expect(() => fits(deep, {})).toThrow('levels');
    const wide = { type: 'or', filters: Array.from({ length: 65 }, () => one('eq', 1)) };
    expect(() => fits(wide, {})).toThrow('conditions');
  });

  it('takes a document the same time however long its lists are', () => {
    const long = (end: number) => `${'x'.repeat(505)}${end}`;
    const work = (length: number) => {
      const list = Array.from({ length }, (_, n) => long(100 + n));
      const all = Array.from({ length: 63 }, (_, n) => one('nin', list, `a${n % 16}`));
      const filter = readFilter(parseJson(JSON.stringify({ type: 'and', filters: all })).root);
      const attributes = Object.fromEntries(
        Array.from({ length: 16 }, (_, n) => [`a${n}`, long(999)]),
      );
      return () => {
        for (let document = 0; document < 500; document++) expect(filter(attributes)).toBe(true);
      };
    };
    expect(timesBetween(work(16), work(256), 2)).toBeLessThan(4); // 16 with each looked at.
  });
});
