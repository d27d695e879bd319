import { expect, it } from 'vitest';
import { attributesOf } from './model';

it('reads what is said of a document line by line', () => {
  expect(attributesOf(['year=2026', 'final=true', 'topic = garden', 'empty='])).toEqual({
    year: 2026,
    final: true,
    topic: 'garden',
    empty: '',
  });
  expect(attributesOf([])).toEqual({});
  expect(attributesOf(['without'])).toBeUndefined();
  expect(attributesOf(['list=[1]'])).toEqual({ list: '[1]' });
});
