import type { SubjectName } from '../measure/subjects.js';
import type { Unit } from './row-plans.js';
import type { Spread } from './spread.js';

const DECIMALS: Readonly<Record<Unit, number>> = { '/s': 0, ms: 2, us: 0, '%': 0, MB: 0 };
const RATIO_DECIMALS = 2;
const COMMIT_CHARACTERS = 7;

/** Heads of columns, in their order: what is compared stands side by side. */
export function titlesOf(against: string | null): Readonly<Record<SubjectName, string>> {
  const before = against?.slice(0, COMMIT_CHARACTERS) ?? 'before';
  return {
    direct: 'mock alone',
    bare: 'bare proxy',
    portkey: 'Portkey',
    llms: 'llms, translated',
    before,
    ours: 'ours',
    'before-findings': `${before}, findings`,
    'before-translated': `${before}, translated`,
    'ours-findings': 'ours, findings',
    'ours-translated': 'ours, translated',
    caching: 'cache, hit',
    'caching-bypassed': 'cache, bypassed',
  };
}

export const numberCell = (spread: Spread | null | undefined, unit: Unit): string =>
  cell(spread, DECIMALS[unit]);

export const ratioCell = (spread: Spread | null): string => cell(spread, RATIO_DECIMALS);

/** A single round has no spread. */
function cell(spread: Spread | null | undefined, decimals: number): string {
  if (!spread) return 'n/a';
  const { median, min, max } = spread;
  if (min === max) return median.toFixed(decimals);
  return `${median.toFixed(decimals)} (${min.toFixed(decimals)}-${max.toFixed(decimals)})`;
}
