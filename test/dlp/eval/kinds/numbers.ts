import { compactOf, fitsNumber } from '../../../../libs/dlp/src/testing/fits-number.js';
import { NUMBER_VECTORS } from '../../../../libs/dlp/src/testing/number-vectors.js';
import { ALL_NUMBERS } from '../../../../libs/dlp/src/scan/numbers/all-numbers.js';
import type { NumberSpec } from '../../../../libs/dlp/src/scan/numbers/number-spec.js';
import { pick } from './draw.js';
import type { KindSamples } from './samples.js';

const TRIES = 3_000;
const CHANGED_DIGITS = 3;

/** A known number with some digits changed, written as it was. */
function changed(written: string, random: () => number): string {
  const characters = written.split('');
  for (let count = 0; count < CHANGED_DIGITS; count++) {
    const at = Math.floor(random() * characters.length);
    if (/\d/.test(characters[at] ?? '')) characters[at] = String(Math.floor(random() * 10));
  }
  return characters.join('');
}

/** Numbers of a country: valid ones grown from published ones, and the same with a check that fails. */
function samplesOf(subtype: string, sentence: string, known: readonly string[]): KindSamples {
  const specs = ALL_NUMBERS.filter((spec) => spec.subtype === subtype);
  const checked = specs.filter(({ isValid, isUnchecked }) => isValid && !isUnchecked);
  const passes = (some: readonly NumberSpec[], written: string): boolean =>
    some.some((spec) => fitsNumber(spec, compactOf(written)));
  const search = (
    random: () => number,
    isWanted: (written: string) => boolean,
  ): string | undefined => {
    for (let tries = 0; tries < TRIES; tries++) {
      const number = changed(pick(known, random), random);
      if (isWanted(number)) return number;
    }
    return undefined;
  };
  return {
    kind: specs[0]?.kind ?? '',
    name: subtype,
    valid: (random) =>
      search(random, (written) => passes(checked.length > 0 ? checked : specs, written)) ??
      pick(known, random),
    // Where nothing checks a number, one of another length is none.
    nearMiss: (random) =>
      (checked.length > 0 ? search(random, (written) => !passes(specs, written)) : undefined) ??
      `${pick(known, random)}0000000`,
    contexts: [sentence],
  };
}

export const numberSamples: readonly KindSamples[] = Object.entries(NUMBER_VECTORS).map(
  ([subtype, [sentence, ...known]]) => samplesOf(subtype, sentence, known),
);
