import type { Usage } from '#wire';
import { amountOf, type Nano, type Rate } from '#kernel';
import type { ModelPrice, PriceUnit, Rates } from './price.js';

/**
 * What an answer costs, rounded up once. A unit without a rate of its own is charged as the tokens
 * that contain it: cache reads and writes as input, reasoning and audio as input or output.
 */
export function priceOfUsage(price: ModelPrice, usage: Usage): Nano {
  if (price.isFree) return 0n;
  const isAbove = price.tierAbove !== null && usage.inputTotal > price.tierAbove;
  const rates = isAbove ? price.ratesAbove : price.rates;
  const rate = (unit: PriceUnit): Rate | undefined => rates.get(unit) ?? price.rates.get(unit);
  const input = rate('in') ?? 0n;
  const output = rate('out') ?? 0n;

  // Each part takes from what is left of the whole: parts that overlap, as cached audio does, are not
  // charged twice.
  let left = usage.inputTotal;
  const take = (part: number): number => {
    const taken = Math.min(part, left);
    left -= taken;
    return taken;
  };
  const cacheRead = take(usage.cacheRead);
  const cacheWrite5m = take(usage.cacheWrite5m);
  const cacheWrite1h = take(usage.cacheWrite1h);
  const audioIn = take(usage.audioIn);
  const imageIn = take(usage.imageIn);
  const plainIn = left;
  left = usage.outputTotal;
  const reasoning = take(usage.reasoning);
  const audioOut = take(usage.audioOut);
  const plainOut = left;
  return amountOf([
    [plainIn, input],
    [cacheRead, rate('cache_read') ?? input],
    [cacheWrite5m, rate('cache_write_5m') ?? input],
    [cacheWrite1h, rate('cache_write_1h') ?? rate('cache_write_5m') ?? input],
    [audioIn, rate('audio_in') ?? input],
    [imageIn, rate('image_in') ?? input],
    [plainOut, output],
    [reasoning, rate('reasoning') ?? output],
    [audioOut, rate('audio_out') ?? output],
    [usage.pages, rate('page') ?? 0n],
    [usage.images, rate('image') ?? 0n],
    [usage.seconds, rate('second') ?? 0n],
    [1, rate('call') ?? 0n],
    [usage.toolCalls, rate('tool_call') ?? 0n],
  ]);
}

/** What the tokens of a request may be, beside plain ones, a prompt cache, and reasoning. */
export interface TokenKinds {
  readonly hasAudio: boolean;
  readonly hasImages: boolean;
  readonly marksCache: boolean;
  readonly isSpoken: boolean;
}

export const ANY_KIND: TokenKinds = {
  hasAudio: true,
  hasImages: true,
  marksCache: true,
  isSpoken: true,
};

/**
 * The most that any answer within `usage` costs: every token at the dearest rate of those that it may be
 * counted at, and at the dearest tier that it may be served at. Nothing says beforehand how much is read from a cache, or thought before it is said.
 */
export function priceAtMost(price: ModelPrice, usage: Usage, kinds: TokenKinds): Nano {
  if (price.isFree) return 0n;
  let most = mostAtTier(price, usage, kinds);
  for (const other of price.tiers.values()) {
    const nano = mostAtTier(other, usage, kinds);
    if (nano > most) most = nano;
  }
  return most;
}

function mostAtTier(price: ModelPrice, usage: Usage, kinds: TokenKinds): Nano {
  const isAbove = price.tierAbove !== null && usage.inputTotal > price.tierAbove;
  const tiers = isAbove ? [price.rates, price.ratesAbove] : [price.rates];
  const dearest = (...units: readonly PriceUnit[]) => dearestOf(tiers, units);
  const input = dearest(
    'in',
    'cache_read',
    'cache_write_5m',
    ...(kinds.marksCache ? (['cache_write_1h'] as const) : []),
    ...(kinds.hasAudio ? (['audio_in'] as const) : []),
    ...(kinds.hasImages ? (['image_in'] as const) : []),
  );
  const output = dearest('out', 'reasoning', ...(kinds.isSpoken ? (['audio_out'] as const) : []));
  return amountOf([
    [usage.inputTotal, input],
    [usage.outputTotal, output],
    [usage.pages, dearest('page')],
    [usage.images, dearest('image')],
    [usage.seconds, dearest('second')],
    [1, dearest('call')],
    [usage.toolCalls, dearest('tool_call')],
  ]);
}

function dearestOf(tiers: readonly Rates[], units: readonly PriceUnit[]): Rate {
  let most = 0n;
  for (const rates of tiers) {
    for (const unit of units) {
      const rate = rates.get(unit) ?? 0n;
      if (rate > most) most = rate;
    }
  }
  return most;
}
