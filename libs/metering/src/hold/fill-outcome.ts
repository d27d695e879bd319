import type { ExpectedUsage, MeteredCall, Outcome } from '#call';
import { fillUntold } from '#wire';
import type { ModelPrice, PriceUnit } from '../price-book/price.js';
import { usageSoFar } from './charge.js';
import type { OpenHold } from './open-hold.js';

/**
 * The outcome with what its provider left out of the usage, as it is estimated where there is no usage at all:
 * nothing told is not nothing used. A count of zero is one, and stays.
 */
export function fillOutcome(call: MeteredCall, hold: OpenHold, outcome: Outcome): Outcome {
  const { usage, untold, endpoint } = outcome;
  if (!usage || !untold) return outcome;
  const price = endpoint ? hold.prices.get(endpoint) : undefined;
  const { expected } = call;
  const lacks = {
    input: untold.input && isCounted(expected, price, ['in', 'audio_in', 'image_in']),
    // What comes after a count in mid-stream is added to it anyway.
    output:
      untold.output &&
      expected.output !== null &&
      !outcome.isPartial &&
      isCounted(expected, price, ['out', 'audio_out']),
  };
  if (!lacks.input && !lacks.output) return outcome;
  const filled = fillUntold(usage, lacks, usageSoFar(call, hold, true));
  return { ...outcome, usage: filled, hasEstimates: true };
}

/** Images and transcripts may be priced by the piece alone, and then nobody counts their tokens. */
const isCounted = (
  { images, seconds }: ExpectedUsage,
  price: ModelPrice | undefined,
  units: readonly PriceUnit[],
): boolean => images + seconds === 0 || units.some((unit) => price?.rates.has(unit));
