import { hashWord, isUpperAt, letterAt, NO_LETTER } from '../../words/letters.js';
import {
  LEADING,
  LEADING_WEAK,
  NO_NAMES,
  NO_STREET,
  NUMBER_WORDS,
  PARTICLES,
  SUFFIX,
  SURE_SUFFIX,
  TRAILING,
} from './street-words.js';

/** Of a street's name: more words are a sentence. */
const WORDS_MAX = 7;
const WORD_CHARS_MAX = 30;
const NAME_CHARS_MIN = 3;

/** A street before its number. */
export interface Street {
  readonly start: number;
  /** The word says it, whatever stands around it. */
  readonly isSure: boolean;
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
  readonly isUpper: boolean;
  /** A number within a name, as in `Straße des 17. Juni`. */
  readonly isNumber: boolean;
}

/** The street whose number begins at `numberAt`, read backwards; undefined where there is none. */
export function streetBefore(text: string, numberAt: number): Street | undefined {
  let word = wordBefore(text, numberAt);
  if (word && NUMBER_WORDS.has(word.hash)) word = wordBefore(text, word.start);
  if (!word || word.isNumber) return undefined;
  const suffixed = suffixedStreet(text, word);
  if (suffixed) return suffixed;
  if (TRAILING.has(word.hash)) {
    const street = namedBefore(text, word);
    if (street) return street;
  }
  return leadingStreet(text, word);
}

function suffixedStreet(text: string, word: Word): Street | undefined {
  const written = text.slice(word.start, word.end).toLowerCase();
  if (!SUFFIX.test(written) || NO_STREET.test(written)) return undefined;
  if (!word.isUpper && !SURE_SUFFIX.test(written)) return undefined;
  return { start: withPreposition(text, word.start), isSure: true };
}

/** Streets are called so: `Am Kirchweg`, `An der Alten Gasse`. In lower case it is the sentence's. */
const PREPOSITION =
  /(?<![\p{L}\p{N}])(?:(?:Am|Im|Zum|Zur) (?:\p{Lu}\p{L}{2,12} )?|(?:An|Auf) (?:der|den|dem) (?:\p{Lu}\p{L}{2,12} )?)$/u;
const PREPOSITION_CHARS_MAX = 26;

function withPreposition(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - PREPOSITION_CHARS_MAX), start);
  return start - (PREPOSITION.exec(before)?.[0].length ?? 0);
}

/** One to three words in upper case before the street's word. */
function namedBefore(text: string, street: Word): Street | undefined {
  let start: number | undefined;
  let at = street.start;
  for (let words = 0; words < 3; words++) {
    const word = wordBefore(text, at);
    if (!word?.isUpper || NO_NAMES.has(word.hash)) break;
    if (isName(word)) start = word.start;
    at = word.start;
  }
  return start === undefined ? undefined : { start: withPreposition(text, start), isSure: true };
}

/** As in `Via API 2`, and not `Jana Pawła II`. */
const ABBREVIATION = /^(?![IVX]+$)\p{Lu}{2,4}$/u;

/** Two letters in upper case stand everywhere, above all in what is encoded. */
const isName = ({ start, end, isUpper }: Word): boolean => isUpper && end - start >= NAME_CHARS_MIN;

/** Names and particles back to the street's word. */
function leadingStreet(text: string, last: Word): Street | undefined {
  let word: Word | undefined = last;
  let hasName = false;
  for (let words = 0; word && words < WORDS_MAX; words++) {
    const isLeading = LEADING.has(word.hash);
    const isWeak = LEADING_WEAK.has(word.hash);
    if (hasName && (isLeading || isWeak)) {
      if (isWeak && ABBREVIATION.test(text.slice(last.start, last.end))) return undefined;
      const isShort = ABBREVIATES.has(text.charCodeAt(word.end));
      return { start: word.start, isSure: !isWeak || word.isUpper || isShort };
    }
    if (!word.isUpper && !word.isNumber && !PARTICLES.has(word.hash)) return undefined;
    hasName ||= isName(word);
    word = wordBefore(text, word.start);
  }
  return undefined;
}

const COMMA = 0x2c;
const DOT = 0x2e;
const SLASH = 0x2f;

/** The word on the same line that ends before `before`, over a blank, a comma or a point. */
function wordBefore(text: string, before: number): Word | undefined {
  let end = before;
  let isParted = letterAt(text, end - 1) !== NO_LETTER;
  for (let signs = 0; end > 0 && letterAt(text, end - 1) === NO_LETTER; signs++) {
    const unit = text.charCodeAt(end - 1);
    if (signs === 3 || !isPartingInName(unit)) return undefined;
    isParted ||= unit !== SLASH;
    end--;
  }
  if (!isParted) return undefined; // A path, or base64.
  let start = end;
  while (start > 0 && isInWord(text, start - 1)) {
    if (end - start > WORD_CHARS_MAX) return undefined;
    start--;
  }
  if (start === end) return undefined;
  const first = text.charCodeAt(start);
  const isNumber = first >= 0x30 && first <= 0x39;
  if (isNumber && end - start > 2) return undefined;
  return {
    start,
    end,
    hash: hashWord(text, start, end),
    isUpper: isUpperAt(text, start),
    isNumber,
  };
}

/** `al.`, `c/`. */
const ABBREVIATES: ReadonlySet<number> = new Set([DOT, SLASH]);

const isPartingInName = (unit: number): boolean =>
  unit === 0x20 ||
  unit === 0xa0 ||
  unit === COMMA ||
  unit === DOT ||
  unit === 0x27 ||
  unit === 0x2019 ||
  unit === SLASH ||
  unit === 0xb0 ||
  unit === 0xba ||
  unit === 0xb4;

const isInWord = (text: string, index: number): boolean =>
  letterAt(text, index) !== NO_LETTER || text.charCodeAt(index) === 0x2d;
