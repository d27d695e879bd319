import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '#wire';
import { aPrice } from '../testing/a-hold.js';
import { ANY_KIND, priceAtMost, priceOfUsage } from './price-of-usage.js';
import { completePrice, priceAsked, priceServed } from './tier-prices.js';

const flex = aPrice({ in: 1, out: 2 }, { tier: 'flex' });
const priority = aPrice({ in: 4, out: 8 }, { tier: 'priority' });
const fast = aPrice({ in: 12, out: 24 }, { tier: 'fast' });
const all = new Map([flex, priority, fast].map((price) => [price.tier, price] as const));
const price = aPrice({ in: 2, out: 4 }, { tiers: all });
const usage = { ...NO_USAGE, inputTotal: 10, outputTotal: 10 };

/** What is held at most, and what is charged at each tier that an answer may name. */
function costs(...[asked, family]: [Parameters<typeof priceAsked>[1], string]) {
  const own = priceAsked(price, asked, family);
  if (!own) return undefined;
  const at = (served: Parameters<typeof priceServed>[1]) =>
    Number(priceOfUsage(priceServed(own, served), usage));
  return {
    held: Number(priceAtMost(own, usage, ANY_KIND)),
    untold: at(null),
    standard: at('standard'),
    flex: at('flex'),
    priority: at('priority'),
    fast: at('fast'),
  };
}

describe('priceAsked', () => {
  it('holds at the dearest tier that the provider may choose, and charges the one that it names', () => {
    const chosen = { held: 120, untold: 60, standard: 60, flex: 30, priority: 120, fast: 60 };
    for (const family of ['openai', 'azure', 'anthropic', 'custom']) {
      expect(costs('auto', family)).toEqual(chosen);
    }
  });

  it('charges a tier that could not be as the one that was asked for', () => {
    const plain = { held: 60, untold: 60, standard: 60, flex: 60, priority: 60, fast: 60 };
    for (const family of ['gemini', 'vertex-gemini', 'vertex-claude', 'bedrock']) {
      expect(costs('auto', family)).toEqual(plain);
    }
    expect(costs('standard', 'openai')).toEqual(plain);
  });

  it('of a tier that was asked for it is the price, and the usual one where the answer says so', () => {
    expect(costs('priority', 'openai')).toMatchObject({
      held: 120,
      untold: 120,
      standard: 60,
      flex: 120,
    });
    expect(costs('flex', 'openai')).toMatchObject({
      held: 60,
      untold: 30,
      standard: 60,
      priority: 30,
    });
    expect(costs('fast', 'anthropic')).toMatchObject({ held: 360, untold: 360, standard: 60 });
  });

  it('has none for a dearer tier that nobody priced, and the usual one for a cheaper', () => {
    const plain = aPrice({ in: 2, out: 4 });
    for (const tier of ['priority', 'scale', 'fast'] as const) {
      expect(priceAsked(plain, tier, 'openai')).toBeUndefined();
    }
    for (const tier of ['flex', 'standard', 'auto'] as const) {
      expect(priceAsked(plain, tier, 'openai')).toBe(plain);
    }
  });

  it('what is free is free at every tier', () => {
    const free = aPrice({ call: 0 }, { isFree: true });
    expect(priceAsked(free, 'priority', 'openai')).toBe(free);
  });

  it('is free only where each tier is that it may be served at', () => {
    const cheap = aPrice({ in: 0, out: 0 }, { isFree: true, tier: 'flex' });
    const mixed = aPrice({ in: 2, out: 4 }, { tiers: new Map([['flex', cheap]]) });
    expect(priceAsked(mixed, 'flex', 'openai')?.isFree).toBe(false);
  });
});

describe('completePrice', () => {
  const standard = aPrice({ in: 10, out: 40, cache_read: 1, reasoning: 50, image: 7, call: 3 });
  const rates = (of: ReturnType<typeof aPrice>) =>
    Object.fromEntries([...of.rates].map(([unit, rate]) => [unit, Number(rate) / 1e12]));

  it('makes what a tier leaves out as much dearer as its input or output is', () => {
    const own = aPrice({ in: 20, out: 60 }, { tier: 'priority' });
    expect(rates(completePrice(own, standard))).toEqual({
      in: 20,
      out: 60,
      cache_read: 2,
      reasoning: 75,
      image: 14,
      call: 6,
    });
  });

  it('makes pieces never cheaper, and keeps what the tier says itself', () => {
    const own = aPrice({ in: 5, out: 20, cache_read: 1 }, { tier: 'flex' });
    expect(rates(completePrice(own, standard))).toMatchObject({
      cache_read: 1,
      reasoning: 25,
      image: 7,
    });
  });

  it('takes the usual rate of what it does not say in any way', () => {
    expect(rates(completePrice(aPrice({ in: 20 }, { tier: 'priority' }), standard))).toMatchObject({
      out: 40,
      reasoning: 50,
    });
  });

  it('makes long inputs dearer where they are at the usual tier, too', () => {
    const long = { ...standard, tierAbove: 100, ratesAbove: aPrice({ in: 20, out: 60 }).rates };
    const own = aPrice({ in: 20, out: 80 }, { tier: 'priority' });
    const done = completePrice(own, long);
    const many = { ...NO_USAGE, inputTotal: 101, outputTotal: 1 };
    expect(done.tierAbove).toBe(100);
    expect(priceOfUsage(done, many)).toBe(101n * 40n + 120n + 6n);
  });
});
