import type { Usage } from '#wire';
import { amountOf, type Nano, type Rate } from '#kernel';
import type { ModelPrice, PriceUnit } from './price.js';

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
