import { parseDecimal, scaleUp } from '#kernel';
import type { PriceLine } from './price.repository.js';

/** What activating an imported list would do, for a person to judge first. */
export interface PriceChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Prices that move by more than a fifth, written out. */
  readonly jumped: readonly string[];
  /** How many prices differ at all. */
  readonly changed: number;
}

const JUMP = 0.2;

export function comparePrices(
  before: readonly PriceLine[],
  after: readonly PriceLine[],
): PriceChanges {
  const old = new Map(before.map((line) => [keyOf(line), amountOf(line)]));
  const fresh = new Map(after.map((line) => [keyOf(line), amountOf(line)]));
  const both = [...fresh].filter(([key, amount]) => old.has(key) && old.get(key) !== amount);
  return {
    added: [...modelsOf(after).difference(modelsOf(before))],
    removed: [...modelsOf(before).difference(modelsOf(after))],
    jumped: both
      .filter(([key, amount]) => isJump(old.get(key) ?? 0n, amount))
      .map(([key, amount]) => `${key}: ${old.get(key)} to ${amount} micro-nano per million`),
    changed: both.length,
  };
}

const keyOf = (line: PriceLine): string =>
  `${line.model} ${line.unit}${line.tierAbove > 0 ? ` above ${line.tierAbove}` : ''}`;

const amountOf = (line: PriceLine): bigint =>
  scaleUp(parseDecimal(line.nanoPerMillion) ?? { digits: 0n, scale: 0 }, 6);

const modelsOf = (lines: readonly PriceLine[]): Set<string> =>
  new Set(lines.map((line) => line.model));

/** From or to nothing is always one. */
const isJump = (before: bigint, after: bigint): boolean =>
  before === 0n || Math.abs(Number(after - before)) / Number(before) > JUMP;
