import type { BatchBound } from '#call';
import type { Rate } from '#kernel';
import type { ModelPrice, PriceUnit, Rates } from './price.js';

/**
 * A price by which the requests of a batch are charged together. Long inputs are dearer one by one: where the
 * longest request may be such a one, all of them count as dear as that. What is due for each call is due for each request.
 */
export function priceOfBatch(price: ModelPrice, batch: BatchBound): ModelPrice {
  if (price.isFree) return price;
  const { tierAbove } = price;
  const isLong = tierAbove !== null && batch.inputTokensLongest > tierAbove;
  const rates = new Map(isLong ? dearest(price.rates, price.ratesAbove) : price.rates);
  const perCall = rates.get('call');
  if (perCall !== undefined) rates.set('call', perCall * BigInt(batch.requests));
  const tiers = new Map([...price.tiers].map(([tier, one]) => [tier, priceOfBatch(one, batch)]));
  return { ...price, rates, tierAbove: null, ratesAbove: new Map(), tiers };
}

function dearest(rates: Rates, above: Rates): Map<PriceUnit, Rate> {
  const most = new Map(rates);
  for (const [unit, rate] of above) {
    const plain = most.get(unit);
    if (plain === undefined || rate > plain) most.set(unit, rate);
  }
  return most;
}
