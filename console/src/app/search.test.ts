import { describe, expect, it } from 'vitest';
import { textsIn } from './search';

describe('filters in the address', () => {
  it('are read by their names', () => {
    expect(textsIn({ q: 'a', days: 7, other: 'x' }, 'q', 'days', 'from')).toEqual({
      q: 'a',
      days: '7',
    });
  });

  it('are none where somebody has put something else', () => {
    expect(
      textsIn({ q: ['a'], days: { a: 1 }, from: '', to: null }, 'q', 'days', 'from', 'to'),
    ).toEqual({});
  });

  it('are cut to what a list takes', () => {
    expect(textsIn({ q: 'x'.repeat(10_000) }, 'q').q).toHaveLength(200);
  });
});
