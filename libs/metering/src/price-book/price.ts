import type { Rate } from '#kernel';
import type { ServiceTier } from '#wire';

/** What is counted and priced. Tokens, pieces, seconds and calls alike. */
export const PRICE_UNITS = [
  'in',
  'out',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'reasoning',
  'audio_in',
  'audio_out',
  'image_in',
  'page',
  'image',
  'second',
  'call',
  'tool_call',
] as const;

export type PriceUnit = (typeof PRICE_UNITS)[number];

/** The price of one model in the organisation's currency, pinned into a call when it is held. */
export interface ModelPrice {
  readonly version: number;
  /** Whatever a call uses, it costs nothing: every rate is zero. */
  readonly isFree: boolean;
  readonly rates: Rates;
  /** Above this many input tokens `ratesAbove` applies to the whole call; null without a tier. */
  readonly tierAbove: number | null;
  readonly ratesAbove: Rates;
  readonly tier: ServiceTier;
  /** The same of the other tiers that it may be served at; they have none of their own. */
  readonly tiers: ReadonlyMap<ServiceTier, ModelPrice>;
}

export type Rates = ReadonlyMap<PriceUnit, Rate>;
