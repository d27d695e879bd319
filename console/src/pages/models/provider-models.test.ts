import { expect, it } from 'vitest';
import { listedModels, priceWith, withPrice } from './provider-models';

const PER = 1_000_000 as const;

it('names every model that is served once one of them has a price of its own', () => {
  const { isOpen, models } = listedModels([], ['small', 'large']);
  expect(isOpen).toBe(true);
  expect(withPrice(models, 'large', { currency: 'EUR' })).toEqual([
    { id: 'small' },
    { id: 'large', price: { currency: 'EUR' } },
  ]);
});

it('leaves the others of a list as they are, and a price to the price list', () => {
  const named = [
    { id: 'a', context_tokens: 5, price: { currency: 'EUR', per: PER, input: '1' } },
    { id: 'b' },
  ] as const;
  expect(listedModels(named, ['a', 'b', 'c']).models).toEqual(named);
  expect(withPrice(named, 'a', undefined)).toEqual([{ id: 'a', context_tokens: 5 }, { id: 'b' }]);
  expect(withPrice(named, 'b', { input: '2' })[0]).toEqual(named[0]);
});

it('keeps what the form does not ask for, as long as it means the same', () => {
  const before = {
    currency: 'EUR',
    per: PER,
    input: '1',
    cache_read: '0.1',
    reasoning: '3',
    page: '9',
  };
  const typed = { currency: 'EUR', input: '2', cache_read: '' };
  expect(priceWith(before, typed)).toEqual({
    currency: 'EUR',
    per: PER,
    input: '2',
    reasoning: '3',
    page: '9',
  });
  expect(priceWith({ ...before, per: 1 }, typed)).not.toHaveProperty('reasoning');
  expect(priceWith(before, { ...typed, currency: 'USD' })).not.toHaveProperty('page');
});
