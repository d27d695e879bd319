import type { Operation } from '#call';
import type { ModelPrice, PriceUnit } from './price.js';

/** What operations that bring nothing else are charged by. */
const UNITS: Readonly<Partial<Record<Operation['kind'], PriceUnit>>> = {
  anonymize: 'page',
  decide: 'in',
  ocr: 'page',
  tool: 'tool_call',
};

/** As settings and messages call them. */
const WORDS: Readonly<Partial<Record<PriceUnit, string>>> = {
  in: 'input tokens',
  page: 'pages',
  tool_call: 'tool calls',
};

/**
 * What an operation is charged by and a price does not name, in words: it would be done for nothing, since what has
 * no rate costs none. A price for each call is one for all of it. Undefined where nothing is missing.
 */
export function findMissingUnit(
  operation: Operation['kind'],
  { isFree, rates }: ModelPrice,
): string | undefined {
  const unit = UNITS[operation];
  const isPriced = isFree || unit === undefined || rates.has(unit) || rates.has('call');
  return isPriced ? undefined : WORDS[unit];
}
