import type { BackgroundEnd, Charge, Mark, MeteredCall, Outcome } from '#call';
import { assert } from '#kernel';
import { fillUntold, NO_USAGE, type ServiceTier, type Usage } from '#wire';
import { PRICE_UNITS, type ModelPrice, type PriceUnit, type Rates } from '../price-book/price.js';
import { boundUsage, mostOf, type MostUsage } from './bound-usage.js';
import { priceServed, tierOfCharge } from '../price-book/tier-prices.js';
import { dueOf, usageSoFar } from './charge.js';
import type { OpenHold } from './open-hold.js';

/**
 * What an answer in the background will be charged by: written when its call ends, read by whichever
 * process settles it. The price is the one of its admission. Rates and amounts are decimal texts.
 */
interface Terms {
  readonly holdNano: string;
  readonly currency: string;
  readonly price: WrittenPrice | null;
  /** Null stands for no bound. */
  readonly most: Readonly<Record<keyof MostUsage, number | null>>;
  /** The whole hold as usage, for an end that nobody tells; the input alone, for one that failed. */
  readonly held: Usage;
  readonly input: Usage;
}

type WrittenRates = readonly (readonly [unit: string, rate: string])[];

interface WrittenPrice extends Omit<ModelPrice, 'rates' | 'ratesAbove' | 'tiers'> {
  readonly rates: WrittenRates;
  readonly ratesAbove: WrittenRates;
  readonly tiers: readonly (readonly [ServiceTier, WrittenPrice])[];
}

export function writeTerms(call: MeteredCall, hold: OpenHold, { endpoint }: Outcome): string {
  const price = endpoint ? hold.prices.get(endpoint) : undefined;
  const most = mostOf(call, hold, endpoint);
  const input = usageSoFar(call, hold, false);
  const terms: Terms = {
    holdNano: String(hold.nano),
    currency: call.principal.organisation.currency,
    price: price ? writePrice(price) : null,
    most,
    held: { ...input, outputTotal: hold.outputTokens },
    input,
  };
  return JSON.stringify(terms); // Infinity becomes null.
}

export interface BackgroundCharge {
  readonly charge: Charge;
  readonly marks: readonly Mark[];
}

/**
 * The provider's own count wins, within its bounds. Without one an answer that failed is charged for its
 * input, as calls that fail are, and every other one for all that was held: nobody can say that it did
 * not use it. The same goes for a total that its count leaves out.
 */
export function chargeOfBackground(text: string, end: BackgroundEnd): BackgroundCharge {
  const terms = JSON.parse(text) as Terms;
  if (end.isUnused) return { charge: voidOf(terms), marks: [] };
  const price = terms.price && priceServed(priceOf(terms.price), end.tier);
  const holdNano = BigInt(terms.holdNano);
  const untold = end.status === 'failed' ? terms.input : terms.held;
  const claimed = end.usage && end.untold ? fillUntold(end.usage, end.untold, untold) : end.usage;
  const usage = claimed && boundUsage(claimed, mostIn(terms));
  const used = usage ?? untold;
  const isInFull = !usage && end.status !== 'failed';
  const nano = !price || price.isFree ? 0n : isInFull ? holdNano : dueOf(price, used);
  const charge: Charge = {
    kind: 'settle',
    usage: used,
    usageSource: usage ? (end.untold ? 'partial' : 'provider') : 'estimated',
    nano,
    holdNano,
    overrunNano: nano > holdNano ? nano - holdNano : 0n,
    priceVersion: price?.version ?? null,
    ...tierOfCharge(price),
    currency: terms.currency,
    basis: !price
      ? 'none'
      : price.isFree
        ? 'free'
        : usage
          ? 'usage'
          : isInFull
            ? 'bound'
            : 'input_estimate',
  };
  return { charge, marks: usage === claimed ? [] : ['usage_clamped'] };
}

const voidOf = ({ holdNano, currency, price }: Terms): Charge => ({
  kind: 'void',
  usage: NO_USAGE,
  usageSource: 'none',
  nano: 0n,
  holdNano: BigInt(holdNano),
  overrunNano: 0n,
  priceVersion: price?.version ?? null,
  currency,
  basis: 'none',
});

const writePrice = (price: ModelPrice): WrittenPrice => ({
  ...price,
  rates: writeRates(price.rates),
  ratesAbove: writeRates(price.ratesAbove),
  tiers: Array.from(price.tiers, ([tier, other]) => [tier, writePrice(other)]),
});

const writeRates = (rates: Rates): WrittenRates =>
  Array.from(rates, ([unit, rate]) => [unit, String(rate)]);

const priceOf = (price: WrittenPrice): ModelPrice => ({
  ...price,
  rates: ratesOf(price.rates),
  ratesAbove: ratesOf(price.ratesAbove),
  tiers: new Map(price.tiers.map(([tier, other]) => [tier, priceOf(other)])),
});

const ratesOf = (rates: WrittenRates): Rates =>
  new Map(
    rates.map(([unit, rate]) => {
      assert(isUnit(unit), 'terms hold units that prices have');
      return [unit, BigInt(rate)];
    }),
  );

const isUnit = (unit: string): unit is PriceUnit =>
  (PRICE_UNITS as readonly string[]).includes(unit);

function mostIn({ most }: Terms): MostUsage {
  const bounds: Record<keyof MostUsage, number> = { ...NO_USAGE, visible: 0 };
  for (const unit of Object.keys(most) as (keyof MostUsage)[])
    bounds[unit] = most[unit] ?? Infinity;
  return bounds;
}
