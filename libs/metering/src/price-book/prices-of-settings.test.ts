import { expect, it } from 'vitest';
import { pricesOfSettings } from './prices-of-settings.js';

const settingsOf = (...models: Parameters<typeof pricesOfSettings>[0]['providers'][0]['models']) =>
  pricesOfSettings({ exchange_rates: [], providers: [{ name: 'acme', models }] });

it('makes a line of each price, per token ones in nano per million tokens', () => {
  const price = { currency: 'EUR', per: 1_000_000, input: '0.10', output: '0.40', cache_read: '0' };
  expect(settingsOf({ id: 'small', price }).prices).toEqual([
    {
      model: 'acme/small',
      unit: 'in',
      tierAbove: 0,
      currency: 'EUR',
      nanoPerMillion: '100000000.000000',
    },
    {
      model: 'acme/small',
      unit: 'out',
      tierAbove: 0,
      currency: 'EUR',
      nanoPerMillion: '400000000.000000',
    },
    {
      model: 'acme/small',
      unit: 'cache_read',
      tierAbove: 0,
      currency: 'EUR',
      nanoPerMillion: '0.000000',
    },
  ]);
});

it.each([
  [1, '0.0000001'],
  [1_000, '0.0001'],
  [1_000_000, '0.1'],
])('makes the same of a price per %i', (per, input) => {
  const [line] = settingsOf({ id: 'm', price: { currency: 'EUR', per, input } }).prices;
  expect(line?.nanoPerMillion).toBe('100000000.000000');
});

it('counts images, seconds and calls one by one, whatever the tokens are counted in', () => {
  const price = { currency: 'EUR', per: 1_000_000, image: '0.04', second: '0.001', call: '0.5' };
  const rates = settingsOf({ id: 'm', price }).prices.map((line) => [
    line.unit,
    line.nanoPerMillion,
  ]);
  expect(rates).toEqual([
    ['image', '40000000000000.000000'],
    ['second', '1000000000000.000000'],
    ['call', '500000000000000.000000'],
  ]);
});

it('makes no line for a model without a price', () => {
  expect(settingsOf({ id: 'm' }).prices).toEqual([]);
});

it('hands on the exchange rates as they are written', () => {
  const rate = { from: 'USD', to: 'EUR', rate: '0.92' };
  const content = pricesOfSettings({ exchange_rates: [rate], providers: [] });
  expect(content.exchangeRates).toEqual([rate]);
});

it('makes lines of the tiers of service, counted as the price itself is', () => {
  const tiers = { priority: { input: '0.2', call: '0.5' }, flex: {} };
  const price = { currency: 'EUR', per: 1_000_000, input: '0.1', tiers };
  expect(settingsOf({ id: 'm', price }).prices).toMatchObject([
    { unit: 'in', nanoPerMillion: '100000000.000000' },
    { unit: 'in', tier: 'priority', currency: 'EUR', nanoPerMillion: '200000000.000000' },
    { unit: 'call', tier: 'priority', nanoPerMillion: '500000000000000.000000' },
  ]);
});
