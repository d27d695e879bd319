import type { Endpoint } from '#call';
import { anEndpoint } from '../../../../test/support/a-call.js';
import { NO_PROGRESS, type OpenHold } from '../hold/open-hold.js';
import type { ModelPrice, PriceUnit } from '../price-book/price.js';
import { aCaller } from './a-request.js';

/** Rates in whole nano for one piece. */
export const aPrice = (
  rates: Partial<Record<PriceUnit, number>> = { in: 1, out: 2 },
  change: Partial<ModelPrice> = {},
): ModelPrice => ({
  version: 7,
  isFree: false,
  rates: new Map(
    Object.entries(rates).map(([unit, nano]) => [unit as PriceUnit, BigInt(nano) * 10n ** 12n]),
  ),
  tierAbove: null,
  ratesAbove: new Map(),
  tier: 'standard',
  tiers: new Map(),
  ...change,
});

/** A hold on one endpoint, 100 tokens in and 200 out, unless said otherwise. */
export function aHold(
  change: Partial<OpenHold> = {},
  prices: ReadonlyMap<Endpoint, ModelPrice> = new Map([[anEndpoint(), aPrice()]]),
): OpenHold {
  return {
    nano: 500n,
    inputTokens: 100,
    outputTokens: 200,
    reservedTokens: 300,
    outputTokensMax: Infinity,
    requestBytes: 0,
    endpoints: [...prices.keys()],
    rateHeaders: {},
    counters: aCaller().counters,
    prices,
    slot: 0,
    progress: { ...NO_PROGRESS },
    ...change,
  };
}
