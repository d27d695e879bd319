import type { AskedTier, ServiceTier } from '#wire';
import { divideUp, type Rate } from '#kernel';
import type { ModelPrice, PriceUnit, Rates } from './price.js';

/** Tiers that are never dearer than the standard one: without a price of their own they cost as much as it. */
const CHEAPER: ReadonlySet<ServiceTier> = new Set(['standard', 'flex', 'batch']);

/** Where a request that names no tier is served at the standard one; elsewhere the account may say otherwise. */
const STANDARD_FAMILIES: ReadonlySet<string> = new Set([
  'bedrock',
  'gemini',
  'vertex-claude',
  'vertex-gemini',
]);
/** Of these nobody is served at who did not ask for it. */
const ASKED_ALONE: ReadonlySet<ServiceTier> = new Set(['fast', 'batch']);

/**
 * What a request is charged by: the price of the tier that it asks for, and as its `tiers` those of the
 * others that it may be served at. A provider that has no room at a tier serves at the standard one.
 * Undefined when the tier asked for has no price.
 */
export function priceAsked(
  price: ModelPrice,
  asked: AskedTier,
  family: string,
): ModelPrice | undefined {
  if (price.isFree) return price;
  const tier = asked === 'auto' ? 'standard' : asked;
  const own = tier === 'standard' ? price : price.tiers.get(tier);
  if (!own) return CHEAPER.has(tier) ? withTiers(price, []) : undefined;
  if (tier === 'batch') return withTiers(own, []); // All of it, or nothing.
  if (tier !== 'standard') return withTiers(own, [['standard', price]]);
  const isChosen = asked === 'auto' && !STANDARD_FAMILIES.has(family);
  if (isChosen && price.tiers.size === 0) return price;
  return withTiers(
    price,
    isChosen ? [...price.tiers].filter(([name]) => !ASKED_ALONE.has(name)) : [],
  );
}

function withTiers(
  price: ModelPrice,
  others: readonly (readonly [ServiceTier, ModelPrice])[],
): ModelPrice {
  if (others.length === 0 && price.tiers.size === 0) return price;
  const tiers = new Map(others.map(([name, other]) => [name, withTiers(other, [])]));
  const isFree = price.isFree && others.every(([, other]) => other.isFree);
  return { ...price, isFree, tiers };
}

/** At the tier that the answer names; one that could not be counts for nothing. */
export const priceServed = (price: ModelPrice, served?: ServiceTier | null): ModelPrice =>
  (served && price.tiers.get(served)) || price;

/** As a charge names it: the standard one is left out. */
export const tierOfCharge = (price: ModelPrice | null | undefined): { tier?: ServiceTier } =>
  price && price.tier !== 'standard' ? { tier: price.tier } : {};

const INPUT: readonly PriceUnit[] = [
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'audio_in',
  'image_in',
];
const OUTPUT: readonly PriceUnit[] = ['reasoning', 'audio_out'];
const PIECES: readonly PriceUnit[] = ['page', 'image', 'second', 'call', 'tool_call'];

/**
 * The price of a tier with what its list leaves out: as much dearer than at the standard one as its input
 * or its output is, and pieces never cheaper. Long inputs likewise, where they are dearer there.
 */
export function completePrice(price: ModelPrice, standard: ModelPrice): ModelPrice {
  const rates = completeRates(price.rates, standard.rates);
  const { tierAbove, ratesAbove } = price.tierAbove === null ? standard : price;
  if (tierAbove === null) return { ...price, rates };
  const own = price.tierAbove === null ? new Map<PriceUnit, Rate>() : ratesAbove;
  const above = new Map(own);
  for (const [unit, rate] of standard.ratesAbove) {
    const plain = standard.rates.get(unit);
    const ours = rates.get(unit);
    if (!above.has(unit)) above.set(unit, ours === undefined ? rate : inRatio(rate, ours, plain));
  }
  return { ...price, rates, tierAbove, ratesAbove: above };
}

function completeRates(own: Rates, standard: Rates): Rates {
  const rates = new Map(own);
  const fill = (unit: PriceUnit, factors: readonly PriceUnit[], isLeast = false) => {
    const plain = standard.get(unit);
    if (plain === undefined || rates.has(unit)) return;
    const filled = factors.map((factor) => inRatio(plain, own.get(factor), standard.get(factor)));
    rates.set(unit, dearest([...filled, ...(isLeast ? [plain] : [])]) ?? plain);
  };
  fill('in', []);
  fill('out', []);
  for (const unit of INPUT) fill(unit, ['in']);
  for (const unit of OUTPUT) fill(unit, ['out']);
  for (const unit of PIECES) fill(unit, ['in', 'out'], true);
  return rates;
}

const inRatio = (plain: Rate, own: Rate | undefined, standard: Rate | undefined): Rate =>
  own === undefined || !standard ? plain : divideUp(plain * own, standard);

const dearest = (rates: readonly Rate[]): Rate | undefined =>
  rates.reduce<Rate | undefined>(
    (most, rate) => (most !== undefined && most > rate ? most : rate),
    undefined,
  );
