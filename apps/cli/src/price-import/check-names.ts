import { didYouMean } from '#kernel';
import type { ImportedPrices } from '#metering';
import { UsageError } from '../usage-error.js';

/**
 * Both sides of each `--as` must be there: a slip would leave a provider without its prices.
 * @param ours providers of this gateway; before its first start there are none to compare with
 * @throws UsageError
 */
export function checkNames(
  names: ReadonlyMap<string, string>,
  { providers }: ImportedPrices,
  ours: ReadonlySet<string>,
): void {
  for (const [listed, name] of names) {
    if (!providers.has(listed)) {
      throw new UsageError(
        `--as ${listed}=${name}: the list names no provider ${listed}${didYouMean(listed, providers)}`,
      );
    }
    if (ours.size > 0 && !ours.has(name)) {
      throw new UsageError(
        `--as ${listed}=${name}: no organisation has a provider ${name}; there are ${[...ours].join(', ')}`,
      );
    }
  }
}
