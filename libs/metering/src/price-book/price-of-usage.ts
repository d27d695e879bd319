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

  const writes = usage.cacheWrite5m + usage.cacheWrite1h;
  const plainIn = usage.inputTotal - usage.cacheRead - writes - usage.audioIn - usage.imageIn;
  const plainOut = usage.outputTotal - usage.reasoning - usage.audioOut;
  return amountOf([
    [Math.max(0, plainIn), input],
    [usage.cacheRead, rate('cache_read') ?? input],
    [usage.cacheWrite5m, rate('cache_write_5m') ?? input],
    [usage.cacheWrite1h, rate('cache_write_1h') ?? rate('cache_write_5m') ?? input],
    [usage.audioIn, rate('audio_in') ?? input],
    [usage.imageIn, rate('image_in') ?? input],
    [Math.max(0, plainOut), output],
    [usage.reasoning, rate('reasoning') ?? output],
    [usage.audioOut, rate('audio_out') ?? output],
    [usage.pages, rate('page') ?? 0n],
    [usage.images, rate('image') ?? 0n],
    [usage.seconds, rate('second') ?? 0n],
    [1, rate('call') ?? 0n],
    [usage.toolCalls, rate('tool_call') ?? 0n],
  ]);
}
