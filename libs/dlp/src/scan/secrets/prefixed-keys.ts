import { findingOf, type Finding } from '../../kinds.js';
import { plainOf } from '../fold.js';
import { scoreBy, surroundingsOf, wordsOf } from '../surroundings.js';
import { entropyOf } from './entropy.js';
import { isExample } from './placeholders.js';
import { alternativesOf, readShape, shapeOf, type Shape } from './shape.js';
import { VENDORS } from './vendors.js';
import type { WordMatcher } from './word-index.js';

/** Sure by itself: nothing else begins so and goes on as long. */
const SURE = 0.95;
/** A short prefix and hexadecimal: a word for the vendor has to stand beside it. */
const WEAK = 0.25;

/** A matcher for each shape that vendors' keys are known by. */
export const PREFIXED_KEYS: readonly WordMatcher[] = VENDORS.flatMap((vendor) => {
  const words = wordsOf((vendor.names ?? [vendor.id]).join(','));
  const toMatcher =
    (base: number) =>
    (pattern: string): WordMatcher => {
      const shape = shapeOf(pattern);
      const find = (text: string, at: number, findings: Finding[], name: string): void => {
        const end = endOfKey(text, at, shape, vendor.floor);
        if (end < 0) return;
        const score =
          base === SURE ? SURE : scoreBy(base, surroundingsOf(text, at, end, name), words);
        findings.push(
          findingOf('api_key', at, end, { score, evidence: 'prefix', subtype: vendor.id }),
        );
      };
      return { prefixes: prefixesOf(shape), find };
    };
  return [
    ...(vendor.shapes ?? []).flatMap(alternativesOf).map(toMatcher(SURE)),
    ...(vendor.weak ?? []).flatMap(alternativesOf).map(toMatcher(WEAK)),
  ];
});

function endOfKey(text: string, at: number, shape: Shape, floor: number): number {
  const end = readShape(text, at, shape);
  if (end < 0) return -1;
  const key = plainOf(text, at, end);
  return entropyOf(key) < floor || isExample(key) ? -1 : end;
}

/** What the index needs: three characters. A shorter prefix has one entry for each that may follow. */
function prefixesOf({ prefix, steps }: Shape): readonly string[] {
  if (prefix.length >= 3) return [prefix];
  const next = steps[prefix.length];
  return Array.from({ length: 128 }, (_, code) => code)
    .filter((code) => next?.allowed[code] === 1)
    .map((code) => prefix + String.fromCharCode(code));
}
