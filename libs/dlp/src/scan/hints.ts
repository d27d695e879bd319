import { mayHoldHidden } from './hidden-letters.js';
import {
  mayHoldDisguisedEscapes,
  mayHoldEscapes,
  mayHoldExponents,
  mayHoldJoints,
  mayHoldLookalikes,
} from './decodings.js';
import { mayHoldMarks } from './marks.js';

/** What else a text may hold that has to be undone. */
export interface Hints {
  hasEscapes: boolean;
  hasLookalikes: boolean;
  hasHidden: boolean;
  hasDisguise: boolean;
  hasMarks: boolean;
  hasExponents: boolean;
  /** Only where terms are looked for. */
  hasJoints: boolean;
}

export const noHints = (): Hints => ({
  hasEscapes: false,
  hasLookalikes: false,
  hasHidden: false,
  hasDisguise: false,
  hasMarks: false,
  hasExponents: false,
  hasJoints: false,
});

const DIGIT = 1;
/** Must be the bit behind `DIGIT`, so that one shift tells `1e`. */
const EXPONENT = 2;
const ESCAPE = 4;
const MARK = 8;
const LOOKALIKE = 16;
const OTHER = 32;
const HIDDEN = 64;
/** Said of a slice: a digit stands before an `e`. */
const NUMBER = 128;

/** What each unit may be the beginning of: nearly all of a text are none, and are looked at once. */
const CLASSES = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  if (unit > 0x7f) {
    return OTHER | (mayHoldLookalikes(char) ? LOOKALIKE : 0) | (mayHoldHidden(char) ? HIDDEN : 0);
  }
  if (/\d/.test(char)) return DIGIT;
  if (/e/i.test(char)) return EXPONENT;
  if (/[\\%&=]/.test(char)) return ESCAPE;
  return /[*\x60~<]/.test(char) ? MARK : 0;
});

/** Notes what a slice may hold; `isSearched` says whether terms are looked for in it. */
export function noteHints(hints: Hints, slice: string, isSearched: boolean): void {
  const seen = classesIn(slice);
  if ((seen & ESCAPE) !== 0) hints.hasEscapes ||= mayHoldEscapes(slice);
  if ((seen & LOOKALIKE) !== 0) hints.hasLookalikes = true;
  if ((seen & HIDDEN) !== 0) hints.hasHidden = true;
  if ((seen & OTHER) !== 0) hints.hasDisguise ||= mayHoldDisguisedEscapes(slice);
  if ((seen & MARK) !== 0) hints.hasMarks ||= mayHoldMarks(slice);
  if ((seen & NUMBER) !== 0) hints.hasExponents ||= mayHoldExponents(slice);
  if (isSearched) hints.hasJoints ||= mayHoldJoints(slice);
}

function classesIn(slice: string): number {
  let seen = 0;
  let before = 0;
  for (let at = 0; at < slice.length; at++) {
    const here = CLASSES[slice.charCodeAt(at)] as number;
    seen |= here;
    if ((here & (before << 1) & EXPONENT) !== 0) seen |= NUMBER;
    before = here;
  }
  return seen;
}
