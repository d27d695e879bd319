import type { Nano } from '#kernel';
import type { CounterUse } from '../admission/counters.js';

/** Calls that do not fit mostly leave a little over: this much used, a refusal says that a limit is reached. */
const NEARLY_PERCENT = 95n;

/**
 * The thresholds, in percent of the limit, that spending has reached.
 * @param hasRefused a call was refused for this limit, which counts as all of it once hardly any is left
 */
export function crossedThresholds(
  { limitNano }: Pick<CounterUse, 'limitNano'>,
  spentNano: Nano,
  thresholds: readonly number[],
  hasRefused: boolean,
): readonly number[] {
  if (limitNano === null || limitNano <= 0n) return [];
  const reached = (percent: bigint) => spentNano * 100n >= limitNano * percent;
  const isUsedUp = hasRefused && reached(NEARLY_PERCENT);
  return thresholds.filter((percent) => reached(BigInt(percent)) || (isUsedUp && percent <= 100));
}

/**
 * What thresholds are told of once: a period with an amount. Whoever raised a limit wants to hear of the new one,
 * and one that comes back, as behind an override, was told of.
 */
export const alertPeriod = ({ period, limitNano }: CounterUse): string => `${period} ${limitNano}`;
